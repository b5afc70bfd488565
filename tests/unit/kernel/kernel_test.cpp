// The kernel object by itself: rules, hash, builder, interpreter. Expected values by arithmetic.
#include "kernel/interpret.h"
#include "kernel/kernel.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>

#include "kernel/kernel_builder.h"
#include "print/printers.h"
#include "kernel/scalar.h"

namespace mote {
namespace {

template <typename T>
std::vector<uint8_t> Bytes(const std::vector<T>& values) {
  std::vector<uint8_t> out(values.size() * sizeof(T));
  std::memcpy(out.data(), values.data(), out.size());
  return out;
}

template <typename T>
std::vector<T> Values(const std::vector<uint8_t>& bytes) {
  std::vector<T> out(bytes.size() / sizeof(T));
  std::memcpy(out.data(), bytes.data(), bytes.size());
  return out;
}

// rows × columns → per row: x / sum(x), in stages reduce, map.
struct Built {
  Kernel kernel;
  std::vector<ParamValue> values;
};
Built RowNormalise(int64_t rows, int64_t columns, int32_t lanes) {
  KernelBuilder b("row_normalise");
  const int32_t x = b.AddOperand(ElementType::kF32, true, false), y = b.AddOperand(ElementType::kF32, false, true);
  const AxisId row = b.AddAxis(Axis::Kind::kGroup, rows), i = b.AddAxis(Axis::Kind::kLane, columns),
               j = b.AddAxis(Axis::Kind::kLane, columns);
  const ParamId stride = b.AddParam(Parameter::Role::kStride, Reg::kI32, columns), one = b.AddParam(Parameter::Role::kStride, Reg::kI32, 1);
  const int32_t stage = b.BeginStage(Stage::Kind::kReduce, {i});
  const NodeId value = b.Load(b.AddAccess({x, kNone, {{row, stride}, {i, one}}}), Reg::kF32);
  const NodeId init = b.F32(0);
  b.BeginCombiner();
  const NodeId sum = b.Op(Scalar::kAddF, b.CombinerInput(0, Reg::kF32), b.CombinerInput(1, Reg::kF32));
  b.EndReduce(lanes, {value}, {init}, {sum});
  b.BeginStage(Stage::Kind::kMap, {j});
  const NodeId again = b.Load(b.AddAccess({x, kNone, {{row, stride}, {j, one}}}), Reg::kF32);
  b.Store(b.AddAccess({y, kNone, {{row, stride}, {j, one}}}), b.Op(Scalar::kDivF, again, b.Reduced(stage, 0, Reg::kF32)));
  b.EndStage();
  Built out;
  out.values = b.TakeValues();
  out.kernel = b.Take();
  return out;
}

TEST(Kernel, RowStagesReduceThenMap) {
  Built built = RowNormalise(2, 3, 1);
  EXPECT_EQ(CheckKernel(built.kernel), "");
  std::vector<std::vector<uint8_t>> operands{Bytes<float>({1, 2, 5, 4, 4, 8}), std::vector<uint8_t>(24)};
  ASSERT_TRUE(InterpretKernel(built.kernel, built.values, operands).ok());
  EXPECT_EQ(Values<float>(operands[1]), (std::vector<float>{0.125f, 0.25f, 0.625f, 0.25f, 0.25f, 0.5f}));
}

TEST(Kernel, LanesCombineByHalving) {
  // Four partials over six elements: (a+e) (b+f) c d, then ((a+e)+c) ((b+f)+d), then their sum. 2^24 loses single ones added to it.
  const float big = 16777216.0f;
  Built built = RowNormalise(1, 6, 4);
  std::vector<std::vector<uint8_t>> operands{Bytes<float>({big, 1, 1, 1, 1, 1}), std::vector<uint8_t>(24)};
  ASSERT_TRUE(InterpretKernel(built.kernel, built.values, operands).ok());
  const float sum = ((big + 1.0f) + 1.0f) + ((1.0f + 1.0f) + 1.0f);
  EXPECT_EQ(Values<float>(operands[1])[0], big / sum);
}

// Only where the product's bits are the quotient's: what is divided by is a power of two, and neither it nor its reciprocal is subnormal.
TEST(Kernel, QuotientsByPowersOfTwoAreProducts) {
  KernelBuilder b("quotients");
  const int32_t x = b.AddOperand(ElementType::kF32, true, false), d = b.AddOperand(ElementType::kF64, true, false);
  const AxisId i = b.AddAxis(Axis::Kind::kLane, 4);
  const ParamId one = b.AddParam(Parameter::Role::kStride, Reg::kI32, 1);
  b.BeginStage(Stage::Kind::kMap, {i});
  const NodeId value = b.Load(b.AddAccess({x, kNone, {{i, one}}}), Reg::kF32);
  const NodeId wide = b.Load(b.AddAccess({d, kNone, {{i, one}}}), Reg::kF64);
  EXPECT_EQ(b.Op(Scalar::kDivF, value, b.F32(-0.25f)), b.Op(Scalar::kMulF, value, b.F32(-4)));
  EXPECT_EQ(b.Op(Scalar::kDivF, value, b.F32(0x1p126f)), b.Op(Scalar::kMulF, value, b.F32(0x1p-126f)));
  for (const float other : {3.0f, 0.0f, INFINITY, NAN, 0x1p127f, 0x1p-127f, 0x1.8p1f}) {
    const NodeId quotient = b.Op(Scalar::kDivF, value, b.F32(other));
    EXPECT_NE(quotient, b.Op(Scalar::kMulF, value, b.F32(1 / other))) << other;
  }
  const auto f64 = [&](double number) { return b.Constant(Reg::kF64, std::bit_cast<uint64_t>(number)); };
  EXPECT_EQ(b.Op(Scalar::kDivD, wide, f64(0x1p1000)), b.Op(Scalar::kMulD, wide, f64(0x1p-1000)));
  EXPECT_NE(b.Op(Scalar::kDivD, wide, f64(0x1p1023)), b.Op(Scalar::kMulD, wide, f64(0x1p-1023)));
}

TEST(Kernel, HashIgnoresNameAndValues) {
  Built a = RowNormalise(2, 3, 1), b = RowNormalise(5, 7, 1), c = RowNormalise(2, 3, 2);
  b.kernel.name = "other";
  EXPECT_EQ(ContentHash(a.kernel), ContentHash(b.kernel));
  EXPECT_NE(ContentHash(a.kernel), ContentHash(c.kernel));
}

TEST(Kernel, LoopCarriesAndHoistsInvariants) {
  // y[i] = Σ_k x[k]·(s+1): s+1 is invariant and moves in front of the loop.
  KernelBuilder b("weighted_sum");
  const int32_t x = b.AddOperand(ElementType::kS32, true, false), y = b.AddOperand(ElementType::kS32, false, true);
  const AxisId lane = b.AddAxis(Axis::Kind::kLane, 2), k = b.AddAxis(Axis::Kind::kLoop, 4);
  const ParamId one = b.AddParam(Parameter::Role::kStride, Reg::kI32, 1), s = b.AddParam(Parameter::Role::kValue, Reg::kI32, 9);
  b.BeginStage(Stage::Kind::kMap, {lane});
  const NodeId zero = b.I32(0);
  const int32_t loop = b.BeginLoop(k);
  const NodeId sum = b.Carried(loop, zero);
  const NodeId weight = b.Op(Scalar::kAddI, b.ParamNode(s), b.I32(1));
  b.Op(Scalar::kMulI, weight, weight);  // dead
  const NodeId value = b.Load(b.AddAccess({x, kNone, {{k, one}}}), Reg::kI32);
  b.EndLoop(loop, {b.Op(Scalar::kAddI, sum, b.Op(Scalar::kMulI, value, weight))});
  b.Store(b.AddAccess({y, kNone, {{lane, one}}}), sum);
  b.EndStage();
  const std::vector<ParamValue> values = b.TakeValues();
  const Kernel kernel = b.Take();
  ASSERT_EQ(CheckKernel(kernel), "");
  size_t begin = 0, add = 0, multiplies = 0;
  for (size_t i = 0; i < kernel.nodes.size(); ++i) {
    if (kernel.nodes[i].op == Scalar::kLoopBegin) begin = i;
    if (kernel.nodes[i].op == Scalar::kParam) add = i;
    multiplies += kernel.nodes[i].op == Scalar::kMulI;
  }
  EXPECT_LT(add, begin);
  EXPECT_EQ(multiplies, 1u);
  std::vector<std::vector<uint8_t>> operands{Bytes<int32_t>({1, 2, 3, 4}), std::vector<uint8_t>(8)};
  ASSERT_TRUE(InterpretKernel(kernel, values, operands).ok());
  EXPECT_EQ(Values<int32_t>(operands[1]), (std::vector<int32_t>{100, 100}));
}

TEST(Kernel, AccessOutsideIsRefusedUnlessComputed) {
  for (bool computed : {false, true}) {
    KernelBuilder b("outside");
    const int32_t x = b.AddOperand(ElementType::kS8, true, false), y = b.AddOperand(ElementType::kS8, false, true);
    const AxisId lane = b.AddAxis(Axis::Kind::kLane, 3);
    const ParamId one = b.AddParam(Parameter::Role::kStride, Reg::kI32, 1), low = b.AddParam(Parameter::Role::kOffset, Reg::kI32, -1);
    b.BeginStage(Stage::Kind::kMap, {lane});
    b.Store(b.AddAccess({y, kNone, {{lane, one}}}), b.Load(b.AddAccess({x, low, {{lane, one}}}), Reg::kI32, computed ? b.I32(0) : kNone));
    b.EndStage();
    const std::vector<ParamValue> values = b.TakeValues();
    const Kernel kernel = b.Take();
    std::vector<std::vector<uint8_t>> operands{Bytes<int8_t>({5, -6, 7}), Bytes<int8_t>({1, 1, 1})};
    EXPECT_EQ(InterpretKernel(kernel, values, operands).ok(), computed);
    if (!computed) continue;
    EXPECT_EQ(Values<int8_t>(operands[1]), (std::vector<int8_t>{0, 5, -6}));
  }
}

TEST(Kernel, RulesAreChecked) {
  Built built = RowNormalise(2, 3, 1);
  Kernel broken = built.kernel;
  broken.stages[0].lanes = 3;
  EXPECT_NE(CheckKernel(broken), "");
  broken = built.kernel;
  broken.nodes.back().in[0] = static_cast<NodeId>(broken.nodes.size());
  EXPECT_NE(CheckKernel(broken), "");
  broken = built.kernel;
  broken.operands[1].written = false;
  EXPECT_NE(CheckKernel(broken), "");
  broken = built.kernel;
  broken.accesses[0].terms[0].axis = 99;
  EXPECT_NE(CheckKernel(broken), "");
}

TEST(Scalar, IntegerDivisionNeverTraps) {
  const auto s = [](Scalar op, int32_t a, int32_t b) {
    return static_cast<int32_t>(EvaluateScalar(op, static_cast<uint32_t>(a), static_cast<uint32_t>(b), 0, 0));
  };
  EXPECT_EQ(s(Scalar::kDivSI, 7, 0), -1);
  EXPECT_EQ(s(Scalar::kRemSI, 7, 0), 7);
  EXPECT_EQ(s(Scalar::kDivSI, INT32_MIN, -1), INT32_MIN);
  EXPECT_EQ(s(Scalar::kRemSI, INT32_MIN, -1), 0);
  EXPECT_EQ(s(Scalar::kShrSI, -5, 40), -1);
  EXPECT_EQ(s(Scalar::kShlI, 1, 32), 0);
}

TEST(Scalar, ElementsWidenAndNarrow) {
  EXPECT_EQ(WidenElement(ElementType::kS4, Reg::kI32, 0x0f), 0xffffffffu);
  EXPECT_EQ(WidenElement(ElementType::kU64, Reg::kI32, UINT64_MAX), uint64_t{INT32_MAX});
  EXPECT_EQ(WidenElement(ElementType::kS64, Reg::kI32, uint64_t{1} << 63), uint64_t{0x80000000u});
  EXPECT_EQ(NarrowElement(ElementType::kS8, 0x17fu), 0x7fu);
  EXPECT_EQ(NarrowElement(ElementType::kBF16, 0x3f808000u), 0x3f80u);  // a tie goes to even
}

TEST(Scalar, OddRoundingKeepsSecondRoundingExact) {
  // 1 + 2^-11 + 2^-40 rounds to 1 + 2^-10 in f16; through nearest f32 it would become the tie 1 + 2^-11 and round to 1.
  const double value = 1 + std::ldexp(1.0, -11) + std::ldexp(1.0, -40);
  const uint64_t odd = EvaluateScalar(Scalar::kNarrowOddDF, std::bit_cast<uint64_t>(value), 0, 0, 0);
  const uint64_t rounded = EvaluateScalar(Scalar::kRoundF16, odd, 0, 0, 0);
  EXPECT_EQ(std::bit_cast<float>(static_cast<uint32_t>(rounded)), 1.0f + std::ldexp(1.0f, -10));
}

}  // namespace
}  // namespace mote
