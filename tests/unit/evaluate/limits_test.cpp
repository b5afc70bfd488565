// Budgets end every program with R-LIMIT, and comparing follows CONFORMANCE.md section 2.
#include <cmath>

#include "text_module.h"

namespace mote {
namespace {

TEST(Limits, AnEndlessLoopUsesUpTheStepBudget) {
  Module module = test::ReadText(R"(
func.func @main() -> tensor<i32> {
  %x = stablehlo.constant dense<1> : tensor<i32>
  %r = stablehlo.while(%i = %x) : tensor<i32>
  cond {
    %true = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %true : tensor<i1>
  } do {
    stablehlo.return %i : tensor<i32>
  }
  return %r : tensor<i32>
})");
  EvaluateOptions options;
  options.step_budget = 1000000;
  auto results = Evaluate(module, {}, options);
  ASSERT_FALSE(results.ok());
  EXPECT_EQ(results.error().rule, Rule::kLimit);
  EXPECT_TRUE(results.error().location.known());
}

// Every level calls the next twice, 2^40 calls in all: refused before the first step, in a reducer too.
TEST(Limits, CallsThatDoubleWithEveryLevel) {
  std::string text;
  for (int level = 0; level < 40; ++level) {
    const std::string next = "@f" + std::to_string(level + 1) + "(%", types = ", %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>\n";
    text += "func.func private @f" + std::to_string(level) + "(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {\n%a = call " + next +
            "x" + types + "%b = call " + next + "a" + types + "return %b : tensor<f32>\n}\n";
  }
  text += R"(
func.func private @f40(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %a = stablehlo.add %x, %y : tensor<f32>
  return %a : tensor<f32>
}
func.func public @main() -> tensor<f32> {
  %x = stablehlo.constant dense<1.0> : tensor<4xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r = "stablehlo.reduce"(%x, %z) ({
   ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = func.call @f0(%p, %q) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
})";
  auto results = Evaluate(test::ReadText(text), {});
  ASSERT_FALSE(results.ok());
  EXPECT_EQ(results.error().rule, Rule::kLimit);
  EXPECT_NE(results.error().text.find("stands in line"), std::string::npos) << results.error().text;
  EXPECT_TRUE(results.error().location.known());
}

TEST(Limits, AHugeValueIsRefusedBeforeItIsMade) {
  Module module = test::ReadText(R"(
func.func @main() -> tensor<i8> {
  %x = stablehlo.iota dim = 0 : tensor<107374182400xi8>
  %r = stablehlo.slice %x [0:1] : (tensor<107374182400xi8>) -> tensor<1xi8>
  %s = stablehlo.reshape %r : (tensor<1xi8>) -> tensor<i8>
  return %s : tensor<i8>
})");
  auto results = Evaluate(module, {});
  ASSERT_FALSE(results.ok());
  EXPECT_EQ(results.error().rule, Rule::kLimit);
}

TEST(Limits, CallDepth) {
  Module module = test::ReadText(R"(
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %r = call @f(%x) : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
func.func private @f(%x: tensor<i32>) -> tensor<i32> {
  return %x : tensor<i32>
})");
  EvaluateOptions options;
  options.max_call_depth = 1;
  RuntimeValue one;
  one.literal = Literal(Shape::Scalar(ElementType::kS32));
  auto results = Evaluate(module, {one}, options);
  ASSERT_FALSE(results.ok());
  EXPECT_EQ(results.error().rule, Rule::kLimit);
  EXPECT_TRUE(Evaluate(module, {one}).ok());
}

TEST(Limits, AnUnknownCustomCallIsUnsupportedByName) {
  Module module = test::ReadText(R"(
func.func @main() -> tensor<i32> {
  %r = stablehlo.custom_call @mystery() : () -> tensor<i32>
  return %r : tensor<i32>
})");
  auto results = Evaluate(module, {});
  ASSERT_FALSE(results.ok());
  EXPECT_EQ(results.error().rule, Rule::kUnsupported);
  EXPECT_NE(results.error().text.find("mystery"), std::string::npos);
}

Literal Real(ElementType type, const std::vector<double>& values) {
  Literal literal(Shape::Array(type, {static_cast<int64_t>(values.size())}));
  for (size_t i = 0; i < values.size(); ++i) literal.SetReal(static_cast<int64_t>(i), values[i]);
  return literal;
}

TEST(Comparing, EqualByValueAndNan) {
  double nan = std::nan("");
  EXPECT_TRUE(Compare({}, Real(ElementType::kF32, {-0.0, nan}), Real(ElementType::kF32, {0.0, nan})).ok);
  Comparison c = Compare({}, Real(ElementType::kF32, {1, 2}), Real(ElementType::kF32, {1, 3}));
  EXPECT_FALSE(c.ok);
  EXPECT_NE(c.message.find("[1]"), std::string::npos);
}

TEST(Comparing, UlpDistanceCountsAcrossZeroAndNeverReachesInfinity) {
  Criterion close;
  close.kind = Criterion::Kind::kClose;
  close.max_ulp = 3;
  float step = std::nextafter(1.0f, 2.0f) - 1.0f;
  EXPECT_TRUE(Compare(close, Real(ElementType::kF32, {1 + 3 * step}), Real(ElementType::kF32, {1})).ok);
  EXPECT_FALSE(Compare(close, Real(ElementType::kF32, {1 + 4 * step}), Real(ElementType::kF32, {1})).ok);
  double tiny = std::ldexp(1.0, -149);
  EXPECT_TRUE(Compare(close, Real(ElementType::kF32, {-tiny}), Real(ElementType::kF32, {2 * tiny})).ok);
  EXPECT_FALSE(Compare(close, Real(ElementType::kF32, {-2 * tiny}), Real(ElementType::kF32, {2 * tiny})).ok);
  EXPECT_FALSE(Compare(close, Real(ElementType::kF32, {3.4028234663852886e38}), Real(ElementType::kF32, {INFINITY})).ok);
}

TEST(Comparing, AlmostEqualIsAbsolutePlusRelative) {
  Criterion c;
  c.kind = Criterion::Kind::kAlmostEqual;
  c.tolerance = 0.5;
  EXPECT_TRUE(Compare(c, Real(ElementType::kF64, {10.5}), Real(ElementType::kF64, {10})).ok);
  EXPECT_FALSE(Compare(c, Real(ElementType::kF64, {10.625}), Real(ElementType::kF64, {10})).ok);
  c.relative = 0.0125;
  EXPECT_TRUE(Compare(c, Real(ElementType::kF64, {10.625}), Real(ElementType::kF64, {10})).ok);
}

TEST(Comparing, ShapesAndTypesMustAgree) {
  EXPECT_FALSE(Compare({}, Real(ElementType::kF32, {1, 2}), Real(ElementType::kF32, {1})).ok);
  EXPECT_FALSE(Compare({}, Real(ElementType::kF32, {1}), Real(ElementType::kF64, {1})).ok);
}

}  // namespace
}  // namespace mote
