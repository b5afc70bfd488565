// BindParameters: constants in place of parameters, the rest in order; what does not fit is refused. Names of parameters come from the
// text.
#include "passes/bind.h"

#include <gtest/gtest.h>

#include "pass_testing.h"

namespace mote {
namespace {

const char* const kThree = R"(
func.func @main(%a: tensor<2xf32> loc("weights['a']"), %b: tensor<2xf32>, %c: tensor<2xf32> loc("x"("f.py":1:2))) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = stablehlo.subtract %a, %b : tensor<2xf32>
  %1 = stablehlo.multiply %0, %c : tensor<2xf32>
  return %1, %b : tensor<2xf32>, tensor<2xf32>
})";

Literal Pair(double first, double second) { return Array(ElementType::kF32, {2}, {first, second}).literal; }

TEST(Bind, OtherParametersKeepOrderAndNames) {
  const Module module = Parse(kThree);
  EXPECT_EQ(module.main().parameter_names, (std::vector<std::string>{"weights['a']", "b", "x"}));
  const Module bound = Applied([](const Module& m) { return BindParameters(m, {{0, Pair(5, 7)}}); }, module);
  EXPECT_EQ(bound.main().parameter_names, (std::vector<std::string>{"b", "x"}));
  const auto results = Evaluate(bound, {Array(ElementType::kF32, {2}, {1, 2}), Array(ElementType::kF32, {2}, {10, -1})});
  ASSERT_TRUE(results.ok());
  EXPECT_EQ((*results)[0].literal.RealAt(0), 40);  // (5 - 1) * 10
  EXPECT_EQ((*results)[0].literal.RealAt(1), -5);  // (7 - 2) * -1
  EXPECT_EQ((*results)[1].literal.RealAt(1), 2);
}

TEST(Bind, AllOfThemAndNone) {
  const Module module = Parse(kThree);
  const Module all = Applied(
      [](const Module& m) {
        return BindParameters(m, {{0, Pair(5, 7)}, {1, Pair(1, 2)}, {2, Pair(10, -1)}});
      },
      module);
  EXPECT_TRUE(all.main().parameters.empty());
  const auto results = Evaluate(all, {});
  ASSERT_TRUE(results.ok());
  EXPECT_EQ((*results)[0].literal.RealAt(1), -5);
  const Module none = Applied([](const Module& m) { return BindParameters(m, {}); }, module);
  EXPECT_TRUE(Equal(module, none));
}

TEST(Bind, RefusesWhatDoesNotFit) {
  const Module module = Parse(kThree);
  const auto rule = [&](size_t parameter, const Literal& value) {
    const Result<Module> bound = BindParameters(module, {{parameter, value}});
    return bound.ok() ? "none" : RuleCode(bound.error().rule);
  };
  EXPECT_STREQ(rule(3, Pair(0, 0)), RuleCode(Rule::kCount));
  EXPECT_STREQ(rule(0, Array(ElementType::kF32, {1, 2}, {0, 0}).literal), RuleCode(Rule::kShape));
  EXPECT_STREQ(rule(0, Array(ElementType::kS32, {2}, {0, 0}).literal), RuleCode(Rule::kElementType));
  EXPECT_STREQ(rule(0, Pair(0, 0)), "none");
}

TEST(Bind, NamesThatSeveralParametersShareNameNone) {
  const Module module = Parse(R"(
func.func @main(%a: tensor<f32> loc("XLA_Args"), %b: tensor<f32> loc("XLA_Args"), %c: tensor<f32> loc("f.py":1:2)) -> tensor<f32> { return %a : tensor<f32> })");
  EXPECT_EQ(module.main().parameter_names, (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(ParameterNames(module.main(), 1), (std::vector<std::string>{"b", "arg1"}));
}

}  // namespace
}  // namespace mote
