// Operations expanded into others: against arithmetic, against vectors of OPS.md, and bit for bit (or within stated errors) against the
// evaluator's own form of the operation.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstring>

#include "pass_testing.h"

namespace mote {
namespace {

std::vector<double> Reals(const Module& module, const std::vector<RuntimeValue>& inputs, size_t result = 0) {
  const auto values = Evaluate(module, inputs);
  EXPECT_TRUE(values.ok()) << (values.ok() ? "" : FormatDiagnostic(values.error()));
  std::vector<double> reals;
  if (!values.ok()) return reals;
  const Literal& literal = (*values)[result].literal;
  for (int64_t i = 0; i < literal.size(); ++i) reals.push_back(literal.RealAt(i));
  return reals;
}

Module Expanded(const std::string& text, Op gone) {
  const Module after = Applied(ExpandOperations, Parse(text));
  EXPECT_EQ(Count(after, gone), 0) << text;
  return after;
}

RuntimeValue State(std::vector<uint64_t> words) {
  RuntimeValue value;
  value.literal = Literal(Shape::Array(ElementType::kU64, {static_cast<int64_t>(words.size())}));
  std::memcpy(value.literal.mutable_bytes().data(), words.data(), words.size() * sizeof(uint64_t));
  return value;
}

// V35 of OPS.md.
TEST(ExpandRandom, TheVectorOfThreeFry) {
  const Module after = Expanded(R"(func.func @main(%s: tensor<2xui64>) -> (tensor<2xui64>, tensor<ui64>) {
  %0, %1 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui64>)
  return %0, %1 : tensor<2xui64>, tensor<ui64>
})", Op::kRngBitGenerator);
  const auto values = Evaluate(after, {State({3, 3})});
  ASSERT_TRUE(values.ok());
  EXPECT_EQ((*values)[0].literal.IntegerAt(0), 3);
  EXPECT_EQ((*values)[0].literal.IntegerAt(1), 4);
  EXPECT_EQ((*values)[1].literal.IntegerAt(0), 3349939604322698703);
}

TEST(ExpandRandom, SameBitsForEveryAlgorithmTypeAndShape) {
  for (const char* algorithm : {"THREE_FRY", "PHILOX", "DEFAULT"}) {
    for (const char* type : {"ui8", "i16", "ui32", "i64", "f32", "f64"}) {
      for (const char* dims : {"", "1x", "5x", "3x3x", "3x4x5x", "0x"}) {
        for (const int words : {2, 3}) {
          if (words == 3 && std::string(algorithm) == "THREE_FRY") continue;
          const std::string state = "tensor<" + std::to_string(words) + "xui64>", bits = "tensor<" + std::string(dims) + type + ">";
          const std::string text = "func.func @main(%s: " + state + ") -> (" + state + ", " + bits +
                                   ") {\n  %0, %1 = stablehlo.rng_bit_generator %s, algorithm = " + algorithm + " : (" + state + ") -> (" +
                                   state + ", " + bits + ")\n  return %0, %1 : " + state + ", " + bits + "\n}\n";
          SCOPED_TRACE(text);
          std::vector<uint64_t> seed = {0x123456789ABCDEF0, UINT64_MAX - 2, UINT64_MAX};  // the counter carries
          seed.resize(static_cast<size_t>(words));
          ExpectSame(Parse(text), Expanded(text, Op::kRngBitGenerator), {State(seed)});
        }
      }
    }
  }
}

// x = {1, 3 | 2, 6}: means 2 and 4, variances 1 and 4.
TEST(ExpandBatchNorm, TrainingOfTwoFeatures) {
  const std::string text =
      R"(func.func @main(%x: tensor<2x2xf32>, %s: tensor<2xf32>, %o: tensor<2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %0, %1, %2 = "stablehlo.batch_norm_training"(%x, %s, %o) <{epsilon = 0.0 : f32, feature_index = 1 : i64}> : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return %0, %1, %2 : tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>
})";
  const Module after = Expanded(text, Op::kBatchNormTraining);
  const std::vector<RuntimeValue> inputs = {Array(ElementType::kF32, {2, 2}, {1, 2, 3, 6}), Array(ElementType::kF32, {2}, {1, 10}),
                                            Array(ElementType::kF32, {2}, {0, 1})};
  EXPECT_EQ(Reals(after, inputs, 0), (std::vector<double>{-1, -9, 1, 11}));
  EXPECT_EQ(Reals(after, inputs, 1), (std::vector<double>{2, 4}));
  EXPECT_EQ(Reals(after, inputs, 2), (std::vector<double>{1, 4}));
}

