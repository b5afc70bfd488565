// Arithmetic, roots, exponentials and logarithms of complex numbers. Hyperbolic functions and their relatives stand in
// complex_hyperbolic.cpp.
#include "passes/complex_math.h"

#include <cmath>

namespace mote {
namespace {

constexpr double kLarge = 0x1p500, kSmall = 0x1p-500;  // beyond these a square leaves the range

Real Arg(const Complex& z) { return Atan2(z.im, z.re); }

// A sum of two numbers without rounding: the second is what the first lacks. So with a product below 2^996 (Dekker, Veltkamp).
struct Exact {
  Real sum, rest;
};
Exact TwoSum(const Real& a, const Real& b) {
  const Real sum = a + b, other = sum - a;
  return {sum, (a - (sum - other)) + (b - other)};
}
Exact TwoProduct(const Real& a, const Real& b) {
  const auto high = [](const Real& x) {
    const Real wide = x * 0x1.0000002p27;
    return wide - (wide - x);
  };
  const Real product = a * b, ah = high(a), bh = high(b), al = a - ah, bl = b - bh;
  return {product, al * bl - (((product - ah * bh) - al * bh) - ah * bl)};
}

// sqrt(x² + y²) of parts that Scale has seen. An infinite part wins over NaN.
Real PlainModulus(const Complex& z) {
  const Real h = Sqrt(z.re * z.re + z.im * z.im);
  return Select(IsInfinite(z.re) | IsInfinite(z.im), HUGE_VAL, h);
}

// A product whose second factor is zero is zero, whatever the first one is.
Real TimesOrZero(const Real& a, const Real& b) { return Select(Compare("EQ", b, 0), b, a * b); }

// Smith's method: no square, so that nothing overflows on the way. Its roundings are those of XLA.
Complex Smith(const Complex& a, const Complex& b) {
  const Truth first = Compare("GE", Abs(b.re), Abs(b.im));
  const Real large = Select(first, b.re, b.im), small = Select(first, b.im, b.re), ratio = small / large, below = large + small * ratio;
  const Real u = Select(first, a.re, a.im), v = Select(first, a.im, a.re), im = (v - u * ratio) / below;
  return {(u + v * ratio) / below, Select(first, im, -im), a.narrow};
}

Complex Sign(const Complex& z) {
  const Scaled s = Scale(z);
  const Real h = PlainModulus(s.z);
  const Truth zero = Compare("EQ", h, 0), nan = Compare("NE", z.re, z.re) | Compare("NE", z.im, z.im);
  const auto part = [&](const Real& x) { return Select(nan, NAN, Select(zero, 0, x / h)); };
  return {part(s.z.re), part(s.z.im), z.narrow};
}

// The larger and the smaller part of a square root of z in their places, with their signs.
Complex Principal(const Complex& z, const Real& larger, const Real& smaller) {
  const Truth negative = IsNegative(z.re) & Compare("EQ", z.re, z.re);
  return {Select(negative, smaller, larger), CopySign(Select(negative, larger, smaller), z.im), z.narrow};
}

Complex Rsqrt(const Complex& z) {
  const ScaledRoot s = RootOf(z);
  const Truth infinite = IsInfinite(s.modulus), zero = Compare("EQ", s.modulus, 0);
  const auto part = [&](const Real& x) { return Select(infinite, CopySign(x.Constant(0), x), x / s.modulus * s.down); };
  const Complex root = Principal(z, s.larger, s.smaller);
  return {Select(zero, HUGE_VAL, part(root.re)), part(-root.im), z.narrow};  // the root of zero has no angle: there the second part is NaN
}

// e^x·y where y is at most 1 in size: e^x may overflow or underflow before the product does.
Real ExpTimes(const Real& x, const Real& y, bool narrow) {
  if (narrow) return TimesOrZero(Exp(x), y);
  constexpr double kShift = 700;
  const Truth far = Compare("GT", x, kShift);
  const Real power = Exp(Select(far, x - kShift, x));
  const Real product = power * y * Select(far, std::exp(kShift), x.Constant(1));
  return Select(Compare("EQ", y, 0), y, product);
}

// At an infinite or unknown angle both parts are NaN, as XLA has it; C's annex G keeps e^(-inf) zero and e^inf infinite there.
Complex Exp(const Complex& z) { return {ExpTimes(z.re, Cos(z.im), z.narrow), ExpTimes(z.re, Sin(z.im), z.narrow), z.narrow}; }

Complex Expm1(const Complex& z) {
  const Real half = Sin(z.im * 0.5), less = Expm1(z.re);
  const Complex power = Exp(z);
  // e^x cos y - 1 = (e^x - 1) cos y - 2 sin²(y/2); far out the 1 does not count.
  const Real re = Select(Compare("LT", Abs(z.re), 40), less * Cos(z.im) - half * half * 2, power.re - 1);
  return {re, power.im, z.narrow};
}

// x² + y² + more; only where nothing overflows.
Real SquaresPlus(const Real& x, const Real& y, const Real& more, bool narrow) {
  if (narrow) return (x * x + more) + y * y;
  const Exact p = TwoProduct(x, x), q = TwoProduct(y, y), first = TwoSum(p.sum, more), sum = TwoSum(first.sum, q.sum);
  return sum.sum + (sum.rest + (first.rest + (p.rest + q.rest)));
}

// log|z| of parts at hand, `near` = (|z|² - 1) computed without cancellation, used where the larger part is near 1.
Real LogModulus(const Complex& z, const Real& near) {
  const Real a = Abs(z.re), b = Abs(z.im), m = Max(a, b), n = Min(a, b);
  const Real ratio = Select(Compare("EQ", n, 0), 0, n / m);
  const Real far = Log(m) + Log1p(ratio * ratio) * 0.5;
  const Real close = Log1p(near) * 0.5;
  const Truth middle = Compare("GE", m, 0.5) & Compare("LE", m, 2);
  return Select(IsInfinite(a) | IsInfinite(b), HUGE_VAL, Select(middle, close, far));
}

Complex Log1p(const Complex& z) {
  const Complex w{z.re + 1, z.im, z.narrow};
  return {LogModulus(w, SquaresPlus(z.re, z.im, z.re * 2, z.narrow)), Arg(w), z.narrow};
}

// 1/(1 + e^-z) = e^z/(1 + e^z), with the exponential that is below 1; 1 + w = 2 cos²(y/2) + (|w| - 1) cos y near the poles.
Complex Logistic(const Complex& z) {
  const Truth negative = Compare("LT", z.re, 0);
  const Real x = -Abs(z.re), y = Select(negative, z.im, -z.im);
  const Complex w = Exp(Complex{x, y, z.narrow});
  const Real half = Cos(y * 0.5);
  const Complex below{half * half * 2 + Expm1(x) * Cos(y), w.im, z.narrow};
  const Complex one{w.re.Constant(1), w.re.Constant(0), z.narrow};
  return Divide({Select(negative, w.re, one.re), Select(negative, w.im, one.im), z.narrow}, below);
}

}  // namespace

Scaled Scale(const Complex& z) {
  if (z.narrow) return {z, z.re.Constant(1), z.re.Constant(1)};
  const Real m = Max(Abs(z.re), Abs(z.im));
  const Truth large = Compare("GT", m, kLarge), small = Compare("LT", m, kSmall);
  const auto choose = [&](double of_large, double of_small) { return Select(large, of_large, Select(small, of_small, m.Constant(1))); };
  const Real factor = choose(0x1p-600, 0x1p600);
  return {{z.re * factor, z.im * factor, false}, choose(0x1p300, 0x1p-300), choose(0x1p-300, 0x1p300)};
}

Complex Times(const Complex& z, const Real& factor) { return {z.re * factor, z.im * factor, z.narrow}; }

Complex Multiply(const Complex& a, const Complex& b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re, a.narrow};
}

