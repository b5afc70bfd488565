// Complex: functions of complex numbers as operations on their parts. Not a pass: split_complex.cpp applies them.
// Unless told otherwise the parts are f64 (c64 widens them and rounds once) and the result lies within 4 units in the last place of its
// modulus; nothing overflows or loses digits where the result does not.
#pragma once

#include <optional>

#include "passes/truth_expression.h"

namespace mote {

struct Complex {
  Real re, im;
  bool narrow = false;  // the parts are values of f32: their squares and sums of them stay far from the ends of f64
};

Complex Multiply(const Complex& a, const Complex& b);  // any type of parts; the plain formula, as XLA's
Complex Divide(const Complex& a, const Complex& b);
Complex Power(const Complex& a, const Complex& b);  // of wide parts the error grows with |b·log a|, as XLA's does: to 700 units
Complex Atan2(const Complex& y, const Complex& x);

// |z|, and the function of one operand that `op` is; nothing when it is none, or has no complex form.
Real Modulus(const Complex& z);
std::optional<Complex> ApplyComplex(Op op, const Complex& z);

// Shared by the two files behind this header.
struct Scaled {
  Complex z;        // the number times up² or down², with its larger part within 2^±500
  Real up, down;    // powers of two, inverse to each other: the original is z·up²
};
Scaled Scale(const Complex& z);
Complex Times(const Complex& z, const Real& factor);
struct ScaledRoot {
  Real larger, smaller;  // the sizes of the root's parts, of the scaled number
  Real modulus;          // of the scaled number
  Real up, down;
};
ScaledRoot RootOf(const Complex& z);
Complex Sqrt(const Complex& z);
Complex Log(const Complex& z);

std::optional<Complex> ApplyHyperbolic(Op op, const Complex& z);  // sinh, cosh, tanh, their circular and inverse relatives

}  // namespace mote