// x - mean = {-1, 1}, dy = {2, 4}, variance + epsilon = 4, scale 6: d = 3, c = (−2 + 4)/4/2 = 1/4, dx = 3 (dy - 3 - c (x - mean)) =
// {-2.25, 2.25}.
TEST(ExpandBatchNorm, Gradient) {
  const std::string text =
      R"(func.func @main(%x: tensor<2x1xf32>, %s: tensor<1xf32>, %m: tensor<1xf32>, %v: tensor<1xf32>, %d: tensor<2x1xf32>) -> (tensor<2x1xf32>, tensor<1xf32>, tensor<1xf32>) {
  %0, %1, %2 = "stablehlo.batch_norm_grad"(%x, %s, %m, %v, %d) <{epsilon = 1.0 : f32, feature_index = 1 : i64}> : (tensor<2x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<2x1xf32>) -> (tensor<2x1xf32>, tensor<1xf32>, tensor<1xf32>)
  return %0, %1, %2 : tensor<2x1xf32>, tensor<1xf32>, tensor<1xf32>
})";
  const auto one = [](double v) { return Array(ElementType::kF32, {1}, {v}); };
  const Module after = Expanded(text, Op::kBatchNormGrad);
  const std::vector<RuntimeValue> inputs = {Array(ElementType::kF32, {2, 1}, {4, 6}), one(6), one(5), one(3),
                                            Array(ElementType::kF32, {2, 1}, {2, 4})};
  EXPECT_EQ(Reals(after, inputs, 0), (std::vector<double>{-2.25, 2.25}));
  EXPECT_EQ(Reals(after, inputs, 1), (std::vector<double>{1}));
  EXPECT_EQ(Reals(after, inputs, 2), (std::vector<double>{6}));
}

std::string CholeskyText(const char* lower) {
  return std::string("func.func @main(%a: tensor<2x3x3xf64>) -> tensor<2x3x3xf64> {\n  %0 = stablehlo.cholesky %a, lower = ") + lower +
         " : tensor<2x3x3xf64>\n  return %0 : tensor<2x3x3xf64>\n}\n";
}

// L = [[2,0,0],[1,3,0],[4,5,6]]: L·Lᵀ = [[4,2,8],[2,10,19],[8,19,77]]. The triangle that is not read holds NaN. The second matrix is not
// positive.
TEST(ExpandLinearAlgebra, CholeskyOfBothTriangles) {
  const double nan = std::nan("");
  const std::vector<double> bad(9, nan);
  const auto with_bad = [&](std::vector<double> m) {
    m.insert(m.end(), {1, 2, 0, 2, 1, 0, 0, 0, 1});
    return Array(ElementType::kF64, {2, 3, 3}, m);
  };
  for (const bool lower : {true, false}) {
    const auto values = Reals(Expanded(CholeskyText(lower ? "true" : "false"), Op::kCholesky),
                              {with_bad(lower ? std::vector<double>{4, nan, nan, 2, 10, nan, 8, 19, 77}
                                              : std::vector<double>{4, 2, 8, nan, 10, 19, nan, nan, 77})});
    ASSERT_EQ(values.size(), 18u);
    const std::vector<double> expected =
        lower ? std::vector<double>{2, 0, 0, 1, 3, 0, 4, 5, 6} : std::vector<double>{2, 1, 4, 0, 3, 5, 0, 0, 6};
    EXPECT_EQ(std::vector<double>(values.begin(), values.begin() + 9), expected);
    for (size_t i = 9; i < 18; ++i) EXPECT_TRUE(std::isnan(values[i])) << i;
  }
}

