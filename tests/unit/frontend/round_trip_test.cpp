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

// HLO text of a module read again is an equal module, and printing that gives the same text. A module that came from StableHLO first takes
// the shape that HLO has for it (one result, a tuple). Empty when all is well or HLO has no form for the module.
std::string HloRoundTrip(const Module& module, bool* expressible) {
  Result<std::string> text = PrintHlo(module);
  *expressible = text.ok();
  if (!text.ok()) return text.error().rule == Rule::kUnsupported ? "" : FormatDiagnostic(text.error());
  Result<Module> read = ReadHloText(*text, "printed");
  if (!read.ok()) return FormatDiagnostic(read.error());
  std::string why;
  if (module.from_hlo_text && !Equal(module, *read, &why)) return "not equal: " + why;
  const Result<std::string> second = PrintHlo(*read);
  if (!second.ok()) return FormatDiagnostic(second.error());
  const Result<Module> third = ReadHloText(*second, "printed twice");
  if (!third.ok()) return FormatDiagnostic(third.error());
  if (!Equal(*read, *third, &why)) return "not equal the second time: " + why;
  const Result<std::string> fixed = PrintHlo(*third);
  if (!fixed.ok() || *fixed != *second) return "printing is no fixed point";
  return module.from_hlo_text && *text != *second ? "printing is no fixed point" : "";
}

TEST(HloRoundTrips, HloFilesAreReadAgain) {
  std::vector<std::string> files = FilesBelow(SharedFolder() / "golden", ".hlo");
  for (const std::string& file : FilesBelow(SharedFolder() / "models", ".hlo")) files.push_back(file);
  if (files.empty()) GTEST_SKIP() << SharedFolder() << " is absent";
  size_t good = 0;
  for (const std::string& file : files) {
    const Result<Module> module = ReadHloText(ReadFile(file), file);
    ASSERT_TRUE(module.ok()) << FormatDiagnostic(module.error());
    bool expressible = false;
    const std::string wrong = HloRoundTrip(*module, &expressible);
    good += wrong.empty() && expressible;
    if (!wrong.empty() || !expressible) ADD_FAILURE() << file << ": " << wrong;
  }
  std::printf("HLO text: %zu of %zu round trips\n", good, files.size());
}

TEST_P(RoundTrips, ModulesBecomeHloText) {
  size_t good = 0, modules = 0, without_form = 0;
  for (const std::string& file : FilesBelow(SharedFolder() / GetParam(), ".mlir")) {
    const std::string text = ReadFile(file);
    if (text.size() > 1 << 20) continue;
    for (const SplitChunk& chunk : SplitModules(text)) {
      FrontendOptions options;
      options.first_line = chunk.first_line;
      const Result<Module> module = ReadStablehlo(chunk.text, file, options);
      if (!module.ok() || module->entry < 0) continue;
      bool expressible = false;
      const std::string wrong = HloRoundTrip(*module, &expressible);
      ++modules;
      without_form += !expressible;
      good += wrong.empty() && expressible;
      if (!wrong.empty()) ADD_FAILURE() << file << ":" << chunk.first_line << ": " << wrong;
    }
  }
  std::printf("%s: %zu of %zu modules as HLO text, %zu have no HLO form\n", GetParam(), good, modules, without_form);
}

}  // namespace
}  // namespace mote
