// Fixed-point convolutions of each channel by itself: the sums of a pixel's channels grow tap by tap.
#include "cpu/fixed_finish.h"
#include "cpu/window_range.h"

namespace mote::runtime {
namespace {

// One position of the window, of all channels.
void AddTap(const int8_t* x, const int8_t* w, int32_t channels, uint32_t* sums) {
  for (int32_t c = 0; c < channels; ++c) sums[c] += static_cast<uint32_t>(x[c] * w[c]);
}
void AddPadding(int32_t x, const int8_t* w, int32_t channels, uint32_t* sums) {
  for (int32_t c = 0; c < channels; ++c) sums[c] += static_cast<uint32_t>(x * w[c]);
}

void Run(const FixedCall& call) {
  const int32_t* f = call.fields;
  const int32_t height = f[kMoteFixedOutH], width = f[kMoteFixedOutW], channels = f[kMoteFixedOutC], in_width = f[kMoteFixedInW];
  const FixedChannels c(call.stream, channels);
  const FixedFinish finish(f);
  auto* sums = reinterpret_cast<uint32_t*>(call.scratch);
  int8_t* out = call.output + static_cast<ptrdiff_t>(call.begin) * width * channels;
  for (uint32_t row = call.begin; row < call.end; ++row) {
    const auto y = static_cast<int32_t>(row % static_cast<uint32_t>(height));
    const int32_t top = y * f[kMoteFixedStrideY] - f[kMoteFixedPadY];
    const int8_t* image = call.input + static_cast<ptrdiff_t>(row / static_cast<uint32_t>(height)) * f[kMoteFixedInH] * in_width * channels;
    const Range rows = Inside(top, f[kMoteFixedKernelH], f[kMoteFixedDilationY], f[kMoteFixedInH]);
    for (int32_t x = 0; x < width; ++x, out += channels) {
      const int32_t left = x * f[kMoteFixedStrideX] - f[kMoteFixedPadX];
      const Range columns = Inside(left, f[kMoteFixedKernelW], f[kMoteFixedDilationX], in_width);
      const auto* w = reinterpret_cast<const int8_t*>(c.weights);
      __builtin_memcpy(sums, c.start, static_cast<size_t>(channels) * 4);
      for (int32_t ky = 0; ky < f[kMoteFixedKernelH]; ++ky) {
        const bool inside = ky >= rows.first && ky < rows.last;
        const ptrdiff_t line = inside ? static_cast<ptrdiff_t>(top + ky * f[kMoteFixedDilationY]) * in_width + left : 0;
        for (int32_t kx = 0; kx < f[kMoteFixedKernelW]; ++kx, w += channels) {
          if (!inside || kx < columns.first || kx >= columns.last) AddPadding(f[kMoteFixedPadValue], w, channels, sums);
          else AddTap(image + (line + static_cast<ptrdiff_t>(kx) * f[kMoteFixedDilationX]) * channels, w, channels, sums);
        }
      }
      for (int32_t k = 0; k < channels; ++k) out[k] = finish(sums[k], c, k);
    }
  }
}

}  // namespace

const FixedRoutine kFixedDepthwise = MakeFixedDepthwise(Run);

}  // namespace mote::runtime
