// Damaged TFLite files: bytes changed, cut and copied over each other. They are read or refused; nothing crashes, hangs or takes memory
// without bound.
// MOTE_TFLITE_MUTATIONS=n tries n, MOTE_TFLITE_SEED=n begins at another.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <random>

#include "cases.h"
#include "frontend/frontend.h"

namespace mote {
namespace {

uint64_t FromEnvironment(const char* name, uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

std::string Mutated(std::string file, std::mt19937_64& random) {
  const auto below = [&](size_t n) { return static_cast<size_t>(random() % n); };
  const size_t changes = 1 + below(4);
  for (size_t c = 0; c < changes && !file.empty(); ++c) {
    const size_t at = below(file.size()), word = at / 4 * 4;
    switch (below(7)) {
      case 0: file[at] = static_cast<char>(random()); break;
      case 1: file[at] = static_cast<char>(file[at] ^ (1 << below(8))); break;
      case 2: file[at] = static_cast<char>(below(2) == 0 ? 0 : 0xFF); break;
      case 3: {  // a number of 32 bits at its limits, where tables, sizes and indices lie
        constexpr int32_t kNumbers[] = {0, 1, -1, INT32_MAX, INT32_MIN, 1 << 16, 255, 7};
        const int32_t number = kNumbers[below(std::size(kNumbers))];
        if (word + 4 <= file.size()) std::memcpy(&file[word], &number, 4);
        break;
      }
      case 4: {
        const size_t from = below(file.size()), length = std::min(below(32), file.size() - std::max(from, at));
        std::memmove(&file[at], &file[from], length);
        break;
      }
      case 5: {  // one more or less
        int32_t number = 0;
        if (word + 4 > file.size()) break;
        std::memcpy(&number, &file[word], 4);
        number = static_cast<int32_t>(static_cast<uint32_t>(number) + (below(2) == 0 ? 1u : UINT32_MAX));
        std::memcpy(&file[word], &number, 4);
        break;
      }
      default: if (below(8) == 0) file.resize(at); break;
    }
  }
  return file;
}

TEST(TfliteMutations, AreReadOrRefused) {
  const std::vector<TfliteCase> cases = ReadCases(MOTE_SOURCE_DIR "/tests/conformance/tflite/operators.cases");
  ASSERT_GE(cases.size(), 300u);
  const uint64_t count = FromEnvironment("MOTE_TFLITE_MUTATIONS", 10000), seed = FromEnvironment("MOTE_TFLITE_SEED", 1);
  uint64_t read = 0, refused = 0;
  std::chrono::steady_clock::duration longest{};
  FrontendOptions options;
  for (uint64_t i = 0; i < count; ++i) {
    std::mt19937_64 random(seed + i);
    const std::string file = Mutated(cases[random() % cases.size()].file, random);
    options.tflite_arithmetic = random() % 8 == 0 ? TfliteArithmetic::kTflm : TfliteArithmetic::kLitert;
    const auto start = std::chrono::steady_clock::now();
    const Result<Module> module = ReadTflite(file, "mutated", options);
    longest = std::max(longest, std::chrono::steady_clock::now() - start);
    module.ok() ? ++read : ++refused;
    ASSERT_TRUE(module.ok() || !module.error().text.empty()) << "MOTE_TFLITE_SEED=" << seed + i;
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::printf("%llu files: %llu read, %llu refused; the longest took %lld ms; %ld MB at most\n", static_cast<unsigned long long>(count),
              static_cast<unsigned long long>(read), static_cast<unsigned long long>(refused),
              static_cast<long long>(std::chrono::duration_cast<std::chrono::milliseconds>(longest).count()), usage.ru_maxrss / 1024);
  EXPECT_GT(read, count / 50);
  EXPECT_GT(refused, count / 50);
  EXPECT_LT(longest, std::chrono::seconds(30));
  EXPECT_LT(usage.ru_maxrss / 1024, 8192);
}

}  // namespace
}  // namespace mote
