// Windows of fixed-point convolutions put together from the input, for the routines that multiply them whole.
#ifndef MOTE_CPU_FIXED_WINDOW_H_
#define MOTE_CPU_FIXED_WINDOW_H_

#include "core/fixed.h"
#include "cpu/window_range.h"

namespace mote::runtime {

// Runs of a window are short, and aligned to nothing.
static inline void CopyRun(int8_t* to, const int8_t* from, int32_t count) {
  for (; count >= 4; count -= 4, to += 4, from += 4) __builtin_memcpy(to, from, 4);
  for (; count > 0; --count) *to++ = *from++;
}

// The window of a pixel in the order of the weights, positions outside the input filled.
static void GatherWindow(const int32_t* f, const int8_t* image, int32_t y, int32_t x, int8_t* to) {
  const int32_t channels = f[kMoteFixedInC], width = f[kMoteFixedInW], taps = f[kMoteFixedKernelW], dilation = f[kMoteFixedDilationX];
  const int32_t top = y * f[kMoteFixedStrideY] - f[kMoteFixedPadY], left = x * f[kMoteFixedStrideX] - f[kMoteFixedPadX];
  const int32_t line = taps * channels, run = dilation == 1 ? line : channels;
  const bool whole = left >= 0 && left + (taps - 1) * dilation < width;
  const Range columns = whole ? Range{0, taps} : Inside(left, taps, dilation, width);
  if (!whole || top < 0 || top + (f[kMoteFixedKernelH] - 1) * f[kMoteFixedDilationY] >= f[kMoteFixedInH]) {
    __builtin_memset(to, f[kMoteFixedPadValue], static_cast<size_t>(line) * static_cast<size_t>(f[kMoteFixedKernelH]));
  }
  for (int32_t ky = 0; ky < f[kMoteFixedKernelH]; ++ky, to += line) {
    const int32_t row = top + ky * f[kMoteFixedDilationY];
    const bool inside = row >= 0 && row < f[kMoteFixedInH];
    if (!inside || columns.first >= columns.last) continue;
    const int8_t* from = image + (static_cast<ptrdiff_t>(row) * width + left + static_cast<ptrdiff_t>(columns.first) * dilation) * channels;
    int8_t* at = to + static_cast<ptrdiff_t>(columns.first) * channels;
    if (dilation == 1) {
      CopyRun(at, from, (columns.last - columns.first) * channels);
      continue;
    }
    for (int32_t kx = columns.first; kx < columns.last; ++kx, at += channels) {
      CopyRun(at, from + static_cast<ptrdiff_t>(kx - columns.first) * dilation * channels, run);
    }
  }
}

}  // namespace mote::runtime

#endif
