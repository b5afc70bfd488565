// Fixed-point operations as HLO. Where 32 bits do not hold a product, s64 does.
#include "hlo/fixed_point.h"

namespace mote {

Operand ProgramNumbers::Constant(ElementType type, int64_t value) const {
  Literal literal(Shape::Scalar(type));
  literal.SetInteger(0, value);
  return b_.ConstantLiteral(literal);
}

Operand ProgramNumbers::Multiply(Operand a, Operand b) const {
  if (bits == 16) return b_.ShiftRightArithmetic(b_.Add(b_.Mul(a, b), Constant(1 << 14)), Constant(15));
  const ElementType s64 = ElementType::kS64;
  const Operand product = b_.Mul(b_.ConvertElementType(a, s64), b_.ConvertElementType(b, s64));
  const Operand high = b_.ShiftRightArithmetic(b_.Add(product, Constant(s64, int64_t{1} << 30)), Constant(s64, 31));
  return b_.ConvertElementType(high, ElementType::kS32);
}

Operand ProgramNumbers::RoundingShift(Operand a, int n) const {
  if (n == 0) return a;
  const Operand sign = b_.ShiftRightArithmetic(a, Constant(31));
  const Operand twice = b_.ShiftRightArithmetic(b_.Add(a, sign), Constant(n - 1));
  return b_.Sub(twice, b_.ShiftRightArithmetic(twice, Constant(1)));
}

Operand ProgramNumbers::RoundingShift(Operand a, Operand n) const {
  const Operand sign = b_.ShiftRightArithmetic(a, Constant(31));
  const Operand twice = b_.ShiftRightArithmetic(b_.Add(a, sign), b_.Max(b_.Sub(n, Constant(1)), Constant(0)));
  const Operand shifted = b_.Sub(twice, b_.ShiftRightArithmetic(twice, Constant(1)));
  return b_.Select(b_.Le(n, Constant(0)), a, shifted);
}

Operand ProgramNumbers::HalfSum(Operand a, Operand b) const {
  if (bits == 16) return RoundingShift(b_.Add(a, b), 1);
  const ElementType s64 = ElementType::kS64;
  const Operand sum = b_.Add(b_.ConvertElementType(a, s64), b_.ConvertElementType(b, s64));
  const Operand away = b_.Add(sum, b_.ShiftRightArithmetic(sum, Constant(s64, 63)));
  return b_.ConvertElementType(b_.Sub(away, b_.ShiftRightArithmetic(away, Constant(s64, 1))), ElementType::kS32);
}

Operand ProgramNumbers::SaturatingLeft(Operand a, int n) const {
  if (n == 0) return a;
  const int64_t top = (int64_t{1} << (bits - 1)) - 1;
  if (bits == 16) return Most(Least(b_.ShiftLeft(a, Constant(n)), -top - 1), top);
  // What would leave 32 bits is clamped before it is shifted; from the largest that stays on the low bits are ones.
  const Operand inside = b_.ShiftLeft(Most(Least(a, -(int64_t{1} << (31 - n))), (int64_t{1} << (31 - n)) - 1), Constant(n));
  return b_.Select(b_.Ge(a, Constant(int64_t{1} << (31 - n))), Constant(top), inside);
}

}  // namespace mote
