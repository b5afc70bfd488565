// Fixed-point steps: random networks of bytes through the compiler and the runtime against the evaluator on the module as it was written;
// what becomes a step and what does not; rows that lie over each other.
#include "byte_networks.h"
#include "hlo/fixed_point.h"

namespace mote {
namespace {

// A host, and a machine of one worker, whose rows lie over each other.
TargetFacts Small() {
  TargetFacts small = *FindTarget("linux");
  small.workers = 1;
  return small;
}

TEST(FixedSteps, AreTheEvaluatorsBytes) {
  Random random(11);
  Ran all;
  for (int n = 0; n < 400; ++n) {
    SCOPED_TRACE("network " + std::to_string(n));
    Network network(random, {random.Between(1, 2), random.Between(1, 9), random.Between(1, 9), random.Between(1, 6)});
    const Dims in = network.dims();
    for (int64_t layers = random.Between(1, 4); layers > 0; --layers) {
      switch (random.Between(0, 9)) {
        case 0:
        case 1: network.Convolution(false); break;
        case 2: network.Convolution(true); break;
        case 3: network.Pool(random.Maybe()); break;
        case 4: network.Dot(); break;
        case 5: network.AddToItself(); break;
        case 6: network.Softmax(); break;
        case 7: network.MultiplyByItself(); break;
        case 8: network.ByChannel(); break;
        default: network.Function(); break;
      }
    }
    const Result<Module> module = network.Build();
    ASSERT_TRUE(module.ok()) << module.error().text;
    const Literal input = random.Bytes(in);
    const std::vector<uint8_t> expected = Evaluated(*module, input);
    for (const TargetFacts& target : {*FindTarget("linux"), Small()}) {
      const Ran run = CompileAndRun(*module, target, input, random.Maybe() ? 0 : 100);
      ASSERT_EQ(run.output, expected);
      all.fixed += run.fixed, all.others += run.others, all.overlaps += run.overlaps;
      all.dropped += run.dropped;
      for (const auto& [name, count] : run.kinds) all.kinds[name] += count;
    }
  }
  for (const auto& [name, count] : all.kinds) RecordProperty(name, count);
  EXPECT_GT(all.fixed, 1000);
  EXPECT_LT(all.others, all.fixed / 15) << all.fixed;
  EXPECT_GT(all.overlaps, 20);
  EXPECT_GT(all.dropped, 200);
  EXPECT_GT(all.kinds["multiply"], 60);
  EXPECT_GT(all.kinds["lines"], 100);
}

// Convolutions in groups and over dilated inputs are plain ones between moves of bytes.
TEST(FixedSteps, OddConvolutionsAreTheEvaluatorsBytes) {
  Random random(29);
  Ran all;
  for (int n = 0; n < 150; ++n) {
    SCOPED_TRACE("network " + std::to_string(n));
    Network network(random, {random.Between(1, 2), random.Between(1, 7), random.Between(1, 7), random.Between(1, 8)});
    const Dims in = network.dims();
    network.OddConvolution();
    const Result<Module> module = network.Build();
    ASSERT_TRUE(module.ok()) << module.error().text;
    const Literal input = random.Bytes(in);
    const Ran run = CompileAndRun(*module, random.Maybe() ? *FindTarget("linux") : Small(), input, random.Maybe() ? 0 : 100);
    ASSERT_EQ(run.output, Evaluated(*module, input));
    all.fixed += run.fixed > 0 ? 1 : 0;
  }
  EXPECT_GT(all.fixed, 140);
}

// Halves to even, met by every 64th sum: no finish rounds one up and the next one down.
TEST(FixedSteps, SayWhyAProductIsNone) {
  Random random(7);
  for (const bool even : {false, true}) {
    const Literal input = random.Bytes({3, 8});
    Builder b("main");
    const Operand in = b.ConvertElementType(b.Parameter(0, input.shape()), ElementType::kS32);
    const Operand weights = b.ConvertElementType(b.ConstantLiteral(random.Bytes({8, 4})), ElementType::kS32);
    const Requantization r = {{1 << 30}, {36}, 0, -128, 127, even ? Rounding::kEven : Rounding::kSingle};
    const Result<Module> module = b.Build(b.Requantize(b.Dot(in, weights), ElementType::kS8, r));
    ASSERT_TRUE(module.ok());
    const Ran run = CompileAndRun(*module, *FindTarget("linux"), input, 0);
    EXPECT_EQ(run.output, Evaluated(*module, input));
    EXPECT_EQ(run.fixed, even ? 0 : 1);
    EXPECT_EQ(run.reasons.find("no fixed-point step: no multiplier, addend and shift") != std::string::npos, even) << run.reasons;
  }
}

// The body of a reduction is arithmetic of bytes too, by way of s32, and stays in its kernel.
TEST(FixedSteps, ScalarsOfARegionAreLeft) {
  const Shape byte = Shape::Scalar(ElementType::kS8);
  Builder c("saturating");
  const auto number = [](Builder& b, ElementType type, int64_t value) {
    Literal literal(Shape::Scalar(type));
    literal.SetInteger(0, value);
    return b.ConstantLiteral(literal);
  };
  const Operand left = c.Parameter(0, byte), right = c.Parameter(1, byte);
  const Operand sum = c.Add(c.ConvertElementType(left, ElementType::kS32), c.ConvertElementType(right, ElementType::kS32));
  const Operand clamped = c.Clamp(number(c, ElementType::kS32, -128), sum, number(c, ElementType::kS32, 127));
  const Result<Module> combiner = c.Build(c.ConvertElementType(clamped, ElementType::kS8));
  ASSERT_TRUE(combiner.ok());
  Builder b("main");
  Random random(3);
  const Literal input = random.Bytes({4, 8});
  const Operand values = b.Parameter(0, input.shape());
  const Result<Module> module = b.Build(b.Reduce(values, number(b, ElementType::kS8, 0), *combiner, {1}));
  ASSERT_TRUE(module.ok());
  const Ran run = CompileAndRun(*module, *FindTarget("linux"), input, 0);
  EXPECT_EQ(run.output, Evaluated(*module, input));
  EXPECT_EQ(run.fixed, 0);
}

// A table that is the result itself is a step; one that only the run knows is none, though it is as long as what it is asked for.
TEST(FixedSteps, TablesByGather) {
  Random random(5);
  for (const bool known : {true, false}) {
    const Literal input = random.Bytes({256});
    Builder b("main");
    const Operand values = b.Parameter(0, input.shape());
    Literal offset(Shape::Scalar(ElementType::kS32));
    offset.SetInteger(0, 128);
    GatherDimensions elements;
    elements.collapsed_slice_dims = elements.start_index_map = {0};
    elements.index_vector_dim = 1;
    const Operand index = b.Add(b.ConvertElementType(values, ElementType::kS32), b.ConstantLiteral(offset));
    const Result<Module> module = b.Build(b.Gather(known ? b.ConstantLiteral(random.Bytes({256})) : values, index, elements, {1}));
    ASSERT_TRUE(module.ok());
    const Ran run = CompileAndRun(*module, *FindTarget("linux"), input, 0);
    EXPECT_EQ(run.output, Evaluated(*module, input));
    EXPECT_EQ(run.fixed, known ? 1 : 0);
  }
}

// Gates of an LSTM in 16 bits are a step, however they are spelt; what differs from them at one halfword is none.
TEST(FixedSteps, SigmoidalFunctionsOfHalfwords) {
  RuntimeValue x;
  x.literal = Literal(Shape::Array(ElementType::kS16, {256, 256}));
  for (int64_t i = 0; i < x.literal.size(); ++i) x.literal.SetInteger(i, i - 32768);
  for (int form = 0; form < 6; ++form) {
    SCOPED_TRACE(form);
    Builder b("main");
    const ProgramNumbers n(b, 16);
    const Operand wide = b.ConvertElementType(b.Parameter(0, x.literal.shape()), ElementType::kS32);
    const int bits = form / 2 * 3;
    Operand y = form % 2 == 0 ? Logistic(n, wide, bits) : Tanh(n, wide, bits);
    const bool spoilt = form == 5;
    if (spoilt) y = b.Select(b.Eq(wide, n.Constant(-32767)), n.Constant(7), y);
    const Result<Module> module = b.Build(b.ConvertElementType(y, ElementType::kS16));
    ASSERT_TRUE(module.ok());
    const auto want = Evaluate(*module, {x});
    ASSERT_TRUE(want.ok());
    const auto bytes = (*want)[0].literal.bytes();
    for (const TargetFacts& target : {*FindTarget("linux"), Small()}) {
      const Ran run = CompileAndRun(*module, target, x.literal, form % 2 == 0 ? 0 : 100);
      EXPECT_EQ(run.output, std::vector<uint8_t>(bytes.begin(), bytes.end()));
      EXPECT_EQ(run.fixed, spoilt ? 0 : 1);
    }
  }
}

}  // namespace
}  // namespace mote
