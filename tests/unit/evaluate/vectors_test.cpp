// The numeric examples of OPS.md section 5 as programs; expected values stand there.
#include "text_module.h"

namespace mote {
namespace {

using test::ExpectChecksPass;

TEST(Vectors, V4BitcastConvert) {
  ExpectChecksPass(R"(
    %x = stablehlo.constant dense<[0x3F800001, 0xC0000000]> : tensor<2xf32>
    %h = stablehlo.bitcast_convert %x : (tensor<2xf32>) -> tensor<2x2xui16>
    check.expect_eq_const %h, dense<[[1, 16256], [0, 49152]]> : tensor<2x2xui16>
    %s = stablehlo.constant dense<67305985> : tensor<i32>
    %b = stablehlo.bitcast_convert %s : (tensor<i32>) -> tensor<4xi8>
    check.expect_eq_const %b, dense<[1, 2, 3, 4]> : tensor<4xi8>
    %n = stablehlo.bitcast_convert %b : (tensor<4xi8>) -> tensor<4x2xi4>
    check.expect_eq_const %n, dense<[[1, 0], [2, 0], [3, 0], [4, 0]]> : tensor<4x2xi4>)");
}

TEST(Vectors, V6Clamp) {
  ExpectChecksPass(R"(
    %lo = stablehlo.constant dense<0> : tensor<i32>
    %x = stablehlo.constant dense<[-1, 5, 9]> : tensor<3xi32>
    %hi = stablehlo.constant dense<6> : tensor<i32>
    %r = stablehlo.clamp %lo, %x, %hi : (tensor<i32>, tensor<3xi32>, tensor<i32>) -> tensor<3xi32>
    check.expect_eq_const %r, dense<[0, 5, 6]> : tensor<3xi32>)");
}

TEST(Vectors, V8Concatenate) {
  ExpectChecksPass(R"(
    %a = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
    %b = stablehlo.constant dense<[[7, 8]]> : tensor<1x2xi32>
    %r = stablehlo.concatenate %a, %b, dim = 0 : (tensor<3x2xi32>, tensor<1x2xi32>) -> tensor<4x2xi32>
    check.expect_eq_const %r, dense<[[1, 2], [3, 4], [5, 6], [7, 8]]> : tensor<4x2xi32>)");
}

TEST(Vectors, V12DotGeneral) {
  ExpectChecksPass(R"(
    %a = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
    %b = stablehlo.constant dense<[[1, 1, 1], [2, 2, 2]]> : tensor<2x3xi32>
    %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [1] : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x2xi32>
    check.expect_eq_const %r, dense<[[6, 12], [15, 30]]> : tensor<2x2xi32>)");
}

TEST(Vectors, V13DotGeneralBatch) {
  ExpectChecksPass(R"(
    %a = stablehlo.constant dense<[[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]]> : tensor<2x2x2xf32>
    %b = stablehlo.constant dense<[[[1.0, 0.0], [0.0, 1.0]], [[1.0, 0.0], [0.0, 1.0]]]> : tensor<2x2x2xf32>
    %r = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x2x2xf32>, tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
    check.expect_eq_const %r, dense<[[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]]> : tensor<2x2x2xf32>)");
}

TEST(Vectors, V14DynamicSlice) {
  ExpectChecksPass(R"(
    %x = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]> : tensor<4x3xi32>
    %i = stablehlo.constant dense<2> : tensor<i64>
    %j = stablehlo.constant dense<1> : tensor<i64>
    %r = stablehlo.dynamic_slice %x, %i, %j, sizes = [2, 2] : (tensor<4x3xi32>, tensor<i64>, tensor<i64>) -> tensor<2x2xi32>
    check.expect_eq_const %r, dense<[[7, 8], [10, 11]]> : tensor<2x2xi32>)");
}

TEST(Vectors, V15DynamicUpdateSlice) {
  ExpectChecksPass(R"(
    %x = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]> : tensor<4x3xi32>
    %u = stablehlo.constant dense<[[12, 13], [14, 15], [16, 17]]> : tensor<3x2xi32>
    %i = stablehlo.constant dense<1> : tensor<i32>
    %r = stablehlo.dynamic_update_slice %x, %u, %i, %i : (tensor<4x3xi32>, tensor<3x2xi32>, tensor<i32>, tensor<i32>) -> tensor<4x3xi32>
    check.expect_eq_const %r, dense<[[0, 1, 2], [3, 12, 13], [6, 14, 15], [9, 16, 17]]> : tensor<4x3xi32>
    check.expect_eq_const %x, dense<[[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]> : tensor<4x3xi32>)");
}

TEST(Vectors, V16SignKeepsZeros) {
  ExpectChecksPass(R"(
    %x = stablehlo.constant dense<[-3.0, -0.0, 0x7FC00000, 0.0, 2.5]> : tensor<5xf32>
    %r = stablehlo.sign %x : tensor<5xf32>
    check.expect_eq_const %r, dense<[-1.0, -0.0, 0x7FC00000, 0.0, 1.0]> : tensor<5xf32>
    %bits = stablehlo.bitcast_convert %r : (tensor<5xf32>) -> tensor<5xui32>
    %zeros = stablehlo.slice %bits [1:2] : (tensor<5xui32>) -> tensor<1xui32>
    check.expect_eq_const %zeros, dense<2147483648> : tensor<1xui32>)");
}

TEST(Vectors, V17FftLengths) {
  ExpectChecksPass(R"(
    %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf64>
    %f = stablehlo.fft %x, type = RFFT, length = [4] : (tensor<4xf64>) -> tensor<3xcomplex<f64>>
    check.expect_almost_eq_const %f, dense<[(10.0, 0.0), (-2.0, 2.0), (-2.0, 0.0)]> : tensor<3xcomplex<f64>>
    %r = stablehlo.fft %f, type = IRFFT, length = [4] : (tensor<3xcomplex<f64>>) -> tensor<4xf64>
    check.expect_almost_eq_const %r, dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf64>
    %y = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf64>
    %g = stablehlo.fft %y, type = RFFT, length = [5] : (tensor<5xf64>) -> tensor<3xcomplex<f64>>
    %s = stablehlo.fft %g, type = IRFFT, length = [5] : (tensor<3xcomplex<f64>>) -> tensor<5xf64>
    check.expect_almost_eq_const %s, dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf64>)");
}

TEST(Vectors, V20DimensionSize) {
  ExpectChecksPass(R"(
    %v = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0]> : tensor<10xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %one = stablehlo.constant dense<1.0> : tensor<f32>
    %five = stablehlo.constant dense<5> : tensor<i32>
    %six = stablehlo.constant dense<6> : tensor<i32>
    %a = stablehlo.set_dimension_size %v, %five, dim = 0 : (tensor<10xf32>, tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<10>>
    %b = stablehlo.set_dimension_size %a, %six, dim = 0 : (tensor<?xf32, #stablehlo.bounds<10>>, tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<10>>
    %sum5 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?xf32, #stablehlo.bounds<10>>, tensor<f32>) -> tensor<f32>
    %product5 = stablehlo.reduce(%a init: %one) applies stablehlo.multiply across dimensions = [0] : (tensor<?xf32, #stablehlo.bounds<10>>, tensor<f32>) -> tensor<f32>
    %sum6 = stablehlo.reduce(%b init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?xf32, #stablehlo.bounds<10>>, tensor<f32>) -> tensor<f32>
    check.expect_eq_const %sum5, dense<15.0> : tensor<f32>
    check.expect_eq_const %product5, dense<120.0> : tensor<f32>
    check.expect_eq_const %sum6, dense<21.0> : tensor<f32>)");
}

TEST(Vectors, V21Iota) {
  ExpectChecksPass(R"(
    %r = stablehlo.iota dim = 1 : tensor<2x3xi32>
    check.expect_eq_const %r, dense<[[0, 1, 2], [0, 1, 2]]> : tensor<2x3xi32>)");
}

TEST(Vectors, V23Reduce) {
  ExpectChecksPass(R"(
    %slab = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
    %x = stablehlo.broadcast_in_dim %slab, dims = [1, 2] : (tensor<2x3xi32>) -> tensor<4x2x3xi32>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %d0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4x2x3xi32>, tensor<i32>) -> tensor<2x3xi32>
    %d01 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x2x3xi32>, tensor<i32>) -> tensor<3xi32>
    %all = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<4x2x3xi32>, tensor<i32>) -> tensor<i32>
    check.expect_eq_const %d0, dense<[[4, 8, 12], [16, 20, 24]]> : tensor<2x3xi32>
    check.expect_eq_const %d01, dense<[20, 28, 36]> : tensor<3xi32>
    check.expect_eq_const %all, dense<84> : tensor<i32>)");
}

TEST(Vectors, V24ArgmaxTakesTheLastTie) {
  ExpectChecksPass(R"(
    %v = stablehlo.constant dense<[1, 3, 3]> : tensor<3xi32>
    %k = stablehlo.iota dim = 0 : tensor<3xi32>
    %low = stablehlo.constant dense<-2147483648> : tensor<i32>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %r:2 = stablehlo.reduce(%v init: %low), (%k init: %zero) across dimensions = [0] : (tensor<3xi32>, tensor<3xi32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
     reducer(%a: tensor<i32>, %c: tensor<i32>) (%b: tensor<i32>, %d: tensor<i32>)  {
      %ge = stablehlo.compare GE, %c, %a : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %m = stablehlo.select %ge, %c, %a : tensor<i1>, tensor<i32>
      %n = stablehlo.select %ge, %d, %b : tensor<i1>, tensor<i32>
      stablehlo.return %m, %n : tensor<i32>, tensor<i32>
    }
    check.expect_eq_const %r#0, dense<3> : tensor<i32>
    check.expect_eq_const %r#1, dense<2> : tensor<i32>)");
}

TEST(Vectors, V26ReduceWindowMin) {
  ExpectChecksPass(R"(
    %x = stablehlo.constant dense<[10000.0, 1000.0, 100.0, 10.0, 1.0]> : tensor<5xf32>
    %max = stablehlo.constant dense<0x7F7FFFFF> : tensor<f32>
    %valid = "stablehlo.reduce_window"(%x, %max) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %m = stablehlo.minimum %a, %b : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }) {window_dimensions = array<i64: 3>, window_strides = array<i64: 2>} : (tensor<5xf32>, tensor<f32>) -> tensor<2xf32>
    %same = "stablehlo.reduce_window"(%x, %max) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %m = stablehlo.minimum %a, %b : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }) {window_dimensions = array<i64: 3>, window_strides = array<i64: 2>, padding = dense<[[1, 1]]> : tensor<1x2xi64>} : (tensor<5xf32>, tensor<f32>) -> tensor<3xf32>
    check.expect_eq_const %valid, dense<[100.0, 1.0]> : tensor<2xf32>
    check.expect_eq_const %same, dense<[1000.0, 10.0, 1.0]> : tensor<3xf32>)");
}

