// Reads every valid program of the suites, prints it in both StableHLO spellings and reads it back: the modules must be equal and the
// second print the same text. The same through HLO text, where the program can be said in it. A program that is refused as invalid is an
// over-rejection. Prints counts per folder.
// Usage: round_trip_runner [FILE...]; without files those of the folder `shared`.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "frontend/frontend.h"
#include "hlo/print.h"

namespace {

struct Count {
  int programs = 0, equal = 0, hlo = 0, refused = 0, failed = 0;
};

std::string ReadFile(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// Empty when the module survives, or has no StableHLO form; else what went wrong.
std::string RoundTrip(const mote::Module& module, bool generic) {
  if (!mote::CheckStablehlo(module).ok()) return "";
  mote::PrintOptions options;
  options.generic = generic;
  const std::string text = mote::PrintStablehlo(module, options);
  const mote::Result<mote::Module> again = mote::ReadStablehlo(text, generic ? "generic" : "pretty");
  if (!again.ok()) return "printed text is refused: " + mote::FormatDiagnostic(again.error());
  std::string why;
  // What only HLO text has (copies, tuples around results) is not in the printed StableHLO: there the fixed point counts.
  if (!module.from_hlo_text && !mote::Equal(module, *again, &why)) return "differs: " + why;
  if (mote::PrintStablehlo(*again, options) != text) return "printing is no fixed point";
  return "";
}

// As RoundTrip. `expressible` tells whether the module has HLO text at all.
std::string HloRoundTrip(const mote::Module& module, bool* expressible) {
  const mote::Result<std::string> text = mote::PrintHlo(module);
  *expressible = text.ok();
  if (!text.ok()) return mote::IsUnsupported(text.error().rule) ? "" : mote::FormatDiagnostic(text.error());
  const mote::Result<mote::Module> again = mote::ReadHloText(*text, "HLO text");
  if (!again.ok()) return "printed text is refused: " + mote::FormatDiagnostic(again.error());
  std::string why;
  if (module.from_hlo_text && !mote::Equal(module, *again, &why)) return "differs: " + why;
  const mote::Result<std::string> second = mote::PrintHlo(*again);
  return second.ok() && *second == *text ? "" : "printing is no fixed point";
}

void RunProgram(const mote::Result<mote::Module>& module, const std::string& name, Count* count) {
  ++count->programs;
  if (!module.ok()) {
    bool unsupported = false;
    for (const mote::Diagnostic& d : module.errors().list) unsupported = unsupported || mote::IsUnsupported(d.rule);
    ++(unsupported ? count->refused : count->failed);
    std::printf("%s: %s: %s\n", name.c_str(), unsupported ? "not supported" : "OVER-REJECTED",
                mote::FormatDiagnostic(module.error()).c_str());
    return;
  }
  for (const bool generic : {false, true}) {
    const std::string problem = RoundTrip(*module, generic);
    if (problem.empty()) continue;
    ++count->failed;
    std::printf("%s: %s: %s\n", name.c_str(), generic ? "generic" : "pretty", problem.c_str());
    return;
  }
  bool expressible = false;
  const std::string problem = HloRoundTrip(*module, &expressible);
  if (!problem.empty()) {
    ++count->failed;
    std::printf("%s: HLO text: %s\n", name.c_str(), problem.c_str());
    return;
  }
  ++count->equal;
  count->hlo += expressible ? 1 : 0;
}

void PrintCount(const std::string& name, const Count& count) {
  std::printf("%-24s %5d programs: %5d equal (%d in HLO text too), %d not supported, %d failed\n", name.c_str(), count.programs,
              count.equal, count.hlo, count.refused, count.failed);
}

std::vector<std::filesystem::path> SuiteFiles(const std::filesystem::path& shared) {
  std::vector<std::filesystem::path> files;
  for (const char* folder :
       {"conformance/testdata", "conformance/interpret", "conformance/math", "conformance/artifacts", "golden", "models"}) {
    if (!std::filesystem::exists(shared / folder)) continue;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(shared / folder)) {
      const std::string extension = entry.path().extension().string();
      if (extension == ".mlir" || extension == ".hlo") files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::filesystem::path> files(argv + 1, argv + argc);
  if (files.empty()) {
    const char* variable = std::getenv("MOTE_SHARED");
    const std::filesystem::path shared = variable != nullptr ? variable : MOTE_SOURCE_DIR "/../shared";
    files = SuiteFiles(shared);
    if (files.empty()) {
      std::printf("skipped: %s is absent\n", shared.string().c_str());
      return 77;
    }
  }
  std::map<std::string, Count> counts;
  for (const std::filesystem::path& file : files) {
    const std::string text = ReadFile(file), name = file.parent_path().filename().string() + "/" + file.filename().string();
    Count& count = counts[file.parent_path().filename().string()];
    if (file.extension() == ".hlo") {
      RunProgram(mote::ReadHloText(text, name), name, &count);
      continue;
    }
    for (const mote::SplitChunk& chunk : mote::SplitModules(text)) {
      mote::FrontendOptions options;
      options.first_line = chunk.first_line;
      options.max_errors = 100;
      RunProgram(mote::ReadStablehlo(chunk.text, name, options), name, &count);
    }
  }
  Count total;
  for (const auto& [folder, count] : counts) {
    PrintCount(folder, count);
    total.programs += count.programs;
    total.equal += count.equal;
    total.hlo += count.hlo;
    total.refused += count.refused;
    total.failed += count.failed;
  }
  PrintCount("all", total);
  return total.failed == 0 ? 0 : 1;
}
