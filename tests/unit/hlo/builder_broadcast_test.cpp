// BR1 to BR28 of OPS.md section 4: implicit broadcasting through the builder, values and errors.
#include "builder_vectors.h"

namespace mote {
namespace {

const std::vector<double> kSix = {1, 2, 3, 4, 5, 6};

// The sum of two constants of these shapes: its shape, or the rule that refuses it.
struct Case {
  const char* name;
  Dims lhs, rhs;
  Ints dims;
  std::optional<Rule> error;
  Dims result;
};

const Case kCases[] = {
    {"BR3", {2, 3}, {3}, {}, Rule::kRank, {}},
    {"BR7", {2, 3}, {3}, {0}, Rule::kShape, {}},
    {"BR8", {2, 3, 4}, {3, 4}, {1, 2}, {}, {2, 3, 4}},
    {"BR9a", {2, 3, 4, 5}, {5}, {3}, {}, {2, 3, 4, 5}},
    {"BR9b", {2, 3, 4, 5}, {4}, {2}, {}, {2, 3, 4, 5}},
    {"BR9c", {2, 3, 4, 5}, {3}, {1}, {}, {2, 3, 4, 5}},
    {"BR9d", {2, 3, 4, 5}, {2}, {0}, {}, {2, 3, 4, 5}},
    {"BR10", {2, 3, 4, 5}, {4}, {3}, Rule::kShape, {}},
    {"BR11a", {2, 3, 4, 5}, {4, 5}, {2, 3}, {}, {2, 3, 4, 5}},
    {"BR11b", {2, 3, 4, 5}, {3, 4}, {1, 2}, {}, {2, 3, 4, 5}},
    {"BR11c", {2, 3, 4, 5}, {2, 5}, {0, 3}, {}, {2, 3, 4, 5}},
    {"BR12", {2, 3, 4, 5}, {4, 3}, {2, 1}, Rule::kOrder, {}},
    {"BR13", {2, 3, 4, 5}, {4, 4}, {2, 2}, Rule::kOrder, {}},
    {"BR14a", {2, 3, 4, 5}, {4, 5}, {2}, Rule::kCount, {}},
    {"BR14b", {2, 3, 4, 5}, {4, 5}, {1, 2, 3}, Rule::kCount, {}},
    {"BR15a", {2, 3, 4, 5}, {5}, {4}, Rule::kDimension, {}},
    {"BR15b", {2, 3, 4, 5}, {5}, {-1}, Rule::kDimension, {}},
    {"BR16", {2, 1}, {2, 3}, {}, {}, {2, 3}},
    {"BR17", {1, 2, 5}, {7, 2, 5}, {}, {}, {7, 2, 5}},
    {"BR18", {7, 2, 5}, {7, 1, 5}, {}, {}, {7, 2, 5}},
    {"BR19", {7, 2, 5}, {7, 2, 6}, {}, Rule::kShape, {}},
    {"BR23a", {2, 3}, {2, 3}, {0, 1}, {}, {2, 3}},
    {"BR23b", {2, 3}, {2, 3}, {1, 0}, Rule::kOrder, {}},
    {"Zero1", {0}, {1}, {}, {}, {0}},
    {"Zero0", {0, 2}, {0, 2}, {}, {}, {0, 2}},
    {"ZeroN", {0}, {2}, {}, Rule::kShape, {}},
};

class Broadcasting : public ::testing::TestWithParam<Case> {};
INSTANTIATE_TEST_SUITE_P(Vectors, Broadcasting, ::testing::ValuesIn(kCases), [](const auto& info) { return std::string(info.param.name); });

TEST_P(Broadcasting, GivesTheShapeOrTheRule) {
  const Case& c = GetParam();
  for (const bool swapped : {false, true}) {
    Builder b("br");
    const Operand l = b.ConstantLiteral(Counted(kF, swapped ? c.rhs : c.lhs)), r = b.ConstantLiteral(Counted(kF, swapped ? c.lhs : c.rhs));
    const Operand sum = b.Add(l, r, c.dims);
    if (c.error) {
      ExpectError(b, *c.error);
      continue;
    }
    ASSERT_TRUE(sum.valid());
    EXPECT_EQ(b.shape(sum).dims, c.result);
    EXPECT_EQ(Evaluated(b, sum).shape().dims, c.result);
  }
}

TEST(BroadcastingValues, BR1) {
  Builder b("br1");
  ExpectValues(Evaluated(b, b.Add(b.ConstantLiteral(Lit(kF, {2, 3}, kSix)), b.ConstantR1(kF, {7, 8, 9}), {1})), {2, 3},
               {8, 10, 12, 11, 13, 15});
}

TEST(BroadcastingValues, BR2) {
  Builder b("br2");
  ExpectValues(Evaluated(b, b.Add(b.ConstantLiteral(Lit(kF, {2, 3}, kSix)), b.ConstantR0(kF, 7))), {2, 3}, {8, 9, 10, 11, 12, 13});
}

TEST(BroadcastingValues, BR4) {
  Builder b("br4");
  ExpectValues(Evaluated(b, b.BroadcastInDim(b.ConstantR1(kF, {7, 8, 9}), {2, 3}, {1})), {2, 3}, {7, 8, 9, 7, 8, 9});
}

TEST(BroadcastingValues, BR5AndBR6) {
  for (const int64_t dim : {1, 0}) {
    Builder b("br5");
    const Operand zeros = b.Broadcast(b.ConstantR0(kF, 0), {3, 3});
    const std::vector<double> rows = {7, 8, 9, 7, 8, 9, 7, 8, 9}, columns = {7, 7, 7, 8, 8, 8, 9, 9, 9};
    ExpectValues(Evaluated(b, b.Add(zeros, b.ConstantR1(kF, {7, 8, 9}), {dim})), {3, 3}, dim == 1 ? rows : columns);
  }
}

TEST(BroadcastingValues, BR20) {
  Builder b("br20");
  ExpectValues(Evaluated(b, b.Add(b.ConstantLiteral(Lit(kF, {2, 1}, {10, 20})), b.ConstantLiteral(Lit(kF, {1, 3}, {1, 2, 3})))), {2, 3},
               {11, 12, 13, 21, 22, 23});
}

TEST(BroadcastingValues, BR21) {
  Builder b("br21");
  ExpectValues(Evaluated(b, b.Add(b.ConstantR1(kF, {1, 2, 3, 4}), b.ConstantLiteral(Lit(kF, {1, 2}, {5, 6})), {0})), {4, 2},
               {6, 7, 7, 8, 8, 9, 9, 10});
}

TEST(BroadcastingValues, BR22) {
  Builder b("br22");
  const Literal sum = Evaluated(b, b.Add(b.ConstantLiteral(Lit(kF, {1, 2}, {10, 20})), b.ConstantLiteral(Counted(kF, {4, 3, 1})), {1, 2}));
  ASSERT_EQ(sum.shape().dims, (Dims{4, 3, 2}));
  for (int64_t i = 0; i < 4; ++i) {
    for (int64_t j = 0; j < 3; ++j) {
      for (int64_t k = 0; k < 2; ++k) EXPECT_EQ(sum.RealAt((i * 3 + j) * 2 + k), static_cast<double>(3 * i + j + 10 * (k + 1)));
    }
  }
}

TEST(BroadcastingValues, BR24) {
  Builder b("br24");
  b.Add(b.ConstantLiteral(Counted(kF, {2, 3})), b.ConstantLiteral(Counted(kI, {2, 3})));
  ExpectError(b, Rule::kElementMix);
}

TEST(BroadcastingValues, BR25) {
  Builder b("br25");
  const Literal out = Evaluated(b, b.BroadcastInDim(b.ConstantLiteral(Lit(kF, {2, 1}, {5, 6})), {2, 3, 4}, {0, 2}));
  ASSERT_EQ(out.shape().dims, (Dims{2, 3, 4}));
  for (int64_t i = 0; i < 24; ++i) EXPECT_EQ(out.RealAt(i), i < 12 ? 5 : 6);
}

TEST(BroadcastingValues, BR26AndBR27) {
  Builder b("br26");
  b.BroadcastInDim(b.ConstantLiteral(Counted(kF, {2, 1})), {2, 3, 4}, {1, 2});
  ExpectError(b, Rule::kShape);
  Builder b27("br27");
  b27.BroadcastInDim(b27.ConstantR1(kF, {1, 2, 3}), {4, 3}, {0});
  ExpectError(b27, Rule::kShape);
}

// Composition of both steps: the [2,3] operand is placed into dimensions 0 and 1 of [2,1,4], where 3 meets 1.
TEST(BroadcastingValues, BR28) {
  Builder b("br28");
  const Operand small = b.ConstantLiteral(Counted(kF, {2, 3})), large = b.ConstantLiteral(Counted(kF, {2, 1, 4}));
  EXPECT_EQ(Evaluated(b, b.Add(small, large, {0, 1})).shape().dims, (Dims{2, 3, 4}));
}

}  // namespace
}  // namespace mote