TEST(Vectors, V29Select) {
  ExpectChecksPass(R"(
    %p = stablehlo.constant dense<[true, false, false, true]> : tensor<4xi1>
    %a = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
    %b = stablehlo.constant dense<[100, 200, 300, 400]> : tensor<4xi32>
    %r = stablehlo.select %p, %a, %b : tensor<4xi1>, tensor<4xi32>
    check.expect_eq_const %r, dense<[1, 200, 300, 4]> : tensor<4xi32>)");
}

TEST(Vectors, V30SelectAndScatter) {
  ExpectChecksPass(R"(
    %x = stablehlo.constant dense<[1, 9, 3, 7, 5, 6]> : tensor<6xi32>
    %source = stablehlo.constant dense<[34, 42, 53, 19]> : tensor<4xi32>
    %init = stablehlo.constant dense<0> : tensor<i32>
    %r = "stablehlo.select_and_scatter"(%x, %source, %init) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %ge = stablehlo.compare GE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %ge : tensor<i1>
    }, {
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }) {window_dimensions = array<i64: 3>, window_strides = array<i64: 1>} : (tensor<6xi32>, tensor<4xi32>, tensor<i32>) -> tensor<6xi32>
    check.expect_eq_const %r, dense<[0, 76, 0, 72, 0, 0]> : tensor<6xi32>)");
}

