// Random kernels on the strip machine against the interpreter, bit for bit: accesses of every shape, predicates, computed offsets, loops,
// groups, reductions, odd strips and threads. A failure prints the seed; MOTE_KERNEL_SEED=n runs that one alone.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <random>

#include "kernel/interpret.h"
#include "kernel/kernel_builder.h"
#include "print/printers.h"
#include "program_maker.h"

namespace mote {
namespace {

// f32 arithmetic that makes no NaN of numbers, and i32 arithmetic.
constexpr Scalar kFloatOps[] = {Scalar::kAddF, Scalar::kSubF, Scalar::kMulF, Scalar::kMinF, Scalar::kMaxF};
constexpr Scalar kIntOps[] = {Scalar::kAddI,  Scalar::kSubI,  Scalar::kMulI,  Scalar::kXorI,
                              Scalar::kMinSI, Scalar::kMaxUI, Scalar::kRemUI, Scalar::kShrSI};
constexpr Scalar kLongOps[] = {Scalar::kAddL, Scalar::kMulL, Scalar::kXorL, Scalar::kMaxSL};

class RandomKernel {
 public:
  explicit RandomKernel(uint32_t seed) : random_(seed), b_("random") {
    groups_ = Pick(3) == 0 ? Pick(2) + 1 : 0;
    for (int i = 0; i < groups_; ++i) AddAxis(Axis::Kind::kGroup, Pick(4) + 1);
    const bool reduce = Pick(2) == 0;
    const int inputs = Pick(3) + 1;
    for (int i = 0; i < inputs; ++i) AddOperand(kTypes[Pick(5)], false);
    if (reduce) Reduce();
    Map();
    values = b_.TakeValues();
    kernel = b_.Take();
  }

  Kernel kernel;
  std::vector<ParamValue> values;
  std::vector<std::vector<uint8_t>> operands;

 private:
  static constexpr ElementType kTypes[] = {ElementType::kF32, ElementType::kS32, ElementType::kU8, ElementType::kS64, ElementType::kBF16};

  int Pick(int n) { return static_cast<int>(random_() % static_cast<uint32_t>(n)); }
  template <size_t N>
  Scalar PickOf(const Scalar (&list)[N]) { return list[random_() % N]; }

  AxisId AddAxis(Axis::Kind kind, int64_t extent) {
    const AxisId axis = b_.AddAxis(kind, extent);
    extents_.push_back(extent);
    return axis;
  }

  int32_t AddOperand(ElementType type, bool written) {
    const int32_t operand = b_.AddOperand(type, !written, written);
    const size_t elements = 700, bytes = static_cast<size_t>(StorageBytes(type));
    std::vector<uint8_t> data(elements * bytes);
    for (size_t i = 0; i < elements && !written; ++i) {
      if (type == ElementType::kF32) {
        const float value = static_cast<float>(static_cast<int>(random_() % 2001) - 1000) / 16;
        std::memcpy(data.data() + i * 4, &value, 4);
      } else if (type == ElementType::kBF16) {
        const uint16_t value = static_cast<uint16_t>(0x3f00 + random_() % 0x200 + (random_() % 2 << 15));
        std::memcpy(data.data() + i * 2, &value, 2);
      } else {
        for (size_t j = 0; j < bytes; ++j) data[i * bytes + j] = static_cast<uint8_t>(random_());
      }
    }
    operands.push_back(std::move(data));
    types_.push_back(type);
    return operand;
  }

