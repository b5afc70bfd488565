// Scratch by the extents of a step: worked out by hand for small products, what it was for large ones.
#include <gtest/gtest.h>

#include "frontend/frontend.h"
#include "passes/pipeline.h"
#include "schema/microcode_layout.h"
#include "schema/routine_scratch.h"
#include "select/step.h"

namespace mote {
namespace {

TEST(RoutineScratch, SmallDotsByTheirExtents) {
  EXPECT_EQ(MoteDotScratch(256, 1, 100, 1000, 0), 400);          // 100 sums
  EXPECT_EQ(MoteDotScratch(256, 8, 100, 1000, 0), 3200);
  EXPECT_EQ(MoteDotScratch(256, 1, 10, 1000, 0), 192);           // 48 sums at least
  EXPECT_EQ(MoteDotScratch(256, 1, 100, 10, 1), 400 + 1920);     // a panel of 10 × 48
  EXPECT_EQ(MoteDotScratch(256, 1, 10, 20, 1), 192 + 800);       // of 20 × 10
  EXPECT_EQ(MoteDotScratch(256, 1, 10, 2, 1), 192 + 192);        // 48 floats at least
  EXPECT_EQ(MoteDotScratch(256, 1, 100, 1000, 1), 400 + 32768);
  EXPECT_EQ(MoteDotScratch(256, 0, 10, 10, 0), 192);
  EXPECT_EQ(MoteConvolutionScratch(256, 8, 64), 2048);
  EXPECT_EQ(MoteConvolutionScratch(256, 1, 1), 192);
}

TEST(RoutineScratch, LargeOnesKeepTheirTiles) {
  EXPECT_EQ(MoteDotScratch(256, 64, 64, 1, 0), 16384 + 32768);
  EXPECT_EQ(MoteDotScratch(256, 1000, 1000, 1000, 1), 16384 + 32768);
  EXPECT_EQ(MoteDotScratch(256, INT32_MAX, INT32_MAX, INT32_MAX, 1), 16384 + 32768);
  EXPECT_EQ(MoteConvolutionScratch(256, 64, 64), 16384);
  EXPECT_EQ(MoteConvolutionScratch(256, INT32_MAX, INT32_MAX), 16384);
}

TEST(RoutineScratch, SmallMachinesTakeTheLeast) {
  EXPECT_EQ(MoteDotScratch(32, 1000, 1000, 1000, 1), 128);
  EXPECT_EQ(MoteConvolutionScratch(32, 1000, 1000), 128);
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

int64_t LargestScratch(const std::string& text) {
  const Result<Module> module = ReadStablehlo(text, "test.mlir");
  EXPECT_TRUE(module.ok());
  const Result<Module> ready = OptimiseForKernels(*module);
  EXPECT_TRUE(ready.ok());
  const Result<StepGraph> graph = SelectSteps(*ready, *FindTarget("linux"));
  EXPECT_TRUE(graph.ok());
  int64_t largest = 0;
  for (const Block& block : graph->blocks) {
    for (const Step& step : block.steps) largest = std::max(largest, step.scratch_bytes);
  }
  return largest;
}

TEST(RoutineScratch, OfPrograms) {
  const std::string dot =
      "func.func @main(%a: tensor<MxKxf32>, %b: tensor<KxNxf32>) -> tensor<MxNxf32> { %0 = stablehlo.dot_general %a, %b, contracting_dims "
      "= [1] x [0] : "
      "(tensor<MxKxf32>, tensor<KxNxf32>) -> tensor<MxNxf32> return %0 : tensor<MxNxf32> }";
  const auto of = [&](const std::string& m, const std::string& k, const std::string& n) {
    std::string text;
    for (const char c : dot) text += c == 'M' ? m : c == 'K' ? k : c == 'N' ? n : std::string(1, c);
    return LargestScratch(text);
  };
  EXPECT_LT(of("1", "8", "16"), 1024);
  EXPECT_LT(of("1", "784", "10"), 1024);
  EXPECT_GE(of("64", "64", "64"), 48 << 10);
}

}  // namespace
}  // namespace mote