TEST(Vectors, V32SortOfThreeOperands) {
  ExpectChecksPass(R"(
    %a = stablehlo.constant dense<[3, 1]> : tensor<2xi32>
    %b = stablehlo.constant dense<[42, 50]> : tensor<2xi32>
    %c = stablehlo.constant dense<[-3.0, 1.1]> : tensor<2xf32>
    %r:3 = "stablehlo.sort"(%a, %b, %c) ({
    ^bb0(%a0: tensor<i32>, %a1: tensor<i32>, %b0: tensor<i32>, %b1: tensor<i32>, %c0: tensor<f32>, %c1: tensor<f32>):
      %lt = stablehlo.compare LT, %a0, %a1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %lt : tensor<i1>
    }) {dimension = 0 : i64, is_stable = false} : (tensor<2xi32>, tensor<2xi32>, tensor<2xf32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xf32>)
    check.expect_eq_const %r#0, dense<[1, 3]> : tensor<2xi32>
    check.expect_eq_const %r#1, dense<[50, 42]> : tensor<2xi32>
    check.expect_eq_const %r#2, dense<[1.1, -3.0]> : tensor<2xf32>)");
}

TEST(Vectors, V34While) {
  ExpectChecksPass(R"(
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %start = stablehlo.constant dense<0.0> : tensor<10xf32>
    %limit = stablehlo.constant dense<1000> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %step = stablehlo.constant dense<0.5> : tensor<10xf32>
    %r:2 = stablehlo.while(%i = %zero, %x = %start) : tensor<i32>, tensor<10xf32>
    cond {
      %lt = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %lt : tensor<i1>
    } do {
      %j = stablehlo.add %i, %one : tensor<i32>
      %y = stablehlo.add %x, %step : tensor<10xf32>
      stablehlo.return %j, %y : tensor<i32>, tensor<10xf32>
    }
    check.expect_eq_const %r#0, dense<1000> : tensor<i32>
    check.expect_eq_const %r#1, dense<500.0> : tensor<10xf32>)");
}

TEST(Vectors, V35ThreeFry) {
  ExpectChecksPass(R"(
    %s = stablehlo.constant dense<[3, 3]> : tensor<2xui64>
    %n, %v = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui64>)
    check.expect_eq_const %n, dense<[3, 4]> : tensor<2xui64>
    check.expect_eq_const %v, dense<3349939604322698703> : tensor<ui64>
    %t = stablehlo.constant dense<[17179869185, 4294967296]> : tensor<2xui64>
    %m, %w = stablehlo.rng_bit_generator %t, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui64>)
    check.expect_eq_const %w, dense<11811099535163642817> : tensor<ui64>)");
}

