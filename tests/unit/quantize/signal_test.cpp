// Programs of signal processing in fixed-point words: filters in loops, transforms, branches; what is refused. Accuracy is measured here,
// on inputs that did not calibrate.
#include <cmath>

#include "quantize/signal.h"
#include "quantize/signal_spectrum.h"
#include "quantize_testing.h"

namespace mote {
namespace {

Module Built(const std::function<Operands(Builder&)>& body) {
  Builder b("main");
  const Operands roots = body(b);
  Result<Module> module = b.Build(roots);
  EXPECT_TRUE(module.ok()) << (module.ok() ? "" : module.error().text);
  return *std::move(module);
}

constexpr ElementType kF = ElementType::kF32, kI = ElementType::kS32;

// y[t] = 0.9 y[t-1] + 0.1 x[t] + the mean of x's sines: a loop that carries a state and an array.
Module Smoother() {
  const Shape index = Shape::Scalar(kI), state = Shape::Scalar(kF), all = F32({32});
  const Shape carried = Shape::Tuple({index, state, all, all});
  const Module condition = Built([&](Builder& b) -> Operands {
    const Operand t = b.Parameter(0, carried);
    return {b.Lt(b.GetTupleElement(t, 0), b.ConstantR0(kI, 32))};
  });
  const Module body = Built([&](Builder& b) -> Operands {
    const Operand t = b.Parameter(0, carried);
    const Operand i = b.GetTupleElement(t, 0), y = b.GetTupleElement(t, 1), x = b.GetTupleElement(t, 2), ys = b.GetTupleElement(t, 3);
    const Operand now = b.Reshape(b.DynamicSlice(x, {i}, {1}), {});
    const Operand next = b.Add(b.Mul(y, b.ConstantR0(kF, 0.9)), b.Mul(now, b.ConstantR0(kF, 0.1)));
    const Operand written = b.DynamicUpdateSlice(ys, b.Reshape(next, {1}), {i});
    return {b.Tuple({b.Add(i, b.ConstantR0(kI, 1)), next, x, written})};
  });
  return Built([&](Builder& b) -> Operands {
    const Operand x = b.Parameter(0, all, "x");
    const Operand init = b.Tuple({b.ConstantR0(kI, 0), b.ConstantR0(kF, 0), x, b.Broadcast(b.ConstantR0(kF, 0), {32})});
    const Operand done = b.While(condition, body, init);
    return {b.GetTupleElement(done, 3), b.GetTupleElement(done, 1)};
  });
}

// Log power spectrum.
Module Spectrum() {
  return Built([](Builder& b) -> Operands {
    const Operand x = b.Parameter(0, F32({3, 32}));
    const Operand s = b.Fft(x, FftKind::kRfft, {32});
    const Operand re = b.Real(s), im = b.Imag(s);
    return {b.Log(b.Add(b.Add(b.Mul(re, re), b.Mul(im, im)), b.ConstantR0(kF, 0.01)))};
  });
}

int64_t FloatsIn(const Module& module) {
  int64_t count = 0;
  for (const Computation& computation : module.computations) {
    for (const Instruction& i : computation.instructions) {
      for (const Shape& shape : i.shapes) count += shape.IsArray() && IsFloat(shape.element_type) ? 1 : 0;
    }
  }
  return count;
}

// dB of each output of the integer program, stored inputs and outputs, on fresh inputs.
std::vector<double> Measured(const Module& floats, const QuantizedProgram& q, uint64_t seed, double low, double high) {
  std::vector<double> signal(floats.main().results.size(), 0), error(signal);
  for (const Inputs& inputs : SamplesOf(floats, 16, seed, low, high)) {
    Inputs stored;
    for (size_t p = 0; p < inputs.size(); ++p) {
      const IntegerFormat& f = q.report.inputs[p].format;
      stored.emplace_back(Shape::Array(f.type, inputs[p].shape().dims));
      for (int64_t i = 0; i < inputs[p].size(); ++i) stored.back().SetInteger(i, f.Stored(inputs[p].RealAt(i)));
    }
    const auto expected = Ran(floats, inputs);
    const auto got = Ran(q.module, stored);
    EXPECT_TRUE(expected.ok() && got.ok());
    for (size_t r = 0; r < signal.size(); ++r) {
      for (int64_t i = 0; i < (*expected)[r].size(); ++i) {
        const double real = (*expected)[r].RealAt(i);
        signal[r] += real * real, error[r] += std::pow(q.report.outputs[r].format.Real((*got)[r].IntegerAt(i)) - real, 2);
      }
    }
  }
  std::vector<double> decibels;
  for (size_t r = 0; r < signal.size(); ++r) decibels.push_back(10 * std::log10(signal[r] / error[r]));
  return decibels;
}

Result<QuantizedProgram> Signal(const Module& module, double sqnr, double low, double high) {
  QuantizeOptions options;
  options.integer_io = true, options.least_sqnr = sqnr;
  MOTE_ASSIGN(const Module expanded, PrepareSignal(module));
  return QuantizeSignal(expanded, SamplesOf(module, 16, 1, low, high), options);
}

int64_t Widest(const QuantizedProgram& q, int64_t& narrowest) {
  int64_t widest = 0;
  narrowest = 64;
  for (const StepReport& s : q.report.steps) {
    if (s.form == "sums") continue;  // not stored
    widest = std::max<int64_t>(widest, BitWidth(s.format.type)), narrowest = std::min<int64_t>(narrowest, BitWidth(s.format.type));
  }
  return widest;
}

TEST(Signal, LoopsAndTransformsAreFoundToBeSignals) {
  EXPECT_TRUE(IsSignal(*PrepareForQuantization(Smoother())));
  EXPECT_TRUE(IsSignal(*PrepareForQuantization(Spectrum())));
  EXPECT_FALSE(IsSignal(*PrepareForQuantization(Built([](Builder& b) -> Operands { return {b.Tanh(b.Parameter(0, F32({2, 8})))}; }))));
}

TEST(Signal, ALoopCarriesWords) {
  const Module module = Smoother();
  for (const double wanted : {45.0, 90.0}) {
    const auto q = Signal(module, wanted, -1, 1);
    ASSERT_TRUE(q.ok()) << q.error().text;
    EXPECT_EQ(FloatsIn(q->module), 0);
    EXPECT_TRUE(Verify(q->module).empty());
    EXPECT_EQ(q->module.main().parameter_names, module.main().parameter_names);
    EXPECT_GE(q->report.sqnr, wanted);
    for (const double decibels : Measured(module, *q, 2, -1, 1)) EXPECT_GE(decibels, wanted - 1);
    int64_t narrowest = 0;
    EXPECT_EQ(Widest(*q, narrowest), wanted < 60 ? 16 : 32);
    EXPECT_EQ(q->report.outputs.size(), 2u);
  }
}

TEST(Signal, TransformsAndLogarithms) {
  const Module module = Spectrum();
  const auto q = Signal(module, 60, -1, 1);
  ASSERT_TRUE(q.ok()) << q.error().text;
  EXPECT_EQ(FloatsIn(q->module), 0);
  for (const double decibels : Measured(module, *q, 3, -1, 1)) EXPECT_GE(decibels, 59);
}

// Log energies in bands of a signal whose bands are 60 dB apart: more digits than a word has, until they are balanced.
Module Bands() {
  return Built([](Builder& b) -> Operands {
    Reals reals(11);
    Literal gains(F32({16}));
    for (int64_t k = 0; k < 16; ++k) gains.SetReal(k, std::exp(-0.9 * static_cast<double>(k)));
    Literal weights(F32({16, 5}));
    for (int64_t i = 0; i < weights.size(); ++i) weights.SetReal(i, std::abs(i / 5 - 3 * (i % 5)) < 2 ? reals.Between(0.1, 1) : 0);
    const Operand x = b.Parameter(0, F32({4, 16})), y = b.Parameter(1, F32({4, 16}));
    const Operand each = b.BroadcastInDim(b.ConstantLiteral(gains), {4, 16}, {1});
    const Operand re = b.Mul(x, each), im = b.Mul(y, each);
    const Operand power = b.Add(b.Mul(re, re), b.Mul(im, im));
    return {b.Log(b.Add(b.Dot(power, b.ConstantLiteral(weights)), b.ConstantR0(kF, 1e-12)))};
  });
}

TEST(Signal, BalancedSpectraAreTheSameFunction) {
  const Module module = Bands();
  const auto expanded = PrepareSignal(module);
  ASSERT_TRUE(expanded.ok());
  const auto balanced = BalanceSpectra(*expanded, SamplesOf(module, 8, 1, -1, 1));
  ASSERT_TRUE(balanced.ok() && balanced->has_value());
  EXPECT_TRUE(Verify(**balanced).empty());
  for (const Inputs& inputs : SamplesOf(module, 8, 2, -1, 1)) {
    const auto expected = Ran(module, inputs), got = Ran(**balanced, inputs);
    ASSERT_TRUE(expected.ok() && got.ok());
    for (int64_t i = 0; i < 20; ++i) EXPECT_NEAR((*expected)[0].RealAt(i), (*got)[0].RealAt(i), 4e-6);
  }
  const auto none = BalanceSpectra(*PrepareSignal(Spectrum()), SamplesOf(Spectrum(), 1, 1, -1, 1));
  EXPECT_TRUE(none.ok() && !none->has_value());
}

TEST(Signal, BalancedSpectraFitWords) {
  const Module module = Bands();
  const auto q = Signal(module, 60, -1, 1);
  ASSERT_TRUE(q.ok()) << q.error().text;
  int64_t narrowest = 0;
  EXPECT_EQ(Widest(*q, narrowest), 32);
  for (const double decibels : Measured(module, *q, 5, -1, 1)) EXPECT_GE(decibels, 59);
}

// What a loop takes from outside, comparisons, branches on them, functions, divisions, rounding.
TEST(Signal, OtherOperations) {
  const Module module = Built([](Builder& b) -> Operands {
    const Operand x = b.Parameter(0, F32({2, 8})), y = b.Parameter(1, F32({2, 8}));
    const Operand half = b.ConstantR0(kF, 0.5), ratio = b.Div(x, b.Add(b.Mul(y, y), half));
    const Operand picked = b.Select(b.Gt(x, y), b.Tanh(ratio), b.Exp(b.Min(x, half)));
    const Operand sums = b.Reduce(picked, b.ConstantR0(kF, 0), Builder::Scalar(Op::kAdd, kF), {1});
    const Operand most = b.Reduce(picked, b.ConstantR0(kF, -INFINITY), Builder::Scalar(Op::kMaximum, kF), {1});
    return {picked, b.ConcatInDim({sums, most}, 0), b.Sqrt(b.Abs(x)), b.Clamp(b.Neg(half), y, half), b.Rsqrt(b.Add(b.Abs(y), half)),
            b.Logistic(x)};
  });
  const auto q = Signal(module, 65, -2, 2);
  ASSERT_TRUE(q.ok()) << q.error().text;
  EXPECT_EQ(FloatsIn(q->module), 0);
  for (const double decibels : Measured(module, *q, 4, -2, 2)) EXPECT_GE(decibels, 64);
}

// Whole numbers pass through reals unharmed, towards zero.
TEST(Signal, ConversionsFromAndToIntegers) {
  const Module module = Built([](Builder& b) -> Operands {
    const Operand n = b.Parameter(0, Shape::Array(kI, {16})), x = b.Parameter(1, F32({16}));
    const Operand scaled = b.Mul(b.ConvertElementType(n, kF), b.ConstantR0(kF, 0.75));
    return {scaled, b.ConvertElementType(scaled, kI), b.Floor(b.Add(scaled, x)), b.Ceil(b.Add(scaled, x))};
  });
  std::vector<Inputs> samples;
  Reals reals(9);
  for (int s = 0; s < 4; ++s) {
    Literal n(Shape::Array(kI, {16}));
    for (int64_t i = 0; i < 16; ++i) n.SetInteger(i, reals.Integer(-1000, 1000));
    samples.push_back({n, reals.Array(F32({16}), 0.1, 0.2)});
  }
  QuantizeOptions options;
  options.least_sqnr = 80;
  const auto expanded = PrepareSignal(module);
  const auto q = QuantizeSignal(*expanded, samples, options);
  ASSERT_TRUE(q.ok()) << q.error().text;
  for (const Inputs& sample : samples) {
    const auto expected = Ran(module, sample), got = Ran(q->module, sample);
    ASSERT_TRUE(expected.ok() && got.ok());
    for (size_t r = 0; r < 4; ++r) {
      for (int64_t i = 0; i < 16; ++i) EXPECT_EQ((*expected)[r].RealAt(i), (*got)[r].RealAt(i)) << r;
    }
  }
}

TEST(Signal, RefusalsNameTheOperation) {
  const auto refused = [](const Module& module, const std::string& text, Rule rule) {
    const auto q = Signal(module, 60, 0.5, 1);
    ASSERT_FALSE(q.ok());
    EXPECT_EQ(q.error().rule, rule);
    EXPECT_NE(q.error().text.find(text), std::string::npos) << q.error().text;
  };
  const auto two = [](const std::function<Operand(Builder&, Operand, Operand)>& f) {
    return Built([&](Builder& b) -> Operands {
      const Operand x = b.Parameter(0, F32({4})), y = b.Parameter(1, F32({4}));
      return {f(b, x, y)};
    });
  };
  refused(two([](Builder& b, Operand x, Operand y) { return b.Atan2(x, y); }), "atan2", Rule::kUnsupported);
  refused(two([](Builder& b, Operand x, Operand y) { return b.Pow(x, y); }), "a function of two values", Rule::kUnsupported);
  refused(two([](Builder& b, Operand x, Operand y) { return b.Div(x, b.Sub(y, y)); }), "no finite number", Rule::kAttribute);
  const auto q = Signal(two([](Builder& b, Operand x, Operand y) { return b.Tanh(b.Mul(x, y)); }), 190, 0.5, 1);
  ASSERT_FALSE(q.ok());
  EXPECT_NE(q.error().text.find("no precision reaches what is asked for"), std::string::npos);
}

}  // namespace
}  // namespace mote