// op(A)·X = B and X·op(A) = B, with X known and B multiplied out by hand below.
TEST(ExpandLinearAlgebra, TriangularSolveOnBothSides) {
  const double nan = std::nan("");
  const auto text = [](bool left, bool lower, bool unit, const char* transpose) {
    return std::string(
               "func.func @main(%a: tensor<2x2xf64>, %b: tensor<2x2xf64>) -> tensor<2x2xf64> {\n  %0 = \"stablehlo.triangular_solve\"(%a, "
               "%b) <{left_side = ") +
           (left ? "true" : "false") + ", lower = " + (lower ? "true" : "false") + ", transpose_a = #stablehlo<transpose " + transpose +
           ">, unit_diagonal = " + (unit ? "true" : "false") +
           "}> : (tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>\n  return %0 : tensor<2x2xf64>\n}\n";
  };
  const auto solve = [&](bool left, bool lower, bool unit, const char* transpose, std::vector<double> a, std::vector<double> b) {
    return Reals(Expanded(text(left, lower, unit, transpose), Op::kTriangularSolve),
                 {Array(ElementType::kF64, {2, 2}, a), Array(ElementType::kF64, {2, 2}, b)});
  };
  const std::vector<double> x = {1, 2, 3, 4};
  EXPECT_EQ(solve(true, true, false, "NO_TRANSPOSE", {2, nan, 3, 4}, {2, 4, 15, 22}), x);    // [[2,0],[3,4]]·X
  EXPECT_EQ(solve(true, true, false, "TRANSPOSE", {2, nan, 3, 4}, {11, 16, 12, 16}), x);     // [[2,3],[0,4]]·X
  EXPECT_EQ(solve(true, false, true, "NO_TRANSPOSE", {nan, 3, nan, nan}, {10, 14, 3, 4}), x);  // [[1,3],[0,1]]·X
  EXPECT_EQ(solve(false, true, false, "NO_TRANSPOSE", {2, nan, 3, 4}, {8, 8, 18, 16}), x);   // X·[[2,0],[3,4]]
  EXPECT_EQ(solve(false, false, false, "ADJOINT", {2, 3, nan, 4}, {8, 8, 18, 16}), x);       // the same matrix, given as its transpose
}

// Scale 1/2, zero point 3: 4.0 is stored as 11, -2.25 as round(-1.5) = -2 (half to even), 100 as 127.
TEST(StoreQuantized, QuantizeAndBack) {
  const std::string text = R"(func.func @main(%x: tensor<4xf32>) -> (tensor<4xi8>, tensor<4xf32>) {
  %0 = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  %1 = stablehlo.bitcast_convert %0 : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4xi8>
  %2 = stablehlo.uniform_dequantize %0 : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4xf32>
  return %1, %2 : tensor<4xi8>, tensor<4xf32>
})";
  const Module after = Applied(StoreQuantized, Parse(text));
  EXPECT_EQ(Count(after, Op::kUniformQuantize) + Count(after, Op::kUniformDequantize), 0);
  const std::vector<RuntimeValue> inputs = {Array(ElementType::kF32, {4}, {4.0, -2.25, 100, std::nan("")})};
  const auto stored = Evaluate(after, inputs);
  ASSERT_TRUE(stored.ok());
  for (int64_t i = 0; i < 4; ++i) {
    EXPECT_EQ((*stored)[0].literal.IntegerAt(i), (std::vector<int64_t>{11, -2, 127, 0})[static_cast<size_t>(i)]);
  }
  EXPECT_EQ(Reals(after, inputs, 1), (std::vector<double>{4, -2.5, 62, -1.5}));
}

