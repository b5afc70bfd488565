// Specialise: shape arithmetic folds, static forms appear, contradictions are errors; every dynamic file takes sizes 1, 2 and 5.
#include "passes/specialize.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "frontend/frontend.h"

namespace mote {
namespace {

Module Read(const std::string& text) {
  Result<Module> module = ReadStablehlo(text, "test.mlir");
  EXPECT_TRUE(module.ok()) << FormatDiagnostic(module.error());
  return module.ok() ? std::move(*module) : Module();
}

std::vector<Op> Operations(const Module& module) {
  std::vector<Op> ops;
  for (const Instruction& instruction : module.main().instructions) ops.push_back(instruction.op);
  return ops;
}

const char* const kBroadcast = R"(
func.func @main(%arg0: tensor<i64>, %arg1: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
  %1 = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
  %2 = stablehlo.constant dense<4> : tensor<1xi32>
  %3 = stablehlo.concatenate %1, %2, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %4 = stablehlo.constant dense<1.0> : tensor<f32>
  %5 = stablehlo.dynamic_broadcast_in_dim %4, %3, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
  %6 = stablehlo.add %arg1, %5 : tensor<?x4xf32>
  return %6 : tensor<?x4xf32>
})";

TEST(Specialise, FoldsShapeArithmetic) {
  DimensionSizes sizes;
  sizes.named = {{"arg0", 3}, {"arg1.0", 3}};
  const Result<Module> module = Specialise(Read(kBroadcast), sizes);
  ASSERT_TRUE(module.ok()) << FormatDiagnostic(module.error());
  EXPECT_EQ(Operations(*module), (std::vector<Op>{Op::kParameter, Op::kParameter, Op::kConstant, Op::kBroadcastInDim, Op::kAdd}));
  EXPECT_EQ(ToString(module->main().parameters[1]), "f32[3,4]");
  EXPECT_EQ(ToString(module->main().ResultShapes()[0]), "f32[3,4]");
}

TEST(Specialise, ReportsContradictionsAndLeftovers) {
  DimensionSizes sizes;
  sizes.named = {{"arg0", 3}, {"arg1.0", 2}};
  Result<Module> module = Specialise(Read(kBroadcast), sizes);
  ASSERT_FALSE(module.ok());
  EXPECT_EQ(module.error().rule, Rule::kShape);
  EXPECT_EQ(module.error().location.line, 9u);
  sizes.named = {{"arg0", 3}};
  module = Specialise(Read(kBroadcast), sizes);
  ASSERT_FALSE(module.ok());
  EXPECT_EQ(module.error().rule, Rule::kUnsupported);
  sizes.named = {{"batch", 3}};
  module = Specialise(Read(kBroadcast), sizes);
  ASSERT_FALSE(module.ok());
  EXPECT_NE(module.error().text.find("batch"), std::string::npos);
}

TEST(Specialise, ReadsSizesOfArraysAndChecksAssertions) {
  const Module module = Read(R"(
func.func private @size(%x: tensor<?xf32>) -> tensor<i32> {
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  return %0 : tensor<i32>
}
func.func public @main(%x: tensor<?xf32>) -> tensor<?xi32> {
  %0 = call @size(%x) : (tensor<?xf32>) -> tensor<i32>
  %1 = stablehlo.constant dense<2> : tensor<i32>
  %2 = stablehlo.compare GE, %0, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%2) {api_version = 2 : i32, error_message = "two at least", has_side_effect = true} : (tensor<i1>) -> ()
  %3 = stablehlo.multiply %0, %1 : tensor<i32>
  %4 = stablehlo.reshape %3 : (tensor<i32>) -> tensor<1xi32>
  %5 = stablehlo.dynamic_iota %4, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  return %5 : tensor<?xi32>
})");
  DimensionSizes sizes;
  sizes.otherwise = 3;
  const Result<Module> three = Specialise(module, sizes);
  ASSERT_TRUE(three.ok()) << FormatDiagnostic(three.error());
  EXPECT_EQ(ToString(three->main().ResultShapes()[0]), "s32[6]");
  EXPECT_EQ(Operations(*three), (std::vector<Op>{Op::kParameter, Op::kIota}));
  sizes.otherwise = 1;
  const Result<Module> one = Specialise(module, sizes);
  ASSERT_FALSE(one.ok());
  EXPECT_NE(one.error().text.find("two at least"), std::string::npos);
}

TEST(Specialise, EveryDynamicFileTakesSizes) {
  const char* given = std::getenv("MOTE_SHARED");
  const std::filesystem::path folder =
      std::filesystem::path(given != nullptr ? given : MOTE_SOURCE_DIR "/../shared") / "conformance/testdata/dynamic";
  if (!std::filesystem::is_directory(folder)) GTEST_SKIP() << folder << " is absent";
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  size_t good = 0;
  for (const std::filesystem::path& file : files) {
    std::ifstream stream(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    const Result<Module> module = ReadStablehlo(text, file.filename().string());
    ASSERT_TRUE(module.ok()) << FormatDiagnostic(module.error());
    bool all = true;
    for (const int64_t size : {1, 2, 5}) {
      DimensionSizes sizes;
      sizes.otherwise = size;
      const Result<Module> special = Specialise(*module, sizes);
      all = all && special.ok();
      if (!special.ok()) ADD_FAILURE() << file.filename() << " at size " << size << ": " << FormatDiagnostic(special.error());
    }
    good += all;
  }
  std::printf("dynamic: %zu of %zu files take sizes 1, 2 and 5\n", good, files.size());
}

}  // namespace
}  // namespace mote
