// Programs of which each computation uses the next twice: sixty levels of every way to do so are refused with R-LIMIT, by the reader or by
// what would put them in line; a few levels still run.
#include <gtest/gtest.h>

#include <functional>

#include "frontend/frontend.h"
#include "pass_testing.h"

namespace mote {
namespace {

std::string F(int level) { return "f" + std::to_string(level); }

// `twice` writes a level's body: what it makes of %x (or x) with two uses of the next level. The last level adds its argument to itself.
struct Way {
  const char* name;
  bool hlo;
  std::function<std::string(const std::string& next)> twice;
};

std::string Stablehlo(const Way& way, int levels) {
  const std::string head = "(%x: tensor<f32>) -> tensor<f32> {\n";
  std::string text = "func.func public @main" + head + "  %r = call @f0(%x) : (tensor<f32>) -> tensor<f32>\n  return %r : tensor<f32>\n}\n";
  for (int level = 0; level < levels; ++level) {
    text += "func.func private @" + F(level) + head + way.twice(F(level + 1)) + "  return %b : tensor<f32>\n}\n";
  }
  return text + "func.func private @" + F(levels) + head + "  %b = stablehlo.add %x, %x : tensor<f32>\n  return %b : tensor<f32>\n}\n";
}

// Callees first, as HLO text wants them.
std::string Hlo(const Way& way, int levels) {
  std::string text = "HloModule doubling\n\n" + F(levels) + " {\n  x = f32[] parameter(0)\n  ROOT b = f32[] add(x, x)\n}\n\n";
  for (int level = levels; level-- > 0;) text += F(level) + " {\n  x = f32[] parameter(0)\n" + way.twice(F(level + 1)) + "}\n\n";
  return text + "ENTRY main {\n  x = f32[] parameter(0)\n  ROOT r = f32[] call(x), to_apply=f0\n}\n";
}

const Way kWays[] = {
    {"call", false,
     [](const std::string& n) {
       return "  %a = call @" + n + "(%x) : (tensor<f32>) -> tensor<f32>\n  %b = call @" + n + "(%a) : (tensor<f32>) -> tensor<f32>\n";
     }},
    {"composite", false,
     [](const std::string& n) {
       const auto one = [&](const char* result, const char* operand) {
         return "  %" + std::string(result) + " = stablehlo.composite \"test.c\" %" + operand + " {decomposition = @" + n +
                "} : (tensor<f32>) -> tensor<f32>\n";
       };
       return one("a", "x") + one("b", "a");
     }},
    {"branches", false,
     [](const std::string& n) {
       const std::string branch =
           "{\n    %c = func.call @" + n + "(%x) : (tensor<f32>) -> tensor<f32>\n    stablehlo.return %c : tensor<f32>\n  }";
       return "  %p = stablehlo.constant dense<true> : tensor<i1>\n  %b = \"stablehlo.if\"(%p) (" + branch + ", " + branch +
              ") : (tensor<i1>) -> tensor<f32>\n";
     }},
    {"hlo_call", true,
     [](const std::string& n) { return "  a = f32[] call(x), to_apply=" + n + "\n  ROOT b = f32[] call(a), to_apply=" + n + "\n"; }},
    {"hlo_fusion", true,
     [](const std::string& n) {
       return "  a = f32[] fusion(x), kind=kLoop, calls=" + n + "\n  ROOT b = f32[] fusion(a), kind=kLoop, calls=" + n + "\n";
     }},
    {"hlo_map", true,
     [](const std::string& n) {
       return "  a = f32[] map(x), dimensions={}, to_apply=" + n + "\n  ROOT b = f32[] map(a), dimensions={}, to_apply=" + n + "\n";
     }},
    {"hlo_conditional", true,
     [](const std::string& n) {
       return "  p = pred[] constant(true)\n  ROOT b = f32[] conditional(p, x, x), true_computation=" + n + ", false_computation=" + n +
              "\n";
     }},
};

class Doubling : public testing::TestWithParam<Way> {
 protected:
  static std::string Text(int levels) { return GetParam().hlo ? Hlo(GetParam(), levels) : Stablehlo(GetParam(), levels); }
};

void ExpectLimit(const Diagnostic& error) {
  EXPECT_EQ(error.rule, Rule::kLimit) << FormatDiagnostic(error);
  EXPECT_TRUE(error.location.known()) << FormatDiagnostic(error);
}

TEST_P(Doubling, SixtyLevelsAreRefused) {
  const Result<Module> module = ReadProgram(Text(60), "test");
  if (!module.ok()) {
    EXPECT_TRUE(GetParam().hlo);  // regions of HLO text are copied for each caller when they are read
    return ExpectLimit(module.error());
  }
  const auto inlined = InlineCalls(*module);
  ASSERT_FALSE(inlined.ok());
  ExpectLimit(inlined.error());
  const std::vector<RuntimeValue> input = {Array(ElementType::kF32, {}, {1})};
  const auto values = Evaluate(*module, input);
  ASSERT_FALSE(values.ok());
  ExpectLimit(values.error());
  const auto grid = EvaluateGrid(*module, {input, input}, 2, 1);
  ASSERT_FALSE(grid.ok());
  ExpectLimit(grid.error());
}

// Five levels of two uses in a row are 32 additions: 2^32 times the argument; of two branches one is taken, which is one addition.
TEST_P(Doubling, FiveLevelsRun) {
  const Module module = Parse(Text(5));
  const std::vector<RuntimeValue> input = {Array(ElementType::kF32, {}, {1})};
  const auto values = Evaluate(module, input);
  ASSERT_TRUE(values.ok()) << FormatDiagnostic(values.error());
  const std::string name = GetParam().name;
  EXPECT_EQ((*values)[0].literal.RealAt(0), name == "branches" || name == "hlo_conditional" ? 2.0 : 4294967296.0);
  ExpectSame(module, Applied(InlineCalls, module), input);
}

INSTANTIATE_TEST_SUITE_P(Ways, Doubling, testing::ValuesIn(kWays), [](const auto& info) { return std::string(info.param.name); });

// A function that calls itself has no end at all.
TEST(Doubling, AFunctionThatCallsItself) {
  const Module module = Parse(
      "func.func @main(%x: tensor<f32>) -> tensor<f32> {\n  %r = call @main(%x) : (tensor<f32>) -> tensor<f32>\n  return %r : "
      "tensor<f32>\n}\n");
  const auto inlined = InlineCalls(module);
  ASSERT_FALSE(inlined.ok());
  ExpectLimit(inlined.error());
  EXPECT_NE(inlined.error().text.find("calls itself"), std::string::npos);
}

// What is large as it is written is taken as it is: 2^18 instructions are a limit of copies, not of programs.
TEST(Doubling, ALargeProgramWithoutCopiesIsInlined) {
  std::string text = "func.func @main(%x0: tensor<f32>) -> tensor<f32> {\n";
  const int count = 270000;
  for (int i = 0; i < count; ++i) text += "%x" + std::to_string(i + 1) + " = stablehlo.negate %x" + std::to_string(i) + " : tensor<f32>\n";
  text += "return %x" + std::to_string(count) + " : tensor<f32>\n}\n";
  const auto inlined = InlineCalls(Parse(text));
  ASSERT_TRUE(inlined.ok()) << FormatDiagnostic(inlined.error());
  EXPECT_EQ(Count(*inlined, Op::kNegate), count);
}

}  // namespace
}  // namespace mote
