// Type rules of operations whose result shape is a run-time operand (OPS.md section 3): dynamic_broadcast_in_dim, dynamic_reshape,
// dynamic_iota, dynamic_pad, real_dynamic_slice. A shape operand that is a constant is checked against the stated result.
#include <algorithm>

#include "hlo/infer.h"

namespace mote {
namespace {

// A shape or index operand: a static vector of integers with `want` elements, when known.
Status RequireVector(const InferContext& c, size_t operand, std::optional<int64_t> want, bool must_be_static = true) {
  MOTE_CHECK_OK(RequireType(c, operand, kTypeI));
  const Shape& shape = c.operand(operand);
  const std::string what = "operand #" + std::to_string(operand) + " of " + c.Name();
  if (shape.rank() != 1) return c.Fail(Rule::kRank, what + " must be a vector, but is " + c.Show(shape));
  if (must_be_static && !shape.IsStatic()) return c.Fail(Rule::kShape, what + " must have a static size, but is " + c.Show(shape));
  if (!want || shape.dims[0] == kDynamic || shape.dims[0] == *want) return Ok();
  return c.Fail(Rule::kCount, what + " must have " + Text(*want) + " elements, but is " + c.Show(shape));
}

Status CheckConstantShape(const InferContext& c, size_t operand, const Shape& result) {
  const auto sizes = c.ConstantInts(operand);
  if (!sizes) return Ok();
  bool fits = sizes->size() == result.dims.size();
  for (size_t i = 0; fits && i < sizes->size(); ++i) {
    fits = (*sizes)[i] >= 0 &&
           (result.dims[i] == kDynamic || result.dims[i] == (*sizes)[i] || (result.IsBounded(i) && (*sizes)[i] <= result.dims[i]));
  }
  if (fits) return Ok();
  return c.Fail(Rule::kResult, "the constant shape " + Text(*sizes) + " does not fit the result " + c.Show(result));
}

Status CheckHints(const InferContext& c, const Shape& x) {
  std::vector<int64_t> hints = c.instruction.Ints(Attr::kKnownExpandingDimensions);
  const std::vector<int64_t>& others = c.instruction.Ints(Attr::kKnownNonexpandingDimensions);
  hints.insert(hints.end(), others.begin(), others.end());
  MOTE_CHECK_OK(CheckUnique(c, hints, "the known expanding and nonexpanding dimensions together"));
  return CheckInRange(c, hints, x.rank(), "the known expanding and nonexpanding dimensions for " + c.Show(x));
}

}  // namespace

Inferred InferDynamicBroadcastInDim(const InferContext& c) {
  MOTE_CHECK_OK(RequireType(c, 0, kTypeAll));
  MOTE_CHECK_OK(RequireVector(c, 1, std::nullopt));
  MOTE_ASSIGN(Shape result, Declared(c));
  const Shape& x = c.operand(0);
  const std::string both = c.Show(x) + " to " + c.Show(result);
  const std::vector<int64_t>& dims = c.instruction.Ints(Attr::kBroadcastDimensions);
  if (!IsQuantized(x) && !IsQuantized(result) && !SameElementType(x, result)) {
    return c.Fail(Rule::kElementMix, "dynamic_broadcast_in_dim keeps the element type, but goes from " + both);
  }
  MOTE_CHECK_OK(CheckCount(c, dims.size(), x.dims.size(), "broadcast_dimensions " + Text(dims), "broadcasting " + both));
  if (x.rank() > result.rank()) return c.Fail(Rule::kRank, "dynamic_broadcast_in_dim cannot lower the rank: " + both);
  MOTE_CHECK_OK(CheckUnique(c, dims, "broadcast_dimensions"));
  MOTE_CHECK_OK(CheckInRange(c, dims, result.rank(), "broadcast_dimensions for " + both));
  for (size_t i = 0; i < dims.size(); ++i) {
    if (x.dims[i] != 1 && !DimsAgree(x, i, result, dims[i])) {
      return c.Fail(Rule::kShape, "dynamic_broadcast_in_dim of " + both + " differs in operand dimension " + std::to_string(i));
    }
  }
  MOTE_CHECK_OK(CheckConstantShape(c, 1, result));
  MOTE_CHECK_OK(RequireVector(c, 1, result.rank()));
  MOTE_CHECK_OK(CheckHints(c, x));
  const auto sizes = c.ConstantInts(1);
  for (size_t i = 0; sizes && i < dims.size(); ++i) {
    const int64_t size = x.dims[i], to = (*sizes)[dims[i]];
    if (size != 1 && size != kDynamic && size != to) {
      return c.Fail(Rule::kShape, "dynamic_broadcast_in_dim of " + c.Show(x) + " to " + Text(*sizes) + " differs in operand dimension " +
                                      std::to_string(i));
    }
  }
  if (IsPerAxis(x) && IsPerAxis(result)) {
    const Quantization &p = *x.quantization, &q = *result.quantization;
    const size_t axis = p.axis;
    if (axis >= dims.size() || dims[axis] != q.axis) {
      return c.Fail(Rule::kResult, "the quantized axis of the result must be that of the operand, broadcast: " + both);
    }
    for (size_t i = 0; x.dims[axis] == 1 && i < q.scales.size(); ++i) {
      if (q.scales[i] != p.scales[0] || q.zero_points[i] != p.zero_points[0]) {
        return c.Fail(Rule::kResult, "scales and zero points must be broadcast with the data: " + both);
      }
    }
  }
  return Shapes{result};
}

Inferred InferDynamicReshape(const InferContext& c) {
  MOTE_CHECK_OK(RequireType(c, 0, kTypeAll));
  MOTE_ASSIGN(Shape result, Declared(c));
  if (c.hlo()) return Shapes{result};
  if (c.count() != 2) return c.Fail(Rule::kArity, "dynamic_reshape takes 2 operands, but has " + std::to_string(c.count()));
  MOTE_CHECK_OK(RequireVector(c, 1, std::nullopt));
  const Shape& x = c.operand(0);
  const std::string both = c.Show(x) + " to " + c.Show(result);
  if (!IsQuantized(x) && !IsQuantized(result) && !SameElementType(x, result)) {
    return c.Fail(Rule::kElementMix, "dynamic_reshape keeps the element type, but goes from " + both);
  }
  if (x.IsStatic() && result.IsStatic() && x.ElementCount() != result.ElementCount()) {
    return c.Fail(Rule::kSize, "dynamic_reshape must keep the number of elements, but goes from " + both);
  }
  MOTE_CHECK_OK(CheckConstantShape(c, 1, result));
  if (c.operand(1).dims[0] != result.rank()) {
    return c.Fail(Rule::kRank, "the shape operand " + c.Show(c.operand(1)) + " must have one element per dimension of " + c.Show(result));
  }
  const auto sizes = c.ConstantInts(1);
  if (sizes && x.IsStatic()) {
    int64_t count = 1;
    for (int64_t size : *sizes) {
      if (__builtin_mul_overflow(count, size, &count)) {
        return c.Fail(Rule::kOverflow, "the constant shape " + Text(*sizes) + " does not fit 64 bits");
      }
    }
    if (count != x.ElementCount()) {
      return c.Fail(Rule::kSize,
                    "dynamic_reshape of " + c.Show(x) + " to the constant shape " + Text(*sizes) + " changes the number of elements");
    }
  }
  MOTE_CHECK_OK(CheckSameScales(c, x, result));
  if (IsPerAxis(x) && IsPerAxis(result)) {
    const size_t from = x.quantization->axis, to = result.quantization->axis;
    if (from < x.dims.size() && to < result.dims.size() && !DimsAgree(x, from, result, to)) {
      return c.Fail(Rule::kShape, "the quantized dimension must keep its size: " + both);
    }
    int64_t before = 1, after = 1;
    for (size_t i = 0; i < from; ++i) before *= x.dims[i];
    for (size_t i = 0; i < to; ++i) after *= result.dims[i];
    if (x.IsStatic() && result.IsStatic() && before != after) {
      return c.Fail(Rule::kShape, "the product of the sizes before the quantized dimension must stay the same: " + both);
    }
  }
  return Shapes{result};
}

Inferred InferDynamicIota(const InferContext& c) {
  MOTE_CHECK_OK(RequireVector(c, 0, std::nullopt));
  MOTE_ASSIGN(Shape result, Declared(c));
  if (!(TypeSetOf(result) & (kTypeN | kTypeQ))) return c.Fail(Rule::kElementType, "dynamic_iota cannot produce " + c.Show(result));
  MOTE_CHECK_OK(CheckInRange(c, c.instruction.Int(Attr::kIotaDimension), result.rank(), "iota_dimension of " + c.Show(result)));
  MOTE_CHECK_OK(CheckConstantShape(c, 0, result));
  MOTE_CHECK_OK(RequireVector(c, 0, result.rank()));
  return Shapes{result};
}

Inferred InferDynamicPad(const InferContext& c) {
  MOTE_CHECK_OK(RequireType(c, 0, kTypeAQ));
  MOTE_CHECK_OK(RequireType(c, 1, kTypeAQ));
  MOTE_CHECK_OK(RequireSameTypes(c, 0, 1));
  if (c.operand(1).rank() != 0) return c.Fail(Rule::kRank, "the padding value must be a scalar, but is " + c.Show(c.operand(1)));
  MOTE_ASSIGN(Shape result, Declared(c));
  const Shape& x = c.operand(0);
  if (result.rank() != x.rank()) {
    return c.Fail(Rule::kRank, "dynamic_pad keeps the rank, but goes from " + c.Show(x) + " to " + c.Show(result));
  }
  for (size_t i = 2; i < 5; ++i) MOTE_CHECK_OK(RequireVector(c, i, x.rank()));
  const auto low = c.ConstantInts(2), high = c.ConstantInts(3), interior = c.ConstantInts(4);
  for (size_t i = 0; interior && i < interior->size(); ++i) {
    if ((*interior)[i] < 0) return c.Fail(Rule::kAttribute, "interior padding must not be negative, but is " + Text(*interior));
  }
  for (size_t i = 0; low && high && interior && i < x.dims.size(); ++i) {
    if (x.dims[i] == kDynamic || result.dims[i] == kDynamic) continue;
    const __int128 want = static_cast<__int128>(x.dims[i]) + (*low)[i] + (*high)[i] +
                          static_cast<__int128>(std::max<int64_t>(x.dims[i] - 1, 0)) * (*interior)[i];
    if (want != result.dims[i]) {
      return c.Fail(Rule::kResult,
                    "dynamic_pad of " + c.Show(x) + " gives another size than " + c.Show(result) + " in dimension " + std::to_string(i));
    }
  }
  return Shapes{WithTypeOf(result, x)};
}

Inferred InferRealDynamicSlice(const InferContext& c) {
  MOTE_CHECK_OK(RequireType(c, 0, kTypeAQ));
  const Shape& x = c.operand(0);
  for (size_t i = 1; i < 4; ++i) MOTE_CHECK_OK(RequireVector(c, i, x.rank(), false));
  MOTE_CHECK_OK(RequireSameTypes(c, 1, 2));
  MOTE_CHECK_OK(RequireSameTypes(c, 1, 3));
  MOTE_ASSIGN(Shape result, Declared(c));
  if (result.rank() != x.rank()) {
    return c.Fail(Rule::kRank, "real_dynamic_slice keeps the rank, but goes from " + c.Show(x) + " to " + c.Show(result));
  }
  return Shapes{WithTypeOf(result, x)};
}

}  // namespace mote
