// Complex values as pairs of real ones, and Fourier transforms as products: what programs compute after the passes, run by the evaluator.
// Expected values come from arithmetic on paper; inputs and results are interleaved parts, as the entry sees them.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include "hlo/complex_pairs.h"
#include "pass_testing.h"
#include "passes/operand_order.h"

namespace mote {
namespace {

using Numbers = std::vector<std::complex<double>>;
constexpr double kPi = 3.14159265358979323846;

RuntimeValue Pairs(const Numbers& values, ElementType part) {
  std::vector<double> parts;
  for (const auto& value : values) parts.insert(parts.end(), {value.real(), value.imag()});
  return Array(part, {static_cast<int64_t>(values.size()), 2}, parts);
}

std::vector<double> Outputs(const std::string& text, const std::vector<RuntimeValue>& inputs) {
  const Module after = Applied([](const Module& m) { return OptimiseForKernels(m); }, Parse(text));
  for (const Computation& computation : after.computations) {
    for (const Instruction& i : computation.instructions) {
      for (const Shape& shape : i.shapes) EXPECT_FALSE(shape.IsArray() && IsComplex(shape.element_type)) << OpName(i.op);
    }
  }
  const auto results = Evaluate(after, inputs);
  EXPECT_TRUE(results.ok());
  std::vector<double> values;
  if (!results.ok()) return values;
  const Literal& literal = (*results)[0].literal;
  for (int64_t i = 0; i < literal.size(); ++i) values.push_back(literal.RealAt(i));
  return values;
}

void ExpectNear(const std::vector<double>& got, const Numbers& expected, double tolerance) {
  ASSERT_EQ(got.size(), expected.size() * 2);
  for (size_t i = 0; i < expected.size(); ++i) {
    EXPECT_NEAR(got[2 * i], expected[i].real(), tolerance * std::abs(expected[i])) << "real part " << i;
    EXPECT_NEAR(got[2 * i + 1], expected[i].imag(), tolerance * std::abs(expected[i])) << "imaginary part " << i;
  }
}

// One operation on complex<f64>[n].
std::vector<double> Apply(const std::string& op, const std::vector<Numbers>& operands, const std::string& result = "complex<f64>") {
  const std::string n = std::to_string(operands[0].size()), type = "tensor<" + n + "xcomplex<f64>>";
  std::string parameters, names, types;
  std::vector<RuntimeValue> inputs;
  for (size_t i = 0; i < operands.size(); ++i) {
    const std::string comma = i == 0 ? "" : ", ", name = "%a" + std::to_string(i);
    parameters += comma + name + ": " + type;
    names += comma + name;
    types += comma + type;
    inputs.push_back(Pairs(operands[i], ElementType::kF64));
  }
  const std::string out = "tensor<" + n + "x" + result + ">";
  return Outputs("func.func @main(" + parameters + ") -> " + out + " {\n  %0 = \"" + op + "\"(" + names + ") : (" + types + ") -> " + out +
                     "\n  return %0 : " + out + "\n}",
                 inputs);
}

TEST(SplitComplex, EntryKeepsOneBufferOfPairs) {
  const Module before = Parse(R"(
func.func @main(%a: tensor<3xcomplex<f32>>, %b: tensor<f32>) -> (tensor<f32>, tensor<3xcomplex<f32>>) {
  %0 = stablehlo.negate %a : tensor<3xcomplex<f32>>
  return %b, %0 : tensor<f32>, tensor<3xcomplex<f32>>
})");
  const Module after = Applied(SplitComplex, before);
  const Computation& main = after.main();
  ASSERT_EQ(main.parameters.size(), 2u);
  EXPECT_EQ(ToString(main.parameters[0]), "f32[3,2]");
  EXPECT_EQ(ToString(main.shape(main.results[1])), "f32[3,2]");
  EXPECT_EQ(main.parameter_extra[0].count(std::string(kComplexPairs)), 1u);
  EXPECT_EQ(main.parameter_extra[1].count(std::string(kComplexPairs)), 0u);
  EXPECT_EQ(main.result_extra[1].count(std::string(kComplexPairs)), 1u);
}

TEST(SplitComplex, LeavesRealModulesAlone) {
  const Module before = Parse(
      "func.func @main(%a: tensor<3xf32>) -> tensor<3xf32> {\n  %0 = stablehlo.negate %a : tensor<3xf32>\n  return %0 : tensor<3xf32>\n}");
  EXPECT_TRUE(Equal(before, Applied(SplitComplex, before)));
}

TEST(SplitComplex, Arithmetic) {
  ExpectNear(Apply("stablehlo.multiply", {{{1, 2}, {0, 1}}, {{3, -4}, {0, 1}}}), {{11, 2}, {-1, 0}}, 0);
  ExpectNear(Apply("stablehlo.subtract", {{{1, 2}}, {{3, -4}}}), {{-2, 6}}, 0);
  ExpectNear(Apply("stablehlo.divide", {{{3, 4}, {11, 2}, {1, 0}}, {{0, 2}, {3, -4}, {2, 2}}}), {{2, -1.5}, {1, 2}, {0.25, -0.25}}, 1e-15);
}

TEST(SplitComplex, NothingOverflowsBeforeTheResult) {
  const double large = 0x1p1020, small = 0x1p-1060;
  EXPECT_EQ(Apply("stablehlo.abs", {{{3 * large, 4 * large}, {-3 * small, 4 * small}, {0, 0}}}, "f64"),
            (std::vector<double>{5 * large, 5 * small, 0}));
  ExpectNear(Apply("stablehlo.divide", {{{large, large}, {small, 0}, {large, 0}}, {{large, large}, {0, small}, {2 * large, 0}}}),
             {{1, 0}, {0, -1}, {0.5, 0}}, 1e-15);
  ExpectNear(Apply("stablehlo.sqrt", {{{3 * large, 4 * large}, {3 * small, -4 * small}}}),
             {{2 * 0x1p510, 0x1p510}, {2 * 0x1p-530, -0x1p-530}}, 1e-15);
  // e^720 is out of range, e^720 · cos(π/2 - 2^-40) = e^720 · sin(2^-40 + what the f64 of π/2 lacks) is not.
  const double expected = std::exp(700) * std::sin(0x1p-40 + 6.123233995736766e-17) * std::exp(20);
  EXPECT_NEAR(Apply("stablehlo.exponential", {{{720, kPi / 2 - 0x1p-40}}})[0], expected, 1e-13 * expected);
}

TEST(SplitComplex, RootsAndTheirBranches) {
  ExpectNear(Apply("stablehlo.sqrt", {{{3, 4}, {-4, 0}, {-4, -0.0}, {0, 2}}}), {{2, 1}, {0, 2}, {0, -2}, {1, 1}}, 1e-15);
  ExpectNear(Apply("stablehlo.rsqrt", {{{3, 4}, {-4, 0}}}), {{0.4, -0.2}, {0, -0.5}}, 1e-15);
}

TEST(SplitComplex, Functions) {
  ExpectNear(Apply("stablehlo.exponential", {{{0, kPi / 2}, {1, 0}, {-HUGE_VAL, 5}}}), {{0, 1}, {std::exp(1.0), 0}, {0, 0}}, 1e-15);
  ExpectNear(Apply("stablehlo.log", {{{-1, 0}, {0, 1}, {0, -std::exp(1.0)}}}), {{0, kPi}, {0, kPi / 2}, {1, -kPi / 2}}, 1e-15);
  // |3/5 + 4i/5| differs from 1 by the rounding of the two decimals only; so does the logarithm from 0.
  const double x = 0.6, y = 0.8;
  const long double square = static_cast<long double>(x) * x + static_cast<long double>(y) * y;
  EXPECT_NEAR(Apply("stablehlo.log", {{{x, y}}})[0], static_cast<double>((square - 1) / 2), 1e-19);
  ExpectNear(Apply("stablehlo.tanh", {{{0, kPi / 4}, {400, 1}}}), {{0, 1}, {1, 0}}, 1e-15);
  ExpectNear(Apply("chlo.asin", {{{2, 0}}}), {{kPi / 2, std::log(2 + std::sqrt(3.0))}}, 1e-15);
}

TEST(SplitComplex, OrderIsLexicographic) {
  const std::string text = R"(
func.func @main(%a: tensor<4xcomplex<f32>>, %b: tensor<4xcomplex<f32>>) -> tensor<4xi1> {
  %0 = stablehlo.compare DIRECTION, %a, %b, FLOAT : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
})";
  const std::vector<RuntimeValue> inputs{Pairs({{1, 5}, {1, 1}, {2, 0}, {1, 1}}, ElementType::kF32),
                                         Pairs({{2, 0}, {1, 2}, {1, 9}, {1, 1}}, ElementType::kF32)};
  const auto compare = [&](const std::string& direction) {
    std::string program = text;
    return Outputs(program.replace(program.find("DIRECTION"), 9, direction), inputs);
  };
  EXPECT_EQ(compare("LT"), (std::vector<double>{1, 1, 0, 0}));
  EXPECT_EQ(compare("GE"), (std::vector<double>{0, 0, 1, 1}));
  EXPECT_EQ(compare("EQ"), (std::vector<double>{0, 0, 0, 1}));
  EXPECT_EQ(compare("NE"), (std::vector<double>{1, 1, 1, 0}));
}

TEST(SplitComplex, LoopsCarryBothParts) {
  const std::string text = R"(
func.func @main(%z: tensor<1xcomplex<f32>>) -> tensor<1xcomplex<f32>> {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %c3 = stablehlo.constant dense<3> : tensor<i32>
  %i = stablehlo.constant dense<(0.0, 1.0)> : tensor<1xcomplex<f32>>
  %r:2 = stablehlo.while(%k = %c0, %x = %z) : tensor<i32>, tensor<1xcomplex<f32>>
  cond {
    %p = stablehlo.compare LT, %k, %c3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %next = stablehlo.add %k, %c1 : tensor<i32>
    %y = stablehlo.multiply %x, %i : tensor<1xcomplex<f32>>
    stablehlo.return %next, %y : tensor<i32>, tensor<1xcomplex<f32>>
  }
  return %r#1 : tensor<1xcomplex<f32>>
})";
  ExpectNear(Outputs(text, {Pairs({{2, 5}}, ElementType::kF32)}), {{5, -2}}, 0);
}

