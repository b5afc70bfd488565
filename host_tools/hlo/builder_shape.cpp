// Builder methods for conversions and for shape and data movement (OPS.md 2.2 and 2.3).
#include "hlo/builder.h"

#include <algorithm>

#include "hlo/infer.h"

namespace mote {

Operand Builder::ConvertElementType(Operand x, ElementType type) {
  if (!IsArray(x)) return {};
  return EmitOne(Op::kConvert, {x}, {}, {WithType(shape(x), type)});
}

Operand Builder::BitcastConvertType(Operand x, ElementType type) {
  if (!IsArray(x)) return {};
  Shape result = WithType(shape(x), type);
  const int from = BitWidth(shape(x).element_type), to = BitWidth(type);
  if (from > to) result.dims.push_back(from / to);
  if (from < to && result.dims.empty()) return Fail(Rule::kRank, "a scalar of " + ToString(shape(x)) + " cannot become the wider " + HloName(type));
  if (from < to) result.dims.pop_back();
  result.bounded.clear();
  return EmitOne(Op::kBitcastConvert, {x}, {}, {result});
}

Operand Builder::ReducePrecision(Operand x, int64_t exponent_bits, int64_t mantissa_bits) {
  return EmitOne(Op::kReducePrecision, {x}, {{Attr::kExponentBits, exponent_bits}, {Attr::kMantissaBits, mantissa_bits}});
}

Operand Builder::Broadcast(Operand x, const Ints& sizes) {
  if (!IsArray(x)) return {};
  Dims dims = sizes;
  Ints mapping;
  for (const int64_t size : sizes) {
    if (size < 0) return Fail(Rule::kSize, "broadcast with the negative size " + Text(size));
  }
  for (size_t i = 0; i < shape(x).dims.size(); ++i) {
    mapping.push_back(static_cast<int64_t>(dims.size()));
    dims.push_back(shape(x).dims[i]);
  }
  return EmitOne(Op::kBroadcastInDim, {x}, {{Attr::kBroadcastDimensions, mapping}}, {Shape::Array(shape(x).element_type, dims)});
}

Operand Builder::BroadcastInDim(Operand x, const Ints& out_dims, const Ints& broadcast_dimensions) {
  if (!IsArray(x)) return {};
  for (size_t i = 1; i < broadcast_dimensions.size(); ++i) {
    if (broadcast_dimensions[i] <= broadcast_dimensions[i - 1] && broadcast_dimensions.size() == shape(x).dims.size()) {
      return Fail(Rule::kOrder, "broadcast_dimensions " + Text(broadcast_dimensions) + " must be strictly increasing");
    }
  }
  return EmitOne(Op::kBroadcastInDim, {x}, {{Attr::kBroadcastDimensions, broadcast_dimensions}}, {Shape::Array(shape(x).element_type, out_dims)});
}

Operand Builder::Collapse(Operand x, const Ints& dimensions) {
  if (!IsArray(x)) return {};
  const Dims& from = shape(x).dims;
  for (size_t i = 0; i < dimensions.size(); ++i) {
    if (dimensions[i] < 0 || dimensions[i] >= shape(x).rank()) return Fail(Rule::kDimension, "collapse of dimensions " + Text(dimensions) + " of " + ToString(shape(x)));
    if (i > 0 && dimensions[i] != dimensions[i - 1] + 1) return Fail(Rule::kOrder, "collapse takes consecutive dimensions, not " + Text(dimensions));
  }
  if (dimensions.size() < 2) return x;
  Dims to;
  for (size_t i = 0; i < from.size(); ++i) {
    const int64_t dim = static_cast<int64_t>(i);
    if (dim > dimensions.front() && dim <= dimensions.back()) to.back() *= from[i];
    else to.push_back(from[i]);
  }
  return Reshape(x, to);
}

Operand Builder::Reshape(Operand x, const Ints& new_sizes) {
  if (!IsArray(x)) return {};
  return EmitOne(Op::kReshape, {x}, {}, {Shape::Array(shape(x).element_type, new_sizes)});
}

Operand Builder::Reshape(Operand x, const Ints& dimensions, const Ints& new_sizes) {
  if (!IsArray(x)) return {};
  Ints sorted = dimensions;
  std::sort(sorted.begin(), sorted.end());
  bool permutation = sorted.size() == shape(x).dims.size();
  for (size_t i = 0; permutation && i < sorted.size(); ++i) permutation = sorted[i] == static_cast<int64_t>(i);
  if (!permutation) return Fail(Rule::kOrder, "reshape's dimensions " + Text(dimensions) + " are not a permutation of those of " + ToString(shape(x)));
  return Reshape(Transpose(x, dimensions), new_sizes);
}

Operand Builder::Transpose(Operand x, const Ints& permutation) { return EmitOne(Op::kTranspose, {x}, {{Attr::kPermutation, permutation}}); }

Operand Builder::Rev(Operand x, const Ints& dimensions) { return EmitOne(Op::kReverse, {x}, {{Attr::kDimensions, dimensions}}); }

Operand Builder::ConcatInDim(const Operands& operands, int64_t dimension) { return EmitOne(Op::kConcatenate, operands, {{Attr::kDimension, dimension}}); }

Operand Builder::Slice(Operand x, const Ints& start, const Ints& limit, const Ints& strides) {
  const Ints steps = strides.empty() ? Ints(start.size(), 1) : strides;
  return EmitOne(Op::kSlice, {x}, {{Attr::kStartIndices, start}, {Attr::kLimitIndices, limit}, {Attr::kStrides, steps}});
}

Operand Builder::DynamicSlice(Operand x, const Operands& starts, const Ints& sizes) {
  Operands operands = {x};
  operands.insert(operands.end(), starts.begin(), starts.end());
  return EmitOne(Op::kDynamicSlice, operands, {{Attr::kSliceSizes, sizes}});
}

Operand Builder::DynamicUpdateSlice(Operand x, Operand update, const Operands& starts) {
  Operands operands = {x, update};
  operands.insert(operands.end(), starts.begin(), starts.end());
  return EmitOne(Op::kDynamicUpdateSlice, operands);
}

Operand Builder::Pad(Operand x, Operand value, const Ints& low, const Ints& high, const Ints& interior) {
  return EmitOne(Op::kPad, {x, value}, {{Attr::kEdgePaddingLow, low}, {Attr::kEdgePaddingHigh, high}, {Attr::kInteriorPadding, interior}});
}

Operand Builder::Iota(const Shape& shape, int64_t dimension) { return EmitOne(Op::kIota, {}, {{Attr::kIotaDimension, dimension}}, {shape}); }

Operand Builder::Gather(Operand x, Operand start_indices, const GatherDimensions& d, const Ints& slice_sizes, bool indices_are_sorted) {
  Attributes attributes = {{Attr::kOffsetDims, d.offset_dims}, {Attr::kCollapsedSliceDims, d.collapsed_slice_dims}, {Attr::kStartIndexMap, d.start_index_map},
                           {Attr::kIndexVectorDim, d.index_vector_dim}, {Attr::kSliceSizes, slice_sizes}};
  if (!d.operand_batching_dims.empty()) attributes[Attr::kOperandBatchingDims] = d.operand_batching_dims;
  if (!d.start_indices_batching_dims.empty()) attributes[Attr::kStartIndicesBatchingDims] = d.start_indices_batching_dims;
  if (indices_are_sorted) attributes[Attr::kIndicesAreSorted] = true;
  return EmitOne(Op::kGather, {x, start_indices}, std::move(attributes));
}

Operands Builder::Scatter(const Operands& operands, Operand indices, const Operands& updates, const Module& computation, const ScatterDimensions& d,
                          bool indices_are_sorted, bool unique_indices) {
  if (operands.size() != updates.size()) {
    Fail(Rule::kArity, "scatter of " + std::to_string(operands.size()) + " operands with " + std::to_string(updates.size()) + " updates");
    return {};
  }
  Operands all = operands;
  all.push_back(indices);
  all.insert(all.end(), updates.begin(), updates.end());
  Attributes attributes = {{Attr::kUpdateWindowDims, d.update_window_dims}, {Attr::kInsertedWindowDims, d.inserted_window_dims},
                           {Attr::kScatterDimsToOperandDims, d.scatter_dims_to_operand_dims}, {Attr::kIndexVectorDim, d.index_vector_dim}};
  if (!d.input_batching_dims.empty()) attributes[Attr::kInputBatchingDims] = d.input_batching_dims;
  if (!d.scatter_indices_batching_dims.empty()) attributes[Attr::kScatterIndicesBatchingDims] = d.scatter_indices_batching_dims;
  if (indices_are_sorted) attributes[Attr::kIndicesAreSorted] = true;
  if (unique_indices) attributes[Attr::kUniqueIndices] = true;
  return Emit(Op::kScatter, all, std::move(attributes), {}, {{&computation, true}});
}

Operand Builder::GetDimensionSize(Operand x, int64_t dimension) { return EmitOne(Op::kGetDimensionSize, {x}, {{Attr::kDimension, dimension}}); }

Operand Builder::SetDimensionSize(Operand x, Operand size, int64_t dimension) {
  return EmitOne(Op::kSetDimensionSize, {x, size}, {{Attr::kDimension, dimension}});
}

}  // namespace mote
