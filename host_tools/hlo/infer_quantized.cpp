// Type rules of uniform quantization (StableHLO only), and the constraints that other operations put on quantized types.
#include <algorithm>
#include <cmath>

#include "hlo/infer.h"

namespace mote {
namespace {

// What a value of the shape means: the expressed type of a quantized array, else the element type.
ElementType Expressed(const Shape& shape) { return shape.quantization ? shape.quantization->expressed : shape.element_type; }

}  // namespace

bool IsQuantized(const Shape& shape) { return shape.IsArray() && shape.quantization != nullptr; }
bool IsPerAxis(const Shape& shape) { return IsQuantized(shape) && shape.quantization->axis >= 0; }

bool IsValidQuantized(const Shape& shape) {
  const Quantization& q = *shape.quantization;
  for (const int64_t zero_point : q.zero_points) {
    if (zero_point < q.storage_min || zero_point > q.storage_max) return false;
  }
  for (const double scale : q.scales) {
    const double rounded = DecodeFloat(q.expressed, EncodeFloat(q.expressed, scale));
    const bool in_range = scale >= DecodeFloat(q.expressed, 1) && std::isfinite(rounded);
    if (!in_range) return false;
  }
  if (q.axis < 0) return true;
  if (q.axis >= shape.rank()) return false;
  const int64_t size = shape.dims[q.axis];
  return size == kDynamic || size == static_cast<int64_t>(q.scales.size());
}

Status CheckQuantizedBinary(const InferContext& c, const Shape& lhs, const Shape& rhs, const Shape& result) {
  const std::string all = c.Show(lhs) + ", " + c.Show(rhs) + " and " + c.Show(result);
  if (!IsQuantized(lhs) || !IsQuantized(rhs) || !IsQuantized(result)) {
    return c.Fail(Rule::kElementMix, "operands and result must all be quantized or none of them, got " + all);
  }
  if (lhs.element_type != rhs.element_type || lhs.element_type != result.element_type) {
    return c.Fail(Rule::kElementMix, "operands and result have different storage types: " + all);
  }
  const Quantization &p = *lhs.quantization, &q = *rhs.quantization, &r = *result.quantization;
  if (p.expressed != q.expressed || p.expressed != r.expressed) {
    return c.Fail(Rule::kElementMix, "operands and result have different expressed types: " + all);
  }
  const bool operands_per_axis = p.axis >= 0 || q.axis >= 0;
  if (operands_per_axis != (r.axis >= 0)) {
    return c.Fail(Rule::kElementMix, "the result must be quantized per axis when an operand is, and only then, got " + all);
  }
  if ((p.axis >= 0 && p.axis != r.axis) || (q.axis >= 0 && q.axis != r.axis)) {
    return c.Fail(Rule::kElementMix, "operands and result are quantized along different axes: " + all);
  }
  return Ok();
}

Status CheckSameScales(const InferContext& c, const Shape& operand, const Shape& result) {
  if (!IsQuantized(operand) || !IsQuantized(result) || IsPerAxis(operand) != IsPerAxis(result)) return Ok();
  const Quantization &p = *operand.quantization, &q = *result.quantization;
  // As far as both go: whether an axis keeps its size is another rule.
  const size_t count = std::min({p.scales.size(), q.scales.size(), p.zero_points.size(), q.zero_points.size()});
  if (std::equal(p.scales.begin(), p.scales.begin() + static_cast<std::ptrdiff_t>(count), q.scales.begin()) &&
      std::equal(p.zero_points.begin(), p.zero_points.begin() + static_cast<std::ptrdiff_t>(count), q.zero_points.begin())) {
    return Ok();
  }
  return c.Fail(Rule::kResult,
                "operand and result must have the same scales and zero points, got " + c.Show(operand) + " and " + c.Show(result));
}

Status CheckQuantizedProduct(const InferContext& c, const Shape& lhs, const Shape& rhs, const Shape& result) {
  const std::string all = c.Show(lhs) + ", " + c.Show(rhs) + " and " + c.Show(result);
  if (!IsQuantized(rhs) || IsQuantized(lhs) != IsQuantized(result)) {
    return c.Fail(Rule::kElementMix, "in a quantized product rhs is quantized, and lhs and result both are or both are not, got " + all);
  }
  if (IsQuantized(lhs)) {
    if (lhs.element_type != rhs.element_type) {
      return c.Fail(Rule::kElementMix, "lhs and rhs have different storage types: " + all);
    }
    if (Expressed(lhs) != Expressed(rhs) || Expressed(lhs) != Expressed(result)) {
      return c.Fail(Rule::kElementMix, "lhs, rhs and result have different expressed types: " + all);
    }
    if (!IsPerAxis(rhs) && IsPerAxis(result)) {
      return c.Fail(Rule::kElementMix, "the result is quantized per axis, but rhs is not: " + all);
    }
  } else if (lhs.element_type != Expressed(rhs) || lhs.element_type != result.element_type) {
    return c.Fail(Rule::kElementMix, "lhs and result must have rhs's expressed type, got " + all);
  }
  return Ok();
}

Inferred InferUniformQuantize(const InferContext& c) {
  MOTE_CHECK_OK(RequireType(c, 0, kTypeF | kTypeQ | kTypeQAxis));
  MOTE_ASSIGN(Shape result, Declared(c));
  if (!IsQuantized(result)) {
    return c.Fail(Rule::kElementType, "uniform_quantize must give a quantized type, not " + c.Show(result));
  }
  if (Expressed(c.operand(0)) != Expressed(result)) {
    return c.Fail(Rule::kElementMix, "the expressed type of the result must be that of the operand, got " + c.Show(c.operand(0)) +
                                         " and " + c.Show(result));
  }
  return Shapes{WithTypeOf(c.operand(0), result)};
}

Inferred InferUniformDequantize(const InferContext& c) {
  MOTE_CHECK_OK(RequireType(c, 0, kTypeQ | kTypeQAxis));
  return Shapes{WithType(c.operand(0), Expressed(c.operand(0)))};
}

}  // namespace mote
