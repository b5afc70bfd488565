// Builder methods that no vector of OPS.md section 5 uses: each builds, evaluates, and gives the same from its printed text. Expected
// values are arithmetic done by hand.
#include <cmath>
#include <limits>

#include "builder_vectors.h"

namespace mote {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

Shape Quantized(double scale, int64_t zero_point, const Dims& dims) {
  Shape shape = Shape::Array(ElementType::kS8, dims);
  shape.quantization = std::make_shared<Quantization>(Quantization{kF, -1, {scale}, {zero_point}, -128, 127});
  return shape;
}

// x + y as a program of two f32 scalars that returns the sum twice: a slice of the output, then the carried value.
Module RunningSum() {
  Builder b("sum");
  const Operand x = b.Parameter(0, Shape::Scalar(kF)), carry = b.Parameter(1, Shape::Scalar(kF));
  const Operand sum = b.Add(x, carry);
  return *b.Build(b.Tuple({sum, sum}));
}

TEST(BuilderMethods, SpecialFunctionsAtPointsWhereTheyAreExact) {
  const struct {
    Operand (Builder::*method)(Operand);
    double x, y;
  } cases[] = {{&Builder::Square, -3, 9},      {&Builder::Acos, 1, 0},        {&Builder::Acosh, 1, 0}, {&Builder::Asin, 0, 0},
               {&Builder::Asinh, 0, 0},        {&Builder::Atan, 0, 0},        {&Builder::Atanh, 0, 0}, {&Builder::Cosh, 0, 1},
               {&Builder::Sinh, 0, 0},         {&Builder::Erf, 0, 0},         {&Builder::Erfc, 0, 1},  {&Builder::ErfInv, 0, 0},
               {&Builder::Lgamma, 1, 0},       {&Builder::BesselI1e, 0, 0},   {&Builder::Conj, 5, 5},  {&Builder::IsInf, kInf, 1},
               {&Builder::IsPosInf, -kInf, 0}, {&Builder::IsNegInf, -kInf, 1}};
  for (const auto& c : cases) {
    Builder b("function");
    ExpectValues(Evaluated(b, (b.*c.method)(b.ConstantR0(kF, c.x))), {}, {c.y});
  }
  Builder b("digamma");  // minus Euler's constant
  EXPECT_FLOAT_EQ(static_cast<float>(Evaluated(b, b.Digamma(b.ConstantR0(kF, 1))).RealAt(0)), -0.57721566f);
  Builder c("conj");
  const Literal conjugate = Evaluated(c, c.Conj(c.Complex(c.ConstantR0(kF, 2), c.ConstantR0(kF, 3))));
  EXPECT_EQ(conjugate.ComplexAt(0), std::complex<double>(2, -3));
}

TEST(BuilderMethods, BinaryFunctionsBroadcast) {
  Builder b("mulhi");  // 2^31 * {2, 4} = {2^32, 2^33}: the upper words
  ExpectValues(Evaluated(b, b.Mulhi(b.ConstantR1(ElementType::kU32, {2, 4}), b.ConstantR0(ElementType::kU32, 2147483648.0))), {2}, {1, 2});
  Builder c("next_after");
  ExpectValues(Evaluated(c, c.NextAfter(c.ConstantR1(kF, {1, 2}), c.ConstantR0(kF, 2))), {2}, {1 + std::ldexp(1.0, -23), 2});
  Builder d("polygamma");  // order 0 is digamma; zeta(2, 1) = pi^2 / 6
  EXPECT_FLOAT_EQ(static_cast<float>(Evaluated(d, d.Polygamma(d.ConstantR0(kF, 0), d.ConstantR0(kF, 1))).RealAt(0)), -0.57721566f);
  Builder e("zeta");
  EXPECT_FLOAT_EQ(static_cast<float>(Evaluated(e, e.Zeta(e.ConstantR0(kF, 2), e.ConstantR0(kF, 1))).RealAt(0)), 1.6449341f);
}

TEST(BuilderMethods, CompareTakesDirectionAndOrder) {
  Builder b("compare");
  const Operand zeros = b.ConstantR1(kF, {-0.0, 0.0}), zero = b.ConstantR0(kF, 0);
  const std::vector<Literal> got =
      Evaluated(b, Operands{b.Compare(zeros, zero, Direction::kLt), b.Compare(zeros, zero, {}, Direction::kLt, Comparison::kTotalOrder)});
  ASSERT_EQ(got.size(), 2u);
  ExpectValues(got[0], {2}, {0, 0});
  ExpectValues(got[1], {2}, {1, 0});
  Builder c("compare");
  c.Compare(c.ConstantR0(kI, 1), c.ConstantR0(kI, 1), {}, Direction::kEq, Comparison::kTotalOrder);
  ExpectError(c, Rule::kAttribute);
}

TEST(BuilderMethods, SelectTakesScalarsAndTuples) {
  Builder b("select");
  const Operand predicate = b.ConstantR1(ElementType::kPred, {1, 0});
  ExpectValues(Evaluated(b, b.Select(predicate, b.ConstantR0(kF, 3), b.ConstantR1(kF, {5, 6}))), {2}, {3, 6});
  Builder c("select");
  const Operand yes = c.ConstantR0(ElementType::kPred, 0);
  const Operand one = c.Tuple({c.ConstantR0(kF, 1), c.ConstantR1(kI, {2, 3})}),
                two = c.Tuple({c.ConstantR0(kF, 4), c.ConstantR1(kI, {5, 6})});
  const std::vector<Literal> got = Evaluated(c, Operands{c.Select(yes, one, two)});
  ASSERT_EQ(got.size(), 2u);
  ExpectValues(got[0], {}, {4});
  ExpectValues(got[1], {2}, {5, 6});
  Builder d("select");
  d.Select(d.ConstantR0(ElementType::kPred, 1), d.ConstantR1(kF, {1, 2}), d.ConstantR1(kF, {1, 2, 3}));
  ExpectError(d, Rule::kShape);
  Builder e("clamp");  // the bounds of a clamp are scalars or of the operand's shape
  e.Clamp(e.ConstantR1(kF, {1, 2}), e.ConstantR0(kF, 0), e.ConstantR0(kF, 3));
  ExpectError(e, Rule::kShape);
}

TEST(BuilderMethods, ShapesInOneDimension) {
  Builder b("shape");
  const Operand x = b.ConstantR2(kI, {{1, 2, 3}, {4, 5, 6}});
  const std::vector<Literal> got =
      Evaluated(b, Operands{b.SliceInDim(x, 1, 3, 1, 1), b.PadInDim(x, b.ConstantR0(kI, 9), 0, 1, 0), b.Iota(kI, 3), b.ConstantR1(kF, 2, 7),
                            b.TorchIndexSelect(x, b.ConstantR1(kI, {1, 1}), 0)});
  ASSERT_EQ(got.size(), 5u);
  ExpectValues(got[0], {2, 2}, {2, 3, 5, 6});
  ExpectValues(got[1], {3, 3}, {9, 9, 9, 1, 2, 3, 4, 5, 6});
  ExpectValues(got[2], {3}, {0, 1, 2});
  ExpectValues(got[3], {2}, {7, 7});
  ExpectValues(got[4], {2, 3}, {4, 5, 6, 4, 5, 6});
  for (const bool slice : {true, false}) {
    Builder c("shape");
    const Operand y = c.ConstantR2(kI, {{1, 2}});
    slice ? c.SliceInDim(y, 0, 1, 1, 2) : c.PadInDim(y, c.ConstantR0(kI, 9), -1, 1, 0);
    ExpectError(c, Rule::kDimension);
  }
  Builder d("rows");
  d.ConstantR2(kI, {{1, 2}, {3}});
  ExpectError(d, Rule::kSize);
}

TEST(BuilderMethods, RunTimeSizesFollowWhatIsBroadcast) {
  // Five numbers of which three count, plus a scalar and a size of 1: the sums have three numbers too.
  Builder b("bounded");
  const Operand x = b.SetDimensionSize(b.ConstantR1(kF, {1, 2, 3, 4, 5}), b.ConstantR0(kI, 3), 0);
  const Operand scalar = b.Add(x, b.ConstantR0(kF, 10)), one = b.Add(b.ConstantR1(kF, {20}), x);
  EXPECT_TRUE(b.shape(scalar).IsBounded(0));
  EXPECT_TRUE(b.shape(one).IsBounded(0));
  const Operand whole = b.RemoveDynamicDimension(b.SetDimensionSize(b.ConstantR1(kF, {1, 2}), b.ConstantR0(kI, 2), 0), 0);
  EXPECT_TRUE(b.shape(whole).IsStatic());
  const auto sum = [&](Operand of) { return b.Reduce(of, b.ConstantR0(kF, 0), Builder::Scalar(Op::kAdd, kF), {0}); };
  const std::vector<Literal> got = Evaluated(b, Operands{sum(scalar), sum(one)});
  ASSERT_EQ(got.size(), 2u);
  ExpectValues(got[0], {}, {36});
  ExpectValues(got[1], {}, {66});
}

TEST(BuilderMethods, DynamicOperations) {
  Builder b("dynamic");
  const Shape any = Shape::Array(kF, {kDynamic}), any2 = Shape::Array(kF, {kDynamic, kDynamic});
  const auto ints = [&](const std::vector<double>& values) { return b.ConstantR1(kI, values); };
  const Operand x = b.ConstantR1(kF, {1, 2, 3, 4});
  const std::vector<Literal> got =
      Evaluated(b, Operands{b.DynamicReshape(x, ints({2, 2}), any2), b.DynamicBroadcastInDim(b.ConstantR1(kF, {7}), ints({3}), {0}, any),
                            b.DynamicIota(ints({3}), 0, any), b.DynamicPad(x, b.ConstantR0(kF, 0), ints({1}), ints({-1}), ints({0}), any),
                            b.RealDynamicSlice(x, ints({1}), ints({4}), ints({2}), any),
                            b.DynamicGather(x, b.ConstantR2(kI, {{3}, {0}}), ints({1}), {{}, {0}, {0}, 1, {}, {}}, any)});
  ASSERT_EQ(got.size(), 6u);
  ExpectValues(got[0], {2, 2}, {1, 2, 3, 4});
  ExpectValues(got[1], {3}, {7, 7, 7});
  ExpectValues(got[2], {3}, {0, 1, 2});
  ExpectValues(got[3], {4}, {0, 1, 2, 3});
  ExpectValues(got[4], {2}, {2, 4});
  ExpectValues(got[5], {2}, {4, 1});
  Builder c("dynamic_conv");  // [1, 2, 3] with [1, 1]: 3, 5, and 3 past the end
  const Operand in = c.ConstantLiteral(Counted(kF, {1, 1, 3}, 1)), kernel = c.ConstantLiteral(Lit(kF, {1, 1, 2}, {1, 1}));
  const Operand out = c.DynamicConv(in, kernel, c.ConstantR2(kI, {{0, 1}}), {1}, {}, {}, DefaultConvolutionDimensions(1),
                                    Shape::Array(kF, {1, 1, kDynamic}));
  ExpectValues(Evaluated(c, out), {1, 1, 3}, {3, 5, 3});
}

TEST(BuilderMethods, QuantizedTypes) {
  Builder b("quantized");  // 0.5 per step, zero at 1
  const Operand q = b.UniformQuantize(b.ConstantR2(kF, {{1, -2}}), Quantized(0.5, 1, {1, 2}));
  EXPECT_TRUE(b.shape(b.Reshape(q, {2})).quantization != nullptr);
  const Operand sum = b.Add(b.Reshape(q, {2}), b.Broadcast(b.UniformQuantize(b.ConstantR0(kF, 0.5), Quantized(0.5, 1, {})), {2}));
  ExpectValues(Evaluated(b, b.UniformDequantize(sum)), {2}, {1.5, -1.5});
  Builder c("quantized");
  c.UniformDequantize(c.ConstantR0(kF, 1));
  ExpectError(c, Rule::kElementType);
}

TEST(BuilderMethods, CompositesAndCalls) {
  const Module add = Builder::Scalar(Op::kAdd, kF);
  Builder b("composite");
  ExpectValues(Evaluated(b, b.CompositeCall(add, {b.ConstantR0(kF, 2), b.ConstantR0(kF, 3)}, "my.add", "{n = 1 : i32}", 2)[0]), {}, {5});
  Builder c("composite");
  c.CompositeCall(add, {c.ConstantR0(kF, 2), c.ConstantR0(kF, 3)}, "");
  ExpectError(c, Rule::kAttribute);
  Builder d("composite");
  d.CompositeCall(add, {d.ConstantR0(kF, 2), d.ConstantR0(kF, 3)}, "my.add", "", -1);
  ExpectError(d, Rule::kAttribute);
  Builder e("custom");
  CustomCallOptions options;
  options.backend_config = "{}";
  options.api_version = 4;
  options.has_side_effect = true;
  options.computation = &add;
  const Result<Module> module = e.Build(e.CustomCall("f", {e.ConstantR0(kF, 1)}, {Shape::Scalar(kF)}, options));
  ASSERT_TRUE(module.ok());
  const std::string text = PrintStablehlo(*module);
  for (const char* part : {"@f", "has_side_effect = true", "api_version = 4", "backend_config = {}", "called_computations = ["}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
  EXPECT_TRUE(ReadStablehlo(text, "text").ok());
}

TEST(BuilderMethods, AConditionalOnPredInTheFormWithAList) {
  const auto scaled = [](double factor) {
    Builder b("branch");
    const Operand x = b.Parameter(0, Shape::Scalar(kF));
    return *b.Build(b.Mul(x, b.ConstantR0(kF, factor)));
  };
  const Module twice = scaled(2), thrice = scaled(3);
  Builder b("conditional");
  const Operand x = b.ConstantR0(kF, 5), y = b.ConstantR0(kF, 7);
  ExpectValues(Evaluated(b, b.Conditional(b.ConstantR0(ElementType::kPred, 0), {&twice, &thrice}, {x, y})), {}, {21});
  Builder c("conditional");
  const Operand z = c.ConstantR0(kF, 5);
  c.Conditional(c.ConstantR0(ElementType::kPred, 0), {&twice, &thrice, &twice}, {z, z, z});
  ExpectError(c, Rule::kCount);
}

TEST(BuilderMethods, InfeedsWithoutTokensFollowEachOther) {
  Builder b("feeds");
  const Operands first = b.Infeed(Shape::Scalar(kF)), second = b.Infeed(Shape::Tuple({Shape::Scalar(kI), Shape::Array(kF, {2})}));
  ASSERT_EQ(second.size(), 3u);
  b.Outfeed({first[0]});
  const Operand last = b.Outfeed({second[1]}, "config");
  const Result<Module> module = b.Build(Operands{last});
  ASSERT_TRUE(module.ok());
  const std::vector<Instruction>& body = module->main().instructions;
  int32_t infeed = -1, outfeed = -1;
  for (size_t i = 0; i < body.size(); ++i) {
    int32_t* before = body[i].op == Op::kInfeed ? &infeed : body[i].op == Op::kOutfeed ? &outfeed : nullptr;
    if (before == nullptr) continue;
    if (*before >= 0) {
      EXPECT_EQ(body[i].operands.back().instruction, *before);
    }
    *before = static_cast<int32_t>(i);
  }
  EXPECT_TRUE(ReadStablehlo(PrintStablehlo(*module), "text").ok());
  Builder c("feeds");
  c.Infeed(Shape::Tuple({Shape::Tuple({Shape::Scalar(kF)})}));
  ExpectError(c, Rule::kArray);
}

TEST(BuilderMethods, DoneTakesWhatStartGave) {
  Builder b("send");
  b.SendDone(b.CreateToken());
  ExpectError(b, Rule::kSignature);
  Builder c("recv");
  const Operands received = c.Recv(Shape::Scalar(kF), 3);
  EXPECT_TRUE(c.RecvDone(received).valid());
  c.RecvDone({received[1], received[0]});
  EXPECT_FALSE(c.error().has_value());  // both are results of the recv
  c.RecvDone({received[0]});
  ExpectError(c, Rule::kSignature);
  Builder d("host");
  const Operand sent = d.SendToHost(d.ConstantR0(kF, 1), d.CreateToken(), 4);
  EXPECT_TRUE(d.RecvFromHost(Shape::Scalar(kF), d.SendDone(sent), 5)[0].valid());
}

TEST(BuilderMethods, ProductsOfTwoTypes) {
  Builder b("dot");
  const Operand s8 = b.ConstantLiteral(Lit(ElementType::kS8, {1, 2}, {100, 100})),
                bf16 = b.ConstantLiteral(Lit(ElementType::kBF16, {2, 1}, {2, 3}));
  const Operand mixed = b.DotGeneral(s8, bf16, {{}, {}, {1}, {0}});
  EXPECT_EQ(b.shape(mixed).element_type, ElementType::kBF16);
  const Operand wide =
      b.DotGeneral(s8, b.Reshape(s8, {2, 1}), {{}, {}, {1}, {0}}, ElementType::kS32, {{Precision::kHighest, Precision::kDefault}, ""});
  const std::vector<Literal> got = Evaluated(b, Operands{mixed, wide});
  ASSERT_EQ(got.size(), 2u);
  ExpectValues(got[0], {1, 1}, {500});
  ExpectValues(got[1], {1, 1}, {20000});
  Builder c("dot");
  const Operand s32 = c.ConstantLiteral(Lit(kI, {1, 1}, {3}));
  c.Dot(s32, s32, {}, ElementType::kS8);
  ExpectError(c, Rule::kElementType);
  Builder e("dot");
  e.Dot(e.ConstantR1(kF, {1}), e.ConstantR1(kI, {1}));
  ExpectError(e, Rule::kElementMix);
  Builder d("dot");
  const Operand f = d.ConstantLiteral(Lit(kF, {1, 1}, {3}));
  d.DotGeneral(f, f, {{}, {}, {1}, {0}}, std::nullopt, {{}, "<lhs_precision_type = f32>"});
  ExpectError(d, Rule::kAttribute);
}

TEST(BuilderMethods, RaggedScaledAndEinsumProducts) {
  Builder b("ragged");  // rows 0 and 1 times 10, row 2 times 100
  const Operand lhs = b.ConstantLiteral(Counted(kF, {3, 1}, 1)), rhs = b.ConstantLiteral(Lit(kF, {2, 1, 1}, {10, 100}));
  RaggedDotDimensionNumbers d;
  d.dot.lhs_contracting = {1};
  d.dot.rhs_contracting = {1};
  d.rhs_group = {0};
  ExpectValues(Evaluated(b, b.RaggedDot(lhs, rhs, b.ConstantR1(kI, {2, 1}), d)), {3, 1}, {10, 20, 300});
  Builder c("scaled");
  const Operand x = c.ConstantLiteral(Counted(kF, {2, 2}, 1)), scale = c.ConstantLiteral(Lit(kF, {2, 1}, {1, 10}));
  ExpectValues(RunOne(*c.Build(c.ScaledDot(x, x, scale, c.ConstantR0(kF, 1), {{}, {}, {1}, {0}})))[0], {2, 2}, {7, 10, 150, 220});
  Builder e("einsum");
  const Operand m = e.ConstantLiteral(Counted(kF, {2, 2}, 1));
  const std::vector<Literal> got = Evaluated(e, Operands{e.Einsum(m, m, "ij,jk->ik"), e.UnaryEinsum(m, "ij->ji")});
  ASSERT_EQ(got.size(), 2u);
  ExpectValues(got[0], {2, 2}, {7, 10, 15, 22});
  ExpectValues(got[1], {2, 2}, {1, 3, 2, 4});
}

TEST(BuilderMethods, EveryFormOfConvolution) {
  Builder b("conv");  // [1, 2, 3] and [1, 10]
  const Operand x = b.ConstantLiteral(Counted(kF, {1, 1, 3}, 1)), k = b.ConstantLiteral(Lit(kF, {1, 1, 2}, {1, 10}));
  const ConvolutionDimensions d = DefaultConvolutionDimensions(1);
  const std::vector<Literal> got =
      Evaluated(b, Operands{b.Conv(x, k, {1}, Padding::kValid), b.ConvWithGeneralDimensions(x, k, {1}, Padding::kSame, d),
                            b.ConvGeneral(x, k, {2}, {{1, 0}}, d), b.ConvGeneralDilated(x, k, {1}, {{0, 0}}, {}, {2}, d),
                            b.ConvGeneralDilated(x, k, {1}, {{0, 0}}, {}, {}, d, 1, 1, {}, std::nullopt, {true})});
  ASSERT_EQ(got.size(), 5u);
  ExpectValues(got[0], {1, 1, 2}, {21, 32});
  ExpectValues(got[1], {1, 1, 3}, {21, 32, 3});
  ExpectValues(got[2], {1, 1, 2}, {10, 32});
  ExpectValues(got[3], {1, 1, 1}, {31});
  ExpectValues(got[4], {1, 1, 2}, {12, 23});
}

TEST(BuilderMethods, WindowsAndReductionsInEveryForm) {
  Builder b("windows");
  const Operand x = b.ConstantR1(kF, {1, 2, 3, 4}), zero = b.ConstantR0(kF, 0);
  const Module add = Builder::Scalar(Op::kAdd, kF);
  Builder ge("ge");
  const Operand p = ge.Parameter(0, Shape::Scalar(kF)), q = ge.Parameter(1, Shape::Scalar(kF));
  const Module greater = *ge.Build(ge.Ge(p, q));
  const Operand source = b.ConstantR1(kF, {10, 20});
  const std::vector<Literal> got =
      Evaluated(b, Operands{b.ReduceAll(x, zero, add), b.ReduceWindow(Operands{x}, Operands{zero}, add, {2}, {2}, Padding::kValid)[0],
                            b.ReduceWindowWithGeneralPadding(x, zero, add, {2}, {1}, {}, {}, {{1, 0}}),
                            b.SelectAndScatter(x, greater, {2}, {2}, Padding::kValid, source, zero, add)});
  ASSERT_EQ(got.size(), 4u);
  ExpectValues(got[0], {}, {10});
  ExpectValues(got[1], {2}, {3, 7});
  ExpectValues(got[2], {4}, {1, 3, 5, 7});
  ExpectValues(got[3], {4}, {0, 10, 0, 20});
  Builder c("window");
  c.ReduceWindow(c.ConstantR1(kF, {1, 2}), c.ConstantR0(kF, 0), add, {2}, {0}, Padding::kSame);
  ExpectError(c, Rule::kAttribute);
}

TEST(BuilderMethods, ScanTopKAndRounding) {
  Builder b("scan");
  const Operands sums = b.Scan({b.ConstantR1(kF, {1, 2, 3})}, {b.ConstantR0(kF, 10)}, RunningSum(), 0);
  ASSERT_EQ(sums.size(), 2u);
  const Operands least = b.TopK(b.ConstantR1(kF, {3, 1, 2}), 2, false);
  const std::vector<Literal> got = Evaluated(b, Operands{sums[0], sums[1], least[0], least[1]});
  ASSERT_EQ(got.size(), 4u);
  ExpectValues(got[0], {3}, {11, 13, 16});
  ExpectValues(got[1], {}, {16});
  ExpectValues(got[2], {2}, {1, 2});
  ExpectValues(got[3], {2}, {1, 2});
  Builder c("stochastic");  // up where the random number is below the fraction
  const Operand rounded = c.StochasticConvertType(c.ConstantR0(kF, 2.75), c.ConstantR0(ElementType::kU32, 4294967295.0), kI);
  ExpectValues(RunOne(*c.Build(rounded))[0], {}, {2});
}

TEST(BuilderMethods, AccuracyIsAnAttribute) {
  Builder b("accuracy");
  ResultAccuracy a;
  a.mode = ResultAccuracy::Mode::kTolerance;
  a.ulps = 120;
  a.relative = 0.5;
  const Result<Module> module = b.Build(b.Exp(b.ConstantR0(kF, 0), a));
  ASSERT_TRUE(module.ok());
  const std::string text = PrintStablehlo(*module);
  EXPECT_NE(text.find("ulps = 120"), std::string::npos) << text;
  const Result<Module> again = ReadStablehlo(text, "text");
  ASSERT_TRUE(again.ok()) << FormatDiagnostic(again.error());
  EXPECT_TRUE(Equal(*module, *again));
  Builder c("accuracy");
  a.mode = ResultAccuracy::Mode::kHighest;
  c.Exp(c.ConstantR0(kF, 0), a);
  ExpectError(c, Rule::kAttribute);
}

TEST(BuilderMethods, CollectivesOfSeveralOperands) {
  const Module add = Builder::Scalar(Op::kAdd, kF);
  EvaluateOptions options;
  Builder b("collectives");
  const Operand x = b.ConstantR1(kF, {1, 2}), y = b.ConstantR0(kF, 3);
  const Operands sums = b.AllReduceTuple({x, y}, add, {{0}}), all = b.AllGatherTuple({x, x}, 0, 1, {{0}}),
                 reduced = b.CollectiveReduce({x}, add, {{0}});
  const Operand tuple = b.CrossReplicaSum(b.Tuple({x, y}), {{0}});
  const std::vector<Literal> got = Evaluated(b, Operands{sums[0], sums[1], all[1], reduced[0], b.GetTupleElement(tuple, 1)}, options);
  ASSERT_EQ(got.size(), 5u);
  ExpectValues(got[0], {2}, {1, 2});
  ExpectValues(got[1], {}, {3});
  ExpectValues(got[2], {2}, {1, 2});
  ExpectValues(got[3], {2}, {1, 2});
  ExpectValues(got[4], {}, {3});
  Builder c("global");
  c.AllReduce(c.ConstantR0(kF, 1), add, {{0}}, std::nullopt, true);
  ExpectError(c, Rule::kChannel);
  Builder d("global");
  d.AllReduce(d.ConstantR0(kF, 1), add, {}, 1, true);
  ExpectError(d, Rule::kGroup);
}

}  // namespace
}  // namespace mote