TEST(SplitComplex, ReductionsTakeBothParts) {
  const std::string text = R"(
func.func @main(%z: tensor<4xcomplex<f32>>) -> tensor<complex<f32>> {
  %one = stablehlo.constant dense<(1.0, 0.0)> : tensor<complex<f32>>
  %0 = stablehlo.reduce(%z init: %one) applies stablehlo.multiply across dimensions = [0] : (tensor<4xcomplex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
  return %0 : tensor<complex<f32>>
})";
  ExpectNear(Outputs(text, {Pairs({{1, 1}, {1, 1}, {1, 1}, {1, 2}}, ElementType::kF32)}), {{-6, -2}}, 0);
}

// Σ over n terms (1 + i)·(k + i) = Σ (k - 1) + i(k + 1), batched over two rows of which the second is turned by i.
void CheckDot(int64_t n) {
  const std::string k = std::to_string(n), type = "tensor<2x" + k + "xcomplex<f64>>";
  const std::string text = "func.func @main(%a: " + type + ", %b: " + type +
                           ") -> tensor<2x2xcomplex<f64>> {\n  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [1] : (" + type +
                           ", " + type + ") -> tensor<2x2xcomplex<f64>>\n  return %0 : tensor<2x2xcomplex<f64>>\n}";
  std::vector<double> a, b;
  std::complex<double> sum = 0;
  for (int64_t row = 0; row < 2; ++row) {
    for (int64_t i = 0; i < n; ++i) {
      a.insert(a.end(), row == 0 ? std::initializer_list<double>{1, 1} : std::initializer_list<double>{-1, 1});
      b.insert(b.end(), {static_cast<double>(i), row == 0 ? 1.0 : -1.0});
      if (row == 0) sum += std::complex<double>(1, 1) * std::complex<double>(static_cast<double>(i), 1);
    }
  }
  std::complex<double> other = 0;
  for (int64_t i = 0; i < n; ++i) other += std::complex<double>(1, 1) * std::complex<double>(static_cast<double>(i), -1);
  const std::complex<double> turn(0, 1);
  ExpectNear(Outputs(text, {Array(ElementType::kF64, {2, n, 2}, a), Array(ElementType::kF64, {2, n, 2}, b)}),
             {sum, other, turn * sum, turn * other}, 0);
}
TEST(SplitComplex, ShortAndLongDots) {
  CheckDot(3);
  CheckDot(20);
}

