// Each pass on small modules: what it must do, and that the results stay the same bits.
#include <gtest/gtest.h>

#include <algorithm>

#include "pass_testing.h"

namespace mote {
namespace {

RuntimeValue Floats(Dims dims) { return Array(ElementType::kF32, std::move(dims), {1.5, -2, 0.25, -0.0, 3, 7, -1, 0.5}); }
RuntimeValue Ints(Dims dims) { return Array(ElementType::kS32, std::move(dims), {3, -7, 0, 5, 1, 2}); }

TEST(InlineCalls, NestedCallsWithRegions) {
  const Module before = Parse(R"(
func.func @main(%a: tensor<2x3xf32>) -> tensor<2xf32> {
  %0 = call @f(%a) : (tensor<2x3xf32>) -> tensor<2xf32>
  %1 = call @f(%a) : (tensor<2x3xf32>) -> tensor<2xf32>
  %2 = stablehlo.add %0, %1 : tensor<2xf32>
  return %2 : tensor<2xf32>
}
func.func private @f(%a: tensor<2x3xf32>) -> tensor<2xf32> {
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %c) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
})");
  const Module after = Applied(InlineCalls, before);
  EXPECT_EQ(Count(after, Op::kCall), 0);
  EXPECT_EQ(after.computations.size(), 3u);  // the entry and a region for each reduce
  ExpectSame(before, after, {Floats({2, 3})});
}

TEST(FlattenTuples, LoopOverATuple) {
  const Module before = Parse(R"(HloModule m

cond {
  p = (s32[], (f32[3], f32[3])) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  n = s32[] constant(4)
  ROOT lt = pred[] compare(i, n), direction=LT
}

body {
  p = (s32[], (f32[3], f32[3])) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  one = s32[] constant(1)
  next = s32[] add(i, one)
  t = (f32[3], f32[3]) get-tuple-element(p), index=1
  x = f32[3] get-tuple-element(t), index=0
  y = f32[3] get-tuple-element(t), index=1
  s = f32[3] add(x, y)
  u = (f32[3], f32[3]) tuple(s, y)
  ROOT r = (s32[], (f32[3], f32[3])) tuple(next, u)
}

ENTRY main {
  a = f32[3] parameter(0)
  zero = s32[] constant(0)
  t = (f32[3], f32[3]) tuple(a, a)
  init = (s32[], (f32[3], f32[3])) tuple(zero, t)
  w = (s32[], (f32[3], f32[3])) while(init), condition=cond, body=body
  r = (f32[3], f32[3]) get-tuple-element(w), index=1
  ROOT x = f32[3] get-tuple-element(r), index=0
})");
  const Module after = Applied(FlattenTuples, before);
  EXPECT_EQ(Count(after, Op::kTuple) + Count(after, Op::kGetTupleElement), 0);
  ExpectSame(before, after, {Floats({3})});
  // The second element never changes: it is handed in, not carried.
  const Module hoisted = Applied(HoistInvariants, after);
  ExpectSame(before, hoisted, {Floats({3})});
  for (const Instruction& i : hoisted.main().instructions) {
    if (i.op != Op::kWhile) continue;
    EXPECT_EQ(i.declared_operands(), 2);
    EXPECT_EQ(i.captures, 1);
  }
}

TEST(ExpandOperations, DisguisedOperations) {
  const Module before = Parse(R"(
func.func @main(%a: tensor<2x3xf32>, %b: tensor<3xf32>, %c: tensor<3x2xf32>) -> (tensor<2x3xf32>, tensor<2x2xf32>, tensor<2x3xf32>) {
  %0 = "chlo.broadcast_multiply"(%a, %b) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %1 = "stablehlo.dot"(%a, %c) : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  %2 = "stablehlo.map"(%a, %0) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %k = stablehlo.constant dense<2.0> : tensor<f32>
      %m = stablehlo.multiply %x, %k : tensor<f32>
      %s = stablehlo.subtract %m, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {dimensions = array<i64: 0, 1>} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0, %1, %2 : tensor<2x3xf32>, tensor<2x2xf32>, tensor<2x3xf32>
})");
  const Module after = Applied(ExpandOperations, before);
  EXPECT_EQ(Count(after, Op::kChloBroadcastMultiply) + Count(after, Op::kDot) + Count(after, Op::kMap), 0);
  ExpectSame(before, after, {Floats({2, 3}), Floats({3}), Floats({3, 2})});
}

TEST(Simplify, MovementThatMovesNothing) {
  const Module before = Parse(R"(
func.func @main(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<3x2xf32>) -> tensor<2x3xf32>
  %2 = stablehlo.reverse %1, dims = [0] : tensor<2x3xf32>
  %3 = stablehlo.reverse %2, dims = [0] : tensor<2x3xf32>
  %4 = stablehlo.reshape %3 : (tensor<2x3xf32>) -> tensor<6xf32>
  %5 = stablehlo.reshape %4 : (tensor<6xf32>) -> tensor<2x3xf32>
  %6 = stablehlo.slice %5 [0:2, 0:3] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %one = stablehlo.constant dense<1.0> : tensor<2x3xf32>
  %7 = stablehlo.multiply %6, %one : tensor<2x3xf32>
  %zero = stablehlo.constant dense<-0.0> : tensor<2x3xf32>
  %8 = stablehlo.add %7, %zero : tensor<2x3xf32>
  return %8 : tensor<2x3xf32>
})");
  const Module after = Applied(Simplify, before);
  EXPECT_EQ(after.main().instructions.size(), 1u);  // the parameter
  ExpectSame(before, after, {Floats({2, 3})});
}

