// Elements of fewer than 32 bits, and divisions of whole numbers, on the chunk machine; which stages go by registers of f16.
#include <cmath>

#include "chunk_harness.h"
#include "cpu/arm64/half_stages.h"
#include "expand/expand.h"

namespace mote {
namespace {

Made Conversion(ElementType from, ElementType to, std::vector<uint8_t> values) {
  Made made;
  KernelBuilder b("conversion");
  const int64_t points = static_cast<int64_t>(values.size()) / StorageBytes(from);
  const AxisId axis = b.AddAxis(Axis::Kind::kLane, points);
  const ParamId one = b.AddParam(Parameter::Role::kStride, Reg::kI32, 1);
  Access load, store;
  load.operand = b.AddOperand(from, true, false), store.operand = b.AddOperand(to, false, true);
  load.terms = store.terms = {{axis, one}};
  b.BeginStage(Stage::Kind::kMap, {axis});
  b.Store(b.AddAccess(store), b.Load(b.AddAccess(load), RegisterOf(from)));
  b.EndStage();
  made.values = b.TakeValues();
  made.kernel = b.Take();
  made.operands = {std::move(values), std::vector<uint8_t>(static_cast<size_t>(points * StorageBytes(to)))};
  return made;
}

// Every f16 and bf16 into f32 and back, NaNs with all their bits; and what lies around the middle of every two neighbours to the nearer.
TEST(ChunkMachine, ConvertsHalvesBitByBit) {
  for (const ElementType type : {ElementType::kF16, ElementType::kBF16}) {
    std::vector<uint8_t> all(2 << 16);
    for (uint32_t i = 0; i < 1 << 16; ++i) all[2 * i] = static_cast<uint8_t>(i), all[2 * i + 1] = static_cast<uint8_t>(i >> 8);
    Made widening = Conversion(type, ElementType::kF32, all);
    const Made same = Conversion(type, type, all);
    Compare(widening);
    if (HasFatalFailure()) return;
    for (const int isa : InstructionSets()) {
      std::vector<std::vector<uint8_t>> got = same.operands;
      ASSERT_EQ(RunKernel(same.kernel, same.values, got, 256, nullptr, isa).code, MOTE_OK);
      EXPECT_EQ(got[1], all) << "instruction set " << isa;
      ASSERT_EQ(RunKernel(widening.kernel, widening.values, widening.operands, 256, nullptr, isa).code, MOTE_OK);
    }
    const size_t codes = 1 << 16;
    std::vector<uint32_t> floats(codes), around;
    std::memcpy(floats.data(), widening.operands[1].data(), codes * 4);
    for (size_t i = 0; i < codes; ++i) {
      const uint32_t next = i + 1 < codes && (floats[i] ^ floats[i + 1]) >> 31 == 0 ? floats[i + 1] : floats[i];
      const uint32_t middle = floats[i] / 2 + next / 2 + (floats[i] & next & 1);
      around.insert(around.end(), {middle - 1, middle, middle + 1});
    }
    std::vector<uint8_t> bytes(around.size() * 4);
    std::memcpy(bytes.data(), around.data(), bytes.size());
    Compare(Conversion(ElementType::kF32, type, bytes));
    if (HasFatalFailure()) return;
  }
}

// x / y and x % y of numbers around every edge, y being an array or one for all, on either side.
TEST(ChunkMachine, DividesAsOtherMachines) {
  const std::vector<int32_t> edges = {0, 1, -1, 2, -2, 3, 7, -7, 10, -10, 255, 65535, 65536,
                                      65537, 46341, 1 << 20, (1 << 20) + 1, 1 << 30, INT32_MAX, INT32_MAX - 1, INT32_MIN, INT32_MIN + 1};
  std::vector<int32_t> left, right;
  for (const int32_t a : edges) {
    for (const int32_t b : edges) {
      for (const int32_t off : {-1, 0, 1}) {  // around a multiple too
        const auto product = static_cast<uint32_t>(a) * static_cast<uint32_t>(b);
        left.push_back(off == 0 ? a : static_cast<int32_t>(product + static_cast<uint32_t>(off)));
        right.push_back(b);
      }
    }
  }
  const int64_t points = static_cast<int64_t>(left.size());
  const auto bytes = [](const std::vector<int32_t>& values) {
    std::vector<uint8_t> result(values.size() * 4);
    std::memcpy(result.data(), values.data(), result.size());
    return result;
  };
  for (const Scalar op : {Scalar::kDivSI, Scalar::kDivUI, Scalar::kRemSI, Scalar::kRemUI}) {
    for (size_t form = 0; form < 1 + 2 * edges.size(); ++form) {  // the second array, a value behind, a value before
      KernelBuilder b("division");
      const AxisId axis = b.AddAxis(Axis::Kind::kLane, points);
      const ParamId one = b.AddParam(Parameter::Role::kStride, Reg::kI32, 1);
      Access x, y, store;
      x.operand = b.AddOperand(ElementType::kS32, true, false), y.operand = b.AddOperand(ElementType::kS32, true, false);
      store.operand = b.AddOperand(ElementType::kS32, false, true);
      x.terms = y.terms = store.terms = {{axis, one}};
      b.BeginStage(Stage::Kind::kMap, {axis});
      NodeId p = b.Load(b.AddAccess(x), Reg::kI32), q = b.Load(b.AddAccess(y), Reg::kI32);
      if (form % 2 == 1) q = b.I32(edges[(form - 1) / 2]);
      if (form % 2 == 0 && form != 0) p = b.I32(edges[(form - 1) / 2]);
      // Enough work that it is worth chunks.
      b.Store(b.AddAccess(store), b.Op(Scalar::kXorI, b.Op(op, p, q), b.Op(Scalar::kAndI, b.Op(Scalar::kSubI, p, q), b.I32(0))));
      b.EndStage();
      Made made;
      made.values = b.TakeValues();
      made.kernel = b.Take();
      made.operands = {bytes(left), bytes(right), bytes(left)};
      SCOPED_TRACE(form);
      Compare(made);
      if (HasFatalFailure()) return;
    }
  }
}

// z = f(x, y), of which x and z are f16.
template <class Function>
Made HalfKernel(Function function, ElementType second = ElementType::kF16, int64_t stride = 1) {
  Made made;
  KernelBuilder b("halves");
  const AxisId axis = b.AddAxis(Axis::Kind::kLane, 1000);
  const ParamId one = b.AddParam(Parameter::Role::kStride, Reg::kI32, 1), step = b.AddParam(Parameter::Role::kStride, Reg::kI32, stride);
  Access x, y, z;
  x.operand = b.AddOperand(ElementType::kF16, true, false), y.operand = b.AddOperand(second, true, false);
  z.operand = b.AddOperand(ElementType::kF16, false, true);
  x.terms = z.terms = {{axis, one}}, y.terms = {{axis, step}};
  b.BeginStage(Stage::Kind::kMap, {axis});
  const NodeId first = b.Load(b.AddAccess(x), Reg::kF32);
  b.Store(b.AddAccess(z), function(b, first, b.Load(b.AddAccess(y), Reg::kF32)));
  b.EndStage();
  made.values = b.TakeValues();
  made.kernel = b.Take();
  return made;
}

// Rows of f16 less their sums, rounded or not, in the third stage.
Made HalfRows(bool rounds) {
  Made made;
  KernelBuilder b("rows");
  const AxisId row = b.AddAxis(Axis::Kind::kGroup, 4), lane = b.AddAxis(Axis::Kind::kLane, 1000);
  Access x, z;
  x.operand = b.AddOperand(ElementType::kF16, true, false), z.operand = b.AddOperand(ElementType::kF16, false, true);
  const ParamId one = b.AddParam(Parameter::Role::kStride, Reg::kI32, 1), thousand = b.AddParam(Parameter::Role::kStride, Reg::kI32, 1000);
  x.terms = z.terms = {{row, thousand}, {lane, one}};
  const int32_t stage = b.BeginStage(Stage::Kind::kReduce, {lane});
  const NodeId own = b.Load(b.AddAccess(x), Reg::kF32), init = b.F32(0.0f);
  b.BeginCombiner();
  const NodeId a = b.CombinerInput(0, Reg::kF32), v = b.CombinerInput(1, Reg::kF32);
  b.EndReduce(32, {own}, {init}, {b.Op(Scalar::kAddF, a, v)});
  b.BeginStage(Stage::Kind::kScalar, {});
  const NodeId sum = b.Op(rounds ? Scalar::kRoundF16 : Scalar::kNegF, b.Reduced(stage, 0, Reg::kF32));
  b.EndStage();
  b.BeginStage(Stage::Kind::kMap, {lane});
  b.Store(b.AddAccess(z), b.Op(Scalar::kSubF, b.Load(b.AddAccess(x), Reg::kF32), sum));
  b.EndStage();
  made.values = b.TakeValues();
  made.kernel = b.Take();
  return made;
}

// Stages that AArch64's loop of f16 takes, in which nothing is left to round, and others.
TEST(ChunkMachine, KnowsStagesOfHalves) {
  if (runtime::kChunkInstances[0] == nullptr) GTEST_SKIP() << "no chunks on this machine";
  const runtime::ChunkHalves halves = {runtime::IsHalfStage, nullptr};
  runtime::ChunkLoop loop = *runtime::kChunkInstances[0];
  loop.halves = &halves;
  runtime::ChunkProgram program;
  const auto takes = [&](const Made& made, size_t stage = 0) {
    EXPECT_TRUE(Translate(made, loop, &program)) << PrintKernel(made.kernel, &made.values);
    size_t roundings = 0;
    for (const runtime::ChunkWord* word = program.words + program.stages[stage].words; word->handler != runtime::kChunkEnd; ++word) {
      roundings += word->handler == runtime::kChunkRoundF16;
    }
    EXPECT_TRUE(!program.stages[stage].half || roundings == 0) << PrintKernel(made.kernel, &made.values);
    return program.stages[stage].half;
  };
  const auto rounded = [](KernelBuilder& b, Scalar op, NodeId x, NodeId y) { return b.Op(Scalar::kRoundF16, b.Op(op, x, y)); };
  EXPECT_TRUE(takes(HalfKernel([](KernelBuilder&, NodeId x, NodeId) { return x; })));
  EXPECT_TRUE(takes(HalfKernel([&](KernelBuilder& b, NodeId x, NodeId y) {
    return rounded(b, Scalar::kSubF, b.F32(1.5f), rounded(b, Scalar::kMulF, x, rounded(b, Scalar::kAddF, x, y)));
  })));
  EXPECT_TRUE(takes(HalfKernel([&](KernelBuilder& b, NodeId x, NodeId y) { return b.Op(Scalar::kDivF, x, y); })));  // the store rounds
  EXPECT_TRUE(takes(HalfKernel([&](KernelBuilder& b, NodeId x, NodeId y) {
    const NodeId flag = b.Op(Scalar::kXorI, b.Op(Scalar::kLtF, x, y), b.I32(1));
    return b.Select(flag, b.Op(Scalar::kRoundF16, b.Op(Scalar::kSqrtF, x)), b.Op(Scalar::kMaxF, y, b.F32(-INFINITY)));
  })));
  const auto sum = [&](KernelBuilder& b, NodeId x, NodeId y) { return rounded(b, Scalar::kAddF, x, y); };
  for (const int64_t stride : {0, 2, -1}) EXPECT_TRUE(takes(HalfKernel(sum, ElementType::kF16, stride)));
  // A sum that is read before it is rounded, a constant between two f16, an operation of f32, its bits, other types.
  EXPECT_FALSE(takes(HalfKernel([&](KernelBuilder& b, NodeId x, NodeId y) {
    const NodeId unrounded = b.Op(Scalar::kAddF, x, y);
    return rounded(b, Scalar::kMulF, unrounded, b.Op(Scalar::kRoundF16, unrounded));
  })));
  EXPECT_FALSE(takes(HalfKernel([&](KernelBuilder& b, NodeId x, NodeId) { return rounded(b, Scalar::kMulF, x, b.F32(0.1f)); })));
  EXPECT_FALSE(takes(HalfKernel([&](KernelBuilder& b, NodeId x, NodeId) {
    return b.Op(Scalar::kRoundF16, ExpandElementwise(b, Op::kExponential, ElementType::kF32, IdVector<NodeId>{x}));
  })));
  EXPECT_FALSE(takes(HalfKernel([&](KernelBuilder& b, NodeId x, NodeId) {
    return b.Op(Scalar::kBitsIF, b.Op(Scalar::kAndI, b.Op(Scalar::kBitsFI, x), b.I32(0x7fffffff)));
  })));
  EXPECT_TRUE(takes(HalfRows(true), 2));
  EXPECT_FALSE(takes(HalfRows(false), 2));
  EXPECT_FALSE(takes(HalfRows(true), 0));
  EXPECT_FALSE(takes(HalfKernel(sum, ElementType::kF32)));
  EXPECT_FALSE(takes(HalfKernel(sum, ElementType::kBF16)));
}

}  // namespace
}  // namespace mote
