// Result shapes of builder methods on operands whose sizes are bounds or not known.
#include "builder_vectors.h"

namespace mote {
namespace {

// f32 with these sizes; a negative one is a bound.
Shape Of(const Dims& dims, ElementType type = kF) {
  Shape shape = Shape::Array(type, dims);
  shape.bounded.assign(dims.size(), false);
  for (size_t i = 0; i < dims.size(); ++i) {
    if (dims[i] >= 0 || dims[i] == kDynamic) continue;
    shape.dims[i] = -dims[i];
    shape.bounded[i] = true;
  }
  return shape;
}

std::string Shown(const Builder& b, Operand x) {
  if (b.error()) return RuleCode(b.error()->rule);
  return ToString(b.shape(x));
}

TEST(BuilderShapes, ReshapeKeepsTheBoundOfAJoinedSplitOrUnchangedSize) {
  const struct {
    Dims from, to;
    const char* want;
  } cases[] = {
      {{4, -7}, {28}, "f32[<=28]"},
      {{-24}, {8, 3}, "f32[<=8,3]"},
      {{4, -7}, {2, 2, 7}, "f32[2,2,<=7]"},
      {{1, -5}, {5}, "f32[<=5]"},
      {{-5}, {1, 5, 1}, "f32[1,<=5,1]"},
      {{-1, 1}, {1}, "f32[<=1]"},
      {{3, -8, 2}, {3, 4, 4}, "R-UNSUP"},
      {{6, 4, -9}, {8, 3, 9}, "f32[8,3,<=9]"},
      {{kDynamic, -3}, {3}, "R-UNSUP"},
      {{4, -7}, {27}, "R-SIZE"},
      {{-4, 0}, {0}, "f32[0]"},
      {{12}, {3, 4}, "f32[3,4]"},
  };
  for (const auto& c : cases) {
    Builder b("reshape");
    EXPECT_EQ(Shown(b, b.Reshape(b.Parameter(0, Of(c.from)), c.to)), c.want);
  }
}

// The sum of all elements that are there when run.
double Sum(Builder& b, Operand x) {
  Dims all;
  for (int64_t d = 0; d < b.shape(x).rank(); ++d) all.push_back(d);
  return Evaluated(b, b.Reduce(x, b.ConstantR0(kF, 0), Builder::Scalar(Op::kAdd, kF), all)).RealAt(0);
}

TEST(BuilderShapes, ReshapedElementsAreAsManyAsThereAreWhenRun) {
  Builder b("rows");
  const Operand x = b.ConstantLiteral(Counted(kF, {2, 4}));
  const Operand flat = b.Reshape(b.SetDimensionSize(x, b.ConstantR0(kI, 3), 1), {8});
  EXPECT_EQ(Shown(b, flat), "f32[<=8]");
  EXPECT_EQ(Sum(b, flat), 0 + 1 + 2 + 4 + 5 + 6);
}

TEST(BuilderShapes, ReshapeRefusesASplitThatDoesNotComeOutWhenRun) {
  Builder b("halves");
  const Operand x = b.SetDimensionSize(b.ConstantLiteral(Counted(kF, {8})), b.ConstantR0(kI, 5), 0);
  const Result<Module> module = b.Build(b.Reshape(x, {4, 2}));
  ASSERT_TRUE(module.ok());
  const auto results = Evaluate(*module, {}, {});
  ASSERT_FALSE(results.ok());
  EXPECT_EQ(results.error().rule, Rule::kSize);
}

TEST(BuilderShapes, BroadcastInDimKeepsBounds) {
  Builder b("broadcast");
  const Operand x = b.Parameter(0, Of({2, -3})), y = b.Parameter(1, Of({-6, kDynamic}));
  EXPECT_EQ(Shown(b, b.BroadcastInDim(x, {5, 2, 3}, {1, 2})), "f32[5,2,<=3]");
  EXPECT_EQ(Shown(b, b.BroadcastInDim(y, {6, 4}, {0, 1})), "f32[<=6,4]");
  Builder c("rows");
  const Operand some = c.SetDimensionSize(c.ConstantR1(kF, {1, 2, 4}), c.ConstantR0(kI, 2), 0);
  EXPECT_EQ(Sum(c, c.BroadcastInDim(some, {5, 3}, {1})), 15);
}

TEST(BuilderShapes, EveryOperandAgreesWithEveryOther) {
  Builder clamp("clamp"), select("select"), join("concatenate");
  const auto three_of = [](Builder& b, const Shape& first, const Shape& second, const Shape& third) {
    const Operand x = b.Parameter(0, first), y = b.Parameter(1, second);
    return Operands{x, y, b.Parameter(2, third)};
  };
  const Shape two = Of({2}), three = Of({3}), any = Of({kDynamic});
  const Operands c = three_of(clamp, two, any, three), s = three_of(select, Of({2}, ElementType::kPred), any, three);
  EXPECT_EQ(Shown(clamp, clamp.Clamp(c[0], c[1], c[2])), "R-SHAPE");
  EXPECT_EQ(Shown(select, select.Select(s[0], s[1], s[2])), "R-SHAPE");
  const Operands rows = three_of(join, Of({1, kDynamic}), Of({1, 5}), Of({1, 6}));
  EXPECT_EQ(Shown(join, join.ConcatInDim(rows, 0)), "R-SHAPE");
  EXPECT_NE(join.error()->text.find("tensor<1x5xf32> and tensor<1x6xf32>"), std::string::npos) << join.error()->text;
}

TEST(BuilderShapes, ConditionalWidensToTheBoundOfOneBranch) {
  Builder left("left"), right("right"), b("conditional");
  const Module fixed = *left.Build(left.Parameter(0, Of({3})));
  const Operand x = right.Parameter(0, Of({3}));
  const Module cut = *right.Build(right.SetDimensionSize(x, right.ConstantR0(kI, 2), 0));
  const Operand p = b.ConstantR0(ElementType::kPred, 0), v = b.ConstantLiteral(Counted(kF, {3}, 1));
  const Operand chosen = b.Conditional(p, v, fixed, v, cut);
  EXPECT_EQ(Shown(b, chosen), "f32[<=3]");
  EXPECT_EQ(Sum(b, chosen), 3);
}

TEST(BuilderShapes, ConvolutionKeepsABoundedBatch) {
  Builder b("convolution");
  const Operand x = b.Parameter(0, Of({-4, 2, 6})), w = b.Parameter(1, Of({5, 2, 3}));
  EXPECT_EQ(Shown(b, b.Conv(x, w, {1}, Padding::kValid)), "f32[<=4,5,4]");
}

TEST(BuilderShapes, AllGatherTakesATupleLeafByLeaf) {
  Builder b("gather");
  const Operand t = b.Tuple({b.Parameter(0, Of({3})), b.Parameter(1, Of({2, 5}))});
  EXPECT_EQ(Shown(b, b.AllGather(t, 0, 2)), "(f32[6], f32[4,5])");
}

TEST(BuilderShapes, RandomNumbersNeedKnownSizes) {
  Builder b("random");
  const Operand zero = b.ConstantR0(kF, 0), one = b.ConstantR0(kF, 1);
  EXPECT_EQ(Shown(b, b.RngUniform(zero, one, Of({kDynamic, 3}))), "R-SIZE");
  EXPECT_NE(b.error()->text.find("f32[?,3]"), std::string::npos) << b.error()->text;
}

}  // namespace
}  // namespace mote
