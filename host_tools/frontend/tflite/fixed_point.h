// Sums to stored values in the ways of TFLite's kernels; their arithmetic is that of hlo/fixed_point.h.
#pragma once

#include <cstdint>
#include <vector>

#include "frontend/tflite/node.h"
#include "hlo/fixed_point.h"

namespace mote::tfl {

// x · multiplier · 2^(exponent - 31) by the double rule, as s32: x · 2^max(exponent, 0) wraps.
Operand Scaled(Node& node, Operand x, Multiplier m);
int64_t Scaled(int64_t x, Multiplier m);

// Sums to stored values where DoubleRule does not serve. Real: std::round of the product of doubles. Once:
// sums of s64 (int16 activations), 15 bits of the multiplier, rounded once, halves up.
Result<Operand> RequantizedReal(Node& node, Operand sums, const std::vector<double>& reals, Scale output, Range range);
Result<Operand> RequantizedOnce(Node& node, Operand sums, const std::vector<double>& reals, Scale output, Range range);

}  // namespace mote::tfl