  // An access over some of `axes` that stays inside 700 elements, or (for checked ones) perhaps not.
  int32_t Accessing(int32_t operand, const std::vector<AxisId>& axes, bool inside) {
    Access access;
    access.operand = operand;
    int64_t low = 0, high = 0;
    for (const AxisId axis : axes) {
      if (Pick(4) == 0) continue;
      const int64_t last = extents_[static_cast<size_t>(axis)] - 1;
      int64_t stride = Pick(5) == 0 ? 0 : Pick(3) == 0 ? Pick(9) - 4 : last < 0 ? 1 : std::max<int64_t>(1, (high + 1));
      if (last > 0 && inside && (high - low + std::llabs(stride) * last) >= 690) stride = 0;
      if (last > 0) (stride < 0 ? low : high) += stride * last;
      access.terms.push_back({axis, b_.AddParam(Parameter::Role::kStride, Reg::kI32, stride)});
    }
    const int64_t room = 699 - (high - low);
    const int64_t offset = inside ? -low + (room > 0 ? Pick(static_cast<int>(room)) : 0) : Pick(900) - 100;
    if (offset != 0 || Pick(2) == 0) access.offset = b_.AddParam(Parameter::Role::kOffset, Reg::kI32, offset);
    return b_.AddAccess(access);
  }

  // Brings any register to the class asked for.
  NodeId As(Reg reg, NodeId node) {
    const Reg have = b_.TypeOf(node);
    if (have == reg) return node;
    if (have == Reg::kF32) return As(reg, b_.Op(Scalar::kSignedSatFI, node));
    if (have == Reg::kI64) return As(reg, b_.Op(Scalar::kTruncLI, node));
    if (reg == Reg::kI64) return b_.Op(Scalar::kSextIL, node);
    // Small, so that sums stay exact enough to have no NaN.
    return b_.Op(Scalar::kSignedIF, b_.Op(Scalar::kShrSI, node, b_.I32(20)));
  }

  NodeId Leaf(const std::vector<AxisId>& axes) {
    switch (Pick(6)) {
      case 0: return b_.AxisNode(axes[static_cast<size_t>(Pick(static_cast<int>(axes.size())))]);
      case 1: return b_.F32(static_cast<float>(Pick(64) - 32) / 8);
      case 2: return b_.ParamNode(b_.AddParam(Parameter::Role::kValue, Reg::kF32, 0x3f800000 + Pick(1 << 20)));
      default: {
        const int32_t operand = Pick(static_cast<int>(types_.size()));
        if (operands_written_ > 0 && operand >= static_cast<int32_t>(types_.size()) - operands_written_) return b_.I32(Pick(100));
        const Reg reg = RegisterOf(types_[static_cast<size_t>(operand)]);
        if (Pick(3) != 0) return b_.Load(Accessing(operand, axes, true), reg);
        const NodeId offset = Pick(2) ? b_.Op(Scalar::kAndI, As(Reg::kI32, Leaf(axes)), b_.I32(1023)) : kNone;
        const NodeId predicate = offset == kNone || Pick(2) ? Condition(axes) : kNone;
        return b_.Load(Accessing(operand, axes, false), Pick(3) == 0 && reg == Reg::kI64 ? Reg::kI32 : reg, offset, predicate);
      }
    }
  }

  NodeId Condition(const std::vector<AxisId>& axes) {
    return b_.Op(Scalar::kLtSI, b_.AxisNode(axes[static_cast<size_t>(Pick(static_cast<int>(axes.size())))]), b_.I32(Pick(12)));
  }

  NodeId Tree(const std::vector<AxisId>& axes, int depth) {
    if (depth == 0) return Leaf(axes);
    if (loops_ > 0 && Pick(5) == 0) return LoopOver(axes, depth);
    const NodeId a = Tree(axes, depth - 1), c = Tree(axes, depth - 1);
    switch (Pick(4)) {
      case 0: return b_.Op(PickOf(kIntOps), As(Reg::kI32, a), As(Reg::kI32, c));
      case 1: return b_.Op(PickOf(kLongOps), As(Reg::kI64, a), As(Reg::kI64, c));
      case 2: return b_.Select(Condition(axes), As(Reg::kF32, a), As(Reg::kF32, c));
      default: return b_.Op(PickOf(kFloatOps), As(Reg::kF32, a), As(Reg::kF32, c));
    }
  }

