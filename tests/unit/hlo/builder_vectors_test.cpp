// V4 to V34 of OPS.md section 5 that need one device, through the builder and through the text of the same program.
#include <cmath>

#include "builder_vectors.h"

namespace mote {
namespace {

// V7's array: 4x2x3 with 10, 11, 12 / 15, 16, 17 and so on by tens.
Literal SevenArray() {
  Literal v(Shape::Array(kI, {4, 2, 3}));
  for (int64_t i = 0; i < 24; ++i) v.SetInteger(i, 10 * (i / 6 + 1) + 5 * (i / 3 % 2) + i % 3);
  return v;
}

std::vector<double> InOrder(const Literal& v) {
  std::vector<double> out;
  for (int64_t i = 0; i < v.size(); ++i) out.push_back(v.RealAt(i));
  return out;
}

// The entry of two scalars of the type that compares them.
Module Comparison(Operand (Builder::*compare)(Operand, Operand, const Ints&), ElementType type) {
  Builder b("compare");
  const Operand x = b.Parameter(0, Shape::Scalar(type)), y = b.Parameter(1, Shape::Scalar(type));
  return *b.Build((b.*compare)(x, y, {}));
}

TEST(Vectors, V4BitcastConvert) {
  Builder b("v4");
  const Operand wide = b.ConstantLiteral(Counted(kF, {10}));
  const Operand halves = b.BitcastConvertType(wide, ElementType::kF16);
  EXPECT_EQ(b.shape(halves).dims, (Dims{10, 2}));
  EXPECT_EQ(b.shape(b.BitcastConvertType(halves, kF)).dims, (Dims{10}));
  EXPECT_EQ(b.shape(b.BitcastConvertType(b.ConstantR0(kF, 1), ElementType::kF16)).dims, (Dims{2}));
  // The element of the smallest index holds the low-order bits.
  const Operand bytes = b.BitcastConvertType(b.ConstantR0(kI, 0x04030201), ElementType::kS8);
  ExpectValues(Evaluated(b, bytes), {4}, {1, 2, 3, 4});
}

TEST(Vectors, V5Broadcast) {
  Builder b("v5");
  ExpectValues(Evaluated(b, b.Broadcast(b.ConstantR0(kF, 2), {2, 3})), {2, 3}, {2, 2, 2, 2, 2, 2});
}

TEST(Vectors, V6Clamp) {
  Builder b("v6");
  ExpectValues(Evaluated(b, b.Clamp(b.ConstantR0(kI, 0), b.ConstantR1(kI, {-1, 5, 9}), b.ConstantR0(kI, 6))), {3}, {0, 5, 6});
}

TEST(Vectors, V7Collapse) {
  const std::vector<double> order = InOrder(SevenArray());
  const struct {
    Ints dims;
    Dims result;
  } cases[] = {{{0, 1, 2}, {24}}, {{0, 1}, {8, 3}}, {{1, 2}, {4, 6}}, {{}, {4, 2, 3}}, {{1}, {4, 2, 3}}};
  for (const auto& c : cases) {
    Builder b("v7");
    ExpectValues(Evaluated(b, b.Collapse(b.ConstantLiteral(SevenArray()), c.dims)), c.result, order);
  }
  for (const Ints& dims : {Ints{1, 0}, Ints{0, 2}}) {
    Builder b("v7");
    b.Collapse(b.ConstantLiteral(SevenArray()), dims);
    ExpectError(b, Rule::kOrder);
  }
  Builder b("v7");
  b.Collapse(b.ConstantLiteral(SevenArray()), {2, 3});
  ExpectError(b, Rule::kDimension);
}

TEST(Vectors, V8Concatenate) {
  Builder b("v8");
  ExpectValues(Evaluated(b, b.ConcatInDim({b.ConstantR1(kI, {2, 3}), b.ConstantR1(kI, {4, 5}), b.ConstantR1(kI, {6, 7})}, 0)), {6},
               {2, 3, 4, 5, 6, 7});
  Builder c("v8");
  ExpectValues(Evaluated(c, c.ConcatInDim({c.ConstantLiteral(Counted(kI, {3, 2}, 1)), c.ConstantLiteral(Counted(kI, {1, 2}, 7))}, 0)),
               {4, 2}, {1, 2, 3, 4, 5, 6, 7, 8});
}

// The pseudo-code of S, written out; depthwise: feature_group_count = input channels, filter [h, w, 1, in * multiplier].
TEST(Vectors, V9Convolution) {
  const Literal in = Counted(kF, {1, 2, 5, 4}, -7), kernel = Counted(kF, {3, 2, 2, 3}, -9);
  const int64_t sy = 2, sx = 1, py = 1, px = 2;
  Builder b("v9");
  const Literal out =
      Evaluated(b, b.ConvWithGeneralPadding(b.ConstantLiteral(in), b.ConstantLiteral(kernel), {sy, sx}, {{py, py}, {px, px}}));
  ASSERT_EQ(out.shape().dims, (Dims{1, 3, 3, 6}));
  for (int64_t oz = 0; oz < 3; ++oz) {
    for (int64_t oy = 0; oy < 3; ++oy) {
      for (int64_t ox = 0; ox < 6; ++ox) {
        double value = 0;
        for (int64_t iz = 0; iz < 2; ++iz) {
          for (int64_t ky = 0; ky < 2; ++ky) {
            for (int64_t kx = 0; kx < 3; ++kx) {
              const int64_t iy = oy * sy + ky - py, ix = ox * sx + kx - px;
              if (iy < 0 || iy >= 5 || ix < 0 || ix >= 4) continue;
              value += in.RealAt((iz * 5 + iy) * 4 + ix) * kernel.RealAt(((oz * 2 + iz) * 2 + ky) * 3 + kx);
            }
          }
        }
        EXPECT_EQ(out.RealAt((oz * 3 + oy) * 6 + ox), value);
      }
    }
  }
}

TEST(Vectors, V9DepthwiseConvolution) {
  ConvolutionDimensions d;  // b01f_01io->b01f
  d.input_feature = d.output_feature = 3;
  d.input_spatial = d.output_spatial = {1, 2};
  d.kernel_spatial = {0, 1};
  d.kernel_input_feature = 2;
  d.kernel_output_feature = 3;
  Builder b("v9");
  const Literal in = Counted(kF, {1, 3, 3, 2}), filter = Counted(kF, {2, 2, 1, 4}, 1);
  const Literal out =
      Evaluated(b, b.ConvWithGeneralPadding(b.ConstantLiteral(in), b.ConstantLiteral(filter), {1, 1}, {{0, 0}, {0, 0}}, {}, {}, 2, 1, d));
  ASSERT_EQ(out.shape().dims, (Dims{1, 2, 2, 4}));
  for (int64_t y = 0; y < 2; ++y) {
    for (int64_t x = 0; x < 2; ++x) {
      for (int64_t o = 0; o < 4; ++o) {
        double value = 0;
        for (int64_t ky = 0; ky < 2; ++ky) {
          for (int64_t kx = 0; kx < 2; ++kx) value += in.RealAt(((y + ky) * 3 + x + kx) * 2 + o / 2) * filter.RealAt((ky * 2 + kx) * 4 + o);
        }
        EXPECT_EQ(out.RealAt((y * 2 + x) * 4 + o), value);
      }
    }
  }
}

// E21: the rule of S's example, and one where the halves differ.
TEST(Vectors, SamePaddingPutsTheSmallerHalfFirst) {
  EXPECT_EQ(SamePadding(5, 3, 2), (Ints{1, 1}));
  EXPECT_EQ(SamePadding(6, 3, 2), (Ints{0, 1}));
  EXPECT_EQ(SamePadding(4, 1, 2), (Ints{0, 0}));
}

TEST(Vectors, V10Convert) {
  Builder b("v10");
  ExpectValues(Evaluated(b, b.ConvertElementType(b.ConstantR1(kI, {0, 1, 2}), kF)), {3}, {0, 1, 2});
}

TEST(Vectors, V11CustomCall) {
  EvaluateOptions options;
  options.custom_calls["do_custom_call"] = [](const Instruction&,
                                              const std::vector<RuntimeValue>& in) -> Result<std::vector<RuntimeValue>> {
    Literal out(Shape::Array(kF, {3, 3}));
    out.SetReal(0, in[0].literal.RealAt(1) + in[1].literal.RealAt(3));  // x[1] + y[1][0]
    RuntimeValue value;
    value.literal = out;
    return std::vector<RuntimeValue>{value};
  };
  Builder b("v11");
  const Operands z =
      b.CustomCall("do_custom_call", {b.ConstantR1(kF, {1, 2}), b.ConstantLiteral(Lit(kF, {2, 3}, {10, 20, 30, 40, 50, 60}))},
                   {Shape::Array(kF, {3, 3})});
  EXPECT_EQ(Evaluated(b, z, options)[0].RealAt(0), 42);
}

TEST(Vectors, V12DotGeneral) {
  Builder b("v12");
  const Operand l = b.ConstantLiteral(Counted(kF, {2, 3}, 1)), r = b.ConstantLiteral(Lit(kF, {2, 3}, {1, 1, 1, 2, 2, 2}));
  ExpectValues(Evaluated(b, b.DotGeneral(l, r, {{}, {}, {1}, {1}})), {2, 2}, {6, 12, 15, 30});
}

TEST(Vectors, V13DotGeneralBatch) {
  Builder b("v13");
  const Operand l = b.ConstantLiteral(Counted(kF, {2, 2, 2}, 1)), r = b.ConstantLiteral(Lit(kF, {2, 2, 2}, {1, 0, 0, 1, 1, 0, 0, 1}));
  ExpectValues(Evaluated(b, b.DotGeneral(l, r, {{0}, {0}, {2}, {1}})), {2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8});
  Builder s("v13");
  const Operand x = s.ConstantLiteral(Counted(kF, {2, 3, 4, 5})), y = s.ConstantLiteral(Counted(kF, {2, 3, 5, 6}));
  EXPECT_EQ(s.shape(s.DotGeneral(x, y, {{0, 1}, {0, 1}, {3}, {2}})).dims, (Dims{2, 3, 4, 6}));
}

TEST(Vectors, V14DynamicSlice) {
  Builder b("v14");
  ExpectValues(Evaluated(b, b.DynamicSlice(b.ConstantR1(kF, {0, 1, 2, 3, 4}), {b.ConstantR0(kI, 2)}, {2})), {2}, {2, 3});
  Builder c("v14");
  ExpectValues(Evaluated(c, c.DynamicSlice(c.ConstantLiteral(Counted(kF, {4, 3})), {c.ConstantR0(kI, 2), c.ConstantR0(kI, 1)}, {2, 2})),
               {2, 2}, {7, 8, 10, 11});
}

TEST(Vectors, V15DynamicUpdateSlice) {
  Builder b("v15");
  ExpectValues(Evaluated(b, b.DynamicUpdateSlice(b.ConstantR1(kF, {0, 1, 2, 3, 4}), b.ConstantR1(kF, {5, 6}), {b.ConstantR0(kI, 2)})), {5},
               {0, 1, 5, 6, 4});
  Builder c("v15");
  const Operand one = c.ConstantR0(kI, 1);
  ExpectValues(
      Evaluated(c, c.DynamicUpdateSlice(c.ConstantLiteral(Counted(kF, {4, 3})), c.ConstantLiteral(Counted(kF, {3, 2}, 12)), {one, one})),
      {4, 3}, {0, 1, 2, 3, 12, 13, 6, 14, 15, 9, 16, 17});
}

TEST(Vectors, V16Sign) {
  Builder b("v16");
  const Literal out = Evaluated(b, b.Sign(b.ConstantR1(kF, {-3, -0.0, NAN, 0.0, 2})));
  EXPECT_EQ(out.RealAt(0), -1);
  EXPECT_TRUE(out.RealAt(1) == 0 && std::signbit(out.RealAt(1)));
  EXPECT_TRUE(std::isnan(out.RealAt(2)));
  EXPECT_TRUE(out.RealAt(3) == 0 && !std::signbit(out.RealAt(3)));
  EXPECT_EQ(out.RealAt(4), 1);
}

TEST(Vectors, V17FftLengths) {
  for (const int64_t length : {16, 17}) {
    Builder b("v17");
    const Operand spectrum = b.Fft(b.ConstantLiteral(Counted(kF, {length})), FftKind::kRfft, {length});
    EXPECT_EQ(b.shape(spectrum).dims, (Dims{9}));
    EXPECT_EQ(b.shape(b.Fft(spectrum, FftKind::kIrfft, {length})).dims, (Dims{length}));
  }
}

TEST(Vectors, V18Gather) {
  Builder b("v18");
  const Operand x = b.ConstantLiteral(Counted(kF, {16, 11}));
  Literal starts(Shape::Array(ElementType::kS64, {5, 2}));
  for (int64_t g = 0; g < 5; ++g) {
    starts.SetInteger(2 * g, 2 * g);
    starts.SetInteger(2 * g + 1, g);
  }
  const GatherDimensions window{{1, 2}, {}, {0, 1}, 1, {}, {}};
  const Operand out = b.Gather(x, b.ConstantLiteral(starts), window, {8, 6});
  const GatherDimensions nested{{2, 3}, {}, {0, 1}, 2, {}, {}};
  EXPECT_EQ(b.shape(b.Gather(x, b.ConstantLiteral(Counted(ElementType::kS64, {4, 5, 2})), nested, {8, 6})).dims, (Dims{4, 5, 8, 6}));
  const GatherDimensions rows{{1}, {0}, {0}, 1, {}, {}};
  EXPECT_EQ(b.shape(b.Gather(x, b.ConstantLiteral(Counted(ElementType::kS64, {5, 1})), rows, {1, 11})).dims, (Dims{5, 11}));
  const Literal values = Evaluated(b, out);
  ASSERT_EQ(values.shape().dims, (Dims{5, 8, 6}));
  for (int64_t g = 0; g < 5; ++g) {
    for (int64_t i = 0; i < 8; ++i) {
      for (int64_t j = 0; j < 6; ++j) EXPECT_EQ(values.RealAt((g * 8 + i) * 6 + j), static_cast<double>((2 * g + i) * 11 + g + j));
    }
  }
}

TEST(Vectors, V19GatherImplicitIndexDimension) {
  for (const bool stated : {false, true}) {
    Builder b("v19");
    const Literal starts = Counted(kI, stated ? Dims{6, 7, 1} : Dims{6, 7});
    const GatherDimensions d{{}, {0}, {0}, 2, {}, {}};
    const Literal out = Evaluated(b, b.Gather(b.ConstantLiteral(Counted(kF, {42}, 100)), b.ConstantLiteral(starts), d, {1}));
    ASSERT_EQ(out.shape().dims, (Dims{6, 7}));
    for (int64_t i = 0; i < 42; ++i) EXPECT_EQ(out.RealAt(i), static_cast<double>(100 + i));
  }
}

TEST(Vectors, V20SetDimensionSize) {
  const auto reduced = [](double size, Op op, double init) {
    Builder b("v20");
    const Operand v = b.SetDimensionSize(b.ConstantLiteral(Counted(kF, {10}, 1)), b.ConstantR0(kI, size), 0);
    return Evaluated(b, b.Reduce(v, b.ConstantR0(kF, init), Builder::Scalar(op, kF), {0})).RealAt(0);
  };
  EXPECT_EQ(reduced(5, Op::kAdd, 0), 15);
  EXPECT_EQ(reduced(5, Op::kMultiply, 1), 120);
  EXPECT_EQ(reduced(6, Op::kAdd, 0), 21);
}

TEST(Vectors, V21Iota) {
  for (const int64_t dim : {0, 1}) {
    Builder b("v21");
    const Literal out = Evaluated(b, b.Iota(Shape::Array(kI, {4, 8}), dim));
    for (int64_t i = 0; i < 32; ++i) EXPECT_EQ(out.IntegerAt(i), dim == 0 ? i / 8 : i % 8);
  }
}

// Any order is legal for an associative function; the init may be applied any number of times.
TEST(Vectors, V22ReduceOfAnAssociativeFunction) {
  Builder b("v22");
  EXPECT_EQ(
      Evaluated(b, b.Reduce(b.ConstantR1(kI, {10, 11, 12, 13}), b.ConstantR0(kI, 0), Builder::Scalar(Op::kAdd, kI), {0})).IntegerAt(0), 46);
}

TEST(Vectors, V23Reduce) {
  Literal slabs(Shape::Array(kF, {4, 2, 3}));
  for (int64_t i = 0; i < 24; ++i) slabs.SetReal(i, static_cast<double>(i % 6 + 1));
  const struct {
    Ints dims;
    Dims result;
    std::vector<double> values;
  } cases[] = {{{0}, {2, 3}, {4, 8, 12, 16, 20, 24}},
               {{2}, {4, 2}, {6, 15, 6, 15, 6, 15, 6, 15}},
               {{0, 1}, {3}, {20, 28, 36}},
               {{0, 1, 2}, {}, {84}}};
  for (const auto& c : cases) {
    Builder b("v23");
    ExpectValues(Evaluated(b, b.Reduce(b.ConstantLiteral(slabs), b.ConstantR0(kF, 0), Builder::Scalar(Op::kAdd, kF), c.dims)), c.result,
                 c.values);
  }
  for (const int64_t dim : {0, 1}) {
    Builder b("v23");
    const Operand sum = b.Reduce(b.ConstantLiteral(Counted(kF, {2, 3}, 1)), b.ConstantR0(kF, 0), Builder::Scalar(Op::kAdd, kF), {dim});
    ExpectValues(Evaluated(b, sum), dim == 0 ? Dims{3} : Dims{2}, dim == 0 ? std::vector<double>{5, 7, 9} : std::vector<double>{6, 15});
  }
}

TEST(Vectors, V24ArgmaxTakesTheLastTie) {
  Builder f("argmax");
  const Operand max = f.Parameter(0, Shape::Scalar(kF)), index = f.Parameter(1, Shape::Scalar(kI)),
                value = f.Parameter(2, Shape::Scalar(kF)), key = f.Parameter(3, Shape::Scalar(kI));
  const Operand newer = f.Ge(value, max);
  const Module body = *f.Build(f.Tuple({f.Select(newer, value, max), f.Select(newer, key, index)}));
  Builder b("v24");
  const Operands results = b.Reduce({b.ConstantR1(kF, {1, 3, 3}), b.Iota(Shape::Array(kI, {3}), 0)},
                                    {b.ConstantR0(kF, -INFINITY), b.ConstantR0(kI, 0)}, body, {0});
  const std::vector<Literal> out = Evaluated(b, results);
  EXPECT_EQ(out[0].RealAt(0), 3);
  EXPECT_EQ(out[1].IntegerAt(0), 2);
}

TEST(Vectors, V26ReduceWindowMin) {
  for (const Padding padding : {Padding::kValid, Padding::kSame}) {
    Builder b("v26");
    const Operand x = b.ConstantR1(kF, {10000, 1000, 100, 10, 1}), most = b.ConstantR0(kF, 3.4028234663852886e38);
    const std::vector<double> valid = {100, 1}, same = {1000, 10, 1};
    const Literal out = Evaluated(b, b.ReduceWindow(x, most, Builder::Scalar(Op::kMinimum, kF), {3}, {2}, padding));
    ExpectValues(out, padding == Padding::kValid ? Dims{2} : Dims{3}, padding == Padding::kValid ? valid : same);
  }
}

TEST(Vectors, V27ReduceWindowMax) {
  Builder b("v27");
  const Operand x = b.ConstantLiteral(Counted(kF, {4, 6}));
  ExpectValues(
      Evaluated(b, b.ReduceWindow(x, b.ConstantR0(kF, -INFINITY), Builder::Scalar(Op::kMaximum, kF), {2, 3}, {2, 3}, Padding::kValid)),
      {2, 2}, {8, 11, 20, 23});
}

TEST(Vectors, V28Reshape) {
  const std::vector<double> turned = {10, 20, 30, 40, 11, 21, 31, 41, 12, 22, 32, 42, 15, 25, 35, 45, 16, 26, 36, 46, 17, 27, 37, 47};
  const struct {
    Ints order;
    Dims sizes;
    bool turned;
  } cases[] = {{{0, 1, 2}, {24}, false},
               {{0, 1, 2}, {8, 3}, false},
               {{1, 2, 0}, {24}, true},
               {{1, 2, 0}, {8, 3}, true},
               {{1, 2, 0}, {2, 6, 2}, true}};
  for (const auto& c : cases) {
    Builder b("v28");
    ExpectValues(Evaluated(b, b.Reshape(b.ConstantLiteral(SevenArray()), c.order, c.sizes)), c.sizes,
                 c.turned ? turned : InOrder(SevenArray()));
  }
  Builder b("v28");
  const Operand scalar = b.Reshape(b.ConstantLiteral(Lit(kF, {1, 1}, {5})), {});
  ExpectValues(Evaluated(b, b.Reshape(scalar, {1, 1})), {1, 1}, {5});
}

TEST(Vectors, V29Select) {
  const std::vector<double> t = {1, 2, 3, 4}, f = {100, 200, 300, 400};
  Builder b("v29");
  ExpectValues(Evaluated(b, b.Select(b.ConstantR1(ElementType::kPred, {1, 0, 0, 1}), b.ConstantR1(kI, t), b.ConstantR1(kI, f))), {4},
               {1, 200, 300, 4});
  Builder c("v29");
  ExpectValues(Evaluated(c, c.Select(c.ConstantR0(ElementType::kPred, 1), c.ConstantR1(kI, t), c.ConstantR1(kI, f))), {4}, t);
}

TEST(Vectors, V30SelectAndScatter) {
  const Module ge = Comparison(&Builder::Ge, kF), add = Builder::Scalar(Op::kAdd, kF);
  const auto run = [&](const Literal& x, const Ints& window, const Ints& strides, const IntMatrix& padding, const Literal& source) {
    Builder b("v30");
    return Evaluated(
        b, b.SelectAndScatter(b.ConstantLiteral(x), ge, window, strides, padding, b.ConstantLiteral(source), b.ConstantR0(kF, 0), add));
  };
  ExpectValues(run(Lit(kF, {6}, {1, 9, 3, 7, 5, 6}), {3}, {1}, {}, Lit(kF, {4}, {34, 42, 53, 19})), {6}, {0, 76, 0, 72, 0, 0});
  ExpectValues(run(Lit(kF, {2, 6}, {7, 2, 5, 3, 10, 2, 3, 8, 9, 3, 4, 2}), {2, 3}, {2, 3}, {}, Lit(kF, {1, 2}, {2, 6})), {2, 6},
               {0, 0, 0, 0, 6, 0, 0, 0, 2, 0, 0, 0});
  ExpectValues(run(Lit(kF, {4, 2}, {1, 5, 2, 5, 3, 6, 4, 4}), {3, 1}, {2, 1}, {{0, 1}, {0, 0}}, Lit(kF, {2, 2}, {5, 6, 7, 8})), {4, 2},
               {0, 0, 0, 0, 5, 14, 7, 0});
  // Two overlapping windows choose the 9: their sources 2 and 6 add up there.
  ExpectValues(run(Lit(kF, {4}, {1, 2, 9, 3}), {3}, {1}, {}, Lit(kF, {2}, {2, 6})), {4}, {0, 0, 8, 0});
}

TEST(Vectors, V31Slice) {
  Builder b("v31");
  ExpectValues(Evaluated(b, b.Slice(b.ConstantR1(kF, {0, 1, 2, 3, 4}), {2}, {4})), {2}, {2, 3});
  Builder c("v31");
  ExpectValues(Evaluated(c, c.Slice(c.ConstantLiteral(Counted(kF, {4, 3})), {2, 1}, {4, 3})), {2, 2}, {7, 8, 10, 11});
}

TEST(Vectors, V32Sort) {
  Builder f("less");
  const Operand first = f.Parameter(0, Shape::Scalar(kI)), second = f.Parameter(1, Shape::Scalar(kI));
  for (int64_t i = 2; i < 6; ++i) f.Parameter(i, Shape::Scalar(i < 4 ? kI : kF));
  const Module less = *f.Build(f.Lt(first, second));
  Builder b("v32");
  const std::vector<Literal> out =
      Evaluated(b, b.Sort({b.ConstantR1(kI, {3, 1}), b.ConstantR1(kI, {42, 50}), b.ConstantR1(kF, {-3, 1.5})}, less));
  ExpectValues(out[0], {2}, {1, 3});
  ExpectValues(out[1], {2}, {50, 42});
  ExpectValues(out[2], {2}, {1.5, -3});
}

TEST(Vectors, V33Tuple) {
  Builder b("v33");
  const Operand tuple = b.Tuple({b.ConstantLiteral(Counted(kF, {10})), b.ConstantR0(kI, 5)});
  ExpectValues(Evaluated(b, b.GetTupleElement(tuple, 1)), {}, {5});
}

TEST(Vectors, V34While) {
  const Shape state = Shape::Tuple({Shape::Scalar(kI), Shape::Array(kF, {10})});
  Builder c("condition");
  const Operand carried = c.Parameter(0, state);
  const Module condition = *c.Build(c.Lt(c.GetTupleElement(carried, 0), c.ConstantR0(kI, 1000)));
  Builder w("body");
  const Operand s = w.Parameter(0, state);
  const Operand count = w.Add(w.GetTupleElement(s, 0), w.ConstantR0(kI, 1));
  const Module body = *w.Build(w.Tuple({count, w.Add(w.GetTupleElement(s, 1), w.ConstantLiteral(Counted(kF, {10}, 1)))}));
  Builder b("v34");
  const std::vector<Literal> out =
      Evaluated(b, Operands{b.While(condition, body, b.Tuple({b.ConstantR0(kI, 0), b.Broadcast(b.ConstantR0(kF, 0), {10})}))});
  ASSERT_EQ(out.size(), 2u);
  EXPECT_EQ(out[0].IntegerAt(0), 1000);
  for (int64_t i = 0; i < 10; ++i) EXPECT_EQ(out[1].RealAt(i), 1000.0 * static_cast<double>(i + 1));
}

TEST(Vectors, ConditionalInBothForms) {
  const auto times = [](double factor) {
    Builder f("branch");
    const Operand x = f.Parameter(0, Shape::Scalar(kF));
    return *f.Build(f.Mul(x, f.ConstantR0(kF, factor)));
  };
  const Module twice = times(2), thrice = times(3), negative = times(-1);
  for (const bool chosen : {true, false}) {
    Builder b("conditional");
    const Operand x = b.ConstantR0(kF, 10), y = b.ConstantR0(kF, 100);
    EXPECT_EQ(Evaluated(b, b.Conditional(b.ConstantR0(ElementType::kPred, chosen), x, twice, y, thrice)).RealAt(0), chosen ? 20 : 300);
  }
  // An index outside of the branches runs the last one, negative ones too.
  const std::pair<double, double> cases[] = {{0, 20}, {1, 300}, {2, -1000}, {3, -1000}, {-1, -1000}};
  for (const auto& [index, want] : cases) {
    Builder b("case");
    const Operands operands = {b.ConstantR0(kF, 10), b.ConstantR0(kF, 100), b.ConstantR0(kF, 1000)};
    EXPECT_EQ(Evaluated(b, b.Conditional(b.ConstantR0(kI, index), {&twice, &thrice, &negative}, operands)).RealAt(0), want);
  }
}

TEST(Vectors, V36ScatterDropsElementsOrWindows) {
  const auto scattered = [](bool hlo) {
    const Module replace = [] {
      Builder f("replace");
      f.Parameter(0, Shape::Scalar(kF));
      return *f.Build(f.Parameter(1, Shape::Scalar(kF)));
    }();
    Builder b("v36");
    Literal operand(Shape::Array(kF, {3, 3, 2}));
    for (int64_t i = 0; i < 18; ++i) operand.SetReal(i, (i % 2 == 0 ? -1.0 : 1.0) * static_cast<double>(i / 2 + 1));
    const ScatterDimensions d{{1, 2}, {0}, {0, 1}, 1, {}, {}};
    const Operand out = b.Scatter(b.ConstantLiteral(operand), b.ConstantLiteral(Lit(kI, {1, 2}, {0, 2})),
                                  b.ConstantLiteral(Lit(kF, {1, 2, 2}, {-10, 10, -40, 40})), replace, d);
    Module module = *b.Build(out);
    if (hlo) module = *ReadHloText(*PrintHlo(module), "hlo");
    return std::pair(operand, RunOne(module)[0]);
  };
  const auto [operand, elements] = scattered(false);
  for (int64_t i = 0; i < 18; ++i) EXPECT_EQ(elements.RealAt(i), i == 4 ? -10 : i == 5 ? 10 : operand.RealAt(i));
  EXPECT_TRUE(scattered(true).second.BitEqual(operand));
}

}  // namespace
}  // namespace mote