Complex Divide(const Complex& a, const Complex& b) {
  const Scaled n = Scale(a), d = Scale(b);
  Complex q = Smith(n.z, d.z);
  if (!a.narrow) q = Times(Times(q, n.up * d.down), n.up * d.down);
  // By zero: infinite, with the signs of the numerator; infinite by finite, and finite by infinite. As C's annex G and XLA have it.
  const auto infinite = [](const Complex& z) { return IsInfinite(z.re) | IsInfinite(z.im); };
  const auto finite = [](const Complex& z) { return Compare("LT", Abs(z.re), HUGE_VAL) & Compare("LT", Abs(z.im), HUGE_VAL); };
  const auto box = [](const Real& x) { return CopySign(Select(IsInfinite(x), 1, x.Constant(0)), x); };
  const Truth by_zero = Compare("EQ", b.re, 0) & Compare("EQ", b.im, 0) & (Compare("EQ", a.re, a.re) | Compare("EQ", a.im, a.im));
  const Real endless = CopySign(b.re.Constant(HUGE_VAL), b.re);
  const Truth from_infinity = infinite(a) & finite(b), to_infinity = finite(a) & infinite(b);
  const Complex u{Select(from_infinity, box(a.re), a.re), Select(from_infinity, box(a.im), a.im)};
  const Complex v{Select(to_infinity, box(b.re), b.re), Select(to_infinity, box(b.im), b.im)};
  const auto special = [&](const Real& plain, const Real& over_zero, const Real& numerator) {
    const Real limit = Select(from_infinity, numerator * HUGE_VAL, numerator * 0);
    return Select(by_zero, endless * over_zero, Select(from_infinity | to_infinity, limit, plain));
  };
  return {special(q.re, a.re, u.re * v.re + u.im * v.im), special(q.im, a.im, u.im * v.re - u.re * v.im), a.narrow};
}

Real Modulus(const Complex& z) {
  const Scaled s = Scale(z);
  const Real h = PlainModulus(s.z);
  return z.narrow ? h : h * s.up * s.up;
}

