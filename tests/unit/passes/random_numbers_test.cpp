// Rng: that its numbers have the distribution they are asked for, and that passes make the very bits of the evaluator of any state, which
// goes on from operation to operation, through loops and branches and from run to run.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "hlo/random_numbers.h"
#include "pass_testing.h"

namespace mote {
namespace {

using State = std::array<uint64_t, 2>;

std::string Drawing(const std::string& type, const std::string& size, const std::string& distribution) {
  const std::string array = "tensor<" + size + type + ">", scalar = "tensor<" + type + ">";
  const int64_t rank = std::count(size.begin(), size.end(), 'x');
  std::string list = size.substr(0, size.size() - (size.empty() ? 0 : 1));
  for (size_t at = 0; (at = list.find('x', at)) != std::string::npos;) list.replace(at, 1, ", ");
  const std::string shape = "tensor<" + std::to_string(rank) + "xi64>";
  return "func.func @main(%a: " + scalar + ", %b: " + scalar + ") -> " + array + " {\n  %s = stablehlo.constant dense<[" + list +
         "]> : " + shape + "\n  %r = stablehlo.rng %a, %b, %s, distribution = " + distribution + " : (" + scalar + ", " + scalar + ", " +
         shape + ") -> " + array + "\n  return %r : " + array + "\n}\n";
}

RuntimeValue StateValue(const State& state) {
  RuntimeValue value;
  value.literal = Literal(Shape::Array(ElementType::kU64, {2}));
  for (int64_t i = 0; i < 2; ++i) value.literal.SetInteger(i, static_cast<int64_t>(state[static_cast<size_t>(i)]));
  return value;
}

// The module with its state as a value gives the evaluator's results, and leaves the same state.
void ExpectSameNumbers(const Module& module, std::vector<RuntimeValue> inputs, const State& begin) {
  State state = begin;
  EvaluateOptions options;
  options.rng_state = &state;
  const auto want = Evaluate(module, inputs, options);
  ASSERT_TRUE(want.ok()) << FormatDiagnostic(want.error());
  const Module threaded = Applied(ThreadRandomState, module), expanded = Applied(ExpandOperations, threaded);
  EXPECT_EQ(Count(expanded, Op::kRng) + Count(expanded, Op::kRngGetAndUpdateState) + Count(expanded, Op::kRngBitGenerator), 0);
  EXPECT_EQ(threaded.main().parameter_names.back(), kRngStateName);
  EXPECT_EQ(threaded.main().result_names.back(), kRngStateName);
  inputs.push_back(StateValue(begin));
  const auto got = Evaluate(expanded, inputs);
  ASSERT_TRUE(got.ok()) << FormatDiagnostic(got.error());
  ASSERT_EQ(got->size(), want->size() + 1);
  for (size_t i = 0; i < want->size(); ++i) EXPECT_TRUE((*got)[i].literal.BitEqual((*want)[i].literal)) << "result " << i;
  EXPECT_TRUE(got->back().literal.BitEqual(StateValue(state).literal)) << state[0] << " " << state[1];
}

std::vector<double> Numbers(const std::string& type, int64_t count, const std::string& distribution, double a, double b, uint64_t seed) {
  const Module module = Parse(Drawing(type, std::to_string(count) + "x", distribution));
  const ElementType element = module.main().parameters[0].element_type;
  State state = {seed, 0};
  EvaluateOptions options;
  options.rng_state = &state;
  const auto results = Evaluate(module, {Array(element, {}, {a}), Array(element, {}, {b})}, options);
  EXPECT_TRUE(results.ok()) << FormatDiagnostic(results.error());
  std::vector<double> numbers;
  const Literal& literal = (*results)[0].literal;
  for (int64_t i = 0; i < count; ++i) {
    numbers.push_back(IsFloat(element) ? literal.RealAt(i) : static_cast<double>(literal.IntegerAt(i)));
  }
  return numbers;
}

// The largest distance of the numbers' distribution from `cumulative`.
double Kolmogorov(std::vector<double> numbers, const std::function<double(double)>& cumulative) {
  std::sort(numbers.begin(), numbers.end());
  const double n = static_cast<double>(numbers.size());
  double distance = 0;
  for (size_t i = 0; i < numbers.size(); ++i) {
    const double at = cumulative(numbers[i]);
    distance = std::max({distance, std::fabs(at - static_cast<double>(i) / n), std::fabs(at - static_cast<double>(i + 1) / n)});
  }
  return distance;
}

struct Moments {
  double mean = 0, variance = 0, skewness = 0, kurtosis = 0;
};
Moments MomentsOf(const std::vector<double>& numbers) {
  Moments m;
  const double n = static_cast<double>(numbers.size());
  for (const double x : numbers) m.mean += x / n;
  for (const double x : numbers) m.variance += (x - m.mean) * (x - m.mean) / n;
  for (const double x : numbers) {
    const double z = (x - m.mean) / std::sqrt(m.variance);
    m.skewness += z * z * z / n;
    m.kurtosis += z * z * z * z / n;
  }
  return m;
}

constexpr int64_t kMany = 100000;
// By chance the distance is beyond this once in 10 000 times (1.95 / sqrt(n) would be once in 1 000).
const double kFar = 2.23 / std::sqrt(static_cast<double>(kMany));

TEST(RandomNumbers, NormalNumbersAreNormal) {
  for (const char* type : {"f32", "f64"}) {
    for (const uint64_t seed : {0, 1, 77}) {
      const std::vector<double> x = Numbers(type, kMany, "NORMAL", 3, 0.5, seed);
      const Moments m = MomentsOf(x);
      EXPECT_NEAR(m.mean, 3, 0.5 * 4 / std::sqrt(kMany)) << type << seed;
      EXPECT_NEAR(m.variance, 0.25, 0.25 * 4 * std::sqrt(2.0 / kMany)) << type << seed;
      EXPECT_NEAR(m.skewness, 0, 4 * std::sqrt(6.0 / kMany)) << type << seed;
      EXPECT_NEAR(m.kurtosis, 3, 4 * std::sqrt(24.0 / kMany)) << type << seed;
      EXPECT_LT(Kolmogorov(x, [](double v) { return std::erfc((3 - v) / (0.5 * std::sqrt(2.0))) / 2; }), kFar) << type << seed;
      EXPECT_GT(*std::max_element(x.begin(), x.end()), 3 + 0.5 * 3.7);
      EXPECT_LT(*std::min_element(x.begin(), x.end()), 3 - 0.5 * 3.7);
    }
  }
}

TEST(RandomNumbers, UniformNumbersAreUniform) {
  for (const char* type : {"f32", "f64"}) {
    for (const uint64_t seed : {0, 1, 77}) {
      const std::vector<double> x = Numbers(type, kMany, "UNIFORM", -1, 3, seed);
      const Moments m = MomentsOf(x);
      EXPECT_NEAR(m.mean, 1, 4 * 4 / std::sqrt(12.0 * kMany)) << type << seed;
      EXPECT_NEAR(m.variance, 16.0 / 12, 0.02) << type << seed;
      EXPECT_LT(Kolmogorov(x, [](double v) { return (v + 1) / 4; }), kFar) << type << seed;
      EXPECT_GE(*std::min_element(x.begin(), x.end()), -1);
      EXPECT_LT(*std::max_element(x.begin(), x.end()), 3);
    }
  }
}

// The upper end never comes, however many numbers would round to it.
TEST(RandomNumbers, TheUpperEndIsExcluded) {
  for (const char* type : {"f16", "bf16", "f32"}) {
    const std::vector<double> x = Numbers(type, kMany, "UNIFORM", 0, 1, 5);
    EXPECT_LT(*std::max_element(x.begin(), x.end()), 1) << type;
    EXPECT_NEAR(MomentsOf(x).mean, 0.5, 0.005) << type;
  }
  const double above = std::nextafterf(1, 2);
  for (const double x : Numbers("f32", 1000, "UNIFORM", 1, above, 5)) EXPECT_EQ(x, 1);
}

// Six faces, each within five deviations.
TEST(RandomNumbers, IntegersComeEquallyOften) {
  std::vector<int64_t> counts(6);
  for (const double x : Numbers("i32", kMany, "UNIFORM", 1, 7, 9)) ++counts.at(static_cast<size_t>(x) - 1);
  for (const int64_t count : counts) EXPECT_NEAR(count, kMany / 6.0, 5 * std::sqrt(kMany * 5.0 / 36));
}

TEST(RandomNumbers, PassesMakeTheEvaluatorsBits) {
  for (const char* type : {"f32", "f64", "f16", "bf16"}) {
    for (const char* distribution : {"UNIFORM", "NORMAL"}) {
      for (const char* size : {"", "7x", "3x5x", "0x"}) {
        SCOPED_TRACE(std::string(type) + distribution + size);
        const Module module = Parse(Drawing(type, size, distribution));
        const ElementType element = module.main().parameters[0].element_type;
        ExpectSameNumbers(module, {Array(element, {}, {-1.5}), Array(element, {}, {2.25})}, {0x123456789ABCDEF0, UINT64_MAX - 2});
      }
    }
  }
  for (const char* type : {"i8", "i32", "i64", "ui16", "ui64"}) {
    SCOPED_TRACE(type);
    const Module module = Parse(Drawing(type, "9x", "UNIFORM"));
    const ElementType element = module.main().parameters[0].element_type;
    ExpectSameNumbers(module, {Array(element, {}, {3}), Array(element, {}, {100})}, {42, 7});
    ExpectSameNumbers(module, {Array(element, {}, {100}), Array(element, {}, {3})}, {42, 7});
  }
}

// From one state to the next: what a run leaves is what the next begins with, and draws other numbers.
TEST(RandomNumbers, TheStateGoesOn) {
  const Module module = Parse(Drawing("f32", "4x", "UNIFORM"));
  State state = {11, 0};
  EvaluateOptions options;
  options.rng_state = &state;
  const std::vector<RuntimeValue> inputs = {Array(ElementType::kF32, {}, {0}), Array(ElementType::kF32, {}, {1})};
  const auto first = Evaluate(module, inputs, options), second = Evaluate(module, inputs, options);
  EXPECT_EQ(state, (State{11, 4}));  // two blocks of two words each run
  EXPECT_FALSE((*first)[0].literal.BitEqual((*second)[0].literal));
  state = {11, 0};
  EXPECT_TRUE((*Evaluate(module, inputs, options))[0].literal.BitEqual((*first)[0].literal));
}

TEST(RandomNumbers, HloTextKeepsTheDelta) {
  const Module module = Parse(R"(HloModule m
ENTRY e {
  a = u64[2] rng-get-and-update-state(), delta=5
  b = u64[2] rng-get-and-update-state()
  c = u64[2] rng-get-and-update-state()
  ROOT t = (u64[2], u64[2], u64[2]) tuple(a, b, c)
})");
  State state = {3, 10};
  EvaluateOptions options;
  options.rng_state = &state;
  const auto results = Evaluate(module, {}, options);
  ASSERT_TRUE(results.ok()) << FormatDiagnostic(results.error());
  EXPECT_EQ((*results)[0].elements[1].literal.IntegerAt(1), 15);
  EXPECT_EQ((*results)[0].elements[2].literal.IntegerAt(1), 16);
  EXPECT_EQ(state, (State{3, 17}));
  const Module flat = Applied(FlattenTuples, module);
  ExpectSameNumbers(flat, {}, {3, 10});
}

// A condition cannot hand its state on.
TEST(RandomNumbers, WhatDrawsWhereNothingGoesOnIsRefusedByName) {
  const Module module = Parse(R"(func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.while(%v = %x) : tensor<f32>
  cond {
    %a = stablehlo.constant dense<0.0> : tensor<f32>
    %b = stablehlo.constant dense<1.0> : tensor<f32>
    %s = stablehlo.constant dense<> : tensor<0xi64>
    %r = stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<0xi64>) -> tensor<f32>
    %c = stablehlo.compare LT, %r, %v : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %n = stablehlo.negate %v : tensor<f32>
    stablehlo.return %n : tensor<f32>
  }
  return %0 : tensor<f32>
})");
  const auto threaded = ThreadRandomState(module);
  ASSERT_FALSE(threaded.ok());
  EXPECT_EQ(threaded.error().rule, Rule::kUnsupported);
  EXPECT_NE(threaded.error().text.find("its condition draws random numbers"), std::string::npos) << threaded.error().text;
}

}  // namespace
}  // namespace mote
