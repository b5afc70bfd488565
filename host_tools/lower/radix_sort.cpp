// See radix_sort.h.
#include "lower/radix_sort.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "schema/step_layout.h"

namespace mote {
namespace {

constexpr int kDigitBits = 4, kDigits = 1 << kDigitBits;
constexpr int kCountBits = 8, kInWord = 32 / kCountBits;  // a digit's count in a block: all of them stay in a few registers
constexpr int64_t kLongestBlock = 128;                    // whose counts have room
static_assert(kLongestBlock < 1 << kCountBits && kDigits % kInWord == 0);
constexpr int64_t kLeastLine = 512;                       // shorter ones take a network fewer launches
constexpr uint32_t kSign = 0x80000000, kInfinity = 0x7f800000, kNan = 0x7fc00000;

// One kernel of the sort: the lane axes of blocks, and what they compute alike.
class Blocks {
 public:
  Blocks(const RadixShape& shape, const RadixKey& key, const char* name) : b(name), shape_(shape), key_(key) {
    row_ = b.AddAxis(Axis::Kind::kLane, shape.lines.rows);
    block_ = b.AddAxis(Axis::Kind::kLane, shape.blocks);
    inner_ = b.AddAxis(Axis::Kind::kLane, shape.lines.inner);
    element_ = b.AddAxis(Axis::Kind::kLoop, shape.length);
  }

  KernelBuilder b;

  void BeginStage() { b.BeginStage(Stage::Kind::kMap, {row_, block_, inner_}); }

  ParamId Stride(int64_t value) { return b.AddParam(Parameter::Role::kStride, Reg::kI32, value); }

  // Element by element of the block.
  int32_t InBlock(int32_t operand) {
    const SortedLines& l = shape_.lines;
    return b.AddAccess({operand, kNone, {{row_, Stride(l.n * l.inner)}, {block_, Stride(shape_.length * l.inner)}, {inner_, Stride(1)},
                                         {element_, Stride(l.inner)}}});
  }

  // The first element of the line.
  int32_t InLine(int32_t operand) {
    return b.AddAccess({operand, kNone, {{row_, Stride(shape_.lines.n * shape_.lines.inner)}, {inner_, Stride(1)}}});
  }

  // What the block has of a digit, of digit 0 where others are computed.
  int32_t OfDigit(int32_t operand, int digit = 0) {
    const ParamId offset = digit == 0 ? kNone : b.AddParam(Parameter::Role::kOffset, Reg::kI32, digit * shape_.blocks);
    const int64_t line = shape_.Counts();
    return b.AddAccess({operand, offset, {{row_, Stride(shape_.lines.inner * line)}, {block_, Stride(1)}, {inner_, Stride(line)}}});
  }

  int32_t BeginLoop() { return b.BeginLoop(element_); }

  // Whether the line has the element, or kNone where it always has.
  NodeId IsThere() {
    if (shape_.blocks * shape_.length == shape_.lines.n) return kNone;
    const NodeId length = b.ParamNode(Stride(shape_.length));
    const NodeId n = b.ParamNode(b.AddParam(Parameter::Role::kExtent, Reg::kI32, shape_.lines.n));
    const NodeId first = b.Op(Scalar::kMulI, b.AxisNode(block_), length);
    return b.Op(Scalar::kLtSI, b.Op(Scalar::kAddI, first, b.AxisNode(element_)), n);
  }

  // The key's digit of this pass.
  NodeId Digit(NodeId value) {
    const NodeId shift = b.ParamNode(b.AddParam(Parameter::Role::kValue, Reg::kI32, key_.shift));
    return b.Op(Scalar::kAndI, b.Op(Scalar::kShrUI, Ascending(value), shift), b.I32(kDigits - 1));
  }

