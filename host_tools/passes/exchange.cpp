// Emitting exchanges.
#include "passes/exchange.h"

#include <algorithm>

namespace mote {
namespace {

// Operand and result of an exchange whose elements are complex: parts in a dimension behind the first `lead` ones.
Value PartsOf(ModuleEmitter& e, Value v, size_t lead) {
  const Shape& shape = e.shape(v);
  const ElementType type = RealPart(shape.element_type);
  Dims one = shape.dims;
  one.insert(one.begin() + static_cast<std::ptrdiff_t>(lead), 1);
  Dims two = one;
  two[lead] = 2;
  const Shape half = Shape::Array(type, shape.dims);
  const Value re = e.Make(Op::kReal, half, {v}), im = e.Make(Op::kImag, half, {v});
  const Value first = e.Reshape(re, one), second = e.Reshape(im, one);
  return e.Make(Op::kConcatenate, Shape::Array(type, two), {first, second}, {{Attr::kDimension, static_cast<int64_t>(lead)}});
}

Value FromParts(ModuleEmitter& e, Value parts, size_t lead, ElementType complex) {
  Dims dims = e.shape(parts).dims, whole = dims;
  whole.erase(whole.begin() + static_cast<std::ptrdiff_t>(lead));
  std::vector<int64_t> start(dims.size(), 0), limit = dims;
  const std::vector<int64_t> strides(dims.size(), 1);
  Value halves[2];
  for (int64_t part = 0; part < 2; ++part) {
    start[lead] = part;
    limit[lead] = part + 1;
    dims[lead] = 1;
    const Value slice = e.Make(Op::kSlice, Shape::Array(e.shape(parts).element_type, dims), {parts},
                               {{Attr::kStartIndices, start}, {Attr::kLimitIndices, limit}, {Attr::kStrides, strides}});
    halves[part] = e.Reshape(slice, whole);
  }
  return e.Make(Op::kComplex, Shape::Array(complex, whole), {halves[0], halves[1]});
}

}  // namespace

Value ExchangeEmitter::Grouped(ModuleEmitter& e, Op op, Value operand, const MemberGroups& groups) {
  IntMatrix all = groups.groups;
  for (size_t member = 0; member < groups.sizes.size(); ++member) {
    if (groups.sizes[member] == 0) all.push_back({static_cast<int64_t>(member)});
  }
  Instruction i;
  i.op = op;
  Shape result = e.shape(operand);
  result.dims[0] = groups.largest;
  i.shapes = {result};
  i.operands = {operand};
  i.attributes[Attr::kReplicaGroups] = std::move(all);
  i.attributes[Attr::kUseGlobalDeviceIds] = true;
  i.attributes[Attr::kChannelId] = int64_t{1};
  if (op == Op::kAllGather) {
    i.attributes[Attr::kAllGatherDim] = int64_t{0};
  } else {
    i.attributes[Attr::kSplitDimension] = i.attributes[Attr::kConcatDimension] = int64_t{0};
    i.attributes[Attr::kSplitCount] = groups.largest;
  }
  i.extra["mote.exchange"] = std::to_string(++number_);
  return e.Add(std::move(i));
}

Value ExchangeEmitter::Gather(ModuleEmitter& e, Value operand, const MemberGroups& groups) {
  Dims dims = e.shape(operand).dims;
  dims.insert(dims.begin(), 1);
  const Value block = e.Reshape(operand, dims);
  if (groups.largest == 1) return block;
  const ElementType type = e.shape(operand).element_type;
  if (!IsComplex(type)) return Grouped(e, Op::kAllGather, block, groups);
  return FromParts(e, Grouped(e, Op::kAllGather, PartsOf(e, block, 1), groups), 1, type);
}

Value ExchangeEmitter::Swap(ModuleEmitter& e, Value operand, const MemberGroups& groups) {
  if (groups.largest == 1) return operand;
  const ElementType type = e.shape(operand).element_type;
  if (!IsComplex(type)) return Grouped(e, Op::kAllToAll, operand, groups);
  return FromParts(e, Grouped(e, Op::kAllToAll, PartsOf(e, operand, 1), groups), 1, type);
}

Value ExchangeEmitter::Pairs(ModuleEmitter& e, Value operand, const std::vector<int64_t>& sources) {
  const Shape shape = e.shape(operand);
  bool own = true, nobody = true;
  for (size_t member = 0; member < sources.size(); ++member) {
    own = own && sources[member] == static_cast<int64_t>(member);
    nobody = nobody && sources[member] < 0;
  }
  if (own) return operand;
  if (nobody) return e.Splat(shape, 0);
  const bool complex = IsComplex(shape.element_type);
  Instruction i;
  i.op = Op::kCollectivePermute;
  i.operands = {complex ? PartsOf(e, operand, 0) : operand};
  i.shapes = {e.shape(i.operands[0])};
  IntMatrix pairs;
  for (size_t member = 0; member < sources.size(); ++member) {
    if (sources[member] >= 0) pairs.push_back({sources[member], static_cast<int64_t>(member)});
  }
  i.attributes[Attr::kSourceTargetPairs] = std::move(pairs);
  i.extra["mote.exchange"] = std::to_string(++number_);
  const Value result = e.Add(std::move(i));
  return complex ? FromParts(e, result, 0, shape.element_type) : result;
}

Value ExchangeEmitter::ForThisMember(ModuleEmitter& e, const std::vector<int64_t>& values) const {
  const auto number = [&](int64_t v) {
    Literal scalar(Shape::Scalar(ElementType::kS32));
    scalar.SetInteger(0, v);
    return e.Constant(scalar);
  };
  if (std::all_of(values.begin(), values.end(), [&](int64_t v) { return v == values[0]; })) return number(values[0]);
  Literal table(Shape::Array(ElementType::kS32, {static_cast<int64_t>(values.size())}));
  for (size_t member = 0; member < values.size(); ++member) table.SetInteger(static_cast<int64_t>(member), values[member]);
  const Shape id = Shape::Scalar(ElementType::kU32);
  const auto ask = [&](Op op, int64_t count) { return count == 1 ? number(0) : e.Convert(e.Make(op, id, {}), ElementType::kS32); };
  const Value replica = ask(Op::kReplicaId, members_.replicas);
  const Value first = e.Binary(Op::kMultiply, replica, number(members_.partitions));
  const Value member = e.Binary(Op::kAdd, first, ask(Op::kPartitionId, members_.partitions));
  const Value at = e.Constant(table);
  const Value found =
      e.Make(Op::kDynamicSlice, Shape::Array(ElementType::kS32, {1}), {at, member}, {{Attr::kSliceSizes, std::vector<int64_t>{1}}});
  return e.Reshape(found, {});
}

}  // namespace mote