TEST(SplitComplex, WhatHasNoFormStaysWhole) {
  const Module before = Parse(R"(
func.func @main(%z: tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>> {
  %n = stablehlo.negate %z : tensor<3xcomplex<f32>>
  %0 = "stablehlo.sort"(%n) ({
  ^bb0(%x: tensor<complex<f32>>, %y: tensor<complex<f32>>):
    %a = stablehlo.real %x : (tensor<complex<f32>>) -> tensor<f32>
    %b = stablehlo.real %y : (tensor<complex<f32>>) -> tensor<f32>
    %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>>
  return %0 : tensor<3xcomplex<f32>>
})");
  const Module after = Applied(SplitComplex, before);
  EXPECT_EQ(Count(after, Op::kSort), 1);
  const auto results = Evaluate(after, {Pairs({{1, 2}, {3, 4}, {2, 0}}, ElementType::kF32)});
  ASSERT_TRUE(results.ok());
  const auto sorted = (*results)[0].literal.data<float>();
  EXPECT_EQ(std::vector<float>(sorted.begin(), sorted.end()), (std::vector<float>{-3, -4, -2, -0.0f, -1, -2}));
}

// Both parts, bit for bit but for NaN, whose sign and bits are free.
void ExpectParts(const std::string& op, const Numbers& given, const Numbers& expected) {
  const std::vector<double> got = Apply(op, {given});
  ASSERT_EQ(got.size(), expected.size() * 2);
  for (size_t i = 0; i < expected.size(); ++i) {
    for (size_t part = 0; part < 2; ++part) {
      const double want = part == 0 ? expected[i].real() : expected[i].imag(), value = got[2 * i + part];
      const std::string where =
          op + " of " + std::to_string(given[i].real()) + ", " + std::to_string(given[i].imag()) + " part " + std::to_string(part);
      if (std::isnan(want)) {
        EXPECT_TRUE(std::isnan(value)) << where << ": " << value;
        continue;
      }
      EXPECT_DOUBLE_EQ(value, want) << where;
      EXPECT_EQ(std::signbit(value), std::signbit(want)) << where;
    }
  }
}

// C's annex G.6; at an infinite angle the exponential as XLA has it.
TEST(SplitComplexSpecial, ExponentialAndRoots) {
  const double inf = HUGE_VAL, nan = std::nan("");
  ExpectParts("stablehlo.exponential", {{-inf, inf}, {inf, -inf}, {1, nan}, {-inf, 2}, {inf, 2}, {nan, 0}},
              {{nan, nan}, {nan, nan}, {nan, nan}, {-0.0, 0}, {-inf, inf}, {nan, 0}});
  ExpectParts("stablehlo.sqrt", {{nan, inf}, {-inf, 3}, {inf, -3}, {-inf, -inf}, {-0.0, -0.0}},
              {{inf, inf}, {0, inf}, {inf, -0.0}, {inf, -inf}, {0, -0.0}});
  // The smaller part is 2^-510 / (2 · 2^511), although the parts lie 2^1532 apart.
  ExpectParts("stablehlo.sqrt", {{0x1p1022, 0x1p-510}, {-0x1p1022, -0x1p-510}}, {{0x1p511, 0x1p-1022}, {0x1p-1022, -0x1p511}});
  ExpectParts("stablehlo.rsqrt", {{0, 0}, {-0.0, -0.0}, {inf, 1}}, {{inf, nan}, {inf, nan}, {0, -0.0}});
}

TEST(SplitComplexSpecial, InverseFunctions) {
  const double inf = HUGE_VAL, nan = std::nan(""), quarter = kPi / 4, half = kPi / 2;
  ExpectParts("chlo.acos", {{-inf, inf}, {inf, inf}, {-inf, -2}, {inf, 2}, {3, inf}, {nan, inf}},
              {{3 * quarter, -inf}, {quarter, -inf}, {kPi, inf}, {0, -inf}, {half, -inf}, {nan, -inf}});
  ExpectParts("chlo.asin", {{-inf, inf}, {inf, -2}, {3, inf}, {inf, -0.0}}, {{-quarter, inf}, {half, -inf}, {0, inf}, {half, -inf}});
  ExpectParts("chlo.acosh", {{-inf, -inf}, {inf, inf}, {-inf, 2}, {inf, 2}, {3, inf}, {inf, nan}, {nan, inf}},
              {{inf, -3 * quarter}, {inf, quarter}, {inf, kPi}, {inf, 0}, {inf, half}, {inf, nan}, {inf, nan}});
  ExpectParts("chlo.asinh", {{inf, inf}, {-inf, 2}, {3, inf}, {inf, nan}}, {{inf, quarter}, {-inf, 0}, {inf, half}, {inf, nan}});
  ExpectParts("chlo.atanh", {{inf, 2}, {-3, inf}, {1, 0}}, {{0, half}, {-0.0, half}, {inf, 0}});
  // x / |z|² where |z| itself is out of range; log(2/y) / 2 where y² is.
  ExpectParts("chlo.atanh", {{0x1.8p1023, 0x1.8p1023}, {1, 0x1p-1000}}, {{1 / 0x1.8p1023 / 2, half}, {1001 * std::log(2.0) / 2, quarter}});
  ExpectParts("chlo.atan", {{-0x1.8p1023, 0x1.8p1023}}, {{-half, 1 / 0x1.8p1023 / 2}});
}

TEST(SplitComplexSpecial, HyperbolicTangent) {
  const double inf = HUGE_VAL, nan = std::nan("");
  ExpectParts("stablehlo.tanh", {{inf, inf}, {-inf, 1}, {100, inf}, {1, inf}}, {{1, 0}, {-1, 0}, {nan, nan}, {nan, nan}});
}

TEST(SplitComplex, BitcastBetweenWidths) {
  const std::string apart = R"(
func.func @main(%a: tensor<complex<f64>>) -> tensor<2xcomplex<f32>> {
  %0 = stablehlo.bitcast_convert %a : (tensor<complex<f64>>) -> tensor<2xcomplex<f32>>
  return %0 : tensor<2xcomplex<f32>>
})";
  const std::string together = R"(
func.func @main(%a: tensor<2xcomplex<f32>>) -> tensor<complex<f64>> {
  %0 = stablehlo.bitcast_convert %a : (tensor<2xcomplex<f32>>) -> tensor<complex<f64>>
  return %0 : tensor<complex<f64>>
})";
  // The bits of 2 are 0x4000000000000000, those of the number at hand 0x4000000040400000: 3 is 0x40400000.
  const double two_and_three = 2 + 0x40400000 * 0x1p-51;
  EXPECT_EQ(Outputs(apart, {Array(ElementType::kF64, {2}, {2, two_and_three})}), (std::vector<double>{0, 2, 3, 2}));
  EXPECT_EQ(Outputs(together, {Array(ElementType::kF32, {2, 2}, {0, 2, 3, 2})}), (std::vector<double>{2, two_and_three}));
}

// [[2i, 0], [1, 1+i]] · x = [[4], [2]] and the Hermitian [[4, 2i], [-2i, 5]] = L·L*, by hand.
TEST(SplitComplex, TriangularSolveAndCholesky) {
  const std::string solve = R"(
func.func @main(%a: tensor<2x2xcomplex<f64>>, %b: tensor<2x1xcomplex<f64>>) -> tensor<2x1xcomplex<f64>> {
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<2x2xcomplex<f64>>, tensor<2x1xcomplex<f64>>) -> tensor<2x1xcomplex<f64>>
  return %0 : tensor<2x1xcomplex<f64>>
})";
  const auto a = Array(ElementType::kF64, {2, 2, 2}, {0, 2, 9, 9, 1, 0, 1, 1}), b = Array(ElementType::kF64, {2, 1, 2}, {4, 0, 2, 0});
  ExpectNear(Outputs(solve, {a, b}), {{0, -2}, {2, 0}}, 1e-15);
  const std::string cholesky = R"(
