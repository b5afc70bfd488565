// Arithmetic on f64 arrays of one shape, written as formulas: what expansions of functions are made of.
#pragma once

#include <initializer_list>

#include "passes/emitter.h"

namespace mote {

struct Real {
  ModuleEmitter* emitter;
  Value value;

  Real Apply(Op op) const { return {emitter, emitter->Unary(op, value)}; }
  Real Apply(Op op, Real other) const { return {emitter, emitter->Binary(op, value, other.value)}; }
  Real Constant(double c) const { return {emitter, emitter->Splat(emitter->shape(value), c)}; }
  Value Is(const char* direction, Real other) const { return emitter->Compare(direction, value, other.value); }
  Value Is(const char* direction, double c) const { return Is(direction, Constant(c)); }
};

inline Real operator+(Real a, Real b) { return a.Apply(Op::kAdd, b); }
inline Real operator-(Real a, Real b) { return a.Apply(Op::kSubtract, b); }
inline Real operator*(Real a, Real b) { return a.Apply(Op::kMultiply, b); }
inline Real operator/(Real a, Real b) { return a.Apply(Op::kDivide, b); }
inline Real operator+(Real a, double b) { return a + a.Constant(b); }
inline Real operator-(Real a, double b) { return a - a.Constant(b); }
inline Real operator*(Real a, double b) { return a * a.Constant(b); }
inline Real operator/(Real a, double b) { return a / a.Constant(b); }
inline Real operator+(double a, Real b) { return b.Constant(a) + b; }
inline Real operator-(double a, Real b) { return b.Constant(a) - b; }
inline Real operator*(double a, Real b) { return b.Constant(a) * b; }
inline Real operator/(double a, Real b) { return b.Constant(a) / b; }
inline Real operator-(Real a) { return a.Apply(Op::kNegate); }

inline Real Abs(Real x) { return x.Apply(Op::kAbs); }
inline Real Exp(Real x) { return x.Apply(Op::kExponential); }
inline Real Log(Real x) { return x.Apply(Op::kLog); }
inline Real Log1p(Real x) { return x.Apply(Op::kLogPlusOne); }
inline Real Sqrt(Real x) { return x.Apply(Op::kSqrt); }
inline Real Sin(Real x) { return x.Apply(Op::kSine); }
inline Real Tan(Real x) { return x.Apply(Op::kTan); }
inline Real Floor(Real x) { return x.Apply(Op::kFloor); }
inline Real Round(Real x) { return x.Apply(Op::kRoundNearestEven); }
inline Real Sign(Real x) { return x.Apply(Op::kSign); }
inline Real Pow(Real x, Real y) { return x.Apply(Op::kPower, y); }
inline Real Min(Real x, Real y) { return x.Apply(Op::kMinimum, y); }
inline Real Select(Value where, Real a, Real b) {
  return {a.emitter, a.emitter->Make(Op::kSelect, a.emitter->shape(a.value), {where, a.value, b.value})};
}
inline Real Select(Value where, double a, Real b) { return Select(where, b.Constant(a), b); }
inline Real Select(Value where, Real a, double b) { return Select(where, a, a.Constant(b)); }

// c[0] + c[1]·x + c[2]·x² + …
Real Polynomial(Real x, std::initializer_list<double> coefficients);
// c[0] + c[1]·T1(x) + c[2]·T2(x) + … of Chebyshev's polynomials.
Real Chebyshev(Real x, std::initializer_list<double> coefficients);

}  // namespace mote
