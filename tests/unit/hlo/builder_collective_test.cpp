// V1 to V3, V25, V35 and V37 of OPS.md section 5: collectives on a grid of replicas, and random bits; the builder's own errors.
#include <functional>
#include <iterator>

#include "builder_vectors.h"

namespace mote {
namespace {

// Runs the program on as many replicas as there are inputs, and the same from its StableHLO text.
std::vector<Literal> RunReplicas(Builder& builder, Operand root, const std::vector<Literal>& inputs) {
  Result<Module> built = builder.Build(root);
  EXPECT_TRUE(built.ok()) << (built.ok() ? "" : FormatDiagnostic(built.error()));
  if (!built.ok()) return {};
  std::vector<std::vector<RuntimeValue>> values;
  for (const Literal& input : inputs) {
    values.emplace_back(1);
    values.back()[0].literal = input;
  }
  const int64_t replicas = static_cast<int64_t>(inputs.size());
  std::vector<Literal> first;
  for (const bool text : {false, true}) {
    const Result<Module> module = text ? ReadStablehlo(PrintStablehlo(*built), "text") : built;
    EXPECT_TRUE(module.ok());
    const auto results = EvaluateGrid(*module, values, replicas, 1);
    EXPECT_TRUE(results.ok()) << (results.ok() ? "" : FormatDiagnostic(results.error()));
    if (!results.ok()) return {};
    for (size_t i = 0; i < results->size(); ++i) {
      const Literal& got = (*results)[i][0].literal;
      if (!text) first.push_back(got);
      else EXPECT_TRUE(got.BitEqual(first[i]));
    }
  }
  return first;
}

TEST(CollectiveVectors, V1AllGather) {
  Builder b("v1");
  const Operand x = b.Parameter(0, Shape::Array(kF, {2}));
  for (const Literal& out : RunReplicas(b, b.AllGather(x, 0, 2), {Lit(kF, {2}, {1, 2.5}), Lit(kF, {2}, {3, 5.25})})) {
    ExpectValues(out, {4}, {1, 2.5, 3, 5.25});
  }
  Builder g("v1");
  const Operand y = g.Parameter(0, Shape::Array(kF, {1}));
  const std::vector<Literal> out =
      RunReplicas(g, g.AllGather(y, 0, 2, {{0, 2}, {1, 3}}), {Lit(kF, {1}, {0}), Lit(kF, {1}, {1}), Lit(kF, {1}, {2}), Lit(kF, {1}, {3})});
  for (size_t i = 0; i < 4; ++i) ExpectValues(out[i], {2}, i % 2 == 0 ? std::vector<double>{0, 2} : std::vector<double>{1, 3});
}

TEST(CollectiveVectors, V2AllReduce) {
  for (const bool sum : {false, true}) {
    Builder b("v2");
    const Operand x = b.Parameter(0, Shape::Array(kF, {2}));
    const Operand reduced = sum ? b.CrossReplicaSum(x) : b.AllReduce(x, Builder::Scalar(Op::kAdd, kF));
    for (const Literal& out : RunReplicas(b, reduced, {Lit(kF, {2}, {1, 2.5}), Lit(kF, {2}, {3, 5.25})})) ExpectValues(out, {2}, {4, 7.75});
  }
}

TEST(CollectiveVectors, V3AllToAll) {
  Builder b("v3");
  const Operand x = b.Parameter(0, Shape::Array(kF, {4, 16}));
  std::vector<Literal> inputs;
  for (int i = 0; i < 4; ++i) inputs.push_back(Counted(kF, {4, 16}, 1000.0 * i));
  const std::vector<Literal> out = RunReplicas(b, b.AllToAll(x, 1, 0, 4), inputs);
  ASSERT_EQ(out.size(), 4u);
  for (int64_t j = 0; j < 4; ++j) {
    ASSERT_EQ(out[static_cast<size_t>(j)].shape().dims, (Dims{16, 4}));
    // Block j of replica i lands as rows 4i … 4i+3 of replica j.
    for (int64_t row = 0; row < 16; ++row) {
      for (int64_t column = 0; column < 4; ++column) {
        EXPECT_EQ(out[static_cast<size_t>(j)].RealAt(row * 4 + column),
                  static_cast<double>(1000 * (row / 4) + (row % 4) * 16 + 4 * j + column));
      }
    }
  }
}

TEST(CollectiveVectors, V3AllToAllInGroupOrder) {
  Builder b("v3");
  const Operand x = b.Parameter(0, Shape::Array(kF, {3}));
  std::vector<Literal> inputs;
  for (int i = 0; i < 6; ++i) inputs.push_back(Counted(kF, {3}, 10.0 * i));
  const std::vector<Literal> out = RunReplicas(b, b.AllToAll(x, 0, 0, 3, {{1, 2, 3}, {4, 5, 0}}), inputs);
  ASSERT_EQ(out.size(), 6u);
  ExpectValues(out[2], {3}, {11, 21, 31});  // second member of its group: block 1 of each
  ExpectValues(out[0], {3}, {42, 52, 2});   // third member of its group
}

TEST(CollectiveVectors, V25ReduceScatter) {
  Builder b("v25");
  const Operand x = b.Parameter(0, Shape::Array(kF, {2}));
  const std::vector<Literal> out =
      RunReplicas(b, b.ReduceScatter(x, Builder::Scalar(Op::kAdd, kF), 0, 2), {Lit(kF, {2}, {1, 2.25}), Lit(kF, {2}, {3, 5.25})});
  ASSERT_EQ(out.size(), 2u);
  ExpectValues(out[0], {1}, {4});
  ExpectValues(out[1], {1}, {7.5});
}

TEST(CollectiveVectors, V37CollectivePermute) {
  Builder b("v37");
  const Operand x = b.Parameter(0, Shape::Scalar(kI));
  std::vector<Literal> inputs;
  for (int i = 0; i < 4; ++i) inputs.push_back(Lit(kI, {}, {10.0 + i}));
  const std::vector<Literal> out = RunReplicas(b, b.CollectivePermute(x, {{1, 0}, {0, 1}, {2, 2}}), inputs);
  const int64_t want[] = {11, 10, 12, 0};
  for (size_t i = 0; i < 4; ++i) EXPECT_EQ(out[i].IntegerAt(0), want[i]);
}

TEST(RandomVectors, V35ThreeFry) {
  const auto bits = [](uint64_t key, uint64_t counter) {
    Literal state(Shape::Array(ElementType::kU64, {2}));
    state.SetInteger(0, static_cast<int64_t>(key));
    state.SetInteger(1, static_cast<int64_t>(counter));
    Builder b("v35");
    return Evaluated(b, b.RngBitGenerator(RandomAlgorithm::kThreeFry, b.ConstantLiteral(state), Shape::Scalar(ElementType::kU64)));
  };
  const std::vector<Literal> small = bits(3, 3);
  EXPECT_EQ(small[0].IntegerAt(0), 3);
  EXPECT_EQ(small[0].IntegerAt(1), 4);
  EXPECT_EQ(static_cast<uint64_t>(small[1].IntegerAt(0)), 3349939604322698703u);
  EXPECT_EQ(static_cast<uint64_t>(bits(0x0000000400000001, 0x100000000)[1].IntegerAt(0)), 0xa3e974730835d3c1u);
}

TEST(RandomVectors, UniformStaysInItsInterval) {
  Builder b("uniform");
  const Literal out = Evaluated(b, b.RngUniform(b.ConstantR0(kF, 2), b.ConstantR0(kF, 3), Shape::Array(kF, {64})));
  for (int64_t i = 0; i < 64; ++i) EXPECT_TRUE(out.RealAt(i) >= 2 && out.RealAt(i) < 3);
}

TEST(BuilderErrors, TheFirstOneStaysAndBuildReturnsIt) {
  Builder b("errors");
  const Operand x = b.ConstantLiteral(Counted(kF, {2, 3}));
  const Operand bad = b.Transpose(x, {0, 0});
  EXPECT_FALSE(bad.valid());
  EXPECT_FALSE(b.Reshape(bad, {7}).valid());
  ExpectError(b, Rule::kOrder);
  const Result<Module> module = b.Build(bad);
  ASSERT_FALSE(module.ok());
  EXPECT_EQ(module.error().rule, Rule::kOrder);
}

TEST(BuilderErrors, RulesOfTheOperationPage) {
  const struct {
    Rule rule;
    std::function<void(Builder&, Operand)> make;
  } cases[] = {
      {Rule::kSize, [](Builder& b, Operand x) { b.AllGather(x, 0, 0); }},
      {Rule::kSize, [](Builder& b, Operand x) { b.AllGather(x, 0, 3, {{0, 1}}); }},
      {Rule::kDimension, [](Builder& b, Operand x) { b.AllGather(x, 2, 2); }},
      {Rule::kDivisible, [](Builder& b, Operand x) { b.ReduceScatter(x, Builder::Scalar(Op::kAdd, kF), 0, 4); }},
      {Rule::kDivisible, [](Builder& b, Operand x) { b.AllToAll(x, 1, 0, 2); }},
      {Rule::kGroup, [](Builder& b, Operand x) { b.CrossReplicaSum(x, {{0, 0}}); }},
      {Rule::kDuplicate, [](Builder& b, Operand x) { b.CollectivePermute(x, {{0, 1}, {0, 2}}); }},
      {Rule::kSize, [](Builder& b, Operand x) { b.Broadcast(x, {-1}); }},
      {Rule::kElementType, [](Builder& b, Operand x) { b.LogicalNot(x); }},
      {Rule::kAttribute, [](Builder& b, Operand x) { b.ReducePrecision(x, 0, 3); }},
      {Rule::kSize, [](Builder& b, Operand x) { b.Slice(x, {0, 0}, {2, 4}); }},
      {Rule::kSignature, [](Builder& b, Operand x) { b.Reduce(x, b.ConstantR0(kF, 0), Builder::Scalar(Op::kAdd, kI), {0}); }},
      {Rule::kArity, [](Builder& b, Operand x) { b.While(Builder::Scalar(Op::kAdd, kF), Builder::Scalar(Op::kAdd, kF), x); }},
      {Rule::kCount, [](Builder& b, Operand x) { b.Conditional(b.ConstantR0(kI, 0), {}, {x}); }},
      {Rule::kArity, [](Builder& b, Operand x) { b.Add(x, Operand{{100, 0}}); }},
      {Rule::kArray, [](Builder& b, Operand x) { b.Add(x, b.Tuple({x})); }},
  };
  for (size_t i = 0; i < std::size(cases); ++i) {
    Builder b("errors");
    cases[i].make(b, b.ConstantLiteral(Counted(kF, {2, 3})));
    SCOPED_TRACE(i);
    ExpectError(b, cases[i].rule);
  }
}

}  // namespace
}  // namespace mote