  // The counts so far of a loop over the block, kInWord to a word: none at first, and one more of a digit.
  std::vector<NodeId> NoCounts(int32_t loop) {
    std::vector<NodeId> counts;
    for (int word = 0; word < kDigits / kInWord; ++word) counts.push_back(b.Carried(loop, b.I32(0)));
    return counts;
  }
  std::vector<NodeId> OneMore(std::vector<NodeId> counts, NodeId digit, NodeId there) {
    const NodeId one = b.Op(Scalar::kShlI, there == kNone ? b.I32(1) : there, Low(digit));
    for (int word = 0; word < kDigits / kInWord; ++word) {
      counts[word] = b.Op(Scalar::kAddI, counts[word], b.Select(IsIn(word, digit), one, b.I32(0)));
    }
    return counts;
  }
  NodeId CountOf(const std::vector<NodeId>& counts, NodeId digit) {
    NodeId found = counts[0];
    for (int word = 1; word < kDigits / kInWord; ++word) found = b.Select(IsIn(word, digit), counts[word], found);
    return b.Op(Scalar::kAndI, b.Op(Scalar::kShrUI, found, Low(digit)), b.I32((1 << kCountBits) - 1));
  }

 private:
  NodeId Bits(uint32_t value) { return b.Constant(Reg::kI32, value); }

  // Where a digit's count lies: from which bit on, and whether in this word.
  NodeId Low(NodeId digit) { return b.Op(Scalar::kMulI, b.Op(Scalar::kAndI, digit, b.I32(kInWord - 1)), b.I32(kCountBits)); }
  NodeId IsIn(int word, NodeId digit) {
    constexpr int kInWordBits = std::countr_zero(static_cast<unsigned>(kInWord));
    return b.Op(Scalar::kEqI, b.Op(Scalar::kShrUI, digit, b.I32(kInWordBits)), b.I32(word));
  }

  // An unsigned number for every key, of BitWidth bits, ascending as the sort wants the keys.
  NodeId Ascending(NodeId value) {
    const bool has_sign = !IsUnsigned(key_.type) && key_.type != ElementType::kPred;
    if (IsFloat(key_.type)) value = AscendingFloat(b.Op(Scalar::kBitsFI, value));
    else if (has_sign) value = b.Op(Scalar::kXorI, value, Bits(1u << (BitWidth(key_.type) - 1)));
    return (key_.order & kMoteSortDescending) != 0 ? b.Op(Scalar::kXorI, value, Bits(~0u)) : value;
  }

  NodeId AscendingFloat(NodeId bits) {
    const NodeId zero = b.I32(0);
    if ((key_.order & kMoteSortZerosEqual) != 0) {
      bits = b.Select(b.Op(Scalar::kEqI, b.Op(Scalar::kAndI, bits, Bits(~kSign)), zero), zero, bits);
    }
    if ((key_.order & kMoteSortNansEqual) != 0) {
      bits = b.Select(b.Op(Scalar::kLtUI, Bits(kInfinity), b.Op(Scalar::kAndI, bits, Bits(~kSign))), Bits(kNan), bits);
    }
    const NodeId negative = b.Op(Scalar::kShrSI, bits, b.I32(31));
    return b.Op(Scalar::kXorI, bits, b.Op(Scalar::kOrI, negative, Bits(kSign)));
  }

