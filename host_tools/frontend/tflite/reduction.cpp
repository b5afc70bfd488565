// MEAN, SUM and REDUCE_*: over dimensions that a constant names.
#include <algorithm>
#include <bit>
#include <set>

#include "frontend/tflite/families.h"
#include "frontend/tflite/fixed_point.h"

namespace mote::tfl {
namespace {

// In order, each once.
Result<Ints> Dimensions(Node& n) {
  MOTE_ASSIGN(const std::vector<int64_t> given, n.Integers(1));
  std::set<int64_t> dimensions;
  for (const int64_t d : given) {
    MOTE_ASSIGN(const int64_t axis, n.AxisOf(d, n.rank(0)));
    dimensions.insert(axis);
  }
  return Ints(dimensions.begin(), dimensions.end());
}

int64_t CountOver(Node& n, const Ints& dimensions) {
  int64_t count = 1;
  for (const int64_t d : dimensions) count *= n.dims(0)[static_cast<size_t>(d)];
  return count;
}

// Kept dimensions are in the shape that the file states.
Status SetReduced(Node& n, Operand value) {
  if (n.b.error()) return *n.b.error();
  if (n.b.shape(value).ElementCount() != n.Out().shape.ElementCount()) {
    return n.Fail(Rule::kShape,
                  "gives " + ToString(n.b.shape(value)) + " but for dimensions of 1, where the file states " + ToString(n.Out().shape));
  }
  return n.Set(n.b.Reshape(value, n.Out().shape.dims));
}

// Sums of stored integers to the output's scale; a mean's divisor is folded into the multiplier, which is rounded down.
Status SetQuantized(Node& n, const Ints& dimensions, bool mean) {
  MOTE_ASSIGN(const Scale in, n.In1(0));
  MOTE_ASSIGN(const Scale out, n.ScaleOf(n.Out()));
  const int64_t count = CountOver(n, dimensions);
  if (count < 1 || count > (1 << 20)) return n.Fail(Rule::kLimit, "a sum of " + std::to_string(count) + " integers");
  MOTE_ASSIGN(Multiplier m, QuantizeReal(static_cast<double>(in.scale) / out.scale));
  if (mean) {
    const int shift = std::min({63 - std::countl_zero(static_cast<uint64_t>(count)), 32, 31 + m.exponent});
    m.multiplier = (m.multiplier << shift) / count;
    m.exponent -= shift;
  }
  const Range range = RangeOf(n.Out().shape.element_type);
  const Requantization requantization{{m.multiplier}, {31 - m.exponent}, out.zero, range.low, range.high, Rounding::kDouble};
  Operand sum = SumOver(n, n.Wide(0, 0), dimensions);
  if (in.zero != 0) sum = n.b.Sub(sum, n.Scalar(ElementType::kS32, in.zero * count));
  return SetReduced(n, n.b.Requantize(sum, n.Out().shape.element_type, requantization));
}

Status ReadSumOrMean(Node& n, bool mean) {
  MOTE_ASSIGN(const Ints dimensions, Dimensions(n));
  const ElementType type = n.type(0);
  if (IsQuantized(n.In(0)) && (type == ElementType::kS8 || type == ElementType::kS16)) return SetQuantized(n, dimensions, mean);
  if (!mean) return SetReduced(n, SumOver(n, n.x(0), dimensions));
  const int64_t count = CountOver(n, dimensions);
  if (count < 1) return n.Fail(Rule::kSize, "a mean of nothing");
  if (IsFloat(type)) return SetReduced(n, n.b.Div(SumOver(n, n.x(0), dimensions), n.Real(type, static_cast<double>(count))));
  if (type != ElementType::kS32 && type != ElementType::kS64) return n.Unsupported("elements of this type");
  const Operand wide = n.b.ConvertElementType(n.x(0), ElementType::kS64);
  return SetReduced(n, n.b.ConvertElementType(n.b.Div(SumOver(n, wide, dimensions), n.Scalar(ElementType::kS64, count)), type));
}

Status ReadExtreme(Node& n, bool largest) {
  MOTE_ASSIGN(const Ints dimensions, Dimensions(n));
  if (IsQuantized(n.In(0)) && IsQuantized(n.Out())) {
    MOTE_ASSIGN(const Scale in, n.In1(0));
    MOTE_ASSIGN(const Scale out, n.ScaleOf(n.Out()));
    if (in.scale != out.scale || in.zero != out.zero) return n.Unsupported("input and output have different scales");
  }
  return SetReduced(n, Extreme(n, n.x(0), largest, dimensions));
}

Status ReadLogical(Node& n, bool all) {
  MOTE_ASSIGN(const Ints dimensions, Dimensions(n));
  if (!IsPred(n.type(0))) return n.Fail(Rule::kElementType, "the input must be pred");
  const ElementType pred = ElementType::kPred;
  return SetReduced(n, n.b.Reduce(n.x(0), n.Scalar(pred, all), Combiner(all ? Op::kAnd : Op::kOr, pred), dimensions));
}

}  // namespace

Status ReadMean(Node& n) { return ReadSumOrMean(n, true); }
Status ReadSum(Node& n) { return ReadSumOrMean(n, false); }
Status ReadReduceMax(Node& n) { return ReadExtreme(n, true); }
Status ReadReduceMin(Node& n) { return ReadExtreme(n, false); }
Status ReadReduceAny(Node& n) { return ReadLogical(n, false); }
Status ReadReduceAll(Node& n) { return ReadLogical(n, true); }

Status ReadReduceProd(Node& n) {
  MOTE_ASSIGN(const Ints dimensions, Dimensions(n));
  if (IsQuantized(n.In(0))) return n.Unsupported("products of integers with a scale");
  const Operand one = IsFloat(n.type(0)) ? n.Real(n.type(0), 1) : n.Scalar(n.type(0), 1);
  return SetReduced(n, n.b.Reduce(n.x(0), one, Combiner(Op::kMultiply, n.type(0)), dimensions));
}

}  // namespace mote::tfl
