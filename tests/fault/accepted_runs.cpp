#include "accepted_runs.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cctype>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <set>

#include "core/program.h"
#include "program_run.h"

// How the sanitizers report: to the child's standard error, which the parent reads.
extern "C" const char* __asan_default_options();
extern "C" const char* __ubsan_default_options();
extern "C" void __ubsan_on_report();
extern "C" const char* __asan_default_options() {
  return "detect_leaks=0:exitcode=88:handle_abort=1:handle_sigill=1:malloc_context_size=1";
}
extern "C" const char* __ubsan_default_options() { return "print_stacktrace=0"; }

namespace mote::fault {
namespace {

constexpr int kProblemExit = 77;  // of a child that found something and lives to tell
constexpr int kMemoryExit = 78;   // of a child whose program touches more pages than the test may take
constexpr long kMostPages = 1 << 17;
// Processor time of one program, in tenths of a second; one second more for every so many element operations.
constexpr int kTenths = 200;
constexpr uint64_t kWorkOfASecond = 50000000;
volatile sig_atomic_t tenths_left = 0;

// What parent and child share.
struct Shared {
  uint64_t seed, generated, accepted, ran, verified, too_long;
  uint64_t refused[1 << 16];
  uint64_t kinds[kStepCodes];
  char problem[400];
  struct {
    char name[16];
    uintptr_t at;
    size_t bytes;
  } objects[80];
  uint32_t object_count;
};

Shared* NewShared() {
  void* at = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (at == MAP_FAILED) std::perror("accepted_runs: mmap"), std::exit(3);
  return new (at) Shared{};
}

void NoteObjects(const ProgramRunner& runner, Shared* shared) {
  shared->object_count = 0;
  for (const bool second : {false, true}) {
    for (const GuardedObject& object : runner.memory(second).objects()) {
      if (shared->object_count == 80) return;
      auto& to = shared->objects[shared->object_count++];
      std::snprintf(to.name, sizeof to.name, "%s", object.name);
      to.at = reinterpret_cast<uintptr_t>(object.at);
      to.bytes = object.bytes;
    }
  }
}

// Where a fault's address lies, seen from the nearest object.
std::string PlaceOfAddress(const Shared& shared, uintptr_t address) {
  std::string best = "far from everything";
  uint64_t nearest = UINT64_C(1) << 34;
  char text[120];
  for (uint32_t i = 0; i < shared.object_count; ++i) {
    const auto& object = shared.objects[i];
    const uintptr_t end = object.at + object.bytes;
    const uint64_t distance = address < object.at ? object.at - address : address >= end ? address - end + 1 : 0;
    if (distance >= nearest) continue;
    nearest = distance;
    const char* side = address < object.at ? "before" : address >= end ? "behind" : "inside";
    std::snprintf(text, sizeof text, "%llu bytes %s %s", static_cast<unsigned long long>(distance), side, object.name);
    best = text;
  }
  return best;
}

off_t SizeOf(int file) {
  const off_t size = lseek(file, 0, SEEK_END);
  return size < 0 ? 0 : size;
}

// Ten times in a second of processor time: ends the child when its program takes too long or too much memory. Pages are what a program
// with long strides can take most of.
void Tick(int) {
  char text[64] = "";
  const int file = open("/proc/self/statm", O_RDONLY);
  if (file >= 0) {
    if (read(file, text, sizeof text - 1) > 0 && std::strtol(std::strchr(text, ' '), nullptr, 10) > kMostPages) _exit(kMemoryExit);
    close(file);
  }
  tenths_left = tenths_left - 1;
  if (tenths_left > 0) return;
  std::signal(SIGPROF, SIG_DFL);
  std::raise(SIGPROF);
}

void StartClock() {
  std::signal(SIGPROF, Tick);
  itimerval timer = {};
  timer.it_value.tv_usec = timer.it_interval.tv_usec = 100000;
  setitimer(ITIMER_PROF, &timer, nullptr);
}

// The child: runs seeds until enough programs ran or something is wrong.
[[noreturn]] void Child(Shared* shared, int errors, uint64_t first, const RunSettings& settings) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  dup2(errors, 2);
  ProgramRunner runner(static_cast<double>(settings.most_work));
  const bool one = settings.one;
  const uint64_t wanted = one ? UINT64_MAX : settings.runs;
  StartClock();
  for (uint64_t seed = first; shared->ran < wanted; ++seed) {
    shared->seed = seed;
    ++shared->generated;
    tenths_left = kTenths + static_cast<int>(10 * settings.most_work / kWorkOfASecond);
    const AcceptedProgram program = MakeAcceptedProgram(seed);
    if (one) std::printf("%s", Describe(program).c_str()), std::fflush(stdout);
    const RunResult result = runner.Run(program);
    switch (result.outcome) {
      case RunOutcome::kRefused: ++shared->refused[result.site]; break;
      case RunOutcome::kTooLong: ++shared->accepted, ++shared->too_long; break;
      case RunOutcome::kVerified: ++shared->accepted, ++shared->verified; break;
      case RunOutcome::kRan:
        ++shared->accepted, ++shared->ran;
        for (uint32_t kind = 0; kind < kStepCodes; ++kind) shared->kinds[kind] += (program.kinds >> kind) & 1;
        break;
    }
    if (one && result.outcome != RunOutcome::kRan) {
      const char* outcome = result.outcome == RunOutcome::kRefused    ? "refused"
                            : result.outcome == RunOutcome::kVerified ? "verified, for a device"
                                                                      : "too long";
      std::printf("%s (site %u)\n", outcome, unsigned{result.site});
    }
    if (!result.problem.empty() || SizeOf(2) != 0) {
      std::snprintf(shared->problem, sizeof shared->problem, "%s", result.problem.c_str());
      NoteObjects(runner, shared);
      _exit(kProblemExit);
    }
    if (one) break;
  }
  std::fflush(stdout);
  _exit(0);
}

std::string ReadAll(int file) {
  std::string text(static_cast<size_t>(SizeOf(file)), 0);
  const ssize_t got = pread(file, text.data(), text.size(), 0);
  text.resize(got < 0 ? 0 : static_cast<size_t>(got));
  return text;
}

// "…/runtime/cpu/x.cpp:12:3" as "runtime/cpu/x.cpp:12"; other files by their last name.
std::string ShortPlace(const std::string& path) {
  size_t from = path.find("runtime/");
  if (from == std::string::npos) from = path.rfind('/') == std::string::npos ? 0 : path.rfind('/') + 1;
  const size_t line = path.find(':', from);
  const size_t end = line == std::string::npos ? path.size() : path.find(':', line + 1);
  return path.substr(from, end == std::string::npos ? end : end - from);
}

// A message without what differs from run to run.
std::string WithoutNumbers(const std::string& message) {
  std::string text;
  for (size_t at = 0; at < message.size() && message[at] != ':' && text.size() < 60; ++at) {
    const bool number = message[at] >= '0' && message[at] <= '9' && (text.empty() || text.back() == ' ' || text.back() == '-');
    text += number ? '#' : message[at];
    if (!number) continue;
    while (at + 1 < message.size() && std::isxdigit(static_cast<unsigned char>(message[at + 1] == 'x' ? '0' : message[at + 1]))) ++at;
  }
  return text;
}

// The distinct places a sanitizer's text names.
std::set<std::string> PlacesIn(const std::string& text, const Shared& shared) {
  std::set<std::string> places;
  std::string fault;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    at = end + 1;
    if (const size_t error = line.find(": runtime error: "); error != std::string::npos) {
      places.insert(ShortPlace(line.substr(0, error)) + ": " + WithoutNumbers(line.substr(error + 17)));
    } else if (const size_t asan = line.find("ERROR: AddressSanitizer: "); asan != std::string::npos) {
      fault = line.substr(asan + 25, line.find(' ', asan + 25) - asan - 25);
      if (const size_t address = line.find("unknown address "); address != std::string::npos) {
        fault += ", " + PlaceOfAddress(shared, static_cast<uintptr_t>(std::strtoull(line.c_str() + address + 16, nullptr, 16)));
      }
    } else if (line.find("caused by a ") != std::string::npos && !fault.empty()) {
      fault += line.find("WRITE") != std::string::npos ? ", written" : ", read";
    } else if (!fault.empty() && line.find("    #") == 0 && line.find(" in ") != std::string::npos) {
      const size_t file = line.rfind(' ') + 1;
      const bool ours = line.find("runtime/") != std::string::npos || line.find("tests/fault/native") != std::string::npos;
      if (!ours) continue;
      const size_t comma = fault.find(',');
      // The distance is not part of the place.
      std::string kind = fault.substr(0, comma);
      if (fault.find("written") != std::string::npos) kind += ", written";
      if (fault.find(", read") != std::string::npos) kind += ", read";
      places.insert(ShortPlace(line.substr(file)) + ": " + kind);
      fault.clear();
    }
  }
  if (!fault.empty()) places.insert("somewhere: " + fault);
  return places;
}

