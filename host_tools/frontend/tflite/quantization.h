// TFLite's scales as the integers that its kernels compute with, rounding by rounding.
#pragma once

#include <vector>

#include "frontend/tflite/file.h"
#include "hlo/requantize.h"

namespace mote::tfl {

// Per tensor: real = scale · (stored - zero).
struct Scale {
  float scale = 1;
  int64_t zero = 0;
};
// R-ATTR: no scale, several, one that is no positive number, or a zero point outside the type.
Result<Scale> PerTensorScale(const Tensor& tensor);
// One scale, or one for each index of dimension `along`; zero points of several must be 0.
Result<std::vector<float>> ScalesAlong(const Tensor& tensor, int64_t along);
bool IsQuantized(const Tensor& tensor);

// multiplier · 2^(exponent - 31): the nearest to a real, as QuantizeMultiplier makes it.
struct Multiplier {
  int64_t multiplier = 0;  // 0, or 2^30 … 2^31 - 1
  int exponent = 0;        // -31 … 30
};
Result<Multiplier> QuantizeReal(double real);

struct Range {
  int64_t low = 0, high = 0;
};
Range RangeOf(ElementType type);
// What an activation leaves of the type's range. R-UNSUP: an activation that is no range.
Result<Range> ActivationRange(file::Activation activation, ElementType type, Scale output);

// Sums to stored values: one multiplier or one a channel, by the double rule.
Result<Requantization> DoubleRule(const std::vector<double>& reals, Scale output, Range range);

}  // namespace mote::tfl
