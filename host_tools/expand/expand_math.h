// The functions behind the expansions, on values of class f32 or f64. Declarations only; bounds stand at the definitions.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "hlo/op.h"
#include "expand/expand_value.h"

namespace mote::expand {

// Integers and predicates (expand_integer.cpp); operands in the register class of `type`.
Val Wrap(ElementType type, Val v);  // the low bits of `type`, extended
Val IntegerUnary(Op op, ElementType type, Val x);            // id kNone when `op` is none of them
Val IntegerBinary(Op op, ElementType type, Val x, Val y);

// To the nearest value of `type` from an f32 register (f64: from an f64 register; f32: unchanged).
Val RoundTo(ElementType type, Val v);
// Storage bits of a value of a float type in an integer of the class's width (f64: i64), and back; exact.
Val Encode(ElementType type, Val v);
Val Decode(ElementType type, Val bits);

// Basic float operations (expand_float.cpp).
Val CopySign(Val magnitude, Val sign);
Val Sign(Val x);
Val RoundAwayFromZero(Val x);
Val Remainder(Val x, Val y);
Val NextAfter(ElementType type, Val x, Val y);

// ln2 in two parts; the first has so few bits that its product with any exponent is exact.
inline double Ln2High(Val like) { return like.wide() ? 0x1.62e42fefa38p-1 : 0x1.62e4p-1; }
inline double Ln2Low(Val like) { return like.wide() ? 0x1.ef35793c7673p-45 : 0x1.7f7d1cp-20; }

// One row per operation that is a function of one float; each family's file lists its own, and nothing else names them.
struct MathFunction {
  Op op;
  Val (*expand)(Val x);
  bool of_f64 = true;  // false: of f32 and what computes in it; a pass expands the operation of f64
};
std::span<const MathFunction> ExpFunctions();
std::span<const MathFunction> LogFunctions();
std::span<const MathFunction> RootFunctions();
std::span<const MathFunction> TrigFunctions();
std::span<const MathFunction> ArcFunctions();
std::span<const MathFunction> ErfFunctions();

// expand_exp.cpp
// x = n·ln2 + r with |r| <= ln2/2 and a little; steps: n as an integer of the class's width. |x| below 1100, |x.lo| small against 1.
struct Reduced {
  Val r, steps;
};
struct ReducedPair {
  Pair r;
  Val steps;
};
Reduced ReduceExponent(Val x);
ReducedPair ReduceExponent(Pair x);
Val Expm1Reduced(Val r);            // e^r - 1 for a reduced r
Pair Expm1Reduced(Pair r);
Val ScaleByPower(Val p, Val n);     // p · 2^n in two steps, of which only the second can round
Val ExpHalf(Val x);  // e^x / 2, no overflow before the quotient overflows
Val ExpPair(Pair x);  // e^(hi + lo), |lo| small against 1

// expand_log.cpp
// x = mantissa · 2^k, mantissa in [sqrt(1/2), sqrt(2)), for positive finite x. `exponent`: k as an integer of the class's width, of a
// normal x.
struct Binade {
  Val mantissa, k, exponent;
};
Binade Decompose(Val x);
Binade DecomposeNormal(Val x);
Pair LogNormal(Val x);  // log of a positive normal x: what Log gives, and what its last sum rounded away

// expand_power.cpp
Val Power(Val x, Val y);

// expand_arc.cpp
Val Atan2(Val y, Val x);

}  // namespace mote::expand
