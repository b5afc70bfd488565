// What of each pixel's window lies in the input, for the routines that pool.
#ifndef MOTE_CPU_FIXED_POOL_H_
#define MOTE_CPU_FIXED_POOL_H_

#include "core/fixed.h"
#include "cpu/window_range.h"

namespace mote::runtime {

// A pixel's window: where its first position in the input lies, and how many rows and columns of it do.
struct PoolWindow {
  const int8_t* from;
  int32_t rows, columns;
  ptrdiff_t row_step, column_step;
};

template <typename Pixel>
static void PoolWindows(const FixedCall& call, const Pixel& pixel) {
  const int32_t* f = call.fields;
  const int32_t height = f[kMoteFixedOutH], width = f[kMoteFixedOutW], channels = f[kMoteFixedOutC], in_width = f[kMoteFixedInW];
  int8_t* out = call.output + static_cast<ptrdiff_t>(call.begin) * width * channels;
  for (uint32_t row = call.begin; row < call.end; ++row) {
    const auto y = static_cast<int32_t>(row % static_cast<uint32_t>(height));
    const int8_t* image = call.input + static_cast<ptrdiff_t>(row / static_cast<uint32_t>(height)) * f[kMoteFixedInH] * in_width * channels;
    const int32_t top = y * f[kMoteFixedStrideY] - f[kMoteFixedPadY];
    const Range rows = Inside(top, f[kMoteFixedKernelH], f[kMoteFixedDilationY], f[kMoteFixedInH]);
    for (int32_t x = 0; x < width; ++x, out += channels) {
      const int32_t left = x * f[kMoteFixedStrideX] - f[kMoteFixedPadX];
      const Range columns = Inside(left, f[kMoteFixedKernelW], f[kMoteFixedDilationX], in_width);
      const bool empty = rows.first == rows.last || columns.first == columns.last;
      PoolWindow window = {image, 0, 0, 0, 0};
      if (!empty) {  // else positions may be beyond all addresses
        const auto first = static_cast<ptrdiff_t>(top + rows.first * f[kMoteFixedDilationY]) * in_width + left +
                           static_cast<ptrdiff_t>(columns.first) * f[kMoteFixedDilationX];
        window = {image + first * channels, rows.last - rows.first, columns.last - columns.first,
                  rows.last - rows.first < 2 ? 0 : static_cast<ptrdiff_t>(f[kMoteFixedDilationY]) * in_width * channels,
                  columns.last - columns.first < 2 ? 0 : static_cast<ptrdiff_t>(f[kMoteFixedDilationX]) * channels};
      }
      pixel(window, out);
    }
  }
}

}  // namespace mote::runtime

#endif
