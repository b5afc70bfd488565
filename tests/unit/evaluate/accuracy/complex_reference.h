// Complex functions in MPFR's real arithmetic: the reference of accuracy_complex. Formulas that stay accurate relative to the result's
// modulus for every finite argument; principal values with the cut on the side that the sign of zero says. No special values.
#pragma once

#include <vector>

#include "hlo/op.h"
#include "real.h"

namespace mote {

// Bits of the reference: 53 for the result, the rest for what cancels inside a formula.
constexpr mpfr_prec_t kComplexPrecision = 256;

struct ComplexReal {
  Real x{kComplexPrecision}, y{kComplexPrecision};
};

using ComplexReference = ComplexReal (*)(const ComplexReal& a, const ComplexReal& b);

struct ComplexFunction {
  const char* name;
  Op op;
  int operands;
  ComplexReference reference;
};
const std::vector<ComplexFunction>& ComplexFunctions();

}  // namespace mote
