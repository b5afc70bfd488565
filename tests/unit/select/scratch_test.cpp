// Scratch by the extents of a step: worked out by hand for small products, what it was for large ones.
#include <gtest/gtest.h>

#include "frontend/frontend.h"
#include "passes/pipeline.h"
#include "schema/microcode_layout.h"
#include "schema/routine_geometry.h"
#include "schema/routine_scratch.h"
#include "select/step.h"

namespace mote {
namespace {

// Of a dot whose right-hand side lies well unless it is strided.
int64_t Dot(int64_t strip, int64_t m, int64_t n, int64_t k, bool strided) {
  const int64_t fields[kMoteDotFields] = {1, m, n, k, 0, k, 1, 0, strided ? 1 : 100, strided ? k : 1, 0, 0};
  return MoteDotScratch(strip, fields);
}
int64_t Convolution(int64_t strip, int64_t rows, int64_t others) {
  int64_t fields[kMoteConvFields] = {};
  fields[kMoteConvBatch] = fields[kMoteConvGroups] = fields[kMoteConvOutW] = 1;
  fields[kMoteConvOutH] = rows, fields[kMoteConvOutPerGroup] = others;
  return MoteConvolutionScratch(strip, fields);
}

TEST(RoutineScratch, SmallDotsByTheirExtents) {
  EXPECT_EQ(Dot(256, 1, 100, 1000, false), 400);          // 100 sums
  EXPECT_EQ(Dot(256, 8, 100, 1000, false), 3200);
  EXPECT_EQ(Dot(256, 1, 10, 1000, false), 192);           // 48 sums at least
  EXPECT_EQ(Dot(256, 1, 100, 10, true), 400 + 1920);     // a panel of 10 × 48
  EXPECT_EQ(Dot(256, 1, 10, 20, true), 192 + 800);       // of 20 × 10
  EXPECT_EQ(Dot(256, 1, 10, 2, true), 192 + 192);        // 48 floats at least
  EXPECT_EQ(Dot(256, 1, 100, 1000, true), 400 + 32768);
  EXPECT_EQ(Dot(256, 0, 10, 10, false), 192);
  EXPECT_EQ(Convolution(256, 8, 64), 2048);
  EXPECT_EQ(Convolution(256, 1, 1), 192);
}

TEST(RoutineScratch, IntegerDotsKeepSumsAlone) {
  const auto dot = [](int64_t strip, int64_t m, int64_t n) {
    const int64_t fields[kMoteCenteredDotGeometry.fields] = {1, m, n, 1000, 0, 1000, 1, 0, 1, 1000, 0, 0, 0, 0};
    return MoteDotSumsScratch(strip, fields);
  };
  EXPECT_EQ(dot(256, 8, 100), 3200);
  EXPECT_EQ(dot(256, 1, 10), 192);
  EXPECT_EQ(dot(256, INT32_MAX, INT32_MAX), 16384);
  EXPECT_EQ(dot(32, 1000, 1000), 128);
}

TEST(RoutineScratch, WideningConvolutionsKeepWeightsAndSums) {
  int64_t f[kMoteConvFields] = {};
  f[kMoteConvBatch] = f[kMoteConvGroups] = f[kMoteConvOutH] = f[kMoteConvOutW] = 1;
  f[kMoteConvKernelH] = f[kMoteConvKernelW] = 3, f[kMoteConvInPerGroup] = 2, f[kMoteConvOutPerGroup] = 100;
  EXPECT_EQ(MoteWideningConvolutionScratch(256, f), 140 + 18 * 48 * 4 * 3 / 2);  // 400 bytes of sums are fewer
  EXPECT_EQ(MoteWideningConvolutionScratch(32, f), 140 + 18 * 4 * 4 * 3 / 2);
  f[kMoteConvOutH] = 64;
  EXPECT_EQ(MoteWideningConvolutionScratch(256, f), 16384 + 18 * 48 * 4);
  f[kMoteConvGroups] = 100, f[kMoteConvInPerGroup] = f[kMoteConvOutPerGroup] = 1;
  EXPECT_EQ(MoteWideningConvolutionScratch(32, f), 140 + 9 * 100 * 4 * 3 / 2);
  for (const int field : {kMoteConvKernelH, kMoteConvInPerGroup, kMoteConvGroups, kMoteConvOutPerGroup}) f[field] = INT32_MAX;
  EXPECT_EQ(MoteWideningConvolutionScratch(256, f), 140 + 32768 * 3 / 2);
}

TEST(RoutineScratch, LargeOnesKeepTheirTiles) {
  EXPECT_EQ(Dot(256, 64, 64, 1, false), 16384 + 32768);
  EXPECT_EQ(Dot(256, 1000, 1000, 1000, true), 16384 + 32768);
  EXPECT_EQ(Dot(256, INT32_MAX, INT32_MAX, INT32_MAX, true), 16384 + 32768);
  EXPECT_EQ(Convolution(256, 64, 64), 16384);
  EXPECT_EQ(Convolution(256, INT32_MAX, INT32_MAX), 16384);
}

TEST(RoutineScratch, SmallMachinesTakeTheLeast) {
  EXPECT_EQ(Dot(32, 1000, 1000, 1000, true), 128);
  EXPECT_EQ(Convolution(32, 1000, 1000), 128);
}

TEST(RoutineScratch, PackingWhereTheRightHandSideDoesNotLieWell) {
  EXPECT_FALSE(MoteDotPacks(1, 1000, 1));
  EXPECT_FALSE(MoteDotPacks(24, 255, 1));
  EXPECT_TRUE(MoteDotPacks(24, 256, 1));
  EXPECT_FALSE(MoteDotPacks(23, 256, 1));
  EXPECT_TRUE(MoteDotPacks(1, 1, 2));
}

TEST(RoutineScratch, StripsEndWithThePoints) {
  EXPECT_EQ(MotePlannedStrip(256, 0), 32);
  EXPECT_EQ(MotePlannedStrip(256, 32), 32);
  EXPECT_EQ(MotePlannedStrip(256, 33), 64);
  EXPECT_EQ(MotePlannedStrip(256, 1 << 20), 256);
  EXPECT_EQ(MotePlannedStrip(32, 1 << 20), 32);
}

int64_t LargestScratch(const std::string& text, const TargetFacts& target) {
  const Result<Module> module = ReadStablehlo(text, "test.mlir");
  EXPECT_TRUE(module.ok());
  const Result<Module> ready = OptimiseForKernels(*module);
  EXPECT_TRUE(ready.ok());
  const Result<StepGraph> graph = SelectSteps(*ready, target);
  EXPECT_TRUE(graph.ok());
  int64_t largest = 0;
  for (const Block& block : graph->blocks) {
    for (const Step& step : block.steps) largest = std::max(largest, step.scratch_bytes);
  }
  return largest;
}

// Of a product of M×K and K×N.
int64_t DotScratch(const std::string& m, const std::string& k, const std::string& n, const TargetFacts& target = *FindTarget("linux")) {
  const std::string dot =
      "func.func @main(%a: tensor<MxKxf32>, %b: tensor<KxNxf32>) -> tensor<MxNxf32> { %0 = stablehlo.dot_general %a, %b, contracting_dims "
      "= [1] x [0] : "
      "(tensor<MxKxf32>, tensor<KxNxf32>) -> tensor<MxNxf32> return %0 : tensor<MxNxf32> }";
  std::string text;
  for (const char c : dot) text += c == 'M' ? m : c == 'K' ? k : c == 'N' ? n : std::string(1, c);
  return LargestScratch(text, target);
}

TEST(RoutineScratch, OfPrograms) {
  EXPECT_LT(DotScratch("1", "8", "16"), 1024);
  EXPECT_LT(DotScratch("1", "784", "10"), 1024);
  EXPECT_GE(DotScratch("64", "64", "64"), 48 << 10);
}

// Every worker has the tiles that one alone would have, where there is much to do for all of them.
TEST(RoutineScratch, OfEveryWorkerInLongSteps) {
  TargetFacts one = *FindTarget("linux");
  const int workers = one.workers;
  ASSERT_GT(workers, 1);
  one.workers = 1;
  EXPECT_EQ(DotScratch("128", "128", "128"), workers * DotScratch("128", "128", "128", one));
  EXPECT_EQ(DotScratch("64", "64", "64"), DotScratch("64", "64", "64", one));            // a quarter of a million products
  EXPECT_EQ(DotScratch("2", "2048", "2048"), DotScratch("2", "2048", "2048", one));      // rows for two of them only
  const TargetFacts& small = *FindTarget("cortex-m4");
  EXPECT_EQ(small.workers, 1);
  EXPECT_LT(DotScratch("128", "128", "128", small), 1024);
}

}  // namespace
}  // namespace mote
