// Which weights take two bytes: those of most pixels first, up to 1.4 times the plain bytes, or as far as a budget for the file goes.
#include <gtest/gtest.h>

#include "compile/compile_program.h"
#include "hlo/builder.h"
#include "hlo/requantize.h"
#include "passes/pipeline.h"
#include "schema/fixed_layout.h"
#include "target/fixed_table.h"

namespace mote {
namespace {

// 64 pixels through 16 by 16 weights, then their 1 024 bytes through 12.
Module TwoProducts() {
  Builder b("main");
  const auto weights = [&](const Dims& dims) {
    Literal literal(Shape::Array(ElementType::kS8, dims));
    for (int64_t i = 0; i < literal.size(); ++i) literal.SetInteger(i, i * 37 % 201 - 100);
    return b.ConvertElementType(b.ConstantLiteral(literal), ElementType::kS32);
  };
  const auto product = [&](Operand x, const Dims& dims) {
    const Operand sums = b.Dot(b.ConvertElementType(x, ElementType::kS32), weights(dims));
    return b.Requantize(sums, ElementType::kS8, {{1 << 30}, {41}, -3, -128, 127, Rounding::kSingle});
  };
  const Operand x = b.Parameter(0, Shape::Array(ElementType::kS8, {64, 16}));
  return *b.Build(product(b.Reshape(product(x, {16, 16}), {1, 1024}), {1024, 12}));
}

// 3 by 3 from 16 channels to 16, of 8 by 8 pixels.
Module Convolution() {
  Builder b("main");
  const Shape shape = Shape::Array(ElementType::kS8, {3, 3, 16, 16});
  Literal literal(shape);
  for (int64_t i = 0; i < literal.size(); ++i) literal.SetInteger(i, i * 37 % 201 - 100);
  const Operand x = b.ConvertElementType(b.Parameter(0, Shape::Array(ElementType::kS8, {1, 8, 8, 16})), ElementType::kS32);
  const ConvolutionDimensions channels_last = {0, 3, {1, 2}, 3, 2, {0, 1}, 0, 3, {1, 2}};
  const Operand weights = b.ConvertElementType(b.ConstantLiteral(literal), ElementType::kS32);
  const Operand sums = b.ConvGeneralDilated(x, weights, {1, 1}, {{1, 1}, {1, 1}}, {1, 1}, {1, 1}, channels_last, 1, 1);
  return *b.Build(b.Requantize(sums, ElementType::kS8, {{1 << 30}, {41}, -3, -128, 127, Rounding::kSingle}));
}

// 3 by 3, of each channel by itself, `size` by `size` pixels.
Module Depthwise(int64_t channels, int64_t size) {
  Builder b("main");
  Literal literal(Shape::Array(ElementType::kS8, {3, 3, 1, channels}));
  for (int64_t i = 0; i < literal.size(); ++i) literal.SetInteger(i, i * 37 % 201 - 100);
  const Operand x = b.ConvertElementType(b.Parameter(0, Shape::Array(ElementType::kS8, {1, size, size, channels})), ElementType::kS32);
  const ConvolutionDimensions channels_last = {0, 3, {1, 2}, 3, 2, {0, 1}, 0, 3, {1, 2}};
  const Operand weights = b.ConvertElementType(b.ConstantLiteral(literal), ElementType::kS32);
  const Operand sums = b.ConvGeneralDilated(x, weights, {1, 1}, {{1, 1}, {1, 1}}, {1, 1}, {1, 1}, channels_last, channels, 1);
  return *b.Build(b.Requantize(sums, ElementType::kS8, {{1 << 30}, {38}, -128, -128, 127, Rounding::kSingle}));
}

struct Compiled {
  int64_t file = 0;
  std::vector<FixedRoutine> rows;
};

Compiled CompileWithin(int64_t flash, const Module& module = TwoProducts()) {
  CompileRequest request;
  request.targets = {"cortex-m4"};
  request.flash = flash;
  const Result<CompiledProgram> program = CompileProgram(module, request);
  if (!program.ok()) return {};
  Compiled compiled{static_cast<int64_t>(program->bytes.size()), {}};
  for (const Step& step : program->plans[0].graph.blocks[0].steps) {
    if (step.kind == StepKind::kFixed) compiled.rows.push_back(static_cast<FixedRoutine>(step.fields[kMoteFixedRoutine]));
  }
  return compiled;
}

TEST(WideWeights, AreThoseOfMostPixelsFirst) {
  const Compiled usual = CompileWithin(0), all = CompileWithin(1 << 20);
  const std::vector<FixedRoutine> one = {FixedRoutine::kConvolutionWide, FixedRoutine::kProductDsp};
  EXPECT_EQ(usual.rows, one);
  EXPECT_EQ(all.rows, (std::vector<FixedRoutine>{FixedRoutine::kConvolutionWide, FixedRoutine::kProductWide}));
  EXPECT_EQ(CompileWithin(all.file - 1).rows, one);
  const Compiled none = CompileWithin(usual.file - 1);
  EXPECT_EQ(none.rows, (std::vector<FixedRoutine>{FixedRoutine::kConvolutionDsp, FixedRoutine::kProductDsp}));
  EXPECT_LT(none.file, usual.file);
  EXPECT_TRUE(CompileWithin(none.file - 1).rows.empty()) << "refused";
}

TEST(WideWeights, AreTransformedOnlyWhereFlashIsGiven) {
  const Compiled usual = CompileWithin(0, Convolution()), all = CompileWithin(1 << 20, Convolution());
  EXPECT_EQ(usual.rows, std::vector<FixedRoutine>{FixedRoutine::kConvolutionDsp});
  EXPECT_EQ(all.rows, std::vector<FixedRoutine>{FixedRoutine::kConvolutionWinograd});
  EXPECT_EQ(CompileWithin(all.file - 1, Convolution()).rows, std::vector<FixedRoutine>{FixedRoutine::kConvolutionWide});
}

// Planes take code, and scratch: only with flash, and only where the arena stays what it is.
TEST(WideWeights, LeaveRoomForPlanesOnlyWhereFlashIsGiven) {
  const std::vector<FixedRoutine> rows = {FixedRoutine::kDepthwiseDsp}, planes = {FixedRoutine::kDepthwisePlanes};
  EXPECT_EQ(CompileWithin(0, Depthwise(128, 8)).rows, rows);
  EXPECT_EQ(CompileWithin(1 << 20, Depthwise(128, 8)).rows, planes);
  EXPECT_EQ(CompileWithin(1 << 20, Depthwise(4, 8)).rows, rows) << "four channels and four planes of them";
  EXPECT_EQ(CompileWithin(1 << 20, Depthwise(128, 5)).rows, rows) << "too few pixels";
}

}  // namespace
}  // namespace mote
