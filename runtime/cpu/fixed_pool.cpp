// Fixed-point pooling: sums and largest elements of what of a window lies in the input.
#include "cpu/fixed_finish.h"
#include "cpu/window_range.h"

namespace mote::runtime {
namespace {

// A pixel's window: where its first position in the input lies, and how many rows and columns of it do.
struct Window {
  const int8_t* from;
  int32_t rows, columns;
  ptrdiff_t row_step, column_step;
};

template <typename Pixel>
void Windows(const FixedCall& call, const Pixel& pixel) {
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
      const auto first = static_cast<ptrdiff_t>(top + rows.first * f[kMoteFixedDilationY]) * in_width + left +
                         static_cast<ptrdiff_t>(columns.first) * f[kMoteFixedDilationX];
      pixel(Window{empty ? image : image + first * channels, empty ? 0 : rows.last - rows.first, columns.last - columns.first,
                   static_cast<ptrdiff_t>(f[kMoteFixedDilationY]) * in_width * channels,
                   static_cast<ptrdiff_t>(f[kMoteFixedDilationX]) * channels},
            out);
    }
  }
}

void Average(const FixedCall& call) {
  const int32_t channels = call.fields[kMoteFixedOutC];
  const FixedFinish finish(call.fields);
  const FixedChannels one(call.stream, 1);
  auto* sums = reinterpret_cast<uint32_t*>(call.scratch);
  Windows(call, [&](const Window& w, int8_t* out) {
    __builtin_memset(sums, 0, static_cast<size_t>(channels) * 4);
    for (int32_t y = 0; y < w.rows; ++y) {
      for (int32_t x = 0; x < w.columns; ++x) {
        const int8_t* from = w.from + y * w.row_step + x * w.column_step;
        for (int32_t c = 0; c < channels; ++c) sums[c] += static_cast<uint32_t>(from[c]);
      }
    }
    for (int32_t c = 0; c < channels; ++c) out[c] = finish(sums[c], one, 0);
  });
}

void Max(const FixedCall& call) {
  const int32_t channels = call.fields[kMoteFixedOutC];
  const FixedFinish finish(call.fields);
  Windows(call, [&](const Window& w, int8_t* out) {
    for (int32_t c = 0; c < channels; ++c) {
      int32_t most = -128;
      for (int32_t y = 0; y < w.rows; ++y) {
        for (int32_t x = 0; x < w.columns; ++x) {
          const int32_t value = w.from[y * w.row_step + x * w.column_step + c];
          if (value > most) most = value;
        }
      }
      out[c] = finish.Clamped(most);
    }
  });
}

}  // namespace

const FixedRoutine kFixedAveragePool = MakeFixedAveragePool(Average);
const FixedRoutine kFixedMaxPool = MakeFixedMaxPool(Max);

}  // namespace mote::runtime
