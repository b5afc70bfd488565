// Exponentials: exp, expm1, logistic, tanh, sinh, cosh. The accuracy test prints the measured errors (at most 2 ULP in f32, 3 in f64).
//
// Coefficients in expand_*.cpp: interpolation of the stated function at the Chebyshev nodes of the stated interval, computed with 160
// digits and rounded to the class; "error" is the largest error of the rounded polynomial, relative to the function it serves, in f32 and
// f64.
#include "expand/expand_math.h"

namespace mote::expand {
namespace {

// (e^r - 1 - r) / r^2 on |r| <= ln2 / 2; error 2^-27.0 and 2^-61.6.
const Coefficients kExp{
    {0.5, 0.166665778, 0.0416665561, 0.00836317334, 0.00139261759},
    {0.5, 0.16666666666666671, 0.041666666666666671, 0.0083333333333261411, 0.0013888888888883752, 0.00019841269874800493,
     2.4801587325533363e-05, 2.7557255425746435e-06, 2.7557273661348637e-07, 2.5105206373957011e-08, 2.0914679376583931e-09}};
// (sinh x - x) / x^3 in x^2 on [0, 1]; error 2^-27.7 and 2^-56.6.
const Coefficients kSinh{{0.166666672, 0.00833333936, 0.000198381022, 2.80628024e-06},
                         {0.16666666666666666, 0.0083333333333333332, 0.00019841269841269773, 2.755731922404034e-06, 2.5052108364058039e-08,
                          1.6059048396350562e-10, 7.6466253616566563e-13, 2.8445264169895616e-15}};
// (tanh x - x) / x^3 in x^2 on [0, 0.36]; error 2^-28.0 and 2^-57.3.
const Coefficients kTanh{
    {-0.333333343, 0.133333132, -0.0539615527, 0.0217883214, -0.00841007102, 0.00237076567},
    {-0.33333333333333331, 0.13333333333333205, -0.053968253968085307, 0.021869488527368107, -0.0088632352928032891,
     0.0035921242500086921, -0.0014557958855734624, 0.0005897680994688217, -0.0002379520138392343, 9.3324322338444039e-05,
     -3.2086614037902228e-05, 6.934046420972666e-06}};

// Below and above these e^x is 0 and infinite; so is e^x / 2. NaN stays.
Val FromBelow(Val x) { return Select(x < (x.wide() ? -746.0 : -104.0), x.wide() ? -746.0 : -104.0, x); }
Val FromAbove(Val x) { return Select(x.Number(x.wide() ? 711 : 90) < x, x.wide() ? 711.0 : 90.0, x); }

}  // namespace

Reduced ReduceExponent(Val x) {
  Val shifter = x.Number(FormatOf(x).shifter);
  Val t = x * 1.4426950408889634 + shifter;  // rounds to an integer, which stands in its low bits
  Val n = t - shifter;
  return {(x - n * Ln2High(n)) - n * Ln2Low(n), ToBits(t) - ToBits(shifter)};
}
ReducedPair ReduceExponent(Pair x) {
  Val shifter = x.hi.Number(FormatOf(x.hi).shifter);
  Val t = x.hi * 1.4426950408889634 + shifter;
  Val n = t - shifter;
  return {FastTwoSum(x.hi - n * Ln2High(n), x.lo - n * Ln2Low(n)), ToBits(t) - ToBits(shifter)};
}
Pair Expm1Reduced(Pair r) {
  Pair m = FastTwoSum(r.hi, r.hi * r.hi * Polynomial(r.hi, kExp));
  return {m.hi, m.lo + r.lo};
}
Val Expm1Reduced(Val r) { return r * r * Polynomial(r, kExp) + r; }

Val ScaleByPower(Val p, Val n) {
  const Format& f = FormatOf(p);
  Val first = Apply(kShrS, n, 1);
  return p * PowerOfTwo(first, f) * PowerOfTwo(n - first, f);
}

Val Exp(Val x) {
  Reduced d = ReduceExponent(FromAbove(FromBelow(x)));
  return ScaleByPower(Expm1Reduced(d.r) + 1, d.steps);
}

Val ExpHalf(Val x) {
  Reduced d = ReduceExponent(FromAbove(FromBelow(x)));
  return ScaleByPower(Expm1Reduced(d.r) + 1, d.steps - 1);
}

Val ExpPair(Pair x) {
  ReducedPair d = ReduceExponent(Pair{FromAbove(FromBelow(x.hi)), x.lo});
  Pair m = Expm1Reduced(d.r);
  return ScaleByPower(m.hi + 1, d.steps);
}

// 2^n·(e^r - 1) + (2^n - 1), computed at half size so that 2^n does not overflow before the result does.
Val Expm1(Val x) {
  const double lower = x.wide() ? -38 : -18;  // below: -1
  const double upper = x.wide() ? 710 : 89;
  Val clamped = Select(x.Number(upper) < x, upper, Select(x < lower, lower, x));
  Reduced d = ReduceExponent(clamped);
  Val half = PowerOfTwo(d.steps - 1, FormatOf(x));
  Val sum = (half - 0.5) + half * Expm1Reduced(d.r);
  Val tiny = Abs(x) < (x.wide() ? 0x1p-60 : 0x1p-30);  // keeps -0 and subnormals
  return Select(tiny, x, sum + sum);
}

// e / (1 + e) for negative x and 1 / (1 + e) for positive, e = e^-|x|; the quotient is corrected by what the divisor's rounding lost.
Val Logistic(Val x) {
  Reduced d = ReduceExponent(FromBelow(Neg(Abs(x))));
  Val e = ScaleByPower(Expm1Reduced(d.r) + 1, d.steps);
  Pair divisor = FastTwoSum(e.Number(1), e);
  Val negative = IsNegative(x);
  Val quotient = Select(negative, e, 1) / divisor.hi;
  Val reciprocal = Select(negative, 1 - quotient, quotient);
  return quotient - quotient * (divisor.lo * reciprocal);
}

// 1 - 2 / (e^2a + 1) from tanh a = 1/2 on, a polynomial below.
Val Tanh(Val x) {
  const double limit = x.wide() ? 40 : 20;  // of 2|x|: beyond, the result rounds to 1
  Val twice = Abs(x) + Abs(x), square = x * x;
  Reduced d = ReduceExponent(Select(x.Number(limit) < twice, limit, twice));
  Val e = (Expm1Reduced(d.r) + 1) * PowerOfTwo(d.steps, FormatOf(x));
  Val large = XorSign(1 - 2 / (e + 1), SignBit(x));
  Val small = x * square * Polynomial(square, kTanh) + x;
  return Select(twice < 1.1, Select(twice < 0x1p-30, x, small), large);
}

Val Sinh(Val x) {
  Val square = x * x;
  Val small = x * square * Polynomial(square, kSinh) + x;
  Val e = ExpHalf(Abs(x));
  Val large = XorSign(e - 0.25 / e, SignBit(x));
  return Select(Abs(x) < 1, Select(Abs(x) < 0x1p-30, x, small), large);
}

Val Cosh(Val x) {
  Val e = ExpHalf(Abs(x));
  return e + 0.25 / e;
}

std::span<const MathFunction> ExpFunctions() {
  static constexpr MathFunction rows[] = {
      {Op::kExponential, Exp},
      {Op::kExponentialMinusOne, Expm1},
      {Op::kLogistic, Logistic},
      {Op::kTanh, Tanh},
      {Op::kSinh, Sinh},
      {Op::kCosh, Cosh},
  };
  return rows;
}

}  // namespace mote::expand
