// Logarithms: log, log1p, asinh, acosh, atanh. How the coefficients were made: expand_exp.cpp.
#include <cmath>

#include "expand/expand_math.h"

namespace mote::expand {
namespace {

// f32: (log(1+f) - f + f²/2) / f³ on [sqrt(1/2)-1, sqrt(2)-1], error 2^-28.4 absolute. f64: (2·atanh(s)/s - 2) / s² in s² for
// s = f / (2+f), error 2^-57.6.
const Coefficients kLog{
    {0.333333313, -0.24999997, 0.200007156, -0.166678026, 0.142490581, -0.124256872, 0.116854198, -0.114797339, 0.0697161183},
    {0.66666666666666696, 0.39999999999899505, 0.28571428625975487, 0.22222211134795081, 0.18182889125261723, 0.15331721600556042,
     0.14616449685043406}};
// (asinh x - x) / x³ in x² on [0, 1/4]; error 2^-29.2 and 2^-58.4.
const Coefficients kAsinh{{-0.166666672, 0.0749997273, -0.0446300209, 0.0301561784, -0.0205267929, 0.00993650407},
                          {-0.16666666666666666, 0.074999999999986397, -0.044642857140252436, 0.030381944248546365, -0.022372151449922602,
                           0.017352587715192564, -0.013962235682232248, 0.011526210169674886, -0.0095914522216701218, 0.0076223094274731834,
                           -0.0049927171981288725, 0.0018854117654944328}};

// k·ln2 + log(1 + f): k·Ln2High exactly, and the rest.
Pair LogParts(Val f, Val k) {
  if (!f.wide()) {
    Val tail = f * f * (f * Polynomial(f, kLog) - 0.5);
    Val rest = f + (tail + k * Ln2Low(k));
    return {k * Ln2High(k), rest};
  }
  Val s = f / (f + 2), z = s * s, half_square = f * f * 0.5;
  Val tail = s * (half_square + z * Polynomial(z, kLog)) + k * Ln2Low(k);
  Val rest = f - (half_square - tail);
  return {k * Ln2High(k), rest};
}
Val LogReduced(Val f, Val k) {
  Pair parts = LogParts(f, k);
  return parts.lo + parts.hi;
}

// The cases outside the positive finite numbers.
Val Finish(Val x, Val log) {
  Val finite = Select(x < Infinity(x), log, x);
  return Select(x.Number(0) < x, finite, Select(x == 0, Neg(Infinity(x)), QuietNan(x)));
}

// log(x.hi + x.lo) + extra·ln2, for |x.lo| at most a few units of x.hi's last place; x.hi normal.
Val LogPair(Pair x, Val extra) {
  Binade d = Decompose(x.hi);
  const int bias = FormatOf(x.hi).bias;
  Val down = PowerOfTwo(0 - Apply(kMinS, d.exponent, bias - 1), FormatOf(x.hi));
  Val f = (d.mantissa - 1) + x.lo * down;
  Val k = extra.id == kNone ? d.k : d.k + extra;
  return Finish(x.hi, LogReduced(f, k));
}

// sqrt(x.hi + x.lo) as a pair.
Pair SqrtPair(Pair x) {
  Val s = Sqrt(x.hi);
  Pair square = TwoProduct(s, s);
  Val divisor = Select(s == 0, 1, s + s);
  return {s, (((x.hi - square.hi) - square.lo) + x.lo) / divisor};
}

// log(a + sqrt(a² + c)) for a > 0 and c = ±1; from `big` on, where a² + c = a² to the precision of the result, log(2a).
Val LogOfSum(Val a, double c) {
  const double big = a.wide() ? 0x1p28 : 0x1p14;
  Val is_big = a.Number(big) < a;
  Pair square = TwoProduct(a, a);
  Pair sum = TwoSum(square.hi, a.Number(c));
  Pair root = SqrtPair(FastTwoSum(sum.hi, sum.lo + square.lo));
  Pair total = c > 0 ? FastTwoSum(root.hi, a) : FastTwoSum(a, root.hi);
  return LogPair({Select(is_big, a, total.hi), Select(is_big, 0, total.lo + root.lo)}, Select(is_big, 1, a.Number(0)));
}

Val Log1pPair(Pair x) {
  Pair u = TwoSum(x.hi.Number(1), x.hi);
  return LogPair({u.hi, u.lo + x.lo}, {});
}

}  // namespace

Binade DecomposeNormal(Val x) {
  const Format& f = FormatOf(x);
  Val bits = ToBits(x);
  Val exponent = Apply(kShrS, bits - bits.Bits(x.wide() ? 0x3fe6a09e667f3bcdu : 0x3f3504f3u), f.mantissa);
  Val mantissa = FromBits(bits - (exponent << f.mantissa));
  Val k = x.wide() ? exponent.Apply(Scalar::kTruncLI).Apply(Scalar::kSignedID) : exponent.Apply(Scalar::kSignedIF);
  return {mantissa, k, exponent};
}

Binade Decompose(Val x) {
  const int up = x.wide() ? 54 : 25;
  Val subnormal = x < x.Bits(uint64_t{1} << FormatOf(x).mantissa);
  Binade d = DecomposeNormal(Select(subnormal, x * std::ldexp(1.0, up), x));
  return {d.mantissa, Select(subnormal, d.k - up, d.k), d.exponent};
}

Pair LogNormal(Val x) {
  Binade d = DecomposeNormal(x);
  Pair parts = LogParts(d.mantissa - 1, d.k);
  return FastTwoSum(parts.hi, parts.lo);
}

Val Log(Val x) {
  Binade d = Decompose(x);
  return Finish(x, LogReduced(d.mantissa - 1, d.k));
}

Val Log1p(Val x) {
  Pair u = TwoSum(x.Number(1), x);
  Val tiny = Abs(x) < (x.wide() ? 0x1p-60 : 0x1p-30);  // keeps -0 and subnormals
  return Select(tiny, x, LogPair(u, {}));
}

Val Asinh(Val x) {
  Val square = x * x;
  Val small = x * square * Polynomial(square, kAsinh) + x;
  Val large = XorSign(LogOfSum(Abs(x), 1), SignBit(x));
  return Select(Abs(x) < 0.5, Select(Abs(x) < 0x1p-30, x, small), large);
}

Val Acosh(Val x) {
  Val result = LogOfSum(x, -1);
  return Select(x < 1, QuietNan(x), result);
}

// log1p(2a / (1-a)) / 2 with the quotient as a pair.
Val Atanh(Val x) {
  Val a = Abs(x), twice = a + a;
  Pair d = FastTwoSum(a.Number(1), Neg(a));
  Val q = twice / d.hi;
  Pair product = TwoProduct(q, d.hi);
  Val rest = ((twice - product.hi) - product.lo) - q * d.lo;
  Val result = XorSign(Log1pPair({q, rest / d.hi}) * 0.5, SignBit(x));
  return Select(a < (x.wide() ? 0x1p-28 : 0x1p-13), x, result);
}

std::span<const MathFunction> LogFunctions() {
  static constexpr MathFunction rows[] = {
      {Op::kLog, Log}, {Op::kLogPlusOne, Log1p}, {Op::kAsinh, Asinh}, {Op::kAcosh, Acosh}, {Op::kAtanh, Atanh}};
  return rows;
}

}  // namespace mote::expand