  // Two carried values, sometimes exchanged.
  NodeId LoopOver(const std::vector<AxisId>& axes, int depth) {
    --loops_;
    const NodeId first = As(Reg::kF32, Tree(axes, depth - 1)), second = As(Reg::kI64, Leaf(axes));
    const AxisId axis = AddAxis(Axis::Kind::kLoop, Pick(5));
    std::vector<AxisId> inner = axes;
    inner.push_back(axis);
    const int32_t loop = b_.BeginLoop(axis);
    const NodeId sum = b_.Carried(loop, first), product = b_.Carried(loop, second), other = b_.Carried(loop, first);
    const NodeId term = As(Reg::kF32, Leaf(inner));
    const NodeId next = b_.Op(Pick(2) ? Scalar::kMaxF : Scalar::kAddF, sum, b_.Op(Scalar::kMinF, term, b_.F32(64)));
    const bool exchange = Pick(2) == 0;
    const NodeId next_product = b_.Op(Scalar::kAddL, product, As(Reg::kI64, b_.AxisNode(axis)));
    b_.EndLoop(loop, {exchange ? other : next, next_product, exchange ? sum : next});
    return b_.Op(Scalar::kSubF, b_.Op(Scalar::kAddF, sum, As(Reg::kF32, product)), other);
  }

  std::vector<AxisId> WithGroups(std::vector<AxisId> lanes) {
    std::vector<AxisId> axes;
    for (int i = 0; i < groups_; ++i) axes.push_back(i);
    axes.insert(axes.end(), lanes.begin(), lanes.end());
    return axes;
  }

  void Reduce() {
    const int64_t extent = Pick(3) == 0 ? Pick(31) + 1 : Pick(200) + 1;
    const AxisId axis = AddAxis(Axis::Kind::kLane, extent);
    const int32_t stage = b_.BeginStage(Stage::Kind::kReduce, {axis});
    loops_ = 1;
    const NodeId value = As(Reg::kF32, Tree(WithGroups({axis}), 2)), index = As(Reg::kI64, b_.AxisNode(axis));
    const NodeId init = b_.F32(Pick(2) ? -1e30f : 0.5f), zero = b_.I64(0);
    b_.BeginCombiner();
    const NodeId a = b_.CombinerInput(0, Reg::kF32), ai = b_.CombinerInput(1, Reg::kI64), v = b_.CombinerInput(2, Reg::kF32),
                 vi = b_.CombinerInput(3, Reg::kI64);
    const NodeId less = b_.Op(Scalar::kLtF, a, v);
    if (Pick(2)) {
      b_.EndReduce(ReductionLanes(extent), {value, index}, {init, zero}, {b_.Select(less, v, a), b_.Op(Scalar::kSelectL, less, vi, ai)});
    } else b_.EndReduce(ReductionLanes(extent), {value, index}, {init, zero}, {b_.Op(Scalar::kAddF, a, v), b_.Op(Scalar::kAddL, vi, ai)});
    reduced_ = stage;
  }

  void Map() {
    std::vector<AxisId> lanes;
    // The output is dense over groups and lanes, so that every point has an element of its own.
    const int count = Pick(3) + 1;
    int64_t points = 1;
    for (int i = 0; i < groups_; ++i) points *= extents_[static_cast<size_t>(i)];
    for (int i = 0; i < count; ++i) {
      const int64_t extent = Pick(i == count - 1 ? 40 : 5) + 1;
      if (points * extent > 700) continue;
      points *= extent;
      lanes.push_back(AddAxis(Axis::Kind::kLane, extent));
    }
    if (lanes.empty()) lanes.push_back(AddAxis(Axis::Kind::kLane, 1));
    const ElementType type = kTypes[Pick(5)];
    const int32_t out = AddOperand(type, true);
    operands_written_ = 1;
    b_.BeginStage(Stage::Kind::kMap, lanes);
    loops_ = 2;
    const std::vector<AxisId> axes = WithGroups(lanes);
    NodeId value = Tree(axes, 3);
    if (reduced_ != kNone) {
      value = b_.Op(Scalar::kAddF, As(Reg::kF32, value),
                    b_.Op(Scalar::kAddF, b_.Reduced(reduced_, 0, Reg::kF32), As(Reg::kF32, b_.Reduced(reduced_, 1, Reg::kI64))));
    }
    Access access;
    access.operand = out;
    int64_t stride = 1;
    for (size_t i = axes.size(); i-- > 0;) {
      access.terms.insert(access.terms.begin(), {axes[i], b_.AddParam(Parameter::Role::kStride, Reg::kI32, stride)});
      stride *= extents_[static_cast<size_t>(axes[i])];
    }
    const NodeId predicate = Pick(3) == 0 ? Condition(axes) : kNone;
    b_.Store(b_.AddAccess(access), As(RegisterOf(type), value), kNone, predicate);
    b_.EndStage();
  }