// The element rule of StableHLO: of a window partly outside, what is inside is written.
TEST(Vectors, V36ScatterElementRule) {
  ExpectChecksPass(R"(
    %x = stablehlo.constant dense<[[[-1, 1], [-2, 2], [-3, 3]], [[-4, 4], [-5, 5], [-6, 6]], [[-7, 7], [-8, 8], [-9, 9]]]> : tensor<3x3x2xi32>
    %i = stablehlo.constant dense<[[0, 2]]> : tensor<1x2xi64>
    %u = stablehlo.constant dense<[[[-10, 10], [-40, 40]]]> : tensor<1x2x2xi32>
    %r = "stablehlo.scatter"(%x, %i, %u) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      stablehlo.return %b : tensor<i32>
    }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>} : (tensor<3x3x2xi32>, tensor<1x2xi64>, tensor<1x2x2xi32>) -> tensor<3x3x2xi32>
    check.expect_eq_const %r, dense<[[[-1, 1], [-2, 2], [-10, 10]], [[-4, 4], [-5, 5], [-6, 6]], [[-7, 7], [-8, 8], [-9, 9]]]> : tensor<3x3x2xi32>)");
}

// Section 6: our decisions where the sources leave a choice.
TEST(Decisions, IntegerDivisionNeverTraps) {
  ExpectChecksPass(R"(
    %a = stablehlo.constant dense<[7, -7, -128, 5]> : tensor<4xi8>
    %b = stablehlo.constant dense<[0, 0, -1, 2]> : tensor<4xi8>
    %q = stablehlo.divide %a, %b : tensor<4xi8>
    %r = stablehlo.remainder %a, %b : tensor<4xi8>
    check.expect_eq_const %q, dense<[-1, -1, -128, 2]> : tensor<4xi8>
    check.expect_eq_const %r, dense<[7, -7, 0, 1]> : tensor<4xi8>)");
}

