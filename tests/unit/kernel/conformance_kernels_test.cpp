// Every static conformance file that has kernels: each operation by its kernel against the evaluator, with one group per instruction and
// fused.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "frontend/frontend.h"
#include "kernel_runner.h"

namespace mote::testing {
namespace {

std::filesystem::path Shared() {
  const char* given = std::getenv("MOTE_SHARED");
  return given != nullptr ? std::filesystem::path(given) : std::filesystem::path(MOTE_SOURCE_DIR) / ".." / "shared";
}

class ConformanceKernels : public ::testing::TestWithParam<bool> {};

TEST_P(ConformanceKernels, AgreeWithTheEvaluator) {
  const std::filesystem::path folder = Shared() / "conformance/testdata/static";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no folder shared/conformance beside the clone";
  const char* only = std::getenv("MOTE_ONLY");
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".mlir") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::map<std::string, int> unsupported;
  int run = 0;
  for (const auto& path : files) {
    if (only != nullptr && path.filename().string().find(only) == std::string::npos) continue;
    std::ifstream in(path);
    std::stringstream text;
    text << in.rdbuf();
    const std::string name = path.filename().string(), source = text.str();
    Result<Module> module = ReadStablehlo(source, name);
    if (!module.ok()) {
      ++unsupported["frontend: " + module.error().text];
      continue;
    }
    RunOptions options;
    options.lower.fuse = GetParam();
    options.print = only != nullptr;
    const RunReport report = RunByKernels(*module, module->main(), {}, options);
    EXPECT_EQ(report.odd, "") << name;
    EXPECT_EQ(report.wrong, "") << name;
    if (!report.unsupported.empty()) {
      ++unsupported[report.unsupported];
      if (only != nullptr) std::printf("%s: %s\n", name.c_str(), report.unsupported.c_str());
      continue;
    }
    ++run;
  }
  std::printf("%d files run by kernels\n", run);
  for (const auto& [why, count] : unsupported) std::printf("  %d not: %s\n", count, why.c_str());
  EXPECT_GE(run, only == nullptr ? 480 : 0);
}

INSTANTIATE_TEST_SUITE_P(Fused, ConformanceKernels, ::testing::Bool());

}  // namespace
}  // namespace mote::testing
