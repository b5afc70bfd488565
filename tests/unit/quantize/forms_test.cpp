// Every form against the float operation on the reals that the stored inputs stand for: half a step of the result for its one rounding, and
// what is said beside each case. Weights are exact in bytes.
#include <cmath>
#include <functional>

#include "fixed/form_fixed.h"
#include "passes/passes.h"
#include "quantize_testing.h"

namespace mote {
namespace {

using Body = std::function<Operand(Builder& b, Reals& reals, const std::vector<Operand>& x)>;

struct Case {
  std::vector<Dims> inputs;
  Body body;
  double steps = 0.51;        // of the result that it may be off
  double low = -4, high = 3;  // of the samples
  bool fixed = true;          // whether fixed/ makes steps of all its arithmetic on bytes
};
Case Generic(Case c) {
  c.fixed = false;
  return c;
}

// Operations that compute, of those that fixed/ left.
std::string LeftOf(const Module& module) {
  std::string left;
  const Module formed = ShareAndDrop(FormFixed(*Canonicalise(module)));
  for (const Instruction& i : formed.main().instructions) {
    const bool computes = InFamily(i.op, Family::kReducer, Family::kExact, Family::kFunction, Family::kProduct, Family::kReduction);
    if (computes || i.op == Op::kGather || i.op == Op::kRequantize) left += std::string(OpName(i.op)) + " ";
  }
  return left;
}

const IntegerFormat& FormatOf(const std::vector<ValueReport>& values, size_t i) { return values[i].format; }

void Check(const Case& c, ElementType type, double steps, ElementType weights = ElementType::kS8) {
  Reals reals(17);
  Builder b("main");
  std::vector<Operand> x;
  for (size_t i = 0; i < c.inputs.size(); ++i) x.push_back(b.Parameter(static_cast<int64_t>(i), F32(c.inputs[i])));
  const Result<Module> module = b.Build(c.body(b, reals, x));
  ASSERT_TRUE(module.ok()) << module.error().text;
  const Result<Module> prepared = PrepareForQuantization(*module);
  ASSERT_TRUE(prepared.ok()) << prepared.error().text;
  QuantizeOptions options;
  options.rule = RangeRule::kMinMax;
  options.activations = type;
  options.weights = weights;
  options.integer_io = true;
  const Result<QuantizedProgram> quantized = Quantize(*prepared, SamplesOf(*module, 8, 3, c.low, c.high), options, OpenedByTheEvaluator);
  ASSERT_TRUE(quantized.ok()) << quantized.error().text;
  ASSERT_EQ(quantized->report.inputs.size(), c.inputs.size());
  if (type == ElementType::kS8 && c.fixed) {
    EXPECT_EQ(LeftOf(quantized->module), "");
  }
  const IntegerFormat& out = FormatOf(quantized->report.outputs, 0);
  double worst = 0;
  for (int run = 0; run < 20; ++run) {
    std::vector<Literal> stored, real;
    for (size_t i = 0; i < c.inputs.size(); ++i) {
      const IntegerFormat& in = FormatOf(quantized->report.inputs, i);
      stored.emplace_back(Shape::Array(in.type, c.inputs[i])), real.emplace_back(F32(c.inputs[i]));
      for (int64_t k = 0; k < stored[i].size(); ++k) {
        stored[i].SetInteger(k, reals.Integer(in.least, in.most));
        real[i].SetReal(k, in.Real(stored[i].IntegerAt(k)));
      }
    }
    const auto got = Ran(quantized->module, stored), expected = Ran(*module, real);
    ASSERT_TRUE(got.ok()) << got.error().text;
    ASSERT_EQ((*got)[0].type(), out.type);
    ASSERT_EQ((*got)[0].shape().dims, (*expected)[0].shape().dims);
    for (int64_t k = 0; k < (*got)[0].size(); ++k) {
      const double wanted = std::clamp((*expected)[0].RealAt(k), out.Real(out.least), out.Real(out.most));
      worst = std::max(worst, std::fabs(out.Real((*got)[0].IntegerAt(k)) - wanted) / out.scale);
    }
  }
  EXPECT_LE(worst, steps);
}

void CheckBoth(const Case& c, double steps_of_words = 0) {
  Check(c, ElementType::kS8, c.steps);
  Check(c, ElementType::kS16, steps_of_words == 0 ? c.steps : steps_of_words);
}

const ConvolutionDimensions kChannelsLast = {0, 3, {1, 2}, 3, 2, {0, 1}, 0, 3, {1, 2}};

Operand Biased(Builder& b, Reals& reals, Operand y, int64_t channel) {
  const int64_t count = b.shape(y).dims[channel];
  return b.Add(y, b.ConstantLiteral(reals.Array(F32({count}), -1, 1)), {channel});
}
Operand Relu(Builder& b, Operand y) { return b.Max(y, b.ConstantR0(ElementType::kF32, 0)); }

TEST(IntegerForms, Convolution) {
  CheckBoth({{{1, 5, 6, 3}}, [](Builder& b, Reals& reals, const std::vector<Operand>& x) {
               const Operand w = b.ConstantLiteral(reals.Weights({3, 2, 3, 5}, 3));
               return Relu(b, Biased(b, reals, b.ConvGeneral(x[0], w, {2, 1}, {{1, 1}, {0, 1}}, kChannelsLast), 3));
             }});
}

TEST(IntegerForms, DepthwiseAndGroupedConvolution) {
  for (const int64_t groups : {4, 2}) {
    const Case c{{{2, 4, 4, 4}}, [groups](Builder& b, Reals& reals, const std::vector<Operand>& x) {
                 const Operand w = b.ConstantLiteral(reals.Weights({3, 3, 4 / groups, 4}, 3));
                 return Biased(b, reals, b.ConvGeneral(x[0], w, {1, 1}, {{1, 1}, {1, 1}}, kChannelsLast, groups), 3);
               }};
    CheckBoth(groups == 4 ? c : Generic(c));
  }
}

// Bytes are transposed around it: channels are the last dimension of what is requantized.
TEST(IntegerForms, ConvolutionWithChannelsFirst) {
  CheckBoth({{{1, 3, 5, 6}}, [](Builder& b, Reals& reals, const std::vector<Operand>& x) {
               const Operand w = b.ConstantLiteral(reals.Weights({5, 3, 3, 3}, 0));
               return Biased(b, reals, b.ConvGeneral(x[0], w, {1, 1}, {{1, 1}, {1, 1}}, {0, 1, {2, 3}, 0, 1, {2, 3}, 0, 1, {2, 3}}), 1);
             }});
}

TEST(IntegerForms, SpreadConvolution) {
  CheckBoth(Generic({{{1, 3, 3, 2}}, [](Builder& b, Reals& reals, const std::vector<Operand>& x) {
               const Operand w = b.ConstantLiteral(reals.Weights({3, 3, 2, 3}, 3));
               return b.ConvGeneralDilated(x[0], w, {1, 1}, {{1, 2}, {1, 2}}, {2, 2}, {1, 1}, kChannelsLast, 1);
             }}));
}

TEST(IntegerForms, Dot) {
  CheckBoth({{{4, 7}}, [](Builder& b, Reals& reals, const std::vector<Operand>& x) {
               return b.Clamp(b.ConstantR0(ElementType::kF32, -3),
                              Biased(b, reals, b.Dot(x[0], b.ConstantLiteral(reals.Weights({7, 5}, 1))), 1),
                              b.ConstantR0(ElementType::kF32, 6));
             }});
}

// Sums of 64 bits; 15 bits of their factor are another 2^-16 of at most 32767 steps.
TEST(IntegerForms, WeightsOfSixteenBits) {
  const Case dot{{{4, 70}}, [](Builder& b, Reals& reals, const std::vector<Operand>& x) {
                   return Biased(b, reals, b.Dot(x[0], b.ConstantLiteral(reals.Weights({70, 5}, 1))), 1);
                 }};
  const Case convolution{{{1, 5, 6, 3}}, [](Builder& b, Reals& reals, const std::vector<Operand>& x) {
                           const Operand w = b.ConstantLiteral(reals.Weights({3, 2, 3, 5}, 3));
                           return Relu(b, b.ConvGeneral(x[0], w, {2, 1}, {{1, 1}, {0, 1}}, kChannelsLast));
                         }};
  for (const Case& c : {Generic(dot), Generic(convolution)}) {
    Check(c, ElementType::kS8, 0.52, ElementType::kS16);
    Check(c, ElementType::kS16, 1.1, ElementType::kS16);
  }
}

TEST(IntegerForms, DotWithWeightsFirst) {
  CheckBoth({{{7, 3}}, [](Builder& b, Reals& reals, const std::vector<Operand>& x) {
               return Biased(b, reals, b.Dot(b.ConstantLiteral(reals.Weights({5, 7}, 0)), x[0]), 0);
             }});
}

TEST(IntegerForms, DotOfTwoValues) {
  CheckBoth(Generic({{{2, 4, 7}, {2, 3, 7}}, [](Builder& b, Reals&, const std::vector<Operand>& x) {
               return b.Mul(b.DotGeneral(x[0], x[1], {{0}, {0}, {2}, {2}}), b.ConstantR0(ElementType::kF32, -0.25));
             }}));
}

// Scale, offset, mean and variance are factors of the weights and a bias: weights are no longer exact, 127 steps of the largest. Each of
// 27 products is off by half a step of a weight at most, times an input: 27 · 4 · (127/64 · factor / 254).
TEST(IntegerForms, BatchNormIsFolded) {
  const Body body = [](Builder& b, Reals& reals, const std::vector<Operand>& x) {
    const Operand y = b.ConvGeneral(x[0], b.ConstantLiteral(reals.Weights({3, 3, 3, 4}, 3)), {1, 1}, {{1, 1}, {1, 1}}, kChannelsLast);
    const auto each = [&](double low, double high) { return b.ConstantLiteral(reals.Array(F32({4}), low, high)); };
    return b.BatchNormInference(y, each(-2, 2), each(-1, 1), each(-1, 1), each(0.5, 2), 1e-3, 3);
  };
  Builder b("main");
  Reals reals(1);
  const Operand x = b.Parameter(0, F32({1, 4, 4, 3}));
  const Module module = *b.Build(body(b, reals, {x}));
  const auto quantized = Quantize(*PrepareForQuantization(module), SamplesOf(module, 8, 3, -4, 4), {}, OpenedByTheEvaluator);
  ASSERT_TRUE(quantized.ok()) << quantized.error().text;
  ASSERT_EQ(quantized->report.steps.size(), 1u);
  EXPECT_EQ(quantized->report.steps[0].form, "product");
  EXPECT_GT(quantized->report.sqnr, 35);
}

// Factors are whole numbers over one of about 2^15 at 16 bits: another tenth of a step.
TEST(IntegerForms, SumAndDifference) {
  CheckBoth({{{3, 40}, {3, 40}}, [](Builder& b, Reals&, const std::vector<Operand>& x) { return Relu(b, b.Add(x[0], x[1])); }}, 0.61);
  CheckBoth({{{3, 40}, {3, 40}}, [](Builder& b, Reals&, const std::vector<Operand>& x) {
               return b.Add(b.Mul(b.Sub(x[0], x[1]), b.ConstantR0(ElementType::kF32, 0.3)), b.ConstantR0(ElementType::kF32, 0.7));
             }}, 0.61);
}

TEST(IntegerForms, Multiply) {
  CheckBoth(Generic({{{3, 40}, {3, 40}}, [](Builder& b, Reals&, const std::vector<Operand>& x) { return b.Mul(x[0], x[1]); }}));
}

TEST(IntegerForms, Means) {
  CheckBoth({{{2, 6, 6, 3}}, [](Builder& b, Reals&, const std::vector<Operand>& x) {
               const Operand sum = b.Reduce(x[0], b.ConstantR0(ElementType::kF32, 0), Builder::Scalar(Op::kAdd, ElementType::kF32), {1, 2});
               return b.Div(sum, b.ConstantR0(ElementType::kF32, 36));
             }});
  CheckBoth(Generic({{{2, 6, 6, 3}}, [](Builder& b, Reals&, const std::vector<Operand>& x) {
               const Operand sum =
                   b.ReduceWindowWithGeneralPadding(x[0], b.ConstantR0(ElementType::kF32, 0), Builder::Scalar(Op::kAdd, ElementType::kF32),
                                                    {1, 3, 3, 1}, {1, 2, 2, 1}, {}, {}, {{0, 0}, {1, 0}, {0, 1}, {0, 0}});
               return b.Mul(sum, b.ConstantR0(ElementType::kF32, -1.0 / 9));
             }}));
}

// Behind a function, so that no product takes them in; and by the first dimension but one.
TEST(IntegerForms, ScalesByChannel) {
  for (const int64_t channel : {2, 1}) {
    CheckBoth({{{2, 5, 4}}, [channel](Builder& b, Reals& reals, const std::vector<Operand>& x) {
                 const int64_t count = b.shape(x[0]).dims[static_cast<size_t>(channel)];
                 const Operand scaled = b.Mul(x[0], b.ConstantLiteral(reals.Array(F32({count}), -2, 2)), {channel});
                 return Relu(b, b.Add(scaled, b.ConstantLiteral(reals.Array(F32({count}), -1, 1)), {channel}));
               }});
  }
}

// The constant has half a step of 4/255 of its own, times an input of 4, over the result's step of 16/255: half a step more; as a sum a
// quarter.
TEST(IntegerForms, ConstantsByPlace) {
  const auto constant = [](Builder& b, Reals& reals) {
    Literal literal = reals.Array(F32({3, 40}), -2, 2);
    literal.SetReal(0, -2), literal.SetReal(1, 2);
    return b.ConstantLiteral(literal);
  };
  CheckBoth(Generic({{{3, 40}}, [=](Builder& b, Reals& reals, const std::vector<Operand>& x) {
                       return b.Mul(x[0], constant(b, reals));
                     }, 1.05, -4, 4}));
  CheckBoth(Generic({{{3, 40}}, [=](Builder& b, Reals& reals, const std::vector<Operand>& x) {
                       return b.Sub(constant(b, reals), x[0]);
                     }, 0.8, -4, 4}));
}

TEST(IntegerForms, ElementsByIndexAndChoice) {
  CheckBoth(Generic({{{3, 4}, {3, 4}}, [](Builder& b, Reals& reals, const std::vector<Operand>& x) {
                       Literal rows(Shape::Array(ElementType::kS32, {2}));
                       rows.SetInteger(0, 2);
                       GatherDimensions d;
                       d.offset_dims = {1}, d.collapsed_slice_dims = d.start_index_map = {0}, d.index_vector_dim = 1;
                       Literal odd(Shape::Array(ElementType::kPred, {2, 4}));
                       for (int64_t i = 1; i < 8; i += 2) odd.SetInteger(i, 1);
                       const Operand one = b.Gather(x[0], b.ConstantLiteral(rows), d, {1, 4}),
                                     other = b.Slice(x[1], {1, 0}, {3, 4}, {1, 1});
                       const Operand both = b.Select(b.ConstantLiteral(odd), one, other);
                       return b.Dot(both, b.ConstantLiteral(reals.Weights({4, 3}, 1)));
                     }}));
}

// Nothing is rounded: the least and the greatest stored value are infinities' place.
TEST(IntegerForms, ExtremesAreExact) {
  const double infinity = std::numeric_limits<double>::infinity();
  CheckBoth({{{1, 6, 6, 3}},
             [=](Builder& b, Reals&, const std::vector<Operand>& x) {
               return b.ReduceWindowWithGeneralPadding(x[0], b.ConstantR0(ElementType::kF32, -infinity),
                                                       Builder::Scalar(Op::kMaximum, ElementType::kF32), {1, 3, 3, 1}, {1, 2, 2, 1}, {}, {},
                                                       {{0, 0}, {1, 0}, {0, 1}, {0, 0}});
             },
             1e-3});
  CheckBoth(Generic({{{4, 9}}, [=](Builder& b, Reals&, const std::vector<Operand>& x) {
               return b.Reduce(x[0], b.ConstantR0(ElementType::kF32, infinity), Builder::Scalar(Op::kMinimum, ElementType::kF32), {1});
             }, 1e-3}));
  CheckBoth(Generic({{{4, 9}, {4, 9}}, [](Builder& b, Reals&, const std::vector<Operand>& x) { return b.Max(x[0], x[1]); }, 1e-3}));
}

// One format for all that moves; a product makes it worth while. Weights of one: the product is x itself, rounded once.
TEST(IntegerForms, MovesAreExact) {
  CheckBoth({{{2, 3}, {2, 3}}, [](Builder& b, Reals&, const std::vector<Operand>& x) {
               const Operand both = b.ConcatInDim({x[0], b.Transpose(b.Reshape(x[1], {3, 2}), {1, 0})}, 0);
               const Operand framed = b.Pad(both, b.ConstantR0(ElementType::kF32, 0), {1, 0}, {0, 2});
               const Operand part = b.Rev(b.Slice(framed, {0, 0}, {5, 4}, {1, 1}), {0});
               const Operand one = b.ConstantLiteral([] {
                 Literal identity(F32({4, 4}));
                 for (int64_t i = 0; i < 4; ++i) identity.SetReal(5 * i, 1);
                 return identity;
               }());
               return b.Dot(part, one);
             }});
}

// Lines of 128 steps of 4/32767 bend by their eighth of the second derivative, 0.77 at most for tanh: 0.77 of its steps of 1/32767.
TEST(IntegerForms, TablesOfOneValue) {
  CheckBoth({{{3, 50}}, [](Builder& b, Reals&, const std::vector<Operand>& x) { return b.Tanh(x[0]); }}, 1.3);
  CheckBoth({{{3, 50}}, [](Builder& b, Reals&, const std::vector<Operand>& x) {  // two uses of one value
               return b.Mul(x[0], b.Logistic(b.Add(x[0], b.ConstantR0(ElementType::kF32, 1))));
             }}, 0.8);
  CheckBoth({{{3, 50}}, [](Builder& b, Reals&, const std::vector<Operand>& x) {  // a leaky rectifier, by a comparison
               const Operand zero = b.ConstantR0(ElementType::kF32, 0);
               return b.Select(b.Gt(x[0], zero), x[0], b.Mul(x[0], b.ConstantR0(ElementType::kF32, 0.1)));
             }});
}

Operand SoftmaxOf(Builder& b, Operand x) {
  const Shape shape = b.shape(x);
  const Operand most = b.Reduce(x, b.ConstantR0(ElementType::kF32, -std::numeric_limits<double>::infinity()),
                                Builder::Scalar(Op::kMaximum, ElementType::kF32), {1});
  const Operand power = b.Exp(b.Sub(x, b.BroadcastInDim(most, shape.dims, {0})));
  const Operand sum = b.Reduce(power, b.ConstantR0(ElementType::kF32, 0), Builder::Scalar(Op::kAdd, ElementType::kF32), {1});
  return b.Div(power, b.BroadcastInDim(sum, shape.dims, {0}));
}

// 1 / (x² + 0.01) bends too much for lines at 16 bits: floats between stored values, half a step.
TEST(IntegerForms, SteepFunctions) {
  CheckBoth({{{3, 50}}, [](Builder& b, Reals&, const std::vector<Operand>& x) {
               return b.Div(b.ConstantR0(ElementType::kF32, 1), b.Add(b.Mul(x[0], x[0]), b.ConstantR0(ElementType::kF32, 0.01)));
             }});
}

// The fixed-point softmax is within a step: half for its rounding, less than half for its 19-bit sums. Steps of 16 bits are 2^-16: sums of
// ten exponentials in steps of 2^-19 are off by half a step more.
TEST(IntegerForms, Softmax) {
  CheckBoth({{{4, 10}}, [](Builder& b, Reals&, const std::vector<Operand>& x) { return SoftmaxOf(b, x[0]); }, 1.0}, 1.5);
}

// Beside other values its own format would cut them off at 1. At 16 bits its steps are an eighth of theirs.
TEST(IntegerForms, SoftmaxBesideOthers) {
  CheckBoth({{{4, 10}, {4, 10}}, [](Builder& b, Reals&, const std::vector<Operand>& x) {
               return b.ConcatInDim({SoftmaxOf(b, x[0]), x[1]}, 1);
             }, 0.7});
}

// Steps of less than 32-bit floats: the program's own bf16 is rounded to 2^-9 of a value, stored ones and conversions are not.
TEST(IntegerForms, ShortFloats) {
  Builder b("main");
  Reals reals(2);
  const Operand x = b.Parameter(0, Shape::Array(ElementType::kBF16, {4, 8}));
  const Operand w = b.ConvertElementType(b.ConstantLiteral(reals.Weights({8, 3}, 1)), ElementType::kBF16);
  const Module module = *b.Build(b.Dot(x, w));
  const auto quantized = Quantize(*PrepareForQuantization(module), SamplesOf(module, 16, 3, -1, 1), {}, OpenedByTheEvaluator);
  ASSERT_TRUE(quantized.ok()) << quantized.error().text;
  EXPECT_EQ(quantized->module.main().parameters[0].element_type, ElementType::kBF16);
  EXPECT_EQ(quantized->module.main().ResultShapes()[0].element_type, ElementType::kBF16);
  EXPECT_GT(quantized->report.sqnr, 40);
}

}  // namespace
}  // namespace mote
