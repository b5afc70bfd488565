// IntegerFormat: how reals are stored as integers, real = scale · (stored - zero); and what a program says to go from one to the other.
#pragma once

#include <cstdint>
#include <vector>

#include "hlo/element_type.h"
#include "hlo/requantize.h"

namespace mote {

// Of the values that a run may have; low ≤ 0 ≤ high, since zero is always stored exactly.
struct RealRange {
  double low = 0, high = 0;
  bool operator==(const RealRange&) const = default;
};

struct IntegerFormat {
  ElementType type = ElementType::kS8;  // s8 with any zero, s16 with zero 0
  double scale = 1;                     // an f32
  int64_t zero = 0;
  int64_t least = -128, most = 127;     // stored values that occur
  RealRange seen = {-1e300, 1e300};     // reals that occurred on samples, where that is known

  int64_t Stored(double real) const;    // the nearest, halves away from zero, clamped
  double Real(int64_t stored) const { return scale * static_cast<double>(stored - zero); }
  bool operator==(const IntegerFormat&) const = default;
};

// s8: the range over 255 steps. s16: its larger end over `most` steps, which sums of products may ask to be fewer than 32767.
IntegerFormat FormatFor(ElementType type, RealRange range, int64_t most = 32767);

// Of sums by these factors, one or one a channel: halves up. R-ATTR: a factor beyond 2^30.
Result<Requantization> RequantizationFor(const std::vector<double>& factors, const IntegerFormat& out, double low, double high);

}  // namespace mote
