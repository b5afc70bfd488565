// Hyperbolic functions of complex numbers and their inverses; the circular ones are the same turned by a quarter: sin z = -i sinh iz.
// The inverse ones follow Kahan's formulas ("Branch cuts for complex elementary functions"): no difference in them cancels.
#include <cmath>

#include "passes/complex_math.h"

namespace mote {
namespace {

Complex TimesI(const Complex& z) { return {-z.im, z.re, z.narrow}; }
Complex OverI(const Complex& z) { return {z.im, -z.re, z.narrow}; }

// factor·sinh x and factor·cosh x with |factor| <= 1, where the hyperbolic function alone may overflow. A zero factor gives zero.
Real HyperbolicTimes(Op op, const Real& x, const Real& factor, bool narrow) {
  Real product = x.Apply(op) * factor;
  if (!narrow) {
    constexpr double kShift = 700;
    const Real a = Abs(x), far = Exp(a - kShift) * factor * (std::exp(kShift) / 2);
    product = Select(Compare("GT", a, kShift), op == Op::kSinh ? Select(IsNegative(x), -far, far) : far, product);
  }
  return Select(Compare("EQ", factor, 0), op == Op::kSinh ? Select(IsNegative(x), -factor, factor) : factor, product);
}

// With an infinite real part and no angle the cosine's place is infinite, of unknown sign, and the sine's NaN.
struct Turn {
  Real cos, sin;
};
Turn Angle(const Complex& z) {
  const Truth wild = IsInfinite(z.re) & !Compare("LT", Abs(z.im), HUGE_VAL);
  return {Select(wild, 1, Cos(z.im)), Sin(z.im)};
}

Complex Sinh(const Complex& z) {
  const Turn turn = Angle(z);
  return {HyperbolicTimes(Op::kSinh, z.re, turn.cos, z.narrow), HyperbolicTimes(Op::kCosh, z.re, turn.sin, z.narrow), z.narrow};
}

Complex Cosh(const Complex& z) {
  const Turn turn = Angle(z);
  return {HyperbolicTimes(Op::kCosh, z.re, turn.cos, z.narrow), HyperbolicTimes(Op::kSinh, z.re, turn.sin, z.narrow), z.narrow};
}

// (sinh x cosh x + i sin y cos y) / (sinh² x + cos² y); far out 1 + 4i sin y cos y e^(-2|x|).
Complex Tanh(const Complex& z) {
  const Real size = Abs(z.re), c = Cos(z.im), s = Sin(z.im);
  const Truth far = Compare("GT", size, 25);
  // cosh x from sinh x: then an error of the one does not count twice.
  const Real x = Select(far, 1, size), sinh = x.Apply(Op::kSinh), cosh = Sqrt(sinh * sinh + 1);
  const Real below = sinh * sinh + c * c, turn = s * c;
  const Real tail = turn * Exp(-size) * 4 * Exp(-size);
  const Real im = Select(far, Select(IsInfinite(size) & Compare("NE", turn, turn), 0, tail), turn / below);
  // Where the angle is unknown so is the real part, but at infinity.
  const Real re = Select(far, Select(IsInfinite(size), 1, turn * 0 + 1), sinh * cosh / below);
  return {CopySign(re, z.re), Select(Compare("EQ", z.im, 0), z.im, im), z.narrow};
}

Complex Plus(const Complex& z, double one) { return {z.re + one, z.im, z.narrow}; }
Complex OneMinus(const Complex& z) { return {z.re.Constant(1) - z.re, -z.im, z.narrow}; }

// Beyond 2^500 the inverse functions only need log 2|z| and the angle: z·2^-400 has the same angle, and a logarithm less by 400 log 2.
// So has a large number in the direction of an infinite one, whose logarithm is infinite even when the other part is NaN.
struct Reduced {
  Complex z;
  Real log;  // what the logarithmic part lacks
};
Reduced Reduce(const Complex& z) {
  const Truth infinite = IsInfinite(z.re) | IsInfinite(z.im);
  Complex finite = z;
  Real log = z.re.Constant(0);
  if (!z.narrow) {
    const Truth large = Compare("GT", Max(Abs(z.re), Abs(z.im)), 0x1p500);
    finite = Times(z, Select(large, 0x1p-400, z.re.Constant(1)));
    log = Select(large, 400 * std::log(2.0), log);
  }
  const auto towards = [&](const Real& x, const Real& plain) {
    const Real direction = CopySign(Select(IsInfinite(x), 0x1p400, x * 0), x);
    return Select(infinite, direction, plain);
  };
  return {{towards(z.re, finite.re), towards(z.im, finite.im), z.narrow}, Select(infinite, HUGE_VAL, log)};
}

// |asinh(x)| plus what the reduction took off.
Real AsinhPlus(const Real& x, const Real& more) { return Select(IsInfinite(more), HUGE_VAL, Abs(x.Apply(Op::kAsinh)) + more); }

Complex Asin(const Complex& given) {
  const Reduced r = Reduce(given);
  const Complex a = Sqrt(OneMinus(r.z)), b = Sqrt(Plus(r.z, 1));
  return {Atan2(r.z.re, a.re * b.re - a.im * b.im), CopySign(AsinhPlus(a.re * b.im - a.im * b.re, r.log), given.im), given.narrow};
}

// What asin and acos share: asin z = (atan2(re z, re w), ± im w).
Complex AsinAcosKernel(const Complex& given) {
  const Reduced r = Reduce(given);
  const Complex a = Sqrt(OneMinus(r.z)), b = Sqrt(Plus(r.z, 1));
  const Real beside = Abs(a.re * b.re - a.im * b.im), up = Select(Compare("GT", r.log, 0), 0x1p400, beside.Constant(1));
  return {beside * up, AsinhPlus(a.re * b.im - a.im * b.re, r.log), given.narrow};
}

Complex Acos(const Complex& given) {
  const Reduced r = Reduce(given);
  const Complex a = Sqrt(OneMinus(r.z)), b = Sqrt(Plus(r.z, 1));
  return {Atan2(a.re, b.re) * 2, CopySign(AsinhPlus(b.re * a.im - b.im * a.re, r.log), -given.im), given.narrow};
}

Complex Acosh(const Complex& given) {
  const Reduced r = Reduce(given);
  const Complex a = Sqrt(Plus(r.z, -1)), b = Sqrt(Plus(r.z, 1));
  return {AsinhPlus(a.re * b.re + a.im * b.im, r.log), Atan2(a.im, b.re) * 2, given.narrow};
}

// log1p(4x / ((1-x)² + y²)) / 4 and atan2(2y, (1-x)(1+x) - y²) / 2; far out 1/z and a quarter turn.
Complex Atanh(const Complex& z) {
  const Real x = Abs(z.re), y = Abs(z.im);
  const Real gap = x.Constant(1) - x;
  // Next to the pole, where y² may underflow, log(2/y) / 2.
  const Truth pole = Compare("EQ", gap, 0) & Compare("LT", y, 0x1p-100);
  const Real re = Select(pole, (y.Constant(std::log(2.0)) - Log(y)) * 0.5, Log1p(x * 4 / (gap * gap + y * y)) * 0.25);
  const Real im = Atan2(y * 2, gap * (x + 1) - y * y) * 0.5;
  const Truth far = Compare("GT", Max(x, y), 0x1p60), infinite = IsInfinite(x) | IsInfinite(y);
  const Scaled s = Scale(z);  // |z| itself may overflow
  const Real h = Modulus({s.z.re, s.z.im, true}), tail = Select(infinite, 0, Abs(s.z.re) / h / h * s.down * s.down);
  return {CopySign(Select(far | infinite, tail, re), z.re), CopySign(Select(far | infinite, M_PI / 2, im), z.im), z.narrow};
}

}  // namespace

std::optional<Complex> ApplyHyperbolic(Op op, const Complex& z) {
  switch (op) {
    case Op::kSinh: return Sinh(z);
    case Op::kCosh: return Cosh(z);
    case Op::kTanh: return Tanh(z);
    case Op::kSine: return OverI(Sinh(TimesI(z)));
    case Op::kCosine: return Cosh(TimesI(z));
    case Op::kTan: case Op::kChloTan: return OverI(Tanh(TimesI(z)));
    case Op::kAsin: return Asin(z);
    case Op::kAcos: return Acos(z);
    case Op::kAsinAcosKernel: return AsinAcosKernel(z);
    case Op::kAcosh: return Acosh(z);
    case Op::kAtanh: return Atanh(z);
    case Op::kAsinh: return OverI(Asin(TimesI(z)));
    case Op::kAtan: return OverI(Atanh(TimesI(z)));
    default: return std::nullopt;
  }
}

}  // namespace mote
