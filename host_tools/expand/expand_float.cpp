// Basic float operations that are exact or correctly rounded: signs, rounding to integers, remainder, next_after. Not the math functions.
#include "expand/expand_math.h"

namespace mote::expand {
namespace {

// a · b mod m for a, b < m < 2^P, where the class has P + chunk bits: P = 24, chunk 8 in i32; P = 53, chunk 11 in i64.
Val MultiplyModulo(Val a, Val b, Val m, int chunk, int chunks) {
  Val mask = b.Bits((uint64_t{1} << chunk) - 1);
  Val sum = Apply(kRemU, a * (Apply(kShrU, b, chunk * (chunks - 1)) & mask), m);
  for (int i = chunks - 2; i >= 0; --i) {
    Val part = a * (Apply(kShrU, b, chunk * i) & mask);
    sum = Apply(kRemU, sum << chunk, m) + Apply(kRemU, part, m);
    sum = Select(Apply(kLtU, sum, m), sum, sum - m);
  }
  return sum;
}

struct Unpacked {
  Val significand;  // integer, below 2^(mantissa + 1)
  Val exponent;     // of its unit in the last place, as a biased field of at least 1
};
Unpacked Unpack(Val magnitude_bits, const Format& f) {
  Val field = Apply(kShrU, magnitude_bits, f.mantissa);
  Val fraction = magnitude_bits & magnitude_bits.Bits((uint64_t{1} << f.mantissa) - 1);
  Val normal = field != 0;
  Val hidden = fraction | fraction.Bits(uint64_t{1} << f.mantissa);
  return {Select(normal, hidden, fraction), Select(normal, field, 1)};
}

// The float with the given significand (below 2^(mantissa + 1)) and exponent field of its unit; exact.
Val Pack(Val significand, Val exponent, const Format& f) {
  // Normalised by its leading zeros; what would fall below the smallest exponent stays subnormal.
  const bool wide = significand.reg() == Reg::kI64;
  Val zeros = significand.Apply(wide ? Scalar::kClzL : Scalar::kClzI) - ((wide ? 63 : 31) - f.mantissa);
  Val shift = Apply(kMinS, zeros, exponent - 1);
  Val shifted = significand << shift;
  // The hidden bit, where there is one, adds one to the exponent field.
  Val bits = ((exponent - shift - 1) << f.mantissa) + shifted;
  return FromBits(Select(significand == 0, significand, bits));
}

}  // namespace

Val CopySign(Val magnitude, Val sign) {
  Val bits = ToBits(magnitude);
  return FromBits((bits & bits.Bits(~FormatOf(magnitude).sign)) | SignBit(sign));
}

Val Sign(Val x) {
  return Select(Abs(x).Number(0) < Abs(x), CopySign(x.Number(1), x), x);  // zeros and NaN stay
}

Val RoundAwayFromZero(Val x) {
  Val whole = Apply(kTrunc, x);
  Val up = 0.5 <= Abs(x - whole);  // the difference is exact
  return Select(up, whole + CopySign(x.Number(1), x), whole);
}

// fmod, exact: M_x · 2^(e_x - e_y) modulo M_y in integers. The power of two comes from few squarings: 2^d = ((2^(d >> k))^2 · …)^2 · 2^(d
// mod 2^k).
Val Remainder(Val x, Val y) {
  const Format& f = FormatOf(x);
  const bool wide = x.wide();
  const int chunk = wide ? 11 : 8, chunks = wide ? 5 : 3, squarings = wide ? 6 : 4;
  Val ax = ToBits(Abs(x)), ay = ToBits(Abs(y));
  Unpacked a = Unpack(ax, f), b = Unpack(ay, f);
  Val m = Select(b.significand == 0, 1, b.significand);
  Val distance = Apply(kMaxS, a.exponent - b.exponent, 0);
  Val power = Apply(kRemU, ax.Number(1) << Apply(kShrU, distance, squarings), m);
  for (int i = squarings - 1; i >= 0; --i) {
    power = MultiplyModulo(power, power, m, chunk, chunks);
    Val twice = power + power;
    Val reduced = Select(Apply(kLtU, twice, m), twice, twice - m);
    power = Select((Apply(kShrU, distance, i) & 1) != 0, reduced, power);
  }
  Val rest = MultiplyModulo(Apply(kRemU, a.significand, m), power, m, chunk, chunks);
  Val result = CopySign(Pack(rest, b.exponent, f), x);
  // |x| < |y| (also y infinite): x. x infinite, y zero, or a NaN: NaN.
  result = Select(ax < ay, x, result);
  Val invalid = Not(ax < ax.Bits(f.infinity)) | (ay == 0) | (ay.Bits(f.infinity) < ay);
  return Select(invalid, QuietNan(x), result);
}

Val NextAfter(ElementType type, Val x, Val y) {
  Val bits = Encode(type, x);
  const int width = BitWidth(type);
  Val magnitude = bits & bits.Bits((uint64_t{1} << (width - 1)) - 1);
  Val sign_y = ToBits(y) < 0;
  Val smallest = Select(sign_y, bits.Bits((uint64_t{1} << (width - 1)) + 1), bits.Bits(1));
  // Away from zero adds one to the code, towards zero takes one away.
  Val grows = (Abs(x) < Abs(y)) & Not((ToBits(x) ^ ToBits(y)) < 0);
  Val moved = Select(grows, bits + 1, bits - 1);
  Val next = Decode(type, Select(magnitude == 0, smallest, moved));
  Val result = Select(x == y, y, next);
  return Select(IsNan(x) | IsNan(y), QuietNan(x), result);
}

}  // namespace mote::expand