func.func @main(%a: tensor<2x2xcomplex<f64>>) -> tensor<2x2xcomplex<f64>> {
  %0 = stablehlo.cholesky %a, lower = true : tensor<2x2xcomplex<f64>>
  return %0 : tensor<2x2xcomplex<f64>>
})";
  ExpectNear(Outputs(cholesky, {Array(ElementType::kF64, {2, 2, 2}, {4, 0, 0, 2, 0, -2, 5, 0})}), {{2, 0}, {0, 0}, {0, -1}, {2, 0}}, 1e-15);
  // Not positive definite: NaN without an imaginary part, as XLA has it.
  const std::vector<double> none = Outputs(cholesky, {Array(ElementType::kF64, {2, 2, 2}, {1, 0, 0, 2, 0, -2, 1, 0})});
  ASSERT_EQ(none.size(), 8u);
  for (size_t i = 0; i < 8; i += 2) EXPECT_TRUE(std::isnan(none[i]) && none[i + 1] == 0) << i;
}

TEST(OperandOrder, ForgetsTheOrderOfAppending) {
  const auto module = [](bool swapped) {
    const std::string a = "  %a = stablehlo.negate %x : tensor<f32>\n", b = "  %b = stablehlo.cosine %x : tensor<f32>\n";
    return Parse("func.func @main(%x: tensor<f32>) -> tensor<f32> {\n" + (swapped ? b + a : a + b) +
                 "  %0 = stablehlo.divide %a, %b : tensor<f32>\n  return %0 : tensor<f32>\n}");
  };
  Module one = module(false), other = module(true);
  EXPECT_FALSE(Equal(one, other));
  for (Module* m : {&one, &other}) m->computations[0] = InOperandOrder(m->computations[0]);
  EXPECT_TRUE(Equal(one, other));
}

