// Operations that only move elements: the operand's index from the result's index, predicates where a result element has several sources.
#include <algorithm>

#include "expand/expand.h"
#include "lower/emitter.h"
#include "lower/routine.h"

namespace mote {
namespace {

// The operand's index for operations where every result element is one operand element at an affine place.
std::vector<Coordinate> MovedIndex(const Instruction& instruction, const Shape& operand, const IdVector<Coordinate>& at) {
  IdVector<Coordinate> out(operand.dims.size());
  switch (instruction.op) {
    case Op::kBroadcastInDim: {
      const std::vector<int64_t>& map = instruction.Ints(Attr::kBroadcastDimensions);
      for (size_t i = 0; i < out.size(); ++i) {
        if (operand.dims[i] != 1) out[i] = at[map[i]];
      }
      break;
    }
    case Op::kBroadcast:
      for (size_t i = 0; i < out.size(); ++i) out[i] = at[at.size() - out.size() + i];
      break;
    case Op::kTranspose: {
      const std::vector<int64_t>& permutation = instruction.Ints(Attr::kPermutation);
      for (size_t i = 0; i < at.size(); ++i) out[permutation[i]] = at[i];
      break;
    }
    case Op::kReverse: {
      out = at;
      for (int64_t d : instruction.Ints(Attr::kDimensions)) {
        out[d] = at[d] * -1 + (operand.dims[d] - 1);
      }
      break;
    }
    case Op::kSlice: {
      const std::vector<int64_t>& start = instruction.Ints(Attr::kStartIndices);
      const std::vector<int64_t> strides = instruction.IntsOr(Attr::kStrides, out.size(), 1);
      for (size_t i = 0; i < out.size(); ++i) out[i] = at[i] * strides[i] + start[i];
      break;
    }
    default: break;
  }
  return out;
}

bool Contains(const std::vector<int64_t>& list, int64_t value) { return std::find(list.begin(), list.end(), value) != list.end(); }

}  // namespace

NodeId Emitter::EmitIndexOperation(const Instruction& instruction, const Index& index) {
  const Dims& dims = instruction.shape().dims;
  switch (instruction.op) {
    case Op::kReshape: case Op::kBitcast:
      if (instruction.op == Op::kBitcast && computation.shape(instruction.operands[0]).element_type != instruction.shape().element_type) {
        break;
      }
      return Emit(instruction.operands[0], Index::Linear(LinearOf(index, dims)));
    case Op::kBroadcastInDim: case Op::kBroadcast: case Op::kTranspose: case Op::kReverse: case Op::kSlice: {
      const Shape& operand = computation.shape(instruction.operands[0]);
      if (operand.IsScalar()) return Emit(instruction.operands[0], Index::Scalar());
      return Emit(instruction.operands[0], Index::Of(MovedIndex(instruction, operand, DimsOf(index, dims))));
    }
    case Op::kPad: return EmitPad(instruction, index);
    case Op::kConcatenate: return EmitConcatenate(instruction, index);
    case Op::kGather: return EmitGather(instruction, index);
    case Op::kDynamicSlice: return EmitDynamicSlice(instruction, index);
    case Op::kIota: return EmitIota(instruction, index);
    case Op::kBitcastConvert: return EmitBitcast(instruction, index);
    case Op::kGetDimensionSize:
      return b.I32(static_cast<int32_t>(computation.shape(instruction.operands[0]).dims[instruction.Int(Attr::kDimension)]));
    default: break;
  }
  Fail(Rule::kUnsupported, std::string(OpName(instruction.op)) + " has no kernel", instruction.location);
  return kNone;
}

std::optional<Emitter::Traced> Emitter::Trace(Value value, const Index& index) {
  const Dims& dims = computation.shape(value).dims;
  const Instruction& instruction = computation.at(value);
  if (!InGroup(value.instruction)) return Traced{value, LinearOf(index, dims)};
  if (!index.dims && computation.shape(value).ElementCount() == 0) return std::nullopt;  // a position in nothing has no dimensions
  switch (instruction.op) {
    case Op::kReshape: return Trace(instruction.operands[0], Index::Linear(LinearOf(index, dims)));
    case Op::kBroadcastInDim: case Op::kBroadcast: case Op::kTranspose: case Op::kReverse: case Op::kSlice: {
      const Shape& operand = computation.shape(instruction.operands[0]);
      return Trace(instruction.operands[0], Index::Of(MovedIndex(instruction, operand, DimsOf(index, dims))));
    }
    case Op::kConvert:
      if (!WidensExactly(computation.shape(instruction.operands[0]).element_type, instruction.shape().element_type)) return std::nullopt;
      return Trace(instruction.operands[0], index);
    case Op::kSubtract: {
      const std::optional<int64_t> zero = ZeroPointOf(computation, instruction);
      std::optional<Traced> traced = zero ? Trace(instruction.operands[0], index) : std::nullopt;
      if (traced) traced->zero = static_cast<int32_t>(static_cast<uint32_t>(traced->zero) + static_cast<uint32_t>(*zero));
      return traced;
    }
    default: return std::nullopt;
  }
}

NodeId Emitter::EmitPad(const Instruction& instruction, const Index& index) {
  const Dims& operand = computation.shape(instruction.operands[0]).dims;
  IdVector<Coordinate> at = DimsOf(index, instruction.shape().dims);
  NodeId predicate = kNone;
  for (size_t i = 0; i < at.size(); ++i) {
    const Coordinate place = at[i] + -instruction.Ints(Attr::kEdgePaddingLow)[i];
    at[i] = Undilate(instruction, place, instruction.Ints(Attr::kInteriorPadding)[i] + 1, operand[i], &predicate);
  }
  if (predicate == kNone) return Emit(instruction.operands[0], Index::Of(std::move(at)));
  const NodeId inside = EmitUnder(predicate, instruction.operands[0], Index::Of(std::move(at)));
  return b.Select(predicate, inside, Emit(instruction.operands[1], Index::Scalar()));
}

NodeId Emitter::EmitConcatenate(const Instruction& instruction, const Index& index) {
  const size_t dim = instruction.Int(Attr::kDimension);
  const IdVector<Coordinate> at = DimsOf(index, instruction.shape().dims);
  NodeId out = kNone;
  int64_t begin = 0;
  for (const Value& operand : instruction.operands) {
    const int64_t extent = computation.shape(operand).dims[dim];
    const int64_t first = begin;
    begin += extent;
    if (extent == 0) continue;
    std::vector<Coordinate> inner = at;
    inner[dim] = at[dim] + -first;
    const NodeId predicate = InRange(at[dim], first, extent);
    if (predicate == kNone) return Emit(operand, Index::Of(std::move(inner)));
    const NodeId piece = EmitUnder(predicate, operand, Index::Of(std::move(inner)));
    out = out == kNone ? piece : b.Select(predicate, piece, out);
  }
  return out;
}

NodeId Emitter::EmitIota(const Instruction& instruction, const Index& index) {
  const IdVector<Coordinate> at = DimsOf(index, instruction.shape().dims);
  const NodeId position = Materialise(at[instruction.Int(Attr::kIotaDimension)]);
  return Convert(ElementType::kS32, instruction.shape().element_type, position);
}

// ---- computed places ----

NodeId Emitter::EmitIndexValue(Value value, const Index& index) {
  const Shape& shape = computation.shape(value);
  const Instruction& instruction = computation.at(value);
  if (BitWidth(shape.element_type) < 64) {
    const NodeId node = Emit(value, index);
    return shape.element_type == ElementType::kU32 ? b.Op(Scalar::kMinUI, node, b.I32(INT32_MAX)) : node;
  }
  if (const auto operand = operands_.find(value); operand != operands_.end()) {
    return LoadAt(operand->second, shape.element_type, LinearOf(index, shape.dims), true);
  }
  if (instruction.op == Op::kReshape) return EmitIndexValue(instruction.operands[0], Index::Linear(LinearOf(index, shape.dims)));
  if (instruction.op == Op::kBroadcastInDim || instruction.op == Op::kSlice || instruction.op == Op::kTranspose) {
    const Shape& operand = computation.shape(instruction.operands[0]);
    return EmitIndexValue(instruction.operands[0], Index::Of(MovedIndex(instruction, operand, DimsOf(index, shape.dims))));
  }
  if (instruction.op == Op::kConvert) {
    const ElementType from = computation.shape(instruction.operands[0]).element_type;
    const bool keeps = IsUnsigned(from) || IsPred(from) || IsSigned(shape.element_type);
    if (!IsFloat(from) && !IsComplex(from) && BitWidth(from) < 64 && keeps) return EmitIndexValue(instruction.operands[0], index);
  }
  const NodeId wide = Emit(value, index);
  if (IsUnsigned(shape.element_type)) return b.Op(Scalar::kTruncLI, b.Op(Scalar::kMinUL, wide, b.I64(INT32_MAX)));
  return b.Op(Scalar::kTruncLI, b.Op(Scalar::kMaxSL, b.Op(Scalar::kMinSL, wide, b.I64(INT32_MAX)), b.I64(INT32_MIN)));
}

Coordinate Emitter::ClampedIndex(Value value, const Index& index, int64_t limit) {
  if (limit <= 0) return {};
  const Instruction& instruction = computation.at(value);
  if (instruction.op == Op::kConstant && instruction.LiteralValue().IsSplat()) {
    const Literal& literal = instruction.LiteralValue();
    const int64_t start = literal.IntegerAt(0);
    const bool huge = literal.type() == ElementType::kU64 && start < 0;
    return Coordinate::Of(huge ? limit : std::clamp<int64_t>(start, 0, limit));
  }
  const NodeId raised = b.Op(Scalar::kMaxSI, EmitIndexValue(value, index), b.I32(0));
  return Computed(b.Op(Scalar::kMinSI, raised, StructuralParam(Parameter::Role::kExtent, limit)), {0, limit});
}

NodeId Emitter::EmitDynamicSlice(const Instruction& instruction, const Index& index) {
  const Shape& operand = computation.shape(instruction.operands[0]);
  const Dims& sizes = instruction.shape().dims;
  IdVector<Coordinate> at = DimsOf(index, sizes);
  const bool one_vector = instruction.operands.size() == 2 && computation.shape(instruction.operands[1]).rank() == 1;
  for (size_t i = 0; i < at.size(); ++i) {
    const int64_t limit = operand.dims[i] - sizes[i];
    const Index place = one_vector ? Index::Of({Coordinate::Of(static_cast<int64_t>(i))}) : Index::Scalar();
    at[i] = at[i] + ClampedIndex(instruction.operands[one_vector ? 1 : i + 1], place, limit);
  }
  return Emit(instruction.operands[0], Index::Of(std::move(at)));
}

NodeId Emitter::EmitGather(const Instruction& instruction, const Index& index) {
  const Shape& operand = computation.shape(instruction.operands[0]);
  const Shape& starts = computation.shape(instruction.operands[1]);
  const IdVector<Coordinate> at = DimsOf(index, instruction.shape().dims);
  const std::vector<int64_t>&offset_dims = instruction.Ints(Attr::kOffsetDims), &collapsed = instruction.Ints(Attr::kCollapsedSliceDims);
  const std::vector<int64_t>&batching = instruction.Ints(Attr::kOperandBatchingDims), &map = instruction.Ints(Attr::kStartIndexMap);
  const std::vector<int64_t>& start_batching = instruction.Ints(Attr::kStartIndicesBatchingDims);
  const std::vector<int64_t>& sizes = instruction.Ints(Attr::kSliceSizes);
  const size_t vector_dim = instruction.Int(Attr::kIndexVectorDim);

  IdVector<Coordinate> batch, place(operand.dims.size());
  size_t next_offset = 0;
  for (size_t i = 0; i < at.size(); ++i) {
    if (!Contains(offset_dims, static_cast<int64_t>(i))) batch.push_back(at[i]);
  }
  for (size_t d = 0; d < operand.dims.size(); ++d) {
    if (Contains(collapsed, static_cast<int64_t>(d)) || Contains(batching, static_cast<int64_t>(d))) continue;
    place[d] = at[offset_dims[next_offset++]];
  }
  // The index vector's place in start_indices: the batch coordinates with the vector dimension put in.
  IdVector<Coordinate> start_at;
  size_t next_batch = 0;
  for (size_t d = 0; d < starts.dims.size(); ++d) start_at.push_back(d == vector_dim ? Coordinate() : batch[next_batch++]);
  for (size_t k = 0; k < map.size(); ++k) {
    const size_t d = map[k];
    if (vector_dim < start_at.size()) start_at[vector_dim] = Coordinate::Of(static_cast<int64_t>(k));
    place[d] = place[d] + ClampedIndex(instruction.operands[1], Index::Of(start_at), operand.dims[d] - sizes[d]);
  }
  for (size_t k = 0; k < batching.size(); ++k) {
    place[batching[k]] = place[batching[k]] + start_at[start_batching[k]];
  }
  return Emit(instruction.operands[0], Index::Of(std::move(place)));
}

// ---- bitcast between widths ----

NodeId Emitter::EmitBitcast(const Instruction& instruction, const Index& index) {
  const Shape& operand = computation.shape(instruction.operands[0]);
  const ElementType from = operand.element_type, to = instruction.shape().element_type;
  const int from_bits = BitWidth(from), to_bits = BitWidth(to);
  const auto unsigned_of = [](int bits) {
    for (ElementType type : {ElementType::kPred, ElementType::kU2, ElementType::kU4, ElementType::kU8, ElementType::kU16, ElementType::kU32,
                             ElementType::kU64}) {
      if (BitWidth(type) == bits) return type;
    }
    return ElementType::kU8;
  };
  if (IsComplex(from) || IsComplex(to) || std::max(from_bits, to_bits) % std::min(from_bits, to_bits) != 0 || from_bits == 6 ||
      to_bits == 6) {
    Fail(Rule::kUnsupported, std::string("bitcast_convert from ") + HloName(from) + " to " + HloName(to) + " has no kernel",
         instruction.location);
    return kNone;
  }
  const auto raw = [&](NodeId node) {
    return from == unsigned_of(from_bits) ? node : ExpandBitcast(b, from, unsigned_of(from_bits), node);
  };
  const auto typed = [&](NodeId node) { return to == unsigned_of(to_bits) ? node : ExpandBitcast(b, unsigned_of(to_bits), to, node); };
  IdVector<Coordinate> at = DimsOf(index, instruction.shape().dims);
  if (from_bits > to_bits) {
    // The minor dimension picks the part, low bits first.
    const Coordinate part = at.back();
    at.pop_back();
    const NodeId whole = raw(Emit(instruction.operands[0], Index::Of(std::move(at)))), shift = Materialise(part * to_bits);
    NodeId low = kNone;
    if (from_bits == 64) {
      const NodeId shifted = b.Op(Scalar::kShrUL, whole, b.Op(Scalar::kZextIL, shift));
      low = b.Op(Scalar::kTruncLI, shifted);
    } else {
      low = b.Op(Scalar::kShrUI, whole, shift);
    }
    return typed(to_bits == 32 ? low : b.Op(Scalar::kZextI, low, kNone, kNone, static_cast<uint64_t>(to_bits)));
  }
  NodeId whole = kNone;
  at.emplace_back();
  for (int64_t part = 0; part < to_bits / from_bits; ++part) {
    at.back() = Coordinate::Of(part);
    NodeId bits = raw(Emit(instruction.operands[0], Index::Of(at)));
    if (to_bits == 64) bits = b.Op(Scalar::kShlL, b.Op(Scalar::kZextIL, bits), b.I64(part * from_bits));
    if (to_bits < 64) bits = b.Op(Scalar::kShlI, bits, b.I32(static_cast<int32_t>(part * from_bits)));
    whole = whole == kNone ? bits : b.Op(to_bits == 64 ? Scalar::kOrL : Scalar::kOrI, whole, bits);
  }
  return typed(whole);
}

}  // namespace mote
