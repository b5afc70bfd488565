// The formulas behind complex_reference.h. Those of the inverse functions are Kahan's ("Branch cuts for complex elementary functions").
#include "complex_reference.h"

namespace mote {
namespace {

using R = Real;
using C = ComplexReal;

R Number(double v) { return R(v, kComplexPrecision); }
R Pi() {
  R pi = Number(0);
  mpfr_const_pi(pi.get(), MPFR_RNDN);
  return pi;
}

template <int (*F)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t)>
R Of(const R& a) {
  R out = Number(0);
  F(out.get(), a.get(), MPFR_RNDN);
  return out;
}
template <int (*F)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t)>
R Of(const R& a, const R& b) {
  R out = Number(0);
  F(out.get(), a.get(), b.get(), MPFR_RNDN);
  return out;
}
R operator+(const R& a, const R& b) { return Of<mpfr_add>(a, b); }
R operator-(const R& a, const R& b) { return Of<mpfr_sub>(a, b); }
R operator/(const R& a, const R& b) { return Of<mpfr_div>(a, b); }
R operator-(const R& a) { return Of<mpfr_neg>(a); }
R Abs(const R& a) { return Of<mpfr_abs>(a); }
R Exp(const R& a) { return Of<mpfr_exp>(a); }
R Sin(const R& a) { return Of<mpfr_sin>(a); }
R Cos(const R& a) { return Of<mpfr_cos>(a); }
R Sqrt(const R& a) { return Of<mpfr_sqrt>(a); }
R Hypot(const R& a, const R& b) { return Of<mpfr_hypot>(a, b); }
R Angle(const R& y, const R& x) { return Of<mpfr_atan2>(y, x); }
R WithSign(const R& magnitude, const R& sign) {
  R out = Number(0);
  mpfr_copysign(out.get(), magnitude.get(), sign.get(), MPFR_RNDN);
  return out;
}
// Zero times what overflowed is zero: the other factor is finite in truth.
R operator*(const R& a, const R& b) {
  if (mpfr_zero_p(a.get()) == 0 && mpfr_zero_p(b.get()) == 0) return Of<mpfr_mul>(a, b);
  R out = Number(0);
  mpfr_set_zero(out.get(), mpfr_signbit(a.get()) != mpfr_signbit(b.get()) ? -1 : 1);
  return out;
}
R operator*(double a, const R& b) { return Number(a) * b; }
bool IsZero(const R& a) { return mpfr_zero_p(a.get()) != 0; }
bool IsNegative(const R& a) { return mpfr_signbit(a.get()) != 0; }
// Above it e^x and e^-x are far outside of every type, and cosh and sinh the same number.
bool IsHuge(const R& a) { return mpfr_cmpabs(a.get(), Number(5000).get()) > 0; }

C Plus(const C& a, double b) { return {a.x + Number(b), a.y}; }
C Negated(const C& a) { return {-a.x, -a.y}; }
C TimesI(const C& a) { return {-a.y, a.x}; }
C OverI(const C& a) { return {a.y, -a.x}; }
C Multiply(const C& a, const C& b) { return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x}; }
C Divide(const C& a, const C& b) {
  R norm = b.x * b.x + b.y * b.y;
  return {(a.x * b.x + a.y * b.y) / norm, (a.y * b.x - a.x * b.y) / norm};
}

C Exponential(const C& z) {
  R grown = Exp(z.x);
  return {grown * Cos(z.y), grown * Sin(z.y)};
}
C ExponentialMinusOne(const C& z) {
  R half = Sin(0.5 * z.y), grown = Of<mpfr_expm1>(z.x);
  return {grown * Cos(z.y) - 2 * (half * half), Exp(z.x) * Sin(z.y)};
}
C Log(const C& z) { return {Of<mpfr_log>(Hypot(z.x, z.y)), Angle(z.y, z.x)}; }
C LogPlusOne(const C& z) {
  C moved = Plus(z, 1);
  if (mpfr_cmpabs(moved.x.get(), Number(0.5).get()) < 0) return Log(moved);
  R squares = 2 * z.x + z.x * z.x + z.y * z.y;
  return {0.5 * Of<mpfr_log1p>(squares), Angle(z.y, Number(1) + z.x)};
}
C Logistic(const C& z) {
  if (IsHuge(z.x)) return IsNegative(z.x) ? Exponential(z) : C{Number(1), Number(0)};
  return Divide({Number(1), Number(0)}, Plus(Exponential(Negated(z)), 1));
}

C SquareRoot(const C& z) {
  if (IsZero(z.x) && IsZero(z.y)) return {Number(0), z.y};
  R major = Sqrt(0.5 * (Hypot(z.x, z.y) + Abs(z.x))), minor = z.y / (2 * major);
  if (!IsNegative(z.x)) return {major, minor};
  return {Abs(minor), WithSign(major, z.y)};
}
C ReciprocalRoot(const C& z) {
  C root = SquareRoot(z);
  R modulus = Hypot(z.x, z.y);
  return {root.x / modulus, -root.y / modulus};
}
C CubeRoot(const C& z) {
  R modulus = Of<mpfr_cbrt>(Hypot(z.x, z.y)), third = Angle(z.y, z.x) / Number(3);
  return {modulus * Cos(third), modulus * Sin(third)};
}

