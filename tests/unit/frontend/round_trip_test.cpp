// Round trip: what is read, printed and read again is an equal module, and printing it again gives the same text.
#include <gtest/gtest.h>

#include "frontend/frontend.h"
#include "hlo/print.h"
#include "shared_files.h"

namespace mote {
namespace {

// Empty when the text survives the round trip, else what went wrong.
std::string RoundTrip(const Module& module, bool generic) {
  PrintOptions print;
  print.generic = generic;
  const std::string first = PrintStablehlo(module, print);
  const Result<Module> again = ReadStablehlo(first, "printed");
  if (!again.ok()) return FormatDiagnostic(again.error());
  std::string why;
  if (!Equal(module, *again, &why)) return "not equal: " + why;
  const std::string second = PrintStablehlo(*again, print);
  if (first == second) return {};
  size_t at = 0;
  while (at < first.size() && at < second.size() && first[at] == second[at]) ++at;
  const size_t begin = at < 80 ? 0 : at - 80;
  return "printing is no fixed point:\n" + first.substr(begin, 160) + "\n--\n" + second.substr(begin, 160);
}

class RoundTrips : public testing::TestWithParam<const char*> {};

TEST_P(RoundTrips, PrintedModulesAreReadAgain) {
  const std::vector<std::string> files = FilesBelow(SharedFolder() / GetParam(), ".mlir");
  if (files.empty()) GTEST_SKIP() << GetParam() << " is absent";
  size_t good = 0, modules = 0;
  for (const std::string& file : files) {
    const std::string text = ReadFile(file);
    if (text.size() > 4 << 20) continue;  // the printer's speed is not measured here
    for (const SplitChunk& chunk : SplitModules(text)) {
      FrontendOptions options;
      options.first_line = chunk.first_line;
      const Result<Module> module = ReadStablehlo(chunk.text, file, options);
      if (!module.ok()) continue;  // suites_test reports it
      for (const bool generic : {false, true}) {
        ++modules;
        const std::string wrong = RoundTrip(*module, generic);
        good += wrong.empty();
        if (!wrong.empty()) ADD_FAILURE() << file << ":" << chunk.first_line << (generic ? " generic: " : ": ") << wrong;
      }
    }
  }
  std::printf("%s: %zu of %zu round trips\n", GetParam(), good, modules);
}

INSTANTIATE_TEST_SUITE_P(Shared, RoundTrips,
                         testing::Values("conformance/testdata/static", "conformance/testdata/dynamic", "conformance/testdata/quantized",
                                         "conformance/interpret", "conformance/math", "golden", "models"));

}  // namespace
}  // namespace mote
