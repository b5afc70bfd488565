// What becomes integers and what does not; ranges, rounding and precision by hand-made numbers; what is refused.
#include <cmath>

#include "quantize/moments.h"
#include "quantize/softmax_range.h"
#include "quantize/ranges.h"
#include "quantize/weights.h"
#include "quantize_testing.h"

namespace mote {
namespace {

Module Built(const std::function<Operand(Builder&)>& body) {
  Builder b("main");
  const Operand root = body(b);
  Result<Module> module = b.Build(root);
  EXPECT_TRUE(module.ok()) << (module.ok() ? "" : module.error().text);
  return *std::move(module);
}

Module DotAndTanh() {
  return Built([](Builder& b) {
    Reals reals(5);
    const Operand x = b.Parameter(0, F32({2, 8}), "signal");
    return b.Tanh(b.Dot(x, b.ConstantLiteral(reals.Array(F32({8, 3}), -1, 1))));
  });
}

Literal Values(const std::vector<double>& values) {
  Literal literal(F32({static_cast<int64_t>(values.size())}));
  for (size_t i = 0; i < values.size(); ++i) literal.SetReal(static_cast<int64_t>(i), values[i]);
  return literal;
}

int64_t FloatsIn(const Module& module) {
  int64_t count = 0;
  for (const Instruction& i : module.main().instructions) {
    for (const Shape& shape : i.shapes) count += IsFloat(shape.element_type) ? 1 : 0;
  }
  return count;
}

TEST(Quantize, IntegerInputsAndOutputsLeaveNoFloat) {
  const Module module = DotAndTanh();
  QuantizeOptions options;
  const auto floats = Quantize(*PrepareForQuantization(module), SamplesOf(module, 16, 1, -1, 1), options, OpenedByTheEvaluator);
  options.integer_io = true;
  const auto integers = Quantize(*PrepareForQuantization(module), SamplesOf(module, 16, 1, -1, 1), options, OpenedByTheEvaluator);
  ASSERT_TRUE(floats.ok() && integers.ok());
  EXPECT_EQ(floats->module.main().parameters[0].element_type, ElementType::kF32);
  EXPECT_EQ(floats->module.main().ResultShapes()[0].element_type, ElementType::kF32);
  EXPECT_GT(FloatsIn(floats->module), 0);
  EXPECT_EQ(integers->module.main().parameters[0].element_type, ElementType::kS8);
  EXPECT_EQ(FloatsIn(integers->module), 0);
  EXPECT_EQ(integers->module.main().parameter_names, module.main().parameter_names);
  EXPECT_TRUE(Verify(integers->module).empty());
  EXPECT_EQ(integers->report.steps[0].macs, 2 * 8 * 3);
}

// What is between two floats that have no integer form would only be converted there and back.
TEST(Quantize, IslandsStayFloats) {
  const Module module = Built([](Builder& b) {
    const Operand x = b.Parameter(0, F32({4, 4}));
    Reals reals(5);
    const Operand y = b.Cholesky(b.Dot(x, b.ConstantLiteral(reals.Array(F32({4, 4}), -1, 1))), true);
    return b.Cholesky(b.Add(b.Tanh(y), b.ConstantR0(ElementType::kF32, 3)), true);
  });
  const auto prepared = PrepareForQuantization(module);
  const IntegerSteps steps = FindSteps(*prepared);
  ASSERT_EQ(steps.list.size(), 1u);
  EXPECT_EQ(steps.list[0].form, IntegerForm::kProduct);
}

TEST(Quantize, PrecisionIsFoundAndNoMoreThanNeeded) {
  const Module module = DotAndTanh();
  const auto prepared = PrepareForQuantization(module);
  const auto samples = SamplesOf(module, 16, 1, -1, 1);
  QuantizeOptions options;
  const auto bytes = Quantize(*prepared, samples, options, OpenedByTheEvaluator);
  ASSERT_TRUE(bytes.ok());
  EXPECT_EQ(bytes->report.wide, 0);
  options.least_sqnr = bytes->report.sqnr + 3;
  const auto wider = Quantize(*prepared, samples, options, OpenedByTheEvaluator);
  ASSERT_TRUE(wider.ok()) << wider.error().text;
  EXPECT_GE(wider->report.sqnr, options.least_sqnr);
  EXPECT_GT(wider->report.wide + wider->report.kept, 0);
  options.least_sqnr = 70;  // beyond 8-bit weights
  const auto weights = Quantize(*prepared, samples, options, OpenedByTheEvaluator);
  ASSERT_TRUE(weights.ok()) << weights.error().text;
  EXPECT_GE(weights->report.sqnr, 70);
  EXPECT_EQ(weights->report.wide_weights, 1);
  EXPECT_EQ(weights->report.kept, 0);
  options.least_sqnr = 190;
  const auto never = Quantize(*prepared, samples, options, OpenedByTheEvaluator);
  ASSERT_FALSE(never.ok());
  EXPECT_EQ(never.error().rule, Rule::kAttribute);
  EXPECT_NE(never.error().text.find("no precision reaches"), std::string::npos);
}

TEST(Quantize, Refusals) {
  const Module module = DotAndTanh();
  const auto prepared = PrepareForQuantization(module);
  const auto none = Quantize(*prepared, {}, {}, OpenedByTheEvaluator);
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.error().rule, Rule::kCount);
  auto samples = SamplesOf(module, 2, 1, -1, 1);
  samples[1][0].SetReal(3, std::nan(""));
  const auto nan = Quantize(*prepared, samples, {}, OpenedByTheEvaluator);
  ASSERT_FALSE(nan.ok());
  EXPECT_NE(nan.error().text.find("'signal'"), std::string::npos) << nan.error().text;
  const Module sort = Built([](Builder& b) { return b.Cholesky(b.Parameter(0, F32({4, 4})), true); });
  const auto nothing = Quantize(*PrepareForQuantization(sort), SamplesOf(sort, 2, 1, 1, 2), {}, OpenedByTheEvaluator);
  ASSERT_FALSE(nothing.ok());
  EXPECT_EQ(nothing.error().rule, Rule::kUnsupported);
  const auto again = Quantize(*prepared, SamplesOf(module, 2, 1, -1, 1), {}, OpenedByTheEvaluator);
  const auto twice = PrepareForQuantization(again->module);
  ASSERT_FALSE(twice.ok());
  EXPECT_NE(twice.error().text.find("quantized already"), std::string::npos);
}

TEST(Ranges, ByRule) {
  std::vector<double> values(9999, 1);
  for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i % 100) / 100;
  values.push_back(1000);
  Histogram h;
  EXPECT_TRUE(h.Add(Values(values)));
  EXPECT_EQ(h.Range(RangeRule::kMinMax, ElementType::kS8).high, 1000);
  // A ten-thousandth of 10 000 values is the one far out; bins are 2 · 1024 / 8192 wide.
  EXPECT_NEAR(h.Range(RangeRule::kPercentile, ElementType::kS8).high, 0.99, 0.5);
  // One value cut from 1000 to c costs (1000 - c)²; 10 000 values in steps of c / 255 cost 10 000 (c / 255)² / 12: c is best at 987.4.
  EXPECT_NEAR(h.Range(RangeRule::kMse, ElementType::kS8).high, 987.4, 40);
  EXPECT_FALSE(h.Add(Values({INFINITY})));
}

