// Builder methods for conversions and for shape and data movement (OPS.md 2.2 and 2.3).
#include "hlo/builder.h"

#include <algorithm>

#include "hlo/infer.h"

namespace mote {

namespace {

// Past one run of dimensions of `dims` from `at`: until their product reaches `product`, and the sizes of 1 that follow.
size_t RunEnd(const Dims& dims, size_t at, int64_t product) {
  int64_t so_far = 1;
  while (at < dims.size() && (so_far < product || dims[at] == 1)) so_far *= dims[at++];
  return at;
}

// The one size of dims [begin, end) that is not 1, or the first; `end` where several are not 1.
size_t OnlySize(const Dims& dims, size_t begin, size_t end) {
  size_t only = begin, several = 0;
  for (size_t i = begin; i < end; ++i) {
    if (dims[i] != 1 && several++ == 0) only = i;
  }
  return several > 1 ? end : only;
}

// The smallest product that leading dimensions of a from i and of b from j have in common.
int64_t CommonProduct(const Dims& a, size_t i, const Dims& b, size_t j) {
  int64_t x = 1, y = 1;
  do {
    if (x <= y && i < a.size()) {
      x *= a[i++];
    } else if (j < b.size()) {
      y *= b[j++];
    } else {
      return 0;
    }
  } while (x != y);
  return x;
}

// Which sizes of a reshape's result are bounds. Dimensions that are joined into one, split from one or unchanged keep their bound, the
// outermost of a split. False where several sizes become several others, or a size is not known.
bool KeepBounds(const Shape& from, Shape& to) {
  bool bounded = false, dynamic = false, zero = false;
  for (size_t i = 0; i < from.dims.size(); ++i) {
    bounded |= from.IsBounded(i);
    dynamic |= from.dims[i] == kDynamic;
    zero |= from.dims[i] == 0;
  }
  for (const int64_t size : to.dims) zero |= size <= 0;
  if (bounded && dynamic) return false;
  if (!bounded || zero || from.ElementCount() != to.ElementCount()) return true;
  to.bounded.assign(to.dims.size(), false);
  for (size_t i = 0, j = 0; i < from.dims.size() && j < to.dims.size();) {
    const int64_t product = CommonProduct(from.dims, i, to.dims, j);
    const size_t i_end = RunEnd(from.dims, i, product), j_end = RunEnd(to.dims, j, product);
    bool any = false;
    for (size_t k = i; k < i_end; ++k) any |= from.IsBounded(k);
    size_t at = j;
    while (at + 1 < j_end && to.dims[at] == 1) ++at;
    if (to.dims[at] == 1) at = j;
    if (any && OnlySize(from.dims, i, i_end) == i_end && OnlySize(to.dims, j, j_end) == j_end) return false;
    if (any) to.bounded[at] = true;
    i = i_end;
    j = j_end;
  }
  return true;
}

}  // namespace

Operand Builder::ConvertElementType(Operand x, ElementType type) {
  if (!IsArray(x)) return {};
  return EmitOne(Op::kConvert, {x}, {}, {WithType(shape(x), type)});
}

Operand Builder::BitcastConvertType(Operand x, ElementType type) {
  if (!IsArray(x)) return {};
  Shape result = WithType(shape(x), type);
  const int from = BitWidth(shape(x).element_type), to = BitWidth(type);
  if (from > to) result.dims.push_back(from / to);
  if (from < to && result.dims.empty()) {
    return Fail(Rule::kRank, "a scalar of " + ToString(shape(x)) + " cannot become the wider " + HloName(type));
  }
  if (from < to) result.dims.pop_back();
  result.bounded.clear();
  return EmitOne(Op::kBitcastConvert, {x}, {}, {result});
}

Operand Builder::StochasticConvertType(Operand x, Operand random, ElementType type) {
  if (!Usable({random}) || !IsArray(x)) return {};
  return EmitOne(Op::kStochasticConvert, {x, random}, {}, {WithType(shape(x), type)});
}

Operand Builder::ReducePrecision(Operand x, int64_t exponent_bits, int64_t mantissa_bits) {
  return EmitOne(Op::kReducePrecision, {x}, {{Attr::kExponentBits, exponent_bits}, {Attr::kMantissaBits, mantissa_bits}});
}

Operand Builder::Broadcast(Operand x, const Ints& sizes) {
  if (!IsArray(x)) return {};
  const Shape from = shape(x);
  Shape to = from;
  to.dims = sizes;
  to.bounded.assign(sizes.size(), false);
  Ints mapping;
  for (const int64_t size : sizes) {
    if (size < 0) return Fail(Rule::kSize, "broadcast of " + ToString(from) + " with the negative size " + Text(size));
  }
  for (size_t i = 0; i < from.dims.size(); ++i) {
    mapping.push_back(static_cast<int64_t>(to.dims.size()));
    to.dims.push_back(from.dims[i]);
    to.bounded.push_back(from.IsBounded(i));
  }
  return EmitOne(Op::kBroadcastInDim, {x}, {{Attr::kBroadcastDimensions, mapping}}, {to});
}

Operand Builder::BroadcastInDim(Operand x, const Ints& out_dims, const Ints& broadcast_dimensions) {
  if (!IsArray(x)) return {};
  for (size_t i = 1; i < broadcast_dimensions.size(); ++i) {
    if (broadcast_dimensions[i] <= broadcast_dimensions[i - 1] && broadcast_dimensions.size() == shape(x).dims.size()) {
      return Fail(Rule::kOrder, "broadcast_dimensions " + Text(broadcast_dimensions) + " must be strictly increasing");
    }
  }
  const Shape& from = shape(x);
  Shape to = WithTypeOf(Shape::Array(from.element_type, out_dims), from);
  to.bounded.assign(to.dims.size(), false);
  for (size_t i = 0; i < broadcast_dimensions.size() && i < from.dims.size(); ++i) {
    const int64_t at = broadcast_dimensions[i];
    const bool inside = at >= 0 && at < to.rank();
    if (inside && from.IsBounded(i) && to.dims[at] == from.dims[i]) to.bounded[at] = true;
  }
  return EmitOne(Op::kBroadcastInDim, {x}, {{Attr::kBroadcastDimensions, broadcast_dimensions}}, {to});
}

Operand Builder::Collapse(Operand x, const Ints& dimensions) {
  if (!IsArray(x)) return {};
  const Shape from = shape(x);
  for (size_t i = 0; i < dimensions.size(); ++i) {
    if (dimensions[i] < 0 || dimensions[i] >= from.rank()) {
      return Fail(Rule::kDimension,
                  "collapse of dimensions " + Text(dimensions) + " of " + ToString(from) + ", which has " + std::to_string(from.rank()));
    }
    if (i > 0 && dimensions[i] != dimensions[i - 1] + 1) {
      return Fail(Rule::kOrder, "collapse takes consecutive dimensions, not " + Text(dimensions));
    }
  }
  if (dimensions.size() < 2) return x;
  Shape to = from;
  to.dims.clear();
  to.bounded.assign(from.dims.size() - dimensions.size() + 1, false);
  for (size_t i = 0; i < from.dims.size(); ++i) {
    const int64_t dim = static_cast<int64_t>(i);
    const bool joined = dim > dimensions.front() && dim <= dimensions.back();
    if (!joined) to.dims.push_back(from.dims[i]);
    const size_t at = to.dims.size() - 1;
    if (joined && (to.dims[at] == kDynamic || from.dims[i] == kDynamic)) {
      return Fail(Rule::kUnsupported, "collapse of sizes that are not known: " + ToString(from));
    }
    if (joined && __builtin_mul_overflow(to.dims[at], from.dims[i], &to.dims[at])) {
      return Fail(Rule::kOverflow, "a collapsed size of " + ToString(from) + " does not fit 64 bits");
    }
    to.bounded[at] = to.bounded[at] || from.IsBounded(i);
  }
  return EmitOne(Op::kReshape, {x}, {}, {to});
}

Operand Builder::Reshape(Operand x, const Ints& new_sizes) {
  if (!IsArray(x)) return {};
  Shape to = WithTypeOf(Shape::Array(shape(x).element_type, new_sizes), shape(x));
  if (!KeepBounds(shape(x), to)) {
    return Fail(Rule::kUnsupported, "reshape of " + ToString(shape(x)) + " to " + Text(new_sizes) +
                                        " does not say which size stays bounded; DynamicReshape takes the sizes as they are when run");
  }
  return EmitOne(Op::kReshape, {x}, {}, {to});
}

Operand Builder::Reshape(Operand x, const Ints& dimensions, const Ints& new_sizes) {
  if (!IsArray(x)) return {};
  Ints sorted = dimensions;
  std::sort(sorted.begin(), sorted.end());
  bool permutation = sorted.size() == shape(x).dims.size();
  for (size_t i = 0; permutation && i < sorted.size(); ++i) permutation = sorted[i] == static_cast<int64_t>(i);
  if (!permutation) {
    return Fail(Rule::kOrder, "reshape's dimensions " + Text(dimensions) + " are not a permutation of those of " + ToString(shape(x)));
  }
  return Reshape(Transpose(x, dimensions), new_sizes);
}

Operand Builder::Transpose(Operand x, const Ints& permutation) { return EmitOne(Op::kTranspose, {x}, {{Attr::kPermutation, permutation}}); }

Operand Builder::Rev(Operand x, const Ints& dimensions) { return EmitOne(Op::kReverse, {x}, {{Attr::kDimensions, dimensions}}); }

Operand Builder::ConcatInDim(const Operands& operands, int64_t dimension) {
  return EmitOne(Op::kConcatenate, operands, {{Attr::kDimension, dimension}});
}

Operand Builder::Slice(Operand x, const Ints& start, const Ints& limit, const Ints& strides) {
  const Ints steps = strides.empty() ? Ints(start.size(), 1) : strides;
  return EmitOne(Op::kSlice, {x}, {{Attr::kStartIndices, start}, {Attr::kLimitIndices, limit}, {Attr::kStrides, steps}});
}

Operand Builder::SliceInDim(Operand x, int64_t start, int64_t limit, int64_t stride, int64_t dimension) {
  if (!IsArray(x)) return {};
  if (dimension < 0 || dimension >= shape(x).rank()) {
    return Fail(Rule::kDimension, "slice in dimension " + Text(dimension) + " of " + ToString(shape(x)));
  }
  const size_t at = dimension, rank = shape(x).dims.size();
  Ints starts(rank, 0), limits = shape(x).dims, strides(rank, 1);
  for (size_t i = 0; i < rank; ++i) {
    if (i != at && limits[i] == kDynamic) {
      return Fail(Rule::kUnsupported, "a slice of whole sizes that are not known: " + ToString(shape(x)));
    }
  }
  starts[at] = start;
  limits[at] = limit;
  strides[at] = stride;
  return Slice(x, starts, limits, strides);
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
  const Ints holes = interior.empty() ? Ints(low.size(), 0) : interior;
  return EmitOne(Op::kPad, {x, value}, {{Attr::kEdgePaddingLow, low}, {Attr::kEdgePaddingHigh, high}, {Attr::kInteriorPadding, holes}});
}

Operand Builder::PadInDim(Operand x, Operand value, int64_t dimension, int64_t low, int64_t high) {
  if (!IsArray(x)) return {};
  if (dimension < 0 || dimension >= shape(x).rank()) {
    return Fail(Rule::kDimension, "padding in dimension " + Text(dimension) + " of " + ToString(shape(x)));
  }
  Ints lows(shape(x).dims.size(), 0), highs = lows;
  lows[dimension] = low;
  highs[dimension] = high;
  return Pad(x, value, lows, highs);
}

Operand Builder::Iota(const Shape& shape, int64_t dimension) {
  return EmitOne(Op::kIota, {}, {{Attr::kIotaDimension, dimension}}, {shape});
}

Builder::Attributes Builder::GatherAttributes(const GatherDimensions& d, bool indices_are_sorted) {
  Attributes attributes = {{Attr::kOffsetDims, d.offset_dims},
                           {Attr::kCollapsedSliceDims, d.collapsed_slice_dims},
                           {Attr::kStartIndexMap, d.start_index_map},
                           {Attr::kIndexVectorDim, d.index_vector_dim}};
  if (!d.operand_batching_dims.empty()) attributes[Attr::kOperandBatchingDims] = d.operand_batching_dims;
  if (!d.start_indices_batching_dims.empty()) attributes[Attr::kStartIndicesBatchingDims] = d.start_indices_batching_dims;
  if (indices_are_sorted) attributes[Attr::kIndicesAreSorted] = true;
  return attributes;
}

Operand Builder::Gather(Operand x, Operand start_indices, const GatherDimensions& dimensions, const Ints& slice_sizes,
                        bool indices_are_sorted) {
  Attributes attributes = GatherAttributes(dimensions, indices_are_sorted);
  attributes[Attr::kSliceSizes] = slice_sizes;
  return EmitOne(Op::kGather, {x, start_indices}, std::move(attributes));
}

Operand Builder::Scatter(Operand x, Operand indices, Operand updates, const Module& computation, const ScatterDimensions& dimensions,
                         bool indices_are_sorted, bool unique_indices) {
  const Operands results = Scatter(Operands{x}, indices, Operands{updates}, computation, dimensions, indices_are_sorted, unique_indices);
  return results.empty() ? Operand() : results[0];
}

Operands Builder::Scatter(const Operands& operands, Operand indices, const Operands& updates, const Module& computation,
                          const ScatterDimensions& d, bool indices_are_sorted, bool unique_indices) {
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

Operand Builder::TorchIndexSelect(Operand x, Operand index, int64_t dimension, int64_t batch_dimensions) {
  return EmitOne(Op::kTorchIndexSelect, {x, index}, {{Attr::kDimension, dimension}, {Attr::kBatchDims, batch_dimensions}});
}

Operand Builder::GetDimensionSize(Operand x, int64_t dimension) {
  return EmitOne(Op::kGetDimensionSize, {x}, {{Attr::kDimension, dimension}});
}

Operand Builder::SetDimensionSize(Operand x, Operand size, int64_t dimension) {
  return EmitOne(Op::kSetDimensionSize, {x, size}, {{Attr::kDimension, dimension}});
}

Operand Builder::RemoveDynamicDimension(Operand x, int64_t dimension) {
  if (!IsArray(x)) return {};
  if (dimension < 0 || dimension >= shape(x).rank()) {
    return Fail(Rule::kDimension, "dimension " + Text(dimension) + " of " + ToString(shape(x)));
  }
  const int64_t bound = shape(x).dims[dimension];
  if (bound == kDynamic || bound > INT32_MAX) {
    return Fail(Rule::kSize, "dimension " + Text(dimension) + " of " + ToString(shape(x)) + " has no bound within s32");
  }
  return SetDimensionSize(x, ConstantR0(ElementType::kS32, static_cast<double>(bound)), dimension);
}

}  // namespace mote
