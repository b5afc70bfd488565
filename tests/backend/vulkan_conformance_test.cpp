// The kernels of the static conformance files (shared/conformance beside the clone, or MOTE_SHARED) on Vulkan against the interpreter, bit
// for bit, with and without optional features. Each kernel runs once, on random values. Without the folder: skipped. MOTE_ONLY=part of a
// file name takes those files alone; MOTE_TEST_ALL=1 all, otherwise every eighth.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "../unit/kernel/kernel_runner.h"
#include "frontend/frontend.h"
#include "schema/vulkan_layout.h"
#include "vulkan_kernel.h"

namespace mote {
namespace {

std::filesystem::path StaticFiles() {
  const char* given = std::getenv("MOTE_SHARED");
  return (given != nullptr ? std::filesystem::path(given) : std::filesystem::path(MOTE_SOURCE_DIR) / ".." / "shared") /
         "conformance/testdata/static";
}

class VulkanConformance : public ::testing::TestWithParam<bool> {};

TEST_P(VulkanConformance, KernelsGiveTheBitsOfTheInterpreter) {
  if (!Devices().full) GTEST_SKIP() << "no Vulkan device";
  if (!std::filesystem::exists(StaticFiles())) GTEST_SKIP() << "no folder shared/conformance beside the clone";
  const char* only = std::getenv("MOTE_ONLY");
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(StaticFiles())) {
    const std::string name = entry.path().filename().string();
    if (entry.path().extension() == ".mlir" && (only == nullptr || name.find(only) != std::string::npos)) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  const size_t step = std::getenv("MOTE_TEST_ALL") != nullptr || only != nullptr ? 1 : 8;
  std::set<std::pair<uint64_t, std::vector<ParamValue>>> seen;
  std::map<std::string, int> refused;
  for (size_t f = 0; f < files.size(); f += step) {
    std::ifstream in(files[f]);
    std::stringstream text;
    text << in.rdbuf();
    const std::string name = files[f].filename().string();
    Result<Module> module = ReadStablehlo(text.str(), name);
    if (!module.ok()) continue;
    testing::RunOptions options;
    options.lower.fuse = GetParam();
    const testing::RunReport report = testing::RunByKernels(*module, module->main(), {}, options);
    for (const BoundKernel& bound : report.bound) {
      if (!seen.insert({ContentHash(bound.kernel), bound.values}).second) continue;
      std::vector<Bytes> operands;
      std::vector<uint8_t> spaces;
      for (size_t i = 0; i < bound.operands.size(); ++i) {
        const Shape& shape = module->main().shape(bound.operands[i]);
        const Literal literal = testing::RandomLiteral(shape, static_cast<uint32_t>(i + 1));
        operands.emplace_back(literal.bytes().begin(), literal.bytes().end());
        const bool written = bound.kernel.operands[i].written;
        spaces.push_back(written ? (seen.size() % 2 ? 1 : 3) : static_cast<uint8_t>((i + seen.size()) % 3));
      }
      const Result<GlslShader> plain = PrintGlsl(bound.kernel, spaces, PlainForm(bound.kernel));
      if (plain.ok() && (plain->shape.features & kMoteFloat64) && !Devices().float64) continue;
      const std::string difference = CompareWithInterpreter(bound.kernel, bound.values, spaces, operands);
      EXPECT_EQ(difference, "") << name << "\n" << PrintKernel(bound.kernel, &bound.values);
    }
  }
  std::printf("%zu different kernels of %zu files\n", seen.size(), files.size() / step);
}

INSTANTIATE_TEST_SUITE_P(Fused, VulkanConformance, ::testing::Bool());

}  // namespace
}  // namespace mote