TEST(Simplify, KeepsWhatChangesSignOfZero) {
  const Module before = Parse(R"(
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %0 = stablehlo.add %a, %zero : tensor<4xf32>
  return %0 : tensor<4xf32>
})");
  const Module after = Applied(Simplify, before);
  EXPECT_EQ(Count(after, Op::kAdd), 1);
  ExpectSame(before, after, {Floats({4})});  // holds -0, which becomes +0
}

TEST(Simplify, SharesEqualValues) {
  const Module before = Parse(R"(
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.exponential %a : tensor<4xf32>
  %1 = stablehlo.exponential %a : tensor<4xf32>
  %dead = stablehlo.log %a : tensor<4xf32>
  %2 = stablehlo.add %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
})");
  const Module after = Applied(Simplify, before);
  EXPECT_EQ(Count(after, Op::kExponential), 1);
  EXPECT_EQ(Count(after, Op::kLog), 0);
  ExpectSame(before, after, {Floats({4})});
}

// Reductions have a region each: what they compute is compared, constants and captures included.
TEST(Simplify, SharesEqualReductions) {
  const auto reductions = [](const std::string& second, const std::string& init) {
    const Module after = Applied(Simplify, Parse(R"(
func.func @main(%a: tensor<4x8xf32>, %b: tensor<f32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %zero) across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
    reducer(%x: tensor<f32>, %y: tensor<f32>) {
      %half = stablehlo.constant dense<0.5> : tensor<f32>
      %p = stablehlo.multiply %y, %half : tensor<f32>
      %s = stablehlo.add %x, %p : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }
  %1 = stablehlo.reduce(%a init: )" + init + R"() across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
    reducer(%x: tensor<f32>, %y: tensor<f32>) {
      %half = stablehlo.constant dense<0.5> : tensor<f32>
      %p = stablehlo.multiply %y, %half : tensor<f32>
      %s = )" + second + R"( : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }
  %2 = stablehlo.subtract %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
})"));
    return std::count_if(after.computations[after.entry].instructions.begin(), after.computations[after.entry].instructions.end(),
                         [](const Instruction& i) { return i.op == Op::kReduce; });
  };
  EXPECT_EQ(reductions("stablehlo.add %x, %p", "%zero"), 1);
  EXPECT_EQ(reductions("stablehlo.subtract %x, %p", "%zero"), 2);
  EXPECT_EQ(reductions("stablehlo.add %p, %x", "%zero"), 2);
  EXPECT_EQ(reductions("stablehlo.add %x, %p", "%b"), 2);
}

TEST(Simplify, BranchOfAConstant) {
  const Module before = Parse(R"(
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %p = stablehlo.constant dense<false> : tensor<i1>
  %0 = "stablehlo.if"(%p) ({
    %1 = stablehlo.negate %a : tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }, {
    %1 = stablehlo.abs %a : tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
})");
  const Module after = Applied(Simplify, before);
  EXPECT_EQ(Count(after, Op::kIf) + Count(after, Op::kNegate), 0);
  EXPECT_EQ(after.computations.size(), 1u);
  ExpectSame(before, after, {Floats({4})});
}

TEST(Simplify, PaddingJoinsTheConvolution) {
  const Module before = Parse(R"(
func.func @main(%a: tensor<1x4x4x2xf32>, %k: tensor<3x3x2x1xf32>) -> tensor<1x5x4x1xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.pad %a, %zero, low = [0, 1, 1, 0], high = [0, 2, 1, 0], interior = [0, 0, 0, 0] : (tensor<1x4x4x2xf32>, tensor<f32>) -> tensor<1x7x6x2xf32>
  %1 = stablehlo.convolution(%0, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x7x6x2xf32>, tensor<3x3x2x1xf32>) -> tensor<1x5x4x1xf32>
  return %1 : tensor<1x5x4x1xf32>
})");
  const Module after = Applied(Simplify, before);
  EXPECT_EQ(Count(after, Op::kPad), 0);
  ExpectSame(before, after, {Floats({1, 4, 4, 2}), Floats({3, 3, 2, 1})});
}

Result<Module> FoldAll(const Module& module, PassReport* report = nullptr) { return Fold(module, {}, report); }