C Sine(const C& z) { return {Sin(z.x) * Of<mpfr_cosh>(z.y), Cos(z.x) * Of<mpfr_sinh>(z.y)}; }
C Cosine(const C& z) { return {Cos(z.x) * Of<mpfr_cosh>(z.y), -(Sin(z.x) * Of<mpfr_sinh>(z.y))}; }
C Tangent(const C& z) {
  R sine = Sin(z.x), cosine = Cos(z.x);
  if (IsHuge(z.y)) return {WithSign(Number(0), sine * cosine), WithSign(Number(1), z.y)};
  R grown = Of<mpfr_sinh>(z.y), divisor = cosine * cosine + grown * grown;
  return {sine * cosine / divisor, grown * Of<mpfr_cosh>(z.y) / divisor};
}
C HyperbolicSine(const C& z) { return OverI(Sine(TimesI(z))); }
C HyperbolicCosine(const C& z) { return Cosine(TimesI(z)); }
C HyperbolicTangent(const C& z) { return OverI(Tangent(TimesI(z))); }

C ArcCosine(const C& z) {
  C below = SquareRoot({Number(1) - z.x, -z.y}), above = SquareRoot(Plus(z, 1));
  return {2 * Angle(below.x, above.x), Of<mpfr_asinh>(above.x * below.y - above.y * below.x)};
}
C ArcSine(const C& z) {
  C below = SquareRoot({Number(1) - z.x, -z.y}), above = SquareRoot(Plus(z, 1));
  return {Angle(z.x, below.x * above.x - below.y * above.y), Of<mpfr_asinh>(below.x * above.y - below.y * above.x)};
}
C ArcHyperbolicCosine(const C& z) {
  C below = SquareRoot(Plus(z, -1)), above = SquareRoot(Plus(z, 1));
  return {Of<mpfr_asinh>(below.x * above.x + below.y * above.y), 2 * Angle(below.y, above.x)};
}
C ArcHyperbolicSine(const C& z) { return OverI(ArcSine(TimesI(z))); }
C ArcHyperbolicTangent(const C& z) {
  R x = Abs(z.x), below = Number(1) - x, squares = z.y * z.y;
  R real = 0.25 * Of<mpfr_log1p>(4 * x / (below * below + squares));
  return {WithSign(real, z.x), 0.5 * Angle(2 * z.y, below * (Number(1) + x) - squares)};
}
C ArcTangent(const C& z) { return OverI(ArcHyperbolicTangent(TimesI(z))); }

// -i log((x + iy) / sqrt(x² + y²)) as an arc tangent of t, the smaller of x and y over the larger; the principal root of the sum of squares
// is the larger times sqrt(1 + t²) or its negative, and the latter adds half a turn.
C ArcTangent2(const C& y, const C& x) {
  const bool steep = mpfr_cmp(Hypot(y.x, y.y).get(), Hypot(x.x, x.y).get()) > 0;
  const C& larger = steep ? y : x;
  C t = Divide(steep ? x : y, larger), arc = ArcTangent(t);
  const bool negative = IsNegative(Multiply(larger, SquareRoot(Plus(Multiply(t, t), 1))).x);
  if (steep) return {(negative ? -0.5 * Pi() : 0.5 * Pi()) - arc.x, -arc.y};
  if (!negative) return arc;
  return {IsNegative(arc.x) || IsZero(arc.x) ? arc.x + Pi() : arc.x - Pi(), arc.y};
}

C Power(const C& a, const C& b) {
  if (IsZero(b.x) && IsZero(b.y)) return {Number(1), Number(0)};
  return Exponential(Multiply(b, Log(a)));
}

C Modulus(const C& z) { return {Hypot(z.x, z.y), Number(0)}; }
C Sign(const C& z) {
  R modulus = Hypot(z.x, z.y);
  return IsZero(modulus) ? z : C{z.x / modulus, z.y / modulus};
}
C Square(const C& z) { return Multiply(z, z); }

template <C (*F)(const C&)>
C One(const C& a, const C&) {
  return F(a);
}

}  // namespace

const std::vector<ComplexFunction>& ComplexFunctions() {
  static const std::vector<ComplexFunction> functions = {
      {"multiply", Op::kMultiply, 2, Multiply},
      {"divide", Op::kDivide, 2, Divide},
      {"abs", Op::kAbs, 1, One<Modulus>},
      {"sign", Op::kSign, 1, One<Sign>},
      {"square", Op::kSquare, 1, One<Square>},
      {"exponential", Op::kExponential, 1, One<Exponential>},
      {"exponential_minus_one", Op::kExponentialMinusOne, 1, One<ExponentialMinusOne>},
      {"log", Op::kLog, 1, One<Log>},
      {"log_plus_one", Op::kLogPlusOne, 1, One<LogPlusOne>},
      {"logistic", Op::kLogistic, 1, One<Logistic>},
      {"sqrt", Op::kSqrt, 1, One<SquareRoot>},
      {"rsqrt", Op::kRsqrt, 1, One<ReciprocalRoot>},
      {"cbrt", Op::kCbrt, 1, One<CubeRoot>},
      {"sine", Op::kSine, 1, One<Sine>},
      {"cosine", Op::kCosine, 1, One<Cosine>},
      {"tan", Op::kTan, 1, One<Tangent>},
      {"sinh", Op::kSinh, 1, One<HyperbolicSine>},
      {"cosh", Op::kCosh, 1, One<HyperbolicCosine>},
      {"tanh", Op::kTanh, 1, One<HyperbolicTangent>},
      {"acos", Op::kAcos, 1, One<ArcCosine>},
      {"acosh", Op::kAcosh, 1, One<ArcHyperbolicCosine>},
      {"asin", Op::kAsin, 1, One<ArcSine>},
      {"asinh", Op::kAsinh, 1, One<ArcHyperbolicSine>},
      {"atan", Op::kAtan, 1, One<ArcTangent>},
      {"atanh", Op::kAtanh, 1, One<ArcHyperbolicTangent>},
      {"atan2", Op::kAtan2, 2, ArcTangent2},
      {"power", Op::kPower, 2, Power},
  };
  return functions;
}

}  // namespace mote