void Record(RunReport& report, const Shared& shared, int status, const std::string& text) {
  std::set<std::string> places = PlacesIn(text, shared);
  if (shared.problem[0] != 0) places.insert(std::string(shared.problem).substr(0, std::strcspn(shared.problem, ":")));
  if (WIFSIGNALED(status)) {
    places.insert(WTERMSIG(status) == SIGPROF ? "runs without end" : std::string("signal ") + strsignal(WTERMSIG(status)));
  }
  if (places.empty()) places.insert("exit " + std::to_string(WEXITSTATUS(status)) + " without a reason");
  std::string told = shared.problem;
  if (!told.empty()) told += "\n";
  told += text;
  if (const size_t address = text.find("unknown address "); address != std::string::npos) {
    told += "the address is " + PlaceOfAddress(shared, static_cast<uintptr_t>(std::strtoull(text.c_str() + address + 16, nullptr, 16))) +
            "\n";
  }
  ++report.findings_in_all;
  for (const std::string& place : places) {
    Finding& finding = report.findings[place];
    if (finding.count++ == 0) finding.seed = shared.seed, finding.text = told;
  }
}

}  // namespace

}  // namespace mote::fault

// What behaves in no defined way may never end: it gets a few seconds more.
extern "C" void __ubsan_on_report() {
  if (mote::fault::tenths_left > 30) mote::fault::tenths_left = 30;
}