TEST(Fold, OnlyWhatIsExactAndDoesNotGrow) {
  const Module before = Parse(R"(
func.func @main(%a: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<2x2xf32>, tensor<2xf32>) {
  %w = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %t = stablehlo.transpose %w, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %q = stablehlo.multiply %t, %t : tensor<2x2xf32>
  %v = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %e = stablehlo.exponential %v : tensor<2xf32>
  %i = stablehlo.iota dim = 0 : tensor<64x64xi32>
  %j = stablehlo.iota dim = 1 : tensor<64x64xi32>
  %m = stablehlo.compare LE, %j, %i : (tensor<64x64xi32>, tensor<64x64xi32>) -> tensor<64x64xi1>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %b = stablehlo.broadcast_in_dim %z, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
  %s = stablehlo.select %m, %a, %b : tensor<64x64xi1>, tensor<64x64xf32>
  return %s, %q, %e : tensor<64x64xf32>, tensor<2x2xf32>, tensor<2xf32>
})");
  PassReport report;
  const Module after = Applied([&](const Module& m) { return FoldAll(m, &report); }, before);
  EXPECT_EQ(report.folded, 2);                    // transpose and multiply
  EXPECT_EQ(Count(after, Op::kExponential), 1);   // its bits are the expansion's, not the evaluator's
  EXPECT_EQ(Count(after, Op::kCompare), 1);       // 4096 bytes from nothing
  EXPECT_EQ(Count(after, Op::kBroadcastInDim), 1);
  const Module clean = Applied(Simplify, after);
  EXPECT_EQ(Count(clean, Op::kTranspose) + Count(clean, Op::kMultiply), 0);
  ExpectSame(before, clean, {Floats({64, 64})});
}

TEST(Fold, LeavesNan) {
  const Module before = Parse(R"(
func.func @main() -> tensor<f32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %q = stablehlo.divide %z, %z : tensor<f32>
  return %q : tensor<f32>
})");
  EXPECT_EQ(Count(Applied([](const Module& m) { return FoldAll(m); }, before), Op::kDivide), 1);
}

const char kLoop[] = R"(
func.func @main(%a: tensor<3x3xf32>, %w: tensor<3x3xf32>, %n: tensor<i32>) -> tensor<3x3xf32> {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %c0, %x = %a) : tensor<i32>, tensor<3x3xf32>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %t = stablehlo.transpose %w, dims = [1, 0] : (tensor<3x3xf32>) -> tensor<3x3xf32>
    %e = stablehlo.exponential %t : tensor<3x3xf32>
    %d = stablehlo.dot_general %x, %e, contracting_dims = [1] x [0] : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
    %next = stablehlo.add %i, %c1 : tensor<i32>
    stablehlo.return %next, %d : tensor<i32>, tensor<3x3xf32>
  }
  return %r#1 : tensor<3x3xf32>
})";

TEST(HoistInvariants, LeavesOnlyWhatChanges) {
  const Module before = Parse(kLoop);
  const Module after = Applied([](const Module& m) { return OptimiseForKernels(m); }, before);
  EXPECT_EQ(CountIn(after.main(), Op::kTranspose), 1);
  EXPECT_EQ(CountIn(after.main(), Op::kExponential), 1);
  EXPECT_EQ(Count(after, Op::kExponential), 1);
  for (double n : {0.0, 1.0, 3.0}) ExpectSame(before, after, {Floats({3, 3}), Floats({3, 3}), Array(ElementType::kS32, {}, {n})});
}

TEST(NarrowIndices, ProvenIndicesBecome32Bits) {
  const Module before = Parse(R"(
func.func @main(%a: tensor<8x3xf32>, %s: tensor<2xi32>) -> tensor<2x3xf32> {
  %0 = stablehlo.convert %s : (tensor<2xi32>) -> tensor<2xi64>
  %lo = stablehlo.constant dense<0> : tensor<2xi64>
  %hi = stablehlo.constant dense<[7, 6]> : tensor<2xi64>
  %1 = stablehlo.clamp %lo, %0, %hi : tensor<2xi64>
  %two = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
  %2 = stablehlo.add %1, %two : tensor<2xi64>
  %3 = stablehlo.reshape %2 : (tensor<2xi64>) -> tensor<2x1xi64>
  %4 = "stablehlo.gather"(%a, %3) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>} : (tensor<8x3xf32>, tensor<2x1xi64>) -> tensor<2x3xf32>
  return %4 : tensor<2x3xf32>
})");
  const Module after = Applied([](const Module& m) { return OptimiseForKernels(m); }, before);
  for (const Instruction& i : after.main().instructions) EXPECT_NE(i.shape().element_type, ElementType::kS64) << OpName(i.op);
  ExpectSame(before, after, {Floats({8, 3}), Ints({2})});
}

TEST(NarrowIndices, UnprovenStays) {
  const Module before = Parse(R"(
func.func @main(%a: tensor<8xf32>, %s: tensor<i64>) -> tensor<2xf32> {
  %c = stablehlo.constant dense<4294967296> : tensor<i64>
  %0 = stablehlo.add %s, %c : tensor<i64>
  %1 = stablehlo.dynamic_slice %a, %0, sizes = [2] : (tensor<8xf32>, tensor<i64>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
})");
  const Module after = Applied(NarrowIndices, before);
  ExpectSame(before, after, {Floats({8}), Array(ElementType::kS64, {}, {1})});
  EXPECT_EQ(Count(after, Op::kAdd), 1);
}

}  // namespace
}  // namespace mote