std::string FftText(const std::string& kind, int64_t in, int64_t out, int64_t n) {
  const auto type = [](int64_t size, bool real) { return "tensor<" + std::to_string(size) + (real ? "xf64>" : "xcomplex<f64>>"); };
  const std::string from = type(in, kind == "RFFT"), to = type(out, kind == "IRFFT");
  return "func.func @main(%a: " + from + ") -> " + to + " {\n  %0 = stablehlo.fft %a, type = " + kind + ", length = [" + std::to_string(n) +
         "] : (" + from + ") -> " + to + "\n  return %0 : " + to + "\n}";
}

// One matrix, radices 8·4·3, a prime, an even and an odd length for Bluestein.
TEST(Fft, AnImpulseBecomesAWave) {
  for (const int64_t n : {1, 2, 12, 96, 37, 131, 262}) {
    for (const bool inverse : {false, true}) {
      Numbers impulse(static_cast<size_t>(n)), wave;
      const int64_t at = n / 3;
      impulse[static_cast<size_t>(at)] = 1;
      const double sign = inverse ? 1 : -1, scale = inverse ? 1.0 / static_cast<double>(n) : 1;
      for (int64_t k = 0; k < n; ++k) {
        wave.push_back(std::polar(scale, sign * 2 * kPi * static_cast<double>(at * k % n) / static_cast<double>(n)));
      }
      ExpectNear(Outputs(FftText(inverse ? "IFFT" : "FFT", n, n, n), {Pairs(impulse, ElementType::kF64)}), wave, 1e-13);
    }
  }
}