TEST(Ranges, Grids) {
  Histogram pixels, reals, wide;
  pixels.Add(Values({0, 0.25, 0.75, 1}));
  EXPECT_EQ(pixels.Grid(), 0.25);
  reals.Add(Values({0, 0.25, 0.6, 1}));
  EXPECT_FALSE(reals.Grid());
  wide.Add(Values({0, 1, 300}));  // more steps than bytes have
  EXPECT_FALSE(wide.Grid());
}

// A mask's minus infinity takes no steps: 16 below the least of the rows' largest, 2 here, is as good. Bytes go up further while that pays.
TEST(Ranges, OfMaskedSoftmax) {
  Literal rows(F32({2, 3}));
  for (const auto& [k, value] : std::vector<std::pair<int64_t, double>>{{0, 2}, {1, -1e30}, {2, 1}, {3, -1e30}, {4, 5}, {5, 4}})
    rows.SetReal(k, value);
  EXPECT_EQ(SoftmaxRange({rows}, {-1e30, 5}, ElementType::kS16).low, -14);
  const RealRange bytes = SoftmaxRange({rows}, {-1e30, 5}, ElementType::kS8);
  EXPECT_GE(bytes.low, -14);
  EXPECT_LE(bytes.low, -1);
  EXPECT_EQ(bytes.high, 5);
}

TEST(Formats, OfRanges) {
  const IntegerFormat f = FormatFor(ElementType::kS8, {-1, 3});
  EXPECT_NEAR(f.scale, 4.0 / 255, 1e-8);
  EXPECT_EQ(f.zero, -64);  // -128 + 63.75
  EXPECT_EQ(f.Real(f.zero), 0);
  EXPECT_EQ(f.Stored(100), 127);
  EXPECT_EQ(f.Stored(-100), -128);
  const IntegerFormat positive = FormatFor(ElementType::kS8, {2, 5.1});  // zero is stored too
  EXPECT_EQ(positive.zero, -128);
  EXPECT_NEAR(positive.scale, 0.02, 1e-8);
  const IntegerFormat words = FormatFor(ElementType::kS16, {-1, 3}, 1000);
  EXPECT_EQ(words.zero, 0);
  EXPECT_EQ(words.Stored(3), 1000);
  EXPECT_EQ(words.Stored(4), 1000);
}

