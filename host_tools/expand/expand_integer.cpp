// Integer and predicate operations by element type: arithmetic in i32 or i64 followed by a wrap into the narrow type (OPS.md 2.2,
// 3, 6.1, 6.3).
#include "expand/expand_math.h"

namespace mote::expand {
namespace {

// `v` with the low bits of the type zero-extended: what the logical operations on bits see.
Val Unsigned(ElementType type, Val v) {
  const int width = BitWidth(type);
  if (width >= 32 || IsUnsigned(type) || IsPred(type)) return v;
  return v.Apply(Scalar::kZextI, width);
}
Val Signed(ElementType type, Val v) {
  const int width = BitWidth(type);
  if (width >= 32 || IsSigned(type)) return v;
  return v.Apply(Scalar::kSextI, width);
}

// x^y modulo 2^n by squaring, every bit of the exponent unrolled. Negative exponents: 0 unless |x| = 1 (OPS.md 3).
Val IntegerPower(ElementType type, Val x, Val y) {
  const int bits = BitWidth(type) - (IsSigned(type) ? 1 : 0);
  Val result = x.Number(1), square = x;
  for (int i = 0; i < bits; ++i) {
    Val used = (Apply(kShrU, y, i) & 1) != 0;
    result = Select(used, result * square, result);
    if (i + 1 < bits) square = square * square;
  }
  if (!IsSigned(type)) return result;
  Val odd = (y & 1) != 0;
  Val unit = Select(x == -1, Select(odd, -1, x.Number(1)), x.Number(0));
  return Select(y < 0, Select(x == 1, 1, unit), result);
}

// High half of the product of two values of `type`.
Val MultiplyHigh(ElementType type, Val x, Val y) {
  const int width = BitWidth(type);
  if (width < 32) return Apply(IsSigned(type) ? kShrS : kShrU, x * y, width);
  if (width == 32) {
    Val high = x.Apply(Scalar::kMulHiUI, y);
    if (!IsSigned(type)) return high;
    return high - (Apply(kShrS, x, 31) & y) - (Apply(kShrS, y, 31) & x);
  }
  const auto low = [](Val v) { return v & v.Bits(0xffffffffu); };
  Val x1 = Apply(kShrU, x, 32), x0 = low(x), y1 = Apply(kShrU, y, 32), y0 = low(y);
  Val middle = x1 * y0 + Apply(kShrU, x0 * y0, 32);
  Val other = x0 * y1 + low(middle);
  Val high = x1 * y1 + Apply(kShrU, middle, 32) + Apply(kShrU, other, 32);
  if (!IsSigned(type)) return high;
  return high - (Apply(kShrS, x, 63) & y) - (Apply(kShrS, y, 63) & x);
}

Val PredBinary(Op op, Val x, Val y) {
  switch (op) {
    case Op::kAdd: case Op::kMaximum: case Op::kOr: return x | y;
    case Op::kMultiply: case Op::kMinimum: case Op::kAnd: return x & y;
    case Op::kXor: return x ^ y;
    default: return {};
  }
}

}  // namespace

Val Wrap(ElementType type, Val v) {
  const int width = BitWidth(type);
  if (width >= 32) return v;
  return v.Apply(IsSigned(type) ? Scalar::kSextI : Scalar::kZextI, width);
}

Val IntegerUnary(Op op, ElementType type, Val x) {
  const int width = BitWidth(type);
  switch (op) {
    case Op::kNot: return IsPred(type) ? Not(x) : Wrap(type, x ^ -1);
    case Op::kNegate: return Wrap(type, 0 - x);
    case Op::kAbs: return IsSigned(type) ? Select(x < 0, Wrap(type, 0 - x), x) : x;
    case Op::kSign: {
      if (!IsSigned(type)) return Select(x != 0, 1, x);
      return Select(x < 0, -1, Select(x == 0, x, 1));
    }
    case Op::kPopcnt: return Wrap(type, Unsigned(type, x).Apply(x.wide() ? Scalar::kPopcntL : Scalar::kPopcntI));
    case Op::kCountLeadingZeros: {
      Val zeros = Unsigned(type, x).Apply(x.wide() ? Scalar::kClzL : Scalar::kClzI);
      return width < 32 ? Wrap(type, zeros - (32 - width)) : zeros;
    }
    case Op::kSquare: return Wrap(type, x * x);
    case Op::kConj: case Op::kReal: return x;
    default: return {};
  }
}

Val IntegerBinary(Op op, ElementType type, Val x, Val y) {
  if (IsPred(type)) return PredBinary(op, x, y);
  const bool is_signed = IsSigned(type);
  switch (op) {
    case Op::kAdd: return Wrap(type, x + y);
    case Op::kSubtract: return Wrap(type, x - y);
    case Op::kMultiply: return Wrap(type, x * y);
    case Op::kDivide: return Wrap(type, Apply(is_signed ? kDivS : kDivU, x, y));
    case Op::kRemainder: return Apply(is_signed ? kRemS : kRemU, x, y);
    case Op::kMaximum: return Apply(is_signed ? kMaxS : kMaxU, x, y);
    case Op::kMinimum: return Apply(is_signed ? kMinS : kMinU, x, y);
    case Op::kPower: return Wrap(type, IntegerPower(type, x, y));
    case Op::kAnd: return x & y;
    case Op::kOr: return x | y;
    case Op::kXor: return x ^ y;
    // A negative amount is a large unsigned one in the register, an amount between the narrow width and 32 shifts every bit out.
    case Op::kShiftLeft: return Wrap(type, x << y);
    case Op::kShiftRightArithmetic: return Wrap(type, Apply(kShrS, Signed(type, x), y));
    case Op::kShiftRightLogical: return Wrap(type, Apply(kShrU, Unsigned(type, x), y));
    case Op::kMulhi: return Wrap(type, MultiplyHigh(type, x, y));
    default: return {};
  }
}

}  // namespace mote::expand