ScaledRoot RootOf(const Complex& z) {
  const Scaled s = Scale(z);
  const Real h = PlainModulus(s.z), x = Abs(s.z.re), y = Abs(s.z.im);
  const Truth endless = IsInfinite(y), zero = Compare("EQ", h, 0);
  const Real larger = Select(endless, HUGE_VAL, Sqrt((x + h) * 0.5));
  const Real smaller = Select(endless, HUGE_VAL, Select(zero, 0, y / (larger * 2)));
  return {larger, smaller, h, s.up, s.down};
}

Complex Sqrt(const Complex& z) {
  const ScaledRoot s = RootOf(z);
  if (z.narrow) return Principal(z, s.larger, s.smaller);
  // The smaller part again from what was not scaled: the scaled imaginary part may have become zero.
  const Real larger = s.larger * s.up;
  const Truth simple = IsInfinite(z.im) | Compare("EQ", s.modulus, 0);
  return Principal(z, larger, Select(simple, s.smaller, Abs(z.im) / (larger * 2)));
}

Complex Log(const Complex& z) {
  const Real a = Abs(z.re), b = Abs(z.im), m = Max(a, b), n = Min(a, b);
  return {LogModulus(z, SquaresPlus(m, n, m.Constant(-1), z.narrow)), Arg(z), z.narrow};
}

Complex Power(const Complex& a, const Complex& b) {
  const Complex exponent = Multiply(Log(a), b), power = Exp(exponent);
  const Truth base_zero = Compare("EQ", a.re, 0) & Compare("EQ", a.im, 0), none = Compare("EQ", b.re, 0) & Compare("EQ", b.im, 0);
  return {Select(none, 1, Select(base_zero, 0, power.re)), Select(none | base_zero, 0, power.im), a.narrow};
}

// The root with the third of the angle.
Complex Cbrt(const Complex& z) {
  const Scaled s = Scale(z);
  const Real up = Select(Compare("GT", s.up, 1), 0x1p200, Select(Compare("LT", s.up, 1), 0x1p-200, s.up)), third = Arg(z) / 3;
  const Real size = PlainModulus(s.z).Apply(Op::kCbrt) * up;
  const Truth zero = Compare("EQ", size, 0);
  return {Select(zero, 0, size * Cos(third)), Select(zero, 0, size * Sin(third)), z.narrow};
}

// Twice the arc tangent of y / (r + x) = (r - x) / y, r = sqrt((x + iy)(x - iy)), by the quotient in which nothing cancels: no digits are
// lost where the angle is small. Both are brought near 1 first, since only their ratio counts.
Complex WideAtan2(const Complex& y, const Complex& x) {
  const Real largest = Max(Max(Abs(x.re), Abs(x.im)), Max(Abs(y.re), Abs(y.im)));
  const Truth large = Compare("GT", largest, 0x1p300), small = Compare("LT", largest, 0x1p-300);
  const Real factor = Select(large, 0x1p-600, Select(small, 0x1p600, largest.Constant(1)));
  const Complex a = Times(x, factor), b = Times(y, factor);
  const Complex r = Sqrt(Multiply({a.re - b.im, a.im + b.re}, {a.re + b.im, a.im - b.re}));
  const Truth right = Compare("GE", a.re * r.re + a.im * r.im, 0);
  const Complex sum{r.re + a.re, r.im + a.im}, difference{r.re - a.re, r.im - a.im};
  const auto choose = [&](const Complex& u, const Complex& v) { return Complex{Select(right, u.re, v.re), Select(right, u.im, v.im)}; };
  const Complex half = *ApplyHyperbolic(Op::kAtan, Divide(choose(b, difference), choose(sum, b)));
  return {half.re * 2, half.im * 2};
}

// -i·log((x + iy) / sqrt(x² + y²)).
Complex Atan2(const Complex& y, const Complex& x) {
  if (!y.narrow) return WideAtan2(y, x);
  const Complex xx = Multiply(x, x), yy = Multiply(y, y);
  const Complex root = Sqrt(Complex{xx.re + yy.re, xx.im + yy.im, true});
  const Complex log = Log(Divide({x.re - y.im, x.im + y.re, true}, root));
  return {log.im, -log.re, true};
}

std::optional<Complex> ApplyComplex(Op op, const Complex& z) {
  switch (op) {
    case Op::kSign: return Sign(z);
    case Op::kSqrt: return Sqrt(z);
    case Op::kRsqrt: return Rsqrt(z);
    case Op::kCbrt: return Cbrt(z);
    case Op::kExponential: return Exp(z);
    case Op::kExponentialMinusOne: return Expm1(z);
    case Op::kLog: return Log(z);
    case Op::kLogPlusOne: return Log1p(z);
    case Op::kLogistic: return Logistic(z);
    default: return ApplyHyperbolic(op, z);
  }
}

}  // namespace mote