TEST(Decisions, FloatToIntegerSaturates) {
  ExpectChecksPass(R"(
    %x = stablehlo.constant dense<[0x7FC00000, 300.5, -300.5, -1.9, 0x7F800000]> : tensor<5xf32>
    %s = stablehlo.convert %x : (tensor<5xf32>) -> tensor<5xi8>
    %u = stablehlo.convert %x : (tensor<5xf32>) -> tensor<5xui64>
    check.expect_eq_const %s, dense<[0, 127, -128, -1, 127]> : tensor<5xi8>
    check.expect_eq_const %u, dense<[0, 300, 0, 0, 18446744073709551615]> : tensor<5xui64>)");
}

// 2^24 + 1 and 2^53 + 1 lie halfway; a detour through another float would round twice.
TEST(Decisions, IntegerToFloatRoundsOnce) {
  ExpectChecksPass(R"(
    %x = stablehlo.constant dense<[16777217, 9007199791611905, -9007199791611905]> : tensor<3xi64>
    %f = stablehlo.convert %x : (tensor<3xi64>) -> tensor<3xf32>
    %bits = stablehlo.bitcast_convert %f : (tensor<3xf32>) -> tensor<3xui32>
    check.expect_eq_const %bits, dense<[1266679808, 1509949441, 3657433089]> : tensor<3xui32>)");
}

// 0x7D00 is a signaling NaN of f16.
TEST(Decisions, AnythingToTheZeroIsOne) {
  ExpectChecksPass(R"(
    %x = stablehlo.constant dense<[0x7D00, 0x7E00, 0.0, 1.0]> : tensor<4xf16>
    %y = stablehlo.constant dense<[0.0, 0.0, 0.0, 0x7D00]> : tensor<4xf16>
    %r = stablehlo.power %x, %y : tensor<4xf16>
    check.expect_eq_const %r, dense<1.0> : tensor<4xf16>)");
}

TEST(Decisions, CaseOutOfRangeRunsTheLastBranch) {
  ExpectChecksPass(R"(
    %i = stablehlo.constant dense<-1> : tensor<i32>
    %a = stablehlo.constant dense<10> : tensor<i32>
    %b = stablehlo.constant dense<20> : tensor<i32>
    %r = "stablehlo.case"(%i) ({
      stablehlo.return %a : tensor<i32>
    }, {
      stablehlo.return %b : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
    check.expect_eq_const %r, dense<20> : tensor<i32>)");
}

TEST(Decisions, TotalOrderSeparatesZerosAndNans) {
  ExpectChecksPass(R"(
    %a = stablehlo.constant dense<[-0.0, 0xFFC00000, 0x7FC00000, 0x7FC00000]> : tensor<4xf32>
    %b = stablehlo.constant dense<[0.0, 0xFF800000, 0x7F800000, 0x7FC00000]> : tensor<4xf32>
    %lt = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %eq = stablehlo.compare EQ, %a, %b, TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    check.expect_eq_const %lt, dense<[true, true, false, false]> : tensor<4xi1>
    check.expect_eq_const %eq, dense<[false, false, false, true]> : tensor<4xi1>)");
}

// (5 - 3) * 0.5 and (1 - 3) * 0.5: a caller gives the stored numbers alone.
TEST(Inputs, StoredNumbersTakeTheScalesOfTheirParameter) {
  const Module module = test::ReadText(R"(func.func @main(%a: tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2xf32> {
    %0 = stablehlo.uniform_dequantize %a : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  })");
  RuntimeValue stored;
  stored.literal = Literal(Shape::Array(ElementType::kS8, Dims{2}));
  stored.literal.SetInteger(0, 5);
  stored.literal.SetInteger(1, 1);
  const Result<std::vector<RuntimeValue>> results = Evaluate(module, {stored});
  ASSERT_TRUE(results.ok()) << results.error().text;
  EXPECT_EQ((*results)[0].literal.RealAt(0), 1.0);
  EXPECT_EQ((*results)[0].literal.RealAt(1), -1.0);
}

}  // namespace
}  // namespace mote
