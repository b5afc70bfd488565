// A convolution of bytes with zero points, bias and requantization, from the builder to audited bytes: one step, and nothing in the arena
// that is wider than it is stored. That it computes the right bytes is tests/backend/cases/requantized_convolution.mlir's.
#include <gtest/gtest.h>

#include "audit/audit.h"
#include "emit/emit.h"
#include "hlo/builder.h"
#include "hlo/requantize.h"
#include "passes/pipeline.h"
#include "plan/plan.h"

namespace mote {
namespace {

constexpr int64_t kSide = 16, kChannels = 8;

// s8[1,16,16,8] → s8[1,16,16,8] by a 3 × 3 window, padding SAME.
Module Convolution(Rounding rounding) {
  Builder b("main");
  const ElementType s32 = ElementType::kS32;
  const Operand x = b.Parameter(0, Shape::Array(ElementType::kS8, {1, kSide, kSide, kChannels}));
  Literal weights(Shape::Array(ElementType::kS8, {3, 3, kChannels, kChannels})), bias(Shape::Array(s32, {kChannels}));
  for (int64_t i = 0; i < weights.size(); ++i) weights.SetInteger(i, i * 37 % 255 - 127);
  for (int64_t i = 0; i < bias.size(); ++i) bias.SetInteger(i, i * 1001 - 3000);
  const auto centred = [&](Operand bytes, double zero) { return b.Sub(b.ConvertElementType(bytes, s32), b.ConstantR0(s32, zero)); };
  ConvolutionDimensions d;
  d.input_batch = d.output_batch = 0, d.input_feature = d.output_feature = 3;
  d.input_spatial = d.output_spatial = {1, 2};
  d.kernel_spatial = {0, 1}, d.kernel_input_feature = 2, d.kernel_output_feature = 3;
  const Operand kernel = centred(b.ConstantLiteral(weights), 3);
  const Operand sum = b.ConvGeneralDilated(centred(x, -5), kernel, {1, 1}, {{1, 1}, {1, 1}}, {1, 1}, {1, 1}, d);
  Requantization r = {{}, {}, -7, -128, 127, rounding};
  for (int64_t c = 0; c < kChannels; ++c) r.multipliers.push_back(1518500250 + c * 12345), r.shifts.push_back(38 + c % 3);
  Result<Module> module = b.Build(b.Requantize(b.Add(sum, b.ConstantLiteral(bias), {3}), ElementType::kS8, r));
  EXPECT_TRUE(module.ok()) << (module.ok() ? "" : module.error().text);
  return module.ok() ? *module : Module();
}

TEST(IntegerPlans, AConvolutionOfBytesIsOneStep) {
  for (const Rounding rounding : {Rounding::kDouble, Rounding::kSingle, Rounding::kAway, Rounding::kEven}) {
    const auto optimised = OptimiseForKernels(Convolution(rounding));
    ASSERT_TRUE(optimised.ok()) << optimised.error().text;
    for (const char* name : {"cortex-m4", "linux", "vulkan"}) {
      SCOPED_TRACE(std::string(name) + " " + NameOf(rounding));
      const TargetFacts& target = *FindTarget(name);
      auto graph = SelectSteps(*optimised, target);
      ASSERT_TRUE(graph.ok()) << FormatDiagnostic(graph.error());
      ASSERT_EQ(graph->blocks.size(), 1u);
      ASSERT_EQ(graph->blocks[0].steps.size(), 1u);
      EXPECT_TRUE(target.path != TargetFacts::Path::kCpu || graph->blocks[0].steps[0].routine == Routine::kConvolutionS8);
      const auto plan = MakePlan(std::move(*graph), target);
      ASSERT_TRUE(plan.ok()) << plan.error().text;
      const auto bytes = EmitProgram(PlaceConstants({*plan}), EmitOptions());
      ASSERT_TRUE(bytes.ok()) << FormatDiagnostic(bytes.error());
      const AuditReport report = AuditProgram(*bytes);
      for (const std::string& problem : report.problems) ADD_FAILURE() << problem;
      ASSERT_EQ(report.variants.size(), 1u);
      const AuditReport::VariantFacts& facts = report.variants[0];
      std::printf("%s, %s: arena %lld, scratch %lld\n", name, NameOf(rounding), static_cast<long long>(facts.arena_bytes),
                  static_cast<long long>(facts.scratch_bytes));
      const int64_t stored = 2 * kSide * kSide * kChannels;  // bytes of input and output
      EXPECT_LE(facts.arena_bytes - facts.scratch_bytes, stored * 11 / 10);
    }
  }
}

}  // namespace
}  // namespace mote
