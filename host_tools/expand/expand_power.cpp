// Powers and roots: power, cbrt, rsqrt. How the coefficients were made: expand_exp.cpp.
#include "expand/expand_math.h"

namespace mote::expand {
namespace {

// (atanh(s)/s - 1 - s²/3) / s⁴ in s² for s = (m-1)/(m+1), m in [sqrt(1/2), sqrt(2)); error 2^-33.8 and 2^-62.7.
const Coefficients kAtanhTail{{0.200000077, 0.142811194, 0.115240768},
                              {0.20000000000000012, 0.14285714285669279, 0.11111111135538725, 0.090909041258036977, 0.076927872502294853,
                               0.066429836369433587, 0.064567480334219537}};

// log(x) of a positive finite x with about 10 bits beyond the class: 2·(s + s·(s²/3 + s⁴·tail)) + k·ln2, the leading terms as pairs.
Pair LogarithmPair(Val x) {
  Binade d = Decompose(x);
  Val f = d.mantissa - 1;
  Pair g = FastTwoSum(x.Number(1), d.mantissa);
  Val s = f / g.hi;
  Pair back = TwoProduct(s, g.hi);
  Val s_lo = (((f - back.hi) - back.lo) - s * g.lo) / g.hi;
  Pair z = TwoProduct(s, s);
  z.lo = z.lo + 2 * s * s_lo;
  const double third_hi = x.wide() ? 1.0 / 3 : double{1.0f / 3};
  const double third_lo = x.wide() ? 0x1.5555555555555p-56 : -0x1.555556p-27;
  Pair t = TwoProduct(z.hi, x.Number(third_hi));
  t.lo = t.lo + (z.lo * third_hi + z.hi * third_lo) + z.hi * z.hi * Polynomial(z.hi, kAtanhTail);
  t = FastTwoSum(t.hi, t.lo);
  Pair u = TwoProduct(s, t.hi);
  u.lo = u.lo + (s * t.lo + s_lo * t.hi);
  Pair half = FastTwoSum(s, u.hi);
  Val lo = half.lo + (u.lo + s_lo);
  Pair sum = FastTwoSum(d.k * Ln2High(x), half.hi + half.hi);
  return FastTwoSum(sum.hi, sum.lo + (lo + lo + d.k * Ln2Low(x)));
}

}  // namespace

// |x|^y = e^(y · log|x|), then the cases of IEEE 754: 1 for y = 0 and x = 1, zeros, infinities, negative bases.
Val Power(Val x, Val y) {
  Val ax = Abs(x);
  const double far = x.wide() ? 0x1p70 : 0x1p40;  // beyond, every base but 1 over- or underflows
  Val exponent = Select(y.Number(far) < y, far, Select(y < -far, -far, y));
  Pair log = LogarithmPair(ax);
  Pair product = TwoProduct(exponent, log.hi);
  Val lo = Select(Abs(product.hi) < (x.wide() ? 2048 : 256), product.lo + exponent * log.lo, 0);
  Val result = ExpPair({product.hi, lo});

  Val whole = Apply(kTrunc, y) == y, half = y * 0.5;
  Val odd = whole & (Apply(kTrunc, half) != half);
  Val zero = ax == 0, infinite = ax == Infinity(x);
  Val grows = (zero ^ (y < 0)) ^ 1;  // 0^-y and inf^y are infinite
  result = Select(zero | infinite, Select(grows, Infinity(x), x.Number(0)), result);
  result = Select(IsNegative(x) & odd, Neg(result), result);
  Val undefined = (x < 0) & Not(infinite) & Not(whole);
  result = Select(undefined | IsNan(x) | IsNan(y), QuietNan(x), result);
  return Select((y == 0) | (x == 1), 1, result);
}

// A third of the exponent by integer division, then steps of third order, t ← t + t·(x - t³)/(x + 2t³); the last from a t whose square is
// exact, so that its correction is.
Val Cbrt(Val x) {
  const Format& f = FormatOf(x);
  const bool wide = x.wide();
  Val a = Abs(x);
  Val subnormal = a < a.Bits(uint64_t{1} << f.mantissa);
  Val scaled = Select(subnormal, a * (wide ? 0x1p54 : 0x1p24), a);
  Val bits = ToBits(scaled);
  Val third = wide ? Apply(kShrU, Apply(kShrU, bits, 32) * 0x55555556, 32) << 32 : bits.Apply(Scalar::kMulHiUI, bits.Bits(0x55555556));
  Val t = FromBits(third + (wide ? third.Bits(0x2a9f7893ull << 32) : third.Bits(0x2a510680)));
  for (int i = 0; i < (wide ? 2 : 1); ++i) {
    Val cube = t * t * (t * 0.25), quarter = scaled * 0.25;  // a quarter of both, so that the sum does not overflow
    t = t + t * ((quarter - cube) / (cube + cube + quarter));
  }
  t = UpperHalf(t);
  Val quotient = scaled / (t * t);
  t = t + t * ((quotient - t) / (t + t + quotient));
  t = Select(subnormal, t * (wide ? 0x1p-18 : 0x1p-8), t);
  Val regular = (x.Number(0) < a) & (a < Infinity(x));
  return Select(regular, XorSign(t, SignBit(x)), x);
}

Val Rsqrt(Val x) { return 1 / Sqrt(x); }

std::span<const MathFunction> RootFunctions() {
  static constexpr MathFunction rows[] = {{Op::kCbrt, Cbrt}, {Op::kRsqrt, Rsqrt}};
  return rows;
}

}  // namespace mote::expand