namespace mote::fault {

RunSettings SettingsFromEnvironment() {
  RunSettings settings;
  const auto number = [](const char* name, uint64_t* to) {
    const char* text = std::getenv(name);
    if (text != nullptr) *to = std::strtoull(text, nullptr, 0);
    return text != nullptr;
  };
  number("MOTE_FAULT_RUNS", &settings.runs);
  number("MOTE_FAULT_FIRST", &settings.first_seed);
  number("MOTE_FAULT_FINDINGS", &settings.most_findings);
  number("MOTE_FAULT_WORK", &settings.most_work);
  settings.one = number("MOTE_FAULT_SEED", &settings.first_seed);
  char program[500] = "";
  if (readlink("/proc/self/exe", program, sizeof program - 1) > 0) settings.program = program;
  return settings;
}

RunReport RunAcceptedPrograms(const RunSettings& settings) {
  RunReport report;
  Shared* shared = NewShared();
  const int errors = memfd_create("errors", 0);
  for (uint64_t next = settings.first_seed; report.findings_in_all < settings.most_findings; next = shared->seed + 1) {
    if (ftruncate(errors, 0) != 0) break;
    shared->problem[0] = 0;
    shared->object_count = 0;
    std::fflush(nullptr);
    const pid_t child = fork();
    if (child == 0) Child(shared, errors, next, settings);
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) break;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) break;
    if (WIFEXITED(status) && WEXITSTATUS(status) == kMemoryExit && SizeOf(errors) == 0) {
      ++shared->accepted, ++shared->too_long;
      if (settings.one) break;
      continue;
    }
    const bool lived = WIFEXITED(status) && WEXITSTATUS(status) == kProblemExit;
    if (!lived) ++shared->accepted, ++shared->ran;
    Record(report, *shared, status, ReadAll(errors));
    if (settings.one) break;
  }
  close(errors);
  report.generated = shared->generated;
  report.accepted = shared->accepted;
  report.ran = shared->ran;
  report.verified = shared->verified;
  report.too_long = shared->too_long;
  for (uint32_t site = 0; site < 1 << 16; ++site) {
    if (shared->refused[site] != 0) report.refused[static_cast<uint16_t>(site)] = shared->refused[site];
  }
  for (uint32_t kind = 0; kind < kStepCodes; ++kind) report.kinds[kind] = shared->kinds[kind];
  munmap(shared, sizeof(Shared));
  return report;
}

void PrintReport(const RunReport& report, const RunSettings& settings) {
  const auto number = [](uint64_t value) { return static_cast<unsigned long long>(value); };
  struct Name {
    uint16_t site;
    const char* text;
  };
  static constexpr Name kSites[] = {
#define MOTE_SITE(id, number, status, text) {number, text},
#include "schema/sites.def"
#undef MOTE_SITE
  };
  for (const auto& [place, finding] : report.findings) {
    std::printf("FINDING %s (%llu times)\n  replay: MOTE_FAULT_SEED=%llu %s\n%s\n", place.c_str(), number(finding.count),
                number(finding.seed), settings.program.c_str(), finding.text.substr(0, 1500).c_str());
  }
  std::printf("%llu generated, %llu accepted (%.0f %%), %llu run, %llu for devices verified, %llu too long to run, %llu with findings, "
              "%zu distinct places\n",
              number(report.generated), number(report.accepted),
              100.0 * static_cast<double>(report.accepted) / static_cast<double>(report.generated == 0 ? 1 : report.generated),
              number(report.ran), number(report.verified), number(report.too_long), number(report.findings_in_all), report.findings.size());
  std::printf("refused, by site:\n");
  for (const auto& [site, count] : report.refused) {
    const char* text = "";
    for (const Name& name : kSites) {
      if (name.site == site) text = name.text;
    }
    std::printf("  %8llu  %3u %s\n", number(count), unsigned{site}, text);
  }
  std::printf("run with a step of kind:");
#define MOTE_STEP(id, code, name, ...) std::printf(" %s %llu", name, number(report.kinds[code]));
#define MOTE_ROUTINE MOTE_STEP
#include "schema/routines.def"
#include "schema/steps.def"
#undef MOTE_ROUTINE
#undef MOTE_STEP
  std::printf("\n");
}

}  // namespace mote::fault
