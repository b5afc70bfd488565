// Windowed and shape-changing operations with random attributes, from the module to results on every target: what our compiler makes our
// verifier accepts, our audit proves, and our runtime computes as the evaluator does.
// MOTE_SWEEP_CASES=n tries more, MOTE_SWEEP_SEED=n that one alone.
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>

#include "hlo/print.h"
#include "mote/vulkan.h"
#include "run_case.h"

namespace mote {
namespace {

volatile uint32_t seed_now = 0;

// A crash says which seed it was.
void Crashed(int signal) {
  char text[80];
  const int length = std::snprintf(text, sizeof text, "signal %d, replay with MOTE_SWEEP_SEED=%u\n", signal, seed_now);
  if (write(2, text, static_cast<size_t>(length)) < 0) _exit(3);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

uint32_t Number(const char* name, uint32_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : static_cast<uint32_t>(std::strtoul(text, nullptr, 0));
}

struct Counts {
  int cases = 0, ran = 0, unsupported = 0;
};

// Tries `cases` seeds, `step` apart.
void Sweep(const std::string& target, uint32_t cases, uint32_t step, mote_vulkan_device* device) {
  for (const int signal : {SIGSEGV, SIGABRT, SIGFPE}) std::signal(signal, Crashed);
  const bool one = std::getenv("MOTE_SWEEP_SEED") != nullptr;
  const uint32_t first = one ? Number("MOTE_SWEEP_SEED", 0) : 1;
  cases = one ? 1 : Number("MOTE_SWEEP_CASES", cases);
  std::map<std::string, Counts> counts;
  std::map<std::string, int> reasons;
  int failures = 0, invalid = 0;
  for (uint32_t seed = first; cases-- > 0 && failures < 2000; seed += step) {
    seed_now = seed;
    const std::optional<RandomCase> made = MakeRandomCase(seed);
    if (!made.has_value()) {
      ++invalid;
      continue;
    }
    const Result<std::vector<Literal>> expected = Expected(*made);
    Counts& count = counts[made->operation];
    ++count.cases;
    const CaseOutcome outcome = expected.ok() ? RunCase(*made, *expected, target, device)
                                              : CaseOutcome{false, false, false, "evaluating: " + FormatDiagnostic(expected.error())};
    count.ran += outcome.ran;
    count.unsupported += outcome.unsupported;
    if (outcome.unsupported) ++reasons[outcome.text.substr(0, 100)];
    failures += !outcome.ok;
    EXPECT_TRUE(outcome.ok) << target << ", " << made->operation << ": " << outcome.text << "\nreplay: MOTE_SWEEP_SEED=" << seed << " "
                            << ::testing::internal::GetArgvs()[0] << " --gtest_filter=Sweep."
                            << ::testing::UnitTest::GetInstance()->current_test_info()->name() << "\n"
                            << PrintStablehlo(made->module);
  }
  int ran = 0;
  for (const auto& [operation, count] : counts) {
    std::printf("%-24s %5d cases, %5d ran, %3d not supported\n", operation.c_str(), count.cases, count.ran, count.unsupported);
    ran += count.ran;
    if (!one && (target != "vulkan" || device != nullptr)) {
      EXPECT_GT(count.ran * 2, count.cases) << operation;
    }
  }
  for (const auto& [reason, times] : reasons) std::printf("  %d × %s\n", times, reason.c_str());
  std::printf("%s: %d ran, %d seeds gave no valid operation\n", target.c_str(), ran, invalid);
}

TEST(Sweep, Linux) { Sweep("linux", 25000, 1, nullptr); }
TEST(Sweep, CortexM4) { Sweep("cortex-m4", 12000, 1, nullptr); }

TEST(Sweep, Vulkan) {
  mote_vulkan_device* device = nullptr;
  mote_vulkan_options options = {};
  options.software = 1;
  const mote_status status = mote_vulkan_open(&options, &device);
  if (status.code != MOTE_OK) std::printf("no Vulkan device: programs are compiled, audited and verified only\n");
  Sweep("vulkan", 100, 31, device);
  if (device != nullptr) mote_vulkan_close(device);
}

}  // namespace
}  // namespace mote
