// Which accesses take four elements at once: what strides, extents, offsets and counts allow, and nothing else.
#include "select/fours.h"

#include <gtest/gtest.h>

#include "kernel/kernel_builder.h"
#include "print/printers.h"

namespace mote {
namespace {

constexpr AxisId kAlongRows = 0, kAlongVector = 1, kAlongLoop = 2;

struct Shape {
  int64_t rows = 8, columns = 8, turns = 8;
  int64_t offset = 0, row_stride = 8, column_stride = 1, turn_stride = 64, count = 1024, scale = 4;
  bool checked = false, computed = false, wide_predicate = false;
  ElementType type = ElementType::kF32;
};

// out[y, x] = sum over k of in[offset + row_stride · y + column_stride · x + turn_stride · k (+ scale · index)]; the access of `in` is 0.
AxisId AlongOf(const Shape& s, bool vector, bool unrolled, int32_t rows_tile = 2) {
  KernelBuilder b("window");
  const AxisId y = b.AddAxis(Axis::Kind::kLane, s.rows), x = b.AddAxis(Axis::Kind::kLane, s.columns);
  const AxisId k = b.AddAxis(Axis::Kind::kLoop, s.turns);
  const auto stride = [&](int64_t value) { return b.AddParam(Parameter::Role::kStride, Reg::kI32, value); };
  b.BeginStage(Stage::Kind::kMap, {y, x});
  Access in, index, out;
  in.operand = b.AddOperand(s.type, true, false);
  in.offset = b.AddParam(Parameter::Role::kOffset, Reg::kI32, s.offset);
  in.terms = {{y, stride(s.row_stride)}, {x, stride(s.column_stride)}, {k, stride(s.turn_stride)}};
  index.operand = b.AddOperand(ElementType::kS32, true, false);
  out.operand = b.AddOperand(ElementType::kF32, false, true);
  out.terms = {{y, stride(s.columns)}, {x, stride(1)}};
  const int32_t from = b.AddAccess(in), at = b.AddAccess(index), to = b.AddAccess(out);
  const NodeId value = b.Load(at, Reg::kI32);
  NodeId offset = kNone, predicate = kNone;
  if (s.computed) offset = b.Op(Scalar::kMulI, value, b.I32(static_cast<int32_t>(s.scale)));
  if (s.checked) predicate = b.Op(Scalar::kLtSI, s.wide_predicate ? b.AxisNode(x) : value, b.I32(7));
  const int32_t loop = b.BeginLoop(k);
  const NodeId sum = b.Carried(loop, b.F32(0));
  NodeId loaded = b.Load(from, RegisterOf(s.type), offset, predicate);
  if (RegisterOf(s.type) == Reg::kI32) loaded = b.Op(Scalar::kSignedIF, loaded);
  b.EndLoop(loop, {b.Op(Scalar::kAddF, sum, loaded)});
  b.Store(to, sum);
  b.EndStage();
  const Kernel kernel = b.Take();
  const IdVector<ParamValue> values = b.TakeValues();
  const std::vector<int64_t> counts{s.count, 1, s.rows * s.columns};
  const FoursOfKernel fours(kernel, values, counts);
  ShaderForm form = PlainForm(kernel);
  form.tiles = {{y, rows_tile}};
  if (vector && fours.MayBeVector(x)) form.vector = x, form.tiles.push_back({x, 4});
  if (unrolled && fours.MayBeUnrolled(k)) form.unrolled = k;
  fours.Fill(&form);
  const AxisId along = form.FoursAlong(from);
  return along == kNone ? kNone : along == x ? kAlongVector : along == k ? kAlongLoop : kAlongRows;
}

TEST(Fours, AlongTheVectorAxis) {
  EXPECT_EQ(AlongOf({}, true, false), kAlongVector);
  EXPECT_EQ(AlongOf({.columns = 10}, true, false), kNone);
  EXPECT_EQ(AlongOf({.offset = 2}, true, false), kNone);
  EXPECT_EQ(AlongOf({.offset = -8}, true, false), kAlongVector);
  EXPECT_EQ(AlongOf({.row_stride = 9}, true, false), kNone);
  EXPECT_EQ(AlongOf({.rows = 1, .row_stride = 9}, true, false), kAlongVector);  // never taken
  EXPECT_EQ(AlongOf({.column_stride = 2}, true, false), kNone);
  EXPECT_EQ(AlongOf({.turn_stride = 6}, true, false), kNone);
  EXPECT_EQ(AlongOf({.type = ElementType::kS8}, true, false), kAlongVector);
}

TEST(Fours, WhatIsCheckedEndsAtAMultiple) {
  EXPECT_EQ(AlongOf({.checked = true}, true, false), kAlongVector);
  EXPECT_EQ(AlongOf({.count = 1023, .checked = true}, true, false), kNone);
  EXPECT_EQ(AlongOf({.count = 1023}, true, false), kAlongVector);
  EXPECT_EQ(AlongOf({.checked = true, .wide_predicate = true}, true, false), kNone);
  EXPECT_EQ(AlongOf({.computed = true}, true, false), kAlongVector);
  EXPECT_EQ(AlongOf({.scale = 6, .computed = true}, true, false), kNone);
  EXPECT_EQ(AlongOf({.checked = true, .type = ElementType::kS8}, true, false), kAlongVector);
  EXPECT_EQ(AlongOf({.count = 1022, .checked = true, .type = ElementType::kS8}, true, false), kNone);
}

TEST(Fours, AlongALoopOrTheOtherAxisOfTheTile) {
  EXPECT_EQ(AlongOf({.column_stride = 64, .turn_stride = 1}, true, true), kAlongLoop);
  EXPECT_EQ(AlongOf({.column_stride = 64, .turn_stride = 1}, true, false), kNone);
  EXPECT_EQ(AlongOf({.turns = 6, .column_stride = 64, .turn_stride = 1}, true, true), kNone);
  EXPECT_EQ(AlongOf({.column_stride = 64, .turn_stride = 1, .checked = true}, false, true), kAlongLoop);
  EXPECT_EQ(AlongOf({.column_stride = 64, .turn_stride = 1, .type = ElementType::kF16}, true, true), kAlongLoop);
  EXPECT_EQ(AlongOf({.column_stride = 64, .turn_stride = 1, .checked = true, .type = ElementType::kS8}, false, true), kAlongLoop);
  EXPECT_EQ(AlongOf({.column_stride = 64, .turn_stride = 1, .count = 1023, .checked = true, .type = ElementType::kS8}, false, true), kNone);
  EXPECT_EQ(AlongOf({.row_stride = 1, .column_stride = 8, .type = ElementType::kS8}, true, false, 4), kAlongRows);
  EXPECT_EQ(AlongOf({.row_stride = 1, .column_stride = 8}, true, false, 4), kAlongRows);
  EXPECT_EQ(AlongOf({.row_stride = 1, .column_stride = 8}, true, false, 8), kNone);
  EXPECT_EQ(AlongOf({.rows = 10, .row_stride = 1, .column_stride = 8}, true, false, 4), kNone);
  EXPECT_EQ(AlongOf({.row_stride = 1, .column_stride = 8, .checked = true}, true, false, 4), kNone);
}

// out[y, x] = sum over k of in[stride · x + turn · k + y], where factor · x + k (or k alone) is below a bound, in tiles of
// columns: over how many turns it slides, 0: it does not.
int32_t Slides(int64_t columns, int64_t stride, int64_t turn, int factor, bool of_column = true, int32_t tile = 4) {
  KernelBuilder b("window");
  const AxisId y = b.AddAxis(Axis::Kind::kLane, 8), x = b.AddAxis(Axis::Kind::kLane, columns), k = b.AddAxis(Axis::Kind::kLoop, 3);
  const auto param = [&](int64_t value) { return b.AddParam(Parameter::Role::kStride, Reg::kI32, value); };
  b.BeginStage(Stage::Kind::kMap, {y, x});
  const int32_t from = b.AddOperand(ElementType::kF32, true, false), to = b.AddOperand(ElementType::kF32, false, true);
  const int32_t in = b.AddAccess({from, kNone, {{y, param(1)}, {x, param(stride)}, {k, param(turn)}}});
  const int32_t out = b.AddAccess({to, kNone, {{y, param(columns)}, {x, param(1)}}});
  const int32_t loop = b.BeginLoop(k);
  const NodeId sum = b.Carried(loop, b.F32(0));
  const NodeId column = factor == 1 ? b.AxisNode(x) : b.Op(Scalar::kMulI, b.AxisNode(x), b.I32(factor));
  const NodeId place = of_column ? b.Op(Scalar::kAddI, column, b.AxisNode(k)) : b.AxisNode(k);
  const NodeId there = b.Op(Scalar::kLtUI, b.Op(Scalar::kAddI, place, b.I32(-1)), b.I32(7));
  b.EndLoop(loop, {b.Op(Scalar::kAddF, sum, b.Load(in, Reg::kF32, kNone, there))});
  b.Store(out, b.CarriedOf(loop)[0]);
  b.EndStage();
  const Kernel kernel = b.Take();
  const IdVector<ParamValue> values = b.TakeValues();
  const std::vector<int64_t> counts{1024, 8 * columns};
  const FoursOfKernel fours(kernel, values, counts);
  ShaderForm form = PlainForm(kernel);
  form.tiles = {{x, tile}};
  fours.Fill(&form);
  const bool right = !form.slides.empty() && form.slides[0].tile == x && form.slides[0].loop == k && form.slides[0].access == in;
  return right ? form.slides[0].turns : 0;
}

TEST(Fours, LoadsSlideWhereTurnsAreAPoint) {
  EXPECT_EQ(Slides(8, 8, 8, 1), 1);
  EXPECT_EQ(Slides(16, 8, 8, 1, true, 8), 1);
  EXPECT_EQ(Slides(8, 16, 8, 2), 2);
  EXPECT_EQ(Slides(10, 8, 8, 1), 0);         // the last tile would repeat points
  EXPECT_EQ(Slides(8, 8, 16, 1), 0);
  EXPECT_EQ(Slides(8, 24, 8, 3), 0);         // of three turns, as long as the loop
  EXPECT_EQ(Slides(8, 8, 8, 2), 0);          // another bound
  EXPECT_EQ(Slides(8, 16, 8, 1), 0);
  EXPECT_EQ(Slides(8, 8, 8, 1, false), 0);   // a bound of the turn alone
}

// A place and a bound that are computed from one sum, which the shader declares once; not where a bound is loaded.
TEST(Fours, WhatASlidingLoadNeedsStandsOnce) {
  for (const bool loaded : {false, true}) {
    KernelBuilder b("window");
    const AxisId x = b.AddAxis(Axis::Kind::kLane, 8), k = b.AddAxis(Axis::Kind::kLoop, 3);
    const auto param = [&](int64_t value) { return b.AddParam(Parameter::Role::kStride, Reg::kI32, value); };
    b.BeginStage(Stage::Kind::kMap, {x});
    const int32_t from = b.AddOperand(ElementType::kF32, true, false), bounds = b.AddOperand(ElementType::kS32, true, false),
                  to = b.AddOperand(ElementType::kF32, false, true);
    const int32_t in = b.AddAccess({from, kNone, {}}), bound = b.AddAccess({bounds, kNone, {{k, param(1)}}}),
                  out = b.AddAccess({to, kNone, {{x, param(1)}}});
    const int32_t loop = b.BeginLoop(k);
    const NodeId sum = b.Carried(loop, b.F32(0));
    const NodeId place = b.Op(Scalar::kAddI, b.Op(Scalar::kAddI, b.AxisNode(x), b.AxisNode(k)), b.I32(-1));
    const NodeId limit = loaded ? b.Load(bound, Reg::kI32) : b.I32(7);
    const NodeId value = b.Load(in, Reg::kF32, b.Op(Scalar::kMulI, place, b.I32(3)), b.Op(Scalar::kLtUI, place, limit));
    b.EndLoop(loop, {b.Op(Scalar::kAddF, sum, value)});
    b.Store(out, b.CarriedOf(loop)[0]);
    const MadeKernel made = b.EndAndTake();
    const std::vector<int64_t> counts{64, 3, 8};
    ShaderForm form = PlainForm(made.kernel);
    form.tiles = {{x, 4}};
    FoursOfKernel(made.kernel, made.values, counts).Fill(&form);
    EXPECT_EQ(form.slides.size(), loaded ? 0u : 1u);
    const Result<GlslShader> shader = PrintGlsl(made.kernel, std::vector<uint8_t>{2, 2, 3}, form);
    ASSERT_TRUE(shader.ok()) << shader.error().text;
    EXPECT_TRUE(CompileGlsl(shader->text).ok()) << shader->text;
  }
}

}  // namespace
}  // namespace mote
