// The sum's reciprocal by three steps of Newton's division.
#include "hlo/byte_softmax.h"

#include "hlo/fixed_point.h"

namespace mote {

namespace {

Operand OverRow(Builder& b, Operand values, const Dims& dims) {
  Ints rows;
  for (int64_t d = 0; d + 1 < static_cast<int64_t>(dims.size()); ++d) rows.push_back(d);
  return b.BroadcastInDim(values, dims, rows);
}

}  // namespace

Operand ByteSoftmax(Builder& b, Operand x, ElementType out, int64_t low, int64_t high, const std::vector<int64_t>& table) {
  if (b.error()) return {};
  const Dims dims = b.shape(x).dims;
  const ElementType type = b.shape(x).element_type, s32 = ElementType::kS32;
  const Ints last = {static_cast<int64_t>(dims.size()) - 1};
  const ProgramNumbers p(b, 32);
  const Operand least = p.Constant(type, type == ElementType::kS8 ? -128 : 0);
  const Operand largest = b.Reduce(x, least, Builder::Scalar(Op::kMaximum, type), last);
  const Operand difference = b.Sub(b.ConvertElementType(x, s32), OverRow(b, b.ConvertElementType(largest, s32), dims));
  Literal powers(Shape::Array(s32, {static_cast<int64_t>(table.size())}));
  for (size_t i = 0; i < table.size(); ++i) powers.SetInteger(static_cast<int64_t>(i), table[i]);
  GatherDimensions elements;
  elements.collapsed_slice_dims = {0};
  elements.start_index_map = {0};
  elements.index_vector_dim = static_cast<int64_t>(dims.size());
  const Operand power = b.Gather(b.ConstantLiteral(powers), b.Add(difference, p.Constant(255)), elements, {1});
  return SharesOfPowers(b, power, out, low, high);
}

Operand SharesOfPowers(Builder& b, Operand power, ElementType out, int64_t low, int64_t high) {
  if (b.error()) return {};
  const Dims dims = b.shape(power).dims;
  const Ints last = {static_cast<int64_t>(dims.size()) - 1};
  const ProgramNumbers p(b, 32);
  const Operand sum =
      b.Reduce(p.RoundingShift(power, kByteSoftmaxSumBits), p.Constant(0), Builder::Scalar(Op::kAdd, ElementType::kS32), last);
  // 1 / sum: its leading zeros and one are shifted out, what is left is x of 1 / (1 + x).
  const Operand zeros = b.Clz(sum);
  const Operand reciprocal = OneOverOnePlus(p, b.Add(b.ShiftLeft(sum, zeros), p.Constant(INT32_MIN)));
  const Operand shift = b.Sub(p.Constant(kByteSoftmaxSumBits + 31 - BitWidth(out)), zeros);
  const Operand scaled = p.RoundingShift(p.Multiply(OverRow(b, reciprocal, dims), power), OverRow(b, shift, dims));
  const Operand clamped = b.Clamp(p.Constant(low), b.Add(scaled, p.Constant(low)), p.Constant(high));
  return b.ConvertElementType(clamped, out);
}

}  // namespace mote