TEST(Fft, RealTransformsAreHalfAndBack) {
  for (const int64_t n : {1, 2, 9, 24, 254}) {
    std::vector<double> signal;
    std::complex<double> third = 0;
    const int64_t half = n / 2 + 1, bin = half / 2;
    for (int64_t j = 0; j < n; ++j) {
      signal.push_back(static_cast<double>(j * j % 7) - 2);
      third += signal.back() * std::polar(1.0, -2 * kPi * static_cast<double>(bin * j % n) / static_cast<double>(n));
    }
    const std::vector<double> spectrum = Outputs(FftText("RFFT", n, half, n), {Array(ElementType::kF64, {n}, signal)});
    ASSERT_EQ(spectrum.size(), static_cast<size_t>(2 * half));
    EXPECT_NEAR(spectrum[static_cast<size_t>(2 * bin)], third.real(), 1e-12 * static_cast<double>(n));
    EXPECT_NEAR(spectrum[static_cast<size_t>(2 * bin + 1)], third.imag(), 1e-12 * static_cast<double>(n));
    const std::vector<double> back = Outputs(FftText("IRFFT", half, n, n), {Array(ElementType::kF64, {half, 2}, spectrum)});
    ASSERT_EQ(back.size(), signal.size());
    for (size_t j = 0; j < signal.size(); ++j) EXPECT_NEAR(back[j], signal[j], 1e-13 * static_cast<double>(n));
  }
}