  std::mt19937 random_;
  KernelBuilder b_;
  int groups_ = 0, loops_ = 0, operands_written_ = 0;
  int32_t reduced_ = kNone;
  std::vector<int64_t> extents_;
  std::vector<ElementType> types_;
};

bool IsNan(ElementType type, const uint8_t* at) {
  if (type == ElementType::kF32) {
    float value;
    std::memcpy(&value, at, 4);
    return std::isnan(value);
  }
  if (type != ElementType::kBF16) return false;
  return (at[1] & 0x7f) == 0x7f && (at[0] & 0x80) != 0 && (at[0] & 0x7f) != 0;
}

bool SameBits(ElementType type, const std::vector<uint8_t>& a, const std::vector<uint8_t>& b) {
  const size_t bytes = static_cast<size_t>(StorageBytes(type));
  for (size_t at = 0; at < a.size(); at += bytes) {
    if (std::memcmp(a.data() + at, b.data() + at, bytes) != 0 && !(IsNan(type, a.data() + at) && IsNan(type, b.data() + at))) return false;
  }
  return true;
}

// Parts one after the other: any partition must give the same bits.
const mote_threads kThreeParts = {3, nullptr, [](void*, uint32_t count, mote_work work, void* context) {
                                    for (uint32_t i = count; i-- > 0;) work(context, i);
                                  }, 0};

TEST(Machine, RandomKernels) {
  const char* only = std::getenv("MOTE_KERNEL_SEED");
  const uint32_t first = only != nullptr ? static_cast<uint32_t>(std::atoi(only)) : 0, last = only != nullptr ? first + 1 : 600;
  int compared = 0;
  for (uint32_t seed = first; seed < last; ++seed) {
    SCOPED_TRACE("MOTE_KERNEL_SEED=" + std::to_string(seed));
    const RandomKernel made(seed);
    std::vector<std::vector<uint8_t>> expected = made.operands;
    const Status interpreted = InterpretKernel(made.kernel, made.values, expected);
    ASSERT_TRUE(interpreted.ok()) << CheckKernel(made.kernel) << "\n" << PrintKernel(made.kernel, &made.values);
    for (const int strip : {32, 256}) {
      for (const mote_threads* threads : {static_cast<const mote_threads*>(nullptr), &kThreeParts}) {
        std::vector<std::vector<uint8_t>> got = made.operands;
        const mote_status status = RunKernel(made.kernel, made.values, got, strip, threads);
        ASSERT_EQ(status.code, MOTE_OK) << "site " << status.site << "\n"
                                        << PrintKernel(made.kernel, &made.values) << DisassembleMicrocode(PrintMicrocode(made.kernel));
        for (size_t i = 0; i < got.size(); ++i) {
          ASSERT_TRUE(SameBits(made.kernel.operands[i].type, expected[i], got[i]))
              << "operand " << i << " strip " << strip << (threads ? " in parts" : "") << "\n"
              << PrintKernel(made.kernel, &made.values) << DisassembleMicrocode(PrintMicrocode(made.kernel));
        }
        ++compared;
      }
    }
  }
  std::printf("%d runs compared\n", compared);
}

}  // namespace
}  // namespace mote
