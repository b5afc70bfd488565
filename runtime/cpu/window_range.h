// Which taps of a window lie inside the operand, for the convolution routines. Static, not inline: inline functions cost a firmware built
// for size more flash.
#ifndef MOTE_CPU_WINDOW_RANGE_H_
#define MOTE_CPU_WINDOW_RANGE_H_

#include <stdint.h>

namespace mote::runtime {

static int32_t Min(int32_t a, int32_t b) { return a < b ? a : b; }
static int32_t Max(int32_t a, int32_t b) { return a > b ? a : b; }
static int32_t FloorDiv(int32_t a, int32_t b) { return a >= 0 ? a / b : -((b - 1 - a) / b); }

struct Range {
  int32_t first, last;  // [first, last)
};

// The taps of a window at `start` (may be negative), `dilation` apart, that lie in [0, size).
static Range Inside(int32_t start, int32_t taps, int32_t dilation, int32_t size) {
  const int32_t first = start >= 0 ? 0 : (-start + dilation - 1) / dilation;
  const int32_t last = Min(taps, FloorDiv(size - 1 - start, dilation) + 1);
  return {first, Max(first, last)};
}

}  // namespace mote::runtime

#endif
