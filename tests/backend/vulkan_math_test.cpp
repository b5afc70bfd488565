// Math functions and conversions, as their expansions in the kernel IR, on Vulkan against the interpreter: equal bits. f16 and bf16 take
// every value, f32 and f64 2^16 points of random bits, half of them of moderate size; with MOTE_TEST_ALL=1 2^20.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <random>
#include <tuple>

#include "expand/expand.h"
#include "hlo/op.h"
#include "kernel/kernel_builder.h"
#include "vulkan_kernel.h"

namespace mote {
namespace {

struct MathCase {
  Op op;
  int operands;
};

// Every function of one float, and what else rounds or has special cases.
const std::vector<MathCase>& Math() {
  static const std::vector<MathCase> cases = [] {
    std::vector<MathCase> all;
    for (const Op op : MathFunctions(ElementType::kF32)) all.push_back({op, 1});
    for (const Op op : {Op::kSqrt, Op::kRoundNearestAfz, Op::kRoundNearestEven, Op::kFloor, Op::kCeil, Op::kSign, Op::kIsFinite}) {
      all.push_back({op, 1});
    }
    for (const Op op : {Op::kAtan2, Op::kPower, Op::kRemainder, Op::kDivide, Op::kMaximum, Op::kMinimum}) all.push_back({op, 2});
    return all;
  }();
  return cases;
}

std::string Id(Op op) { return std::string(Info(op).id); }

size_t Points(ElementType type) {
  if (BitWidth(type) == 16) return size_t{1} << 16;
  return std::getenv("MOTE_TEST_ALL") != nullptr ? size_t{1} << 20 : size_t{1} << 16;
}

// Codes of every exponent and sign; narrow types take all codes in order, their second operand another order.
Bytes RandomElements(ElementType type, size_t points, uint64_t seed) {
  std::mt19937_64 random(seed);
  const size_t size = static_cast<size_t>(StorageBytes(type));
  Bytes bytes(points * size);
  for (size_t i = 0; i < points; ++i) {
    uint64_t bits = BitWidth(type) == 16 ? (seed == 1 ? i : i * 40503 + 77) : random();
    // Half the wider values are of moderate size, where functions do something.
    if (type == ElementType::kF32 && (random() & 1)) bits = (bits & 0x81ffffff) | ((0x3a + random() % 10) << 24);
    if (type == ElementType::kF64 && (random() & 1)) bits = (bits & 0x801fffffffffffff) | ((uint64_t{0x3fa} + random() % 12) << 52);
    std::memcpy(bytes.data() + i * size, &bits, size);
  }
  return bytes;
}

struct Expansion {
  Kernel kernel;
  std::vector<ParamValue> values;
  bool known = true;
};

// out[i] = body(in0[i], …), inputs in the inputs' space, the output in the outputs'.
template <typename Body>
Expansion Make(const std::string& name, const std::vector<ElementType>& inputs, ElementType output, size_t points, const Body& body) {
  KernelBuilder b(name);
  const AxisId axis = b.AddAxis(Axis::Kind::kLane, static_cast<int64_t>(points));
  b.BeginStage(Stage::Kind::kMap, {axis});
  const auto access = [&](ElementType type, bool written) {
    Access a;
    a.operand = b.AddOperand(type, !written, written);
    a.terms = {{axis, b.AddParam(Parameter::Role::kStride, Reg::kI32, 1)}};
    return b.AddAccess(a);
  };
  std::vector<NodeId> loaded;
  for (const ElementType type : inputs) loaded.push_back(b.Load(access(type, false), RegisterOf(type)));
  const NodeId result = body(b, loaded);
  Expansion made;
  made.known = result != kNone;
  if (made.known) b.Store(access(output, true), result);
  b.EndStage();
  made.kernel = b.Take();
  made.values = b.TakeValues();
  return made;
}

std::string Compare(const Expansion& made, size_t points) {
  std::vector<Bytes> operands;
  std::vector<uint8_t> spaces;
  for (size_t i = 0; i < made.kernel.operands.size(); ++i) {
    const KernelOperand& operand = made.kernel.operands[i];
    operands.push_back(operand.written ? Bytes(points * static_cast<size_t>(StorageBytes(operand.type)))
                                       : RandomElements(operand.type, points, i + 1));
    spaces.push_back(operand.written ? 3 : 2);
  }
  return CompareWithInterpreter(made.kernel, made.values, spaces, operands);
}

class VulkanMath : public testing::TestWithParam<std::tuple<size_t, ElementType>> {};

TEST_P(VulkanMath, GivesTheBitsOfTheInterpreter) {
  if (!Devices().full) GTEST_SKIP() << "no Vulkan device";
  const MathCase& function = Math()[std::get<0>(GetParam())];
  const ElementType type = std::get<1>(GetParam());
  if (type == ElementType::kF64 && !Devices().float64) GTEST_SKIP() << "the device has no shaderFloat64";
  const ElementType output = function.op == Op::kIsFinite ? ElementType::kPred : type;
  const size_t points = Points(type);
  const Expansion made = Make(Id(function.op), std::vector<ElementType>(static_cast<size_t>(function.operands), type), output, points,
                              [&](KernelBuilder& b, const std::vector<NodeId>& in) { return ExpandElementwise(b, function.op, type, in); });
  ASSERT_TRUE(made.known) << Id(function.op) << " has no expansion";
  EXPECT_EQ(Compare(made, points), "");
}

// All but the functions of f32 that f64 does not have.
std::vector<std::tuple<size_t, ElementType>> MathOfTypes() {
  std::vector<std::tuple<size_t, ElementType>> all;
  const std::vector<Op> some = MathFunctions(ElementType::kF32), of_f64 = MathFunctions(ElementType::kF64);
  const auto holds = [](const std::vector<Op>& ops, Op op) { return std::find(ops.begin(), ops.end(), op) != ops.end(); };
  for (size_t i = 0; i < Math().size(); ++i) {
    for (const ElementType type : {ElementType::kF16, ElementType::kBF16, ElementType::kF32, ElementType::kF64}) {
      const Op op = Math()[i].op;
      if (type != ElementType::kF64 || holds(of_f64, op) || !holds(some, op)) all.emplace_back(i, type);
    }
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(All, VulkanMath, testing::ValuesIn(MathOfTypes()),
                         [](const auto& info) { return Id(Math()[std::get<0>(info.param)].op) + "_" + HloName(std::get<1>(info.param)); });

// Every fifth pair, so that each type is there as both; with MOTE_TEST_ALL=1 all.
TEST(VulkanConvert, BetweenAllTypes) {
  if (!Devices().full) GTEST_SKIP() << "no Vulkan device";
  const int step = std::getenv("MOTE_TEST_ALL") != nullptr ? 1 : 5;
  const size_t points = size_t{1} << 12;
  for (int f = static_cast<int>(ElementType::kPred); f <= static_cast<int>(ElementType::kF4E2M1FN); ++f) {
    for (int t = static_cast<int>(ElementType::kPred); t <= static_cast<int>(ElementType::kF4E2M1FN); ++t) {
      const auto from = static_cast<ElementType>(f), to = static_cast<ElementType>(t);
      if (IsComplex(from) || IsComplex(to) || (f + t) % step != 0) continue;
      if ((from == ElementType::kF64 || to == ElementType::kF64) && !Devices().float64) continue;
      const Expansion made = Make(std::string(HloName(from)) + "_to_" + HloName(to), {from}, to, points,
                                  [&](KernelBuilder& b, const std::vector<NodeId>& in) { return ExpandConvert(b, from, to, in[0]); });
      ASSERT_TRUE(made.known);
      EXPECT_EQ(Compare(made, points), "") << HloName(from) << " to " << HloName(to);
    }
  }
}

}  // namespace
}  // namespace mote
