// Truth: predicates of Real arrays, written as formulas; and what is made of them. Only what real_expression.h lacks.
#pragma once

#include "passes/real_expression.h"

namespace mote {

struct Truth {
  ModuleEmitter* emitter;
  Value value;
};

inline Real Cos(Real x) { return x.Apply(Op::kCosine); }
inline Real Expm1(Real x) { return x.Apply(Op::kExponentialMinusOne); }
inline Real Atan2(Real y, Real x) { return y.Apply(Op::kAtan2, x); }
inline Real Max(Real x, Real y) { return x.Apply(Op::kMaximum, y); }

// By value, false with a NaN; `direction` as in compare.
inline Truth Compare(const char* direction, Real a, Real b) { return {a.emitter, a.Is(direction, b)}; }
inline Truth Compare(const char* direction, Real a, double b) { return {a.emitter, a.Is(direction, b)}; }
inline Truth operator&(Truth a, Truth b) { return {a.emitter, a.emitter->Binary(Op::kAnd, a.value, b.value)}; }
inline Truth operator|(Truth a, Truth b) { return {a.emitter, a.emitter->Binary(Op::kOr, a.value, b.value)}; }
inline Truth operator!(Truth a) { return {a.emitter, a.emitter->Unary(Op::kNot, a.value)}; }
inline Real Select(Truth t, Real a, Real b) { return Select(t.value, a, b); }
inline Real Select(Truth t, double a, Real b) { return Select(t.value, a, b); }
inline Real Select(Truth t, Real a, double b) { return Select(t.value, a, b); }

// The sign bit, of zeros and NaNs too.
Truth IsNegative(Real a);
Truth IsInfinite(Real a);
// |magnitude| with the sign of `sign`.
Real CopySign(Real magnitude, Real sign);

}  // namespace mote
