// Type rules of operations that move data with static parameters (OPS.md 2.3), gather and scatter apart.
#include <algorithm>

#include "hlo/infer.h"

namespace mote {
namespace {

// A size as computed in 128 bits. kDynamic is INT64_MIN, so no legal size meets it.
Result<int64_t> Fit(const InferContext& c, __int128 size) {
  if (size <= INT64_MAX && size >= -INT64_MAX) return static_cast<int64_t>(size);
  return c.Fail(Rule::kOverflow, "a result size of " + c.Name() + " does not fit 64 bits");
}

// Element count of the shape (bounds for bounded sizes); empty for a dynamic shape.
std::optional<__int128> Count(const Shape& shape) {
  __int128 count = 1;
  for (int64_t dim : shape.dims) {
    if (dim == kDynamic) return std::nullopt;
    if (dim == 0) return 0;
    if (count > INT64_MAX) return std::nullopt;
    count *= dim;
  }
  return count;
}

int64_t Product(const Dims& dims, int end) {
  int64_t product = 1;
  for (int i = 0; i < end; ++i) product *= dims[i];
  return product;
}

Status CheckQuantizedReshape(const InferContext& c, const Shape& operand, const Shape& result) {
  MOTE_CHECK_OK(CheckSameScales(c, operand, result));
  if (!IsPerAxis(operand) || !IsPerAxis(result)) return Ok();
  const int from = operand.quantization->axis, to = result.quantization->axis;
  if (from >= operand.rank() || to >= result.rank() || !operand.IsStatic() || !result.IsStatic()) return Ok();
  const std::string both = c.Show(operand) + " and " + c.Show(result);
  if (operand.dims[from] != result.dims[to]) return c.Fail(Rule::kShape, "the quantized dimension must keep its size: " + both);
  if (Product(operand.dims, from) != Product(result.dims, to)) {
    return c.Fail(Rule::kShape, "the product of the sizes before the quantized dimension must stay the same: " + both);
  }
  return Ok();
}

Status CheckPermutation(const InferContext& c, const std::vector<int64_t>& permutation, size_t rank) {
  std::vector<int64_t> sorted = permutation;
  std::sort(sorted.begin(), sorted.end());
  bool valid = sorted.size() == rank;
  for (size_t i = 0; valid && i < rank; ++i) valid = sorted[i] == static_cast<int64_t>(i);
  if (valid) return Ok();
  return c.Fail(Rule::kOrder, "permutation " + Text(permutation) + " is not a permutation of the " + std::to_string(rank) +
                                  " dimensions of " + c.Show(c.operand(0)));
}

}  // namespace

Inferred InferConstant(const InferContext& c) {
  const Shape& literal = c.instruction.LiteralValue().shape();
  return Shapes{c.declared.empty() || !IsQuantized(c.declared[0]) ? literal : WithTypeOf(literal, c.declared[0])};
}

namespace {

// Operations without an operand for the result's sizes: the type must state them, at most one as a bound.
Status RequireStaticResult(const InferContext& c, const Shape& result, size_t bounded_allowed) {
  if (c.hlo()) return Ok();
  size_t bounded = 0;
  bool dynamic = false;
  for (size_t i = 0; i < result.dims.size(); ++i) {
    bounded += result.IsBounded(i) ? 1 : 0;
    dynamic = dynamic || result.dims[i] == kDynamic;
  }
  if (!dynamic && bounded <= bounded_allowed) return Ok();
  return c.Fail(Rule::kResult, "the result of " + c.Name() + " must have static sizes" +
                                   (bounded_allowed > 0 ? " but for one bounded one" : "") + ", but is " + c.Show(result));
}

}  // namespace

Inferred InferIota(const InferContext& c) {
  MOTE_ASSIGN(Shape result, Declared(c));
  MOTE_CHECK_OK(RequireArray(c, result, "the result of iota"));
  MOTE_CHECK_OK(RequireStaticResult(c, result, 0));
  if (!(TypeSetOf(result) & (kTypeN | kTypeQ))) {
    return c.Fail(Rule::kElementType, "iota cannot produce " + c.Show(result));
  }
  if (result.rank() == 0) return c.Fail(Rule::kRank, "iota needs at least one dimension, but gives " + c.Show(result));
  MOTE_CHECK_OK(CheckInRange(c, c.instruction.Int(Attr::kIotaDimension), result.rank(), "iota_dimension of " + c.Show(result)));
  return Shapes{result};
}

Inferred InferBroadcast(const InferContext& c) {
  MOTE_CHECK_OK(RequireType(c, 0, kTypeAll));
  const std::vector<int64_t>& sizes = c.instruction.Ints(Attr::kBroadcastSizes);
  const Shape& x = c.operand(0);
  for (int64_t size : sizes) {
    if (size < 0) return c.Fail(Rule::kSize, "broadcast of " + c.Show(x) + " with the negative size " + Text(size));
  }
  Shape out = WithTypeOf(Shape::Array(x.element_type, sizes), x);
  out.bounded.assign(sizes.size(), false);
  for (size_t i = 0; i < x.dims.size(); ++i) {
    out.dims.push_back(x.dims[i]);
    out.bounded.push_back(x.IsBounded(i));
  }
  return Shapes{out};
}

Inferred InferBroadcastInDim(const InferContext& c) {
  MOTE_CHECK_OK(RequireType(c, 0, kTypeAll));
  MOTE_ASSIGN(Shape result, Declared(c));
  MOTE_CHECK_OK(RequireArray(c, result, "the result of broadcast_in_dim"));
  MOTE_CHECK_OK(RequireStaticResult(c, result, 1));
  const Shape& x = c.operand(0);
  const std::vector<int64_t>& dims = c.instruction.Ints(Attr::kBroadcastDimensions);
  const std::string both = c.Show(x) + " to " + c.Show(result);
  MOTE_CHECK_OK(CheckCount(c, dims.size(), x.dims.size(), "broadcast_dimensions " + Text(dims), "broadcasting " + both));
  MOTE_CHECK_OK(CheckInRange(c, dims, result.rank(), "broadcast_dimensions for " + both));
  if (x.rank() > result.rank()) return c.Fail(Rule::kRank, "broadcast_in_dim cannot lower the rank: " + both);
  if (!c.hlo()) MOTE_CHECK_OK(CheckUnique(c, dims, "broadcast_dimensions"));
  for (size_t i = 0; i < dims.size(); ++i) {
    const size_t to = dims[i];
    const bool stretches = x.dims[i] == 1 && !x.IsBounded(i) && !c.hlo();
    if (!stretches && !DimsAgree(x, i, result, to)) {
      return c.Fail(Rule::kShape, "broadcast_in_dim of " + both + ": operand dimension " + std::to_string(i) + " has size " +
                                      DimText(x.dims[i]) + ", result dimension " + std::to_string(to) + " size " +
                                      DimText(result.dims[to]));
    }
  }
  if (IsPerAxis(x) && IsPerAxis(result)) {
    const Quantization &p = *x.quantization, &q = *result.quantization;
    const size_t axis = p.axis;
    if (axis >= dims.size() || dims[axis] != q.axis) {
      return c.Fail(Rule::kResult, "the quantized axis of the result must be that of the operand, broadcast: " + both);
    }
    const bool repeated = x.dims[axis] == 1;
    for (size_t i = 0; i < q.scales.size() && !p.scales.empty(); ++i) {
      const size_t from = repeated ? 0 : std::min(i, p.scales.size() - 1);
      if (q.scales[i] != p.scales[from] || q.zero_points[i] != p.zero_points[from]) {
        return c.Fail(Rule::kResult, "scales and zero points must be broadcast with the data: " + both);
      }
    }
  } else {
    MOTE_CHECK_OK(CheckSameScales(c, x, result));
  }
  return Shapes{SameElementType(x, result) ? result : WithTypeOf(result, x)};
}

Inferred InferReshape(const InferContext& c) {
  MOTE_CHECK_OK(RequireType(c, 0, kTypeAll));
  MOTE_ASSIGN(Shape result, Declared(c));
  MOTE_CHECK_OK(RequireArray(c, result, "the result of reshape"));
  MOTE_CHECK_OK(RequireStaticResult(c, result, 1));
  const Shape& x = c.operand(0);
  if (c.instruction.op == Op::kBitcast) return Shapes{result};  // reinterprets a layout: any array of the same bytes
  const auto from = Count(x), to = Count(result);
  if (from && to && *from != *to) {
    return c.Fail(Rule::kSize, "reshape must keep the number of elements, but goes from " + c.Show(x) + " to " + c.Show(result));
  }
  MOTE_CHECK_OK(CheckQuantizedReshape(c, x, result));
  return Shapes{SameElementType(x, result) ? result : WithTypeOf(result, x)};
}

Inferred InferTranspose(const InferContext& c) {
  MOTE_CHECK_OK(RequireType(c, 0, kTypeAll));
  const Shape& x = c.operand(0);
  const std::vector<int64_t>& permutation = c.instruction.Ints(Attr::kPermutation);
  MOTE_CHECK_OK(CheckCount(c, permutation.size(), x.dims.size(), "permutation " + Text(permutation), c.Show(x)));
  MOTE_CHECK_OK(CheckPermutation(c, permutation, x.dims.size()));
  Shape out = WithTypeOf(Shape::Array(x.element_type, Dims(x.dims.size())), x);
  out.bounded.assign(x.bounded.empty() ? 0 : x.dims.size(), false);
  for (size_t i = 0; i < permutation.size(); ++i) {
    out.dims[i] = x.dims[permutation[i]];
    if (!out.bounded.empty()) out.bounded[i] = x.IsBounded(permutation[i]);
  }
  if (IsQuantized(x) && !c.declared.empty()) {
    const Shape& result = c.declared[0];
    MOTE_CHECK_OK(CheckSameScales(c, x, result));
    if (IsPerAxis(x) && IsPerAxis(result)) {
      const size_t axis = result.quantization->axis;
      if (axis < permutation.size() && permutation[axis] != x.quantization->axis) {
        return c.Fail(Rule::kResult,
                      "the quantized axis must follow the permutation " + Text(permutation) + ": " + c.Show(x) + " and " + c.Show(result));
      }
    }
    if (SameElementType(x, result)) out.quantization = result.quantization;
  }
  return Shapes{out};
}

Inferred InferReverse(const InferContext& c) {
  MOTE_CHECK_OK(RequireType(c, 0, kTypeAQ));
  const std::vector<int64_t>& dims = c.instruction.Ints(Attr::kDimensions);
  MOTE_CHECK_OK(CheckUnique(c, dims, "dimensions"));
  MOTE_CHECK_OK(CheckInRange(c, dims, c.operand(0).rank(), "dimensions of reverse on " + c.Show(c.operand(0))));
  return Shapes{c.operand(0)};
}

Inferred InferConcatenate(const InferContext& c) {
  MOTE_CHECK_OK(RequireTypes(c, kTypeAQ));
  const Shape& first = c.operand(0);
  const int64_t dim = c.instruction.Int(Attr::kDimension);
  for (size_t i = 1; i < c.count(); ++i) {
    MOTE_CHECK_OK(RequireSameTypes(c, 0, i));
    if (c.operand(i).rank() != first.rank()) {
      return c.Fail(Rule::kRank, "concatenate needs operands of one rank, got " + c.Show(first) + " and " + c.Show(c.operand(i)));
    }
  }
  if (dim >= 0 && first.rank() == 0) return c.Fail(Rule::kRank, "scalars cannot be concatenated, got " + c.Show(first));
  MOTE_CHECK_OK(CheckInRange(c, dim, first.rank(), "dimension of concatenate of " + c.Show(first)));
  const size_t d = dim;
  Shape out = first;
  __int128 total = 0;
  bool dynamic = false, bounded = false;
  for (size_t i = 0; i < c.count(); ++i) {
    const Shape& x = c.operand(i);
    for (size_t k = 0; k < x.dims.size(); ++k) {
      if (k == d || DimsAgree(out, k, x, k)) continue;
      size_t other = 0;
      while (other + 1 < i && DimsAgree(c.operand(other), k, x, k)) ++other;
      return c.Fail(Rule::kShape, "concatenate along dimension " + std::to_string(d) + " of " + c.Show(c.operand(other)) + " and " +
                                      c.Show(x) + ", which differ in dimension " + std::to_string(k));
    }
    dynamic |= x.dims[d] == kDynamic;
    bounded |= x.IsBounded(d);
    if (x.dims[d] != kDynamic) total += x.dims[d];
    Shape others = x;
    others.dims[d] = out.dims[d];
    if (!others.bounded.empty()) others.bounded[d] = out.IsBounded(d);
    out = Merge(out, others);
  }
  MOTE_ASSIGN(const int64_t size, Fit(c, total));
  out.dims[d] = dynamic ? kDynamic : size;
  if (bounded || !out.bounded.empty()) {
    out.bounded.resize(out.dims.size());
    out.bounded[d] = bounded && !dynamic;
  }
  return Shapes{out};
}

Inferred InferSlice(const InferContext& c) {
  MOTE_CHECK_OK(RequireType(c, 0, kTypeAQ));
  const Shape& x = c.operand(0);
  const size_t rank = x.dims.size();
  const std::vector<int64_t> &start = c.instruction.Ints(Attr::kStartIndices), &limit = c.instruction.Ints(Attr::kLimitIndices);
  const std::vector<int64_t> stride = c.instruction.IntsOr(Attr::kStrides, rank, 1);
  MOTE_CHECK_OK(CheckCount(c, start.size(), rank, "start_indices " + Text(start), c.Show(x)));
  MOTE_CHECK_OK(CheckCount(c, limit.size(), rank, "limit_indices " + Text(limit), c.Show(x)));
  MOTE_CHECK_OK(CheckCount(c, stride.size(), rank, "strides " + Text(stride), c.Show(x)));
  Shape out = x;
  if (!out.bounded.empty()) out.bounded.assign(rank, false);
  for (size_t i = 0; i < rank; ++i) {
    const std::string where = " in dimension " + std::to_string(i) + " of " + c.Show(x);
    if (start[i] < 0) return c.Fail(Rule::kSize, "negative start index " + Text(start[i]) + where);
    if (x.dims[i] != kDynamic && limit[i] > x.dims[i]) {
      return c.Fail(Rule::kSize, "limit index " + Text(limit[i]) + " is above the size " + Text(x.dims[i]) + where);
    }
    if (start[i] > limit[i]) {
      return c.Fail(Rule::kSize, "start index " + Text(start[i]) + " is above the limit index " + Text(limit[i]) + where);
    }
    if (stride[i] <= 0) return c.Fail(Rule::kAttribute, "stride must be positive, but is " + Text(stride[i]) + where);
    out.dims[i] = (limit[i] - start[i]) / stride[i] + ((limit[i] - start[i]) % stride[i] != 0 ? 1 : 0);
  }
  return Shapes{out};
}

Inferred InferPad(const InferContext& c) {
  MOTE_CHECK_OK(RequireTypes(c, kTypeAQ));
  const Shape& x = c.operand(0);
  if (c.operand(1).rank() != 0) return c.Fail(Rule::kRank, "the padding value must be a scalar, but is " + c.Show(c.operand(1)));
  MOTE_CHECK_OK(RequireSameTypes(c, 0, 1));
  const size_t rank = x.dims.size();
  const std::vector<int64_t> &low = c.instruction.Ints(Attr::kEdgePaddingLow), &high = c.instruction.Ints(Attr::kEdgePaddingHigh),
                             &interior = c.instruction.Ints(Attr::kInteriorPadding);
  MOTE_CHECK_OK(CheckCount(c, low.size(), rank, "edge_padding_low " + Text(low), c.Show(x)));
  MOTE_CHECK_OK(CheckCount(c, high.size(), rank, "edge_padding_high " + Text(high), c.Show(x)));
  MOTE_CHECK_OK(CheckCount(c, interior.size(), rank, "interior_padding " + Text(interior), c.Show(x)));
  Shape out = x;
  for (size_t i = 0; i < rank; ++i) {
    const std::string where = " in dimension " + std::to_string(i) + " of " + c.Show(x);
    if (interior[i] < 0) return c.Fail(Rule::kAttribute, "interior padding must not be negative, but is " + Text(interior[i]) + where);
    if (x.dims[i] == kDynamic) continue;
    const __int128 holes = static_cast<__int128>(std::max<int64_t>(x.dims[i] - 1, 0)) * interior[i];
    MOTE_ASSIGN(out.dims[i], Fit(c, static_cast<__int128>(x.dims[i]) + low[i] + high[i] + holes));
    if (out.dims[i] < 0) return c.Fail(Rule::kSize, "padding gives the negative size " + Text(out.dims[i]) + where);
  }
  return Shapes{out};
}

Inferred InferGetDimensionSize(const InferContext& c) {
  MOTE_CHECK_OK(RequireType(c, 0, kTypeAll));
  const int64_t dim = c.instruction.Int(Attr::kDimension);
  MOTE_CHECK_OK(CheckInRange(c, dim, c.operand(0).rank(), "dimension of get_dimension_size on " + c.Show(c.operand(0))));
  const int64_t size = c.operand(0).dims[dim];
  if (size > INT32_MAX) return c.Fail(Rule::kSize, "the size " + Text(size) + " of " + c.Show(c.operand(0)) + " does not fit s32");
  return Shapes{Shape::Scalar(ElementType::kS32)};
}

Inferred InferSetDimensionSize(const InferContext& c) {
  MOTE_CHECK_OK(RequireType(c, 0, kTypeAQ));
  MOTE_CHECK_OK(RequireArray(c, c.operand(1), "the size"));
  if (c.operand(1).element_type != ElementType::kS32) {
    return c.Fail(Rule::kElementType, "the size must be an s32 scalar, but is " + c.Show(c.operand(1)));
  }
  if (c.operand(1).rank() != 0) return c.Fail(Rule::kRank, "the size must be an s32 scalar, but is " + c.Show(c.operand(1)));
  const int64_t dim = c.instruction.Int(Attr::kDimension);
  MOTE_CHECK_OK(CheckInRange(c, dim, c.operand(0).rank(), "dimension of set_dimension_size on " + c.Show(c.operand(0))));
  Shape out = c.operand(0);
  const size_t d = dim;
  out.bounded.resize(out.dims.size());
  const auto size = c.ConstantInts(1);
  const bool full = size && size->size() == 1 && (*size)[0] == out.dims[d];
  out.bounded[d] = out.dims[d] != kDynamic && !full;
  return Shapes{out};
}

}  // namespace mote