// Real numbers that were made complex cost what real ones do: 96 = 8 · 4 · 3 is two products of parts, then four and four.
TEST(Fft, RealNumbersMadeComplex) {
  const Module program = Parse(R"(
func.func @main(%a: tensor<5x96xf32>) -> tensor<5x96xcomplex<f32>> {
  %0 = stablehlo.convert %a : (tensor<5x96xf32>) -> tensor<5x96xcomplex<f32>>
  %1 = stablehlo.fft %0, type = FFT, length = [96] : (tensor<5x96xcomplex<f32>>) -> tensor<5x96xcomplex<f32>>
  return %1 : tensor<5x96xcomplex<f32>>
})");
  EXPECT_EQ(Count(Applied(ExpandFft, program), Op::kDotGeneral), 2 + 4 + 4);
  std::vector<double> values;
  for (int j = 0; j < 5 * 96; ++j) values.push_back(static_cast<double>(j * j % 23) - 11);
  const Result<Module> expanded = ExpandFft(program);
  const auto plain = Evaluate(program, {Array(ElementType::kF32, {5, 96}, values)});
  const auto products = Evaluate(*expanded, {Array(ElementType::kF32, {5, 96}, values)});
  ASSERT_TRUE(plain.ok() && products.ok());
  for (int k = 0; k < 5 * 96; ++k) {
    std::complex<double> sum = 0;
    for (int j = 0; j < 96; ++j) sum += values[static_cast<size_t>(k / 96 * 96 + j)] * std::polar(1.0, -2 * kPi * (k % 96 * j % 96) / 96.0);
    EXPECT_LT(std::abs((*products)[0].literal.ComplexAt(k) - sum), 2e-4) << k;
    EXPECT_LT(std::abs((*plain)[0].literal.ComplexAt(k) - sum), 2e-4) << k;
  }
}

TEST(Fft, SeveralAxes) {
  // A constant of 2×3×4 has all its weight in the first place.
  const std::string text = R"(
func.func @main(%a: tensor<5x2x3x4xcomplex<f32>>) -> tensor<5x2x3x4xcomplex<f32>> {
  %0 = stablehlo.fft %a, type = FFT, length = [2, 3, 4] : (tensor<5x2x3x4xcomplex<f32>>) -> tensor<5x2x3x4xcomplex<f32>>
  return %0 : tensor<5x2x3x4xcomplex<f32>>
})";
  std::vector<double> ones(240, 0), expected(240, 0);
  for (size_t i = 0; i < 240; i += 2) ones[i] = 1;
  for (size_t i = 0; i < 240; i += 48) expected[i] = 24;
  const std::vector<double> got = Outputs(text, {Array(ElementType::kF32, {5, 2, 3, 4, 2}, ones)});
  ASSERT_EQ(got.size(), expected.size());
  for (size_t i = 0; i < got.size(); ++i) EXPECT_NEAR(got[i], expected[i], 1e-5);
}

}  // namespace
}  // namespace mote