// Two kernels of one tap with scales 1/2 and 1/4: 2·(4/2) and 2·(-3/4), stored at scale 1/4.
TEST(StoreQuantized, ConvolutionWithAScalePerFeature) {
  const std::string text = R"(func.func @main(%x: tensor<1x1x1xf32>, %k: tensor<1x1x2xf32>) -> tensor<1x1x2xf32> {
  %0 = stablehlo.uniform_quantize %x : (tensor<1x1x1xf32>) -> tensor<1x1x1x!quant.uniform<i8:f32, 1.0:-7>>
  %1 = stablehlo.uniform_quantize %k : (tensor<1x1x2xf32>) -> tensor<1x1x2x!quant.uniform<i8:f32:2, {0.5, 0.25}>>
  %2 = stablehlo.convolution(%0, %1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x1x!quant.uniform<i8:f32, 1.0:-7>>, tensor<1x1x2x!quant.uniform<i8:f32:2, {0.5, 0.25}>>) -> tensor<1x1x2x!quant.uniform<i8:f32, 0.25>>
  %3 = stablehlo.uniform_dequantize %2 : (tensor<1x1x2x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x1x2xf32>
  return %3 : tensor<1x1x2xf32>
})";
  const Module after = Applied(StoreQuantized, Parse(text));
  const std::vector<RuntimeValue> inputs = {Array(ElementType::kF32, {1, 1, 1}, {2}), Array(ElementType::kF32, {1, 1, 2}, {2, -0.75})};
  EXPECT_EQ(Reals(after, inputs), (std::vector<double>{4, -1.5}));
  EXPECT_EQ(CountIn(after.main(), Op::kConvolution), 1);
  for (const Instruction& i : after.main().instructions) {
    if (i.op == Op::kConvolution) {
      EXPECT_EQ(i.shape().element_type, ElementType::kS32);
    }
  }
}

// The expansion computes in f64 from whatever type; the evaluator has the function in a wider one. Errors are counted in units of the last
// place of the result; in f64, where nothing wider is left, lgamma and digamma have the error of a result of at least 1 around their zeros.
struct SpecialCase {
  const char* call;    // of %a, and of %b where there are two operands
  double low, high, second;
  double limit;        // of f64
  double least = 0x1p-10;  // the size below which errors are absolute
  bool of_f32 = true;      // false: stays in f32, where expand_accuracy_test.cpp measures it
};

TEST(ExpandSpecial, LargestErrors) {
  const SpecialCase cases[] = {
      {"chlo.lgamma %a", -4.7, 40, 0, 40, 1}, {"chlo.digamma %a", -4.7, 40, 0, 8, 1},
      {"chlo.erf_inv %a", -0.999, 0.999, 0, 2, 0x1p-10, false},
      {"chlo.bessel_i1e %a", -60, 60, 0, 10}, {"chlo.zeta %a, %b", 1.5, 20, 2.25, 6}, {"chlo.polygamma %b, %a", 0.25, 20, 3, 6},
  };
  constexpr int64_t kPoints = 4001;
  for (const SpecialCase& c : cases) {
    for (const ElementType type : {ElementType::kF32, ElementType::kF64}) {
      const std::string t = "tensor<4001x" + std::string(type == ElementType::kF32 ? "f32>" : "f64>");
      const bool two = std::string(c.call).find("%b") != std::string::npos;
      const Module before = Parse("func.func @main(%a: " + t + ", %b: " + t + ") -> " + t + " {\n  %0 = " + c.call + " : " +
                                  (two ? t + ", " + t + " -> " + t : t + " -> " + t) + "\n  return %0 : " + t + "\n}\n");
      const Module after = Applied(ExpandOperations, before);
      if (type == ElementType::kF32 && !c.of_f32) {
        EXPECT_EQ(CountIn(after.main(), Op::kErfInv), 1);
        continue;
      }
      std::vector<double> points;
      for (int64_t i = 0; i < kPoints; ++i) points.push_back(c.low + (c.high - c.low) * (static_cast<double>(i) + 0.37) / kPoints);
      const std::vector<RuntimeValue> inputs = {Array(type, {kPoints}, points), Array(type, {kPoints}, {c.second})};
      const std::vector<double> exact = Reals(before, inputs), got = Reals(after, inputs);
      ASSERT_EQ(exact.size(), got.size());
      double worst = 0;
      for (size_t i = 0; i < got.size(); ++i) {
        ASSERT_FALSE(std::isnan(got[i])) << c.call << " of " << points[i];
        const double size = std::max(std::fabs(exact[i]), type == ElementType::kF32 ? 0x1p-10 : c.least);
        const double unit = std::ldexp(size, type == ElementType::kF32 ? -23 : -52);
        worst = std::max(worst, std::fabs(got[i] - exact[i]) / unit);
      }
      std::printf("%-24s %s %.2f\n", c.call, type == ElementType::kF32 ? "f32" : "f64", worst);
      EXPECT_LE(worst, type == ElementType::kF32 ? 1.0 : c.limit) << c.call;
    }
  }
}

}  // namespace
}  // namespace mote