// Two inputs that are always equal: 0.4 and 0.4 of a step become 1 and 0, not 0 and 0. The sum is off by 0.2 instead of 0.8.
TEST(Weights, AreRoundedTogether) {
  const Module module = Built([](Builder& b) {
    Literal weights(F32({3, 1}));
    weights.SetReal(0, 127), weights.SetReal(1, 0.4), weights.SetReal(2, 0.4);
    const Operand x = b.Parameter(0, F32({1, 3}));
    return b.Dot(x, b.ConstantLiteral(weights));
  });
  const auto prepared = PrepareForQuantization(module);
  IntegerSteps steps = FindSteps(*prepared);
  ASSERT_EQ(steps.list.size(), 1u);
  const auto sum = [](const IntegerWeights& w) { return w.stored.IntegerAt(1) + w.stored.IntegerAt(2); };
  const IntegerFormat in = FormatFor(ElementType::kS8, {-1, 1}), out = FormatFor(ElementType::kS8, {-127, 127});
  const auto alone = WeightsFor(*prepared, steps.list[0], in, out);
  ASSERT_TRUE(alone.ok());
  EXPECT_EQ(alone->stored.IntegerAt(0), 127);
  EXPECT_EQ(sum(*alone), 0);
  const auto moments = InputMoments::Make(*prepared, steps.list[0], 64);
  Reals reals(9);
  for (int s = 0; s < 64; ++s) {
    Literal x = reals.Array(F32({1, 3}), -1, 1);
    x.SetReal(2, x.RealAt(1));
    moments->Add(x);
  }
  EXPECT_NEAR(moments->Covariance(0, 1, 2), moments->Covariance(0, 1, 1), 1e-9);
  steps.list[0].moments = moments;
  const auto together = WeightsFor(*prepared, steps.list[0], in, out);
  ASSERT_TRUE(together.ok());
  EXPECT_EQ(together->stored.IntegerAt(0), 127);
  EXPECT_EQ(sum(*together), 1);
}

// What rounding adds on the average is taken off the bias: 0.25 of a step twice, on inputs that are 1 on the average.
TEST(Weights, BiasTakesUpTheMean) {
  const Module module = Built([](Builder& b) {
    Literal weights(F32({3, 1}));
    weights.SetReal(0, 127), weights.SetReal(1, 0.25), weights.SetReal(2, 0.25);
    const Operand x = b.Parameter(0, F32({1, 3}));
    return b.Dot(x, b.ConstantLiteral(weights));
  });
  const auto prepared = PrepareForQuantization(module);
  IntegerSteps steps = FindSteps(*prepared);
  const auto moments = InputMoments::Make(*prepared, steps.list[0], 2);
  moments->Add([] { Literal x(F32({1, 3})); x.SetReal(0, 0), x.SetReal(1, 2), x.SetReal(2, 0); return x; }());
  moments->Add([] { Literal x(F32({1, 3})); x.SetReal(0, 0), x.SetReal(1, 0), x.SetReal(2, 2); return x; }());
  steps.list[0].moments = moments;
  const IntegerFormat in = FormatFor(ElementType::kS8, {0, 2.55}), out = FormatFor(ElementType::kS8, {-127, 127});
  const auto w = WeightsFor(*prepared, steps.list[0], in, out);
  ASSERT_TRUE(w.ok());
  const double error = static_cast<double>(w->stored.IntegerAt(1) + w->stored.IntegerAt(2)) - 0.5;  // times a mean of 1
  ASSERT_EQ(w->bias.size(), 1u);
  EXPECT_EQ(w->bias[0], std::llround(-error / in.scale));
}

// A channel that is 64 times smaller than its neighbour is as exact as that one where a second product follows alone.
TEST(Quantize, ChannelsAreEqualised) {
  const Module module = Built([](Builder& b) {
    Reals reals(5);
    Literal first(F32({8, 2})), second(F32({2, 2}));
    for (int64_t k = 0; k < 8; ++k) first.SetReal(2 * k, reals.Between(-1, 1)), first.SetReal(2 * k + 1, reals.Between(-1, 1) / 64);
    second.SetReal(0, 1), second.SetReal(3, 64);
    const Operand x = b.Parameter(0, F32({2, 8}));
    const Operand y = b.Dot(x, b.ConstantLiteral(first));
    return b.Dot(b.Max(y, b.ConstantR0(ElementType::kF32, 0)), b.ConstantLiteral(second));
  });
  const auto quantized = Quantize(*PrepareForQuantization(module), SamplesOf(module, 64, 1, -1, 1), {}, OpenedByTheEvaluator);
  ASSERT_TRUE(quantized.ok()) << quantized.error().text;
  // 8 bits of both channels; without factors the second has 2 bits, and its error alone is 12 dB below the signal.
  EXPECT_GT(quantized->report.sqnr, 35);
}

}  // namespace
}  // namespace mote
