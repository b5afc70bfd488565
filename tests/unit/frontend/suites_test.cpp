// Every valid file of the suites beside the repository must be read without an error.
#include <gtest/gtest.h>

#include <chrono>

#include "frontend/frontend.h"
#include "shared_files.h"

namespace mote {
namespace {

class Suites : public testing::TestWithParam<const char*> {};

TEST_P(Suites, StablehloFilesAreRead) {
  const std::filesystem::path folder = SharedFolder() / GetParam();
  const std::vector<std::string> files = FilesBelow(folder, ".mlir");
  if (files.empty()) GTEST_SKIP() << folder << " is absent";
  for (const std::string& compressed : FilesBelow(folder, ".mlir.xz")) std::printf("skipped, compressed: %s\n", compressed.c_str());
  size_t read = 0;
  for (const std::string& file : files) {
    const std::string text = ReadFile(file);
    bool good = true;
    for (const SplitChunk& chunk : SplitModules(text)) {
      FrontendOptions options;
      options.first_line = chunk.first_line;
      options.verify = std::getenv("MOTE_NO_VERIFY") == nullptr;
      const Result<Module> module = ReadStablehlo(chunk.text, file, options);
      if (module.ok()) continue;
      good = false;
      ADD_FAILURE() << FormatDiagnostic(module.error());
    }
    read += good;
  }
  std::printf("%s: %zu of %zu files read\n", GetParam(), read, files.size());
}

INSTANTIATE_TEST_SUITE_P(Shared, Suites,
                         testing::Values("conformance/testdata/static", "conformance/testdata/dynamic", "conformance/testdata/quantized",
                                         "conformance/interpret", "conformance/math", "golden", "models"));

TEST(HloSuites, HloFilesAreRead) {
  std::vector<std::string> files = FilesBelow(SharedFolder() / "golden", ".hlo");
  for (const std::string& file : FilesBelow(SharedFolder() / "models", ".hlo")) files.push_back(file);
  if (files.empty()) GTEST_SKIP() << SharedFolder() << " is absent";
  size_t read = 0;
  for (const std::string& file : files) {
    const Result<Module> module = ReadProgram(ReadFile(file), file);
    read += module.ok();
    if (!module.ok()) ADD_FAILURE() << FormatDiagnostic(module.error());
  }
  std::printf("HLO text: %zu of %zu files read\n", read, files.size());
}

TEST(Speed, LargeFilesAreReadInTime) {
  const std::pair<const char*, double> files[] = {{"models/mobilenet_v2_f32/model.mlir", 1.0},
                                                  {"conformance/testdata/static/fft_complex128_14_15_16_17.mlir", 0.3}};
  for (const auto& [name, seconds] : files) {
    const std::string text = ReadFile((SharedFolder() / name).string());
    if (text.empty()) GTEST_SKIP() << name << " is absent";
    const auto begin = std::chrono::steady_clock::now();
    const bool read = ReadStablehlo(text, name).ok();
    const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    EXPECT_TRUE(read);
    std::printf("%s: %zu bytes in %.3f s (bound %.1f s in a release build)\n", name, text.size(), took, seconds);
  }
}

}  // namespace
}  // namespace mote