  const RadixShape& shape_;
  const RadixKey& key_;
  AxisId row_ = kNone, block_ = kNone, inner_ = kNone, element_ = kNone;
};

bool AreDigits(ElementType type) {
  return type == ElementType::kF32 || (!IsFloat(type) && !IsComplex(type) && BitWidth(type) <= 32);
}

}  // namespace

SortedLines LinesOf(const Instruction& sort) {
  const Dims& dims = sort.shapes[0].dims;
  const int64_t listed = sort.Int(Attr::kDimension, -1), dim = listed < 0 ? listed + sort.shapes[0].rank() : listed;
  SortedLines lines{1, dims[dim], 1};
  for (int64_t d = 0; d < sort.shapes[0].rank(); ++d) (d < dim ? lines.rows : lines.inner) *= d == dim ? 1 : dims[d];
  return lines;
}

bool HasDigits(const Instruction& sort, const SortKey& order) {
  const bool asks = (order.order & kMoteSortByKey) == 0 || (order.order & kMoteSortNansAsk) != 0 || order.array >= sort.declared_operands();
  return !asks && AreDigits(sort.shapes[static_cast<size_t>(order.array)].element_type) && LinesOf(sort).n >= kLeastLine;
}

bool SortsByDigits(const Module& module) {
  for (const Computation& computation : module.computations) {
    for (const Instruction& i : computation.instructions) {
      if (i.op == Op::kCustomCall) return false;  // some become sorts
      if (i.op == Op::kSort) {
        if (i.shapes.empty() || i.shapes[0].dims.empty() || !HasDigits(i, KeyOfComparator(module.computations[i.called[0]]))) return false;
      } else if (i.op == Op::kTopK) {
        const Dims& dims = computation.shape(i.operands[0]).dims;
        if (dims.empty() || dims.back() < kLeastLine || !AreDigits(computation.shape(i.operands[0]).element_type)) return false;
      }
    }
  }
  return true;
}

RadixShape RadixShapeOf(const SortedLines& lines) {
  const auto power = [](int64_t n) { return int64_t{1} << (std::bit_width(static_cast<uint64_t>(n)) - 1); };
  RadixShape shape;
  shape.lines = lines;
  shape.length = std::clamp<int64_t>(power(static_cast<int64_t>(std::sqrt(static_cast<double>(lines.n)))) / 4, 16, kLongestBlock);
  const int64_t blocks = (lines.n + shape.length - 1) / shape.length;
  const int64_t root = power(static_cast<int64_t>(std::sqrt(static_cast<double>(blocks))));
  shape.blocks = (blocks + root - 1) / root * root;
  shape.group = kDigits / 4 * root;
  shape.groups = kDigits * shape.blocks / shape.group;
  return shape;
}

std::vector<int64_t> RadixShifts(ElementType type) {
  std::vector<int64_t> shifts;
  for (int64_t shift = 0; shift < BitWidth(type); shift += kDigitBits) shifts.push_back(shift);
  return shifts;
}

MadeKernel CountDigits(const RadixShape& shape, const RadixKey& key) {
  Blocks k(shape, key, "count_digits");
  const int32_t keys = k.b.AddOperand(key.type, true, false), counts = k.b.AddOperand(ElementType::kS32, false, true);
  k.BeginStage();
  const int32_t loop = k.BeginLoop();
  const std::vector<NodeId> so_far = k.NoCounts(loop);
  const NodeId there = k.IsThere();
  const NodeId digit = k.Digit(k.b.Load(k.InBlock(keys), RegisterOf(key.type), kNone, there));
  k.b.EndLoop(loop, k.OneMore(so_far, digit, there));
  const std::vector<NodeId> all = k.b.CarriedOf(loop);
  for (int d = 0; d < kDigits; ++d) k.b.Store(k.OfDigit(counts, d), k.CountOf(all, k.b.I32(d)));
  return k.b.EndAndTake();
}

MadeKernel SumCounts(const RadixShape& shape) {
  KernelBuilder b("sum_counts");
  const AxisId group = b.AddAxis(Axis::Kind::kLane, shape.Lines() * shape.groups), count = b.AddAxis(Axis::Kind::kLoop, shape.group);
  const int32_t counts = b.AddOperand(ElementType::kS32, true, false), sums = b.AddOperand(ElementType::kS32, false, true);
  const auto stride = [&](int64_t value) { return b.AddParam(Parameter::Role::kStride, Reg::kI32, value); };
  b.BeginStage(Stage::Kind::kMap, {group});
  const int32_t loop = b.BeginLoop(count);
  const NodeId sum = b.Carried(loop, b.I32(0));
  const NodeId next = b.Load(b.AddAccess({counts, kNone, {{group, stride(shape.group)}, {count, stride(1)}}}), Reg::kI32);
  b.EndLoop(loop, {b.Op(Scalar::kAddI, sum, next)});
  b.Store(b.AddAccess({sums, kNone, {{group, stride(1)}}}), b.CarriedOf(loop)[0]);
  return b.EndAndTake();
}

MadeKernel PlaceBlocks(const RadixShape& shape) {
  KernelBuilder b("place_blocks");
  const AxisId line = b.AddAxis(Axis::Kind::kLane, shape.Lines()), group = b.AddAxis(Axis::Kind::kLane, shape.groups);
  const AxisId before = shape.groups > 1 ? b.AddAxis(Axis::Kind::kLoop, shape.groups) : kNone;
  const AxisId count = b.AddAxis(Axis::Kind::kLoop, shape.group);
  const int32_t counts = b.AddOperand(ElementType::kS32, true, false);
  const int32_t sums = shape.groups > 1 ? b.AddOperand(ElementType::kS32, true, false) : kNone;
  const int32_t places = b.AddOperand(ElementType::kS32, false, true);
  const auto stride = [&](int64_t value) { return b.AddParam(Parameter::Role::kStride, Reg::kI32, value); };
  b.BeginStage(Stage::Kind::kMap, {line, group});
  NodeId first = b.I32(0);
  if (shape.groups > 1) {
    const int32_t loop = b.BeginLoop(before);
    const NodeId sum = b.Carried(loop, first);
    const NodeId of_group = b.Load(b.AddAccess({sums, kNone, {{line, stride(shape.groups)}, {before, stride(1)}}}), Reg::kI32);
    const NodeId counted = b.Op(Scalar::kLtSI, b.AxisNode(before), b.AxisNode(group));
    b.EndLoop(loop, {b.Op(Scalar::kAddI, sum, b.Select(counted, of_group, b.I32(0)))});
    first = b.CarriedOf(loop)[0];
  }
  const int32_t loop = b.BeginLoop(count);
  const NodeId place = b.Carried(loop, first);
  const auto of_count = [&](int32_t operand) {
    return b.AddAccess({operand, kNone, {{line, stride(shape.Counts())}, {group, stride(shape.group)}, {count, stride(1)}}});
  };
  const NodeId more = b.Load(of_count(counts), Reg::kI32);
  b.Store(of_count(places), place);
  b.EndLoop(loop, {b.Op(Scalar::kAddI, place, more)});
  return b.EndAndTake();
}

MadeKernel MoveElements(const RadixShape& shape, const RadixKey& key, const std::vector<ElementType>& arrays, size_t at) {
  Blocks k(shape, key, "move_elements");
  std::vector<int32_t> from, to;
  for (const ElementType type : arrays) from.push_back(k.b.AddOperand(type, true, false));
  const int32_t places = k.b.AddOperand(ElementType::kS32, true, false);
  for (const ElementType type : arrays) to.push_back(k.b.AddOperand(type, true, true));
  k.BeginStage();
  const int32_t loop = k.BeginLoop();
  const std::vector<NodeId> so_far = k.NoCounts(loop);
  const NodeId there = k.IsThere();
  std::vector<NodeId> values;
  for (size_t a = 0; a < arrays.size(); ++a) values.push_back(k.b.Load(k.InBlock(from[a]), RegisterOf(arrays[a]), kNone, there));
  const NodeId digit = k.Digit(values[at]);
  const NodeId of_digit = k.b.Op(Scalar::kMulI, digit, k.b.ParamNode(k.Stride(shape.blocks)));
  const NodeId first = k.b.Load(k.OfDigit(places), Reg::kI32, of_digit, there);
  NodeId place = k.b.Op(Scalar::kAddI, first, k.CountOf(so_far, digit));
  if (shape.lines.inner != 1) place = k.b.Op(Scalar::kMulI, place, k.b.ParamNode(k.Stride(shape.lines.inner)));
  for (size_t a = 0; a < arrays.size(); ++a) k.b.Store(k.InLine(to[a]), values[a], place, there);
  k.b.EndLoop(loop, k.OneMore(so_far, digit, there));
  return k.b.EndAndTake();
}

}  // namespace mote
