// Fixed-point convolutions and matrix products: windows of a few pixels are put together, then each output channel's weights are multiplied
// with all of them.
#include "cpu/fixed_finish.h"
#include "cpu/fixed_window.h"

namespace mote::runtime {
namespace {

// Sums of one output channel for `Count` windows.
template <int Count>
void Products(const int8_t* const* windows, const int8_t* weights, int32_t length, uint32_t* sums) {
  uint32_t s[Count] = {};
  for (int32_t k = 0; k < length; ++k) {
    for (int p = 0; p < Count; ++p) s[p] += static_cast<uint32_t>(windows[p][k] * weights[k]);
  }
  for (int p = 0; p < Count; ++p) sums[p] = s[p];
}

template <int Count>
void Pixels(const FixedCall& call, const int8_t* const* windows, int32_t length, int8_t* out) {
  const int32_t features = call.fields[kMoteFixedOutC];
  const FixedChannels channels(call.stream, features);
  const FixedFinish finish(call.fields);
  const auto* weights = reinterpret_cast<const int8_t*>(channels.weights);
  for (int32_t o = 0; o < features; ++o, weights += length) {
    uint32_t sums[Count];
    Products<Count>(windows, weights, length, sums);
    for (int p = 0; p < Count; ++p) {
      const uint32_t sum = sums[p] + static_cast<uint32_t>(channels.start[o]);
      out[static_cast<ptrdiff_t>(p) * features + o] = finish(sum, channels, o);
    }
  }
}

void Run(const FixedCall& call) {
  const int32_t* f = call.fields;
  const int32_t height = f[kMoteFixedOutH], width = f[kMoteFixedOutW], features = f[kMoteFixedOutC];
  const auto length = static_cast<int32_t>(MoteFixedWindow(f));
  const bool direct = MoteFixedDirect(f) != 0;
  const ptrdiff_t bytes = static_cast<ptrdiff_t>(f[kMoteFixedInH]) * f[kMoteFixedInW] * f[kMoteFixedInC];  // of an image
  // may be beyond 32 bits where a row has one pixel, and is not used
  const auto pixel = static_cast<ptrdiff_t>(static_cast<size_t>(f[kMoteFixedStrideX]) * static_cast<size_t>(f[kMoteFixedInC]));
  for (uint32_t row = call.begin; row < call.end; ++row) {
    const auto y = static_cast<int32_t>(row % static_cast<uint32_t>(height));
    const int8_t* image = call.input + static_cast<ptrdiff_t>(row / static_cast<uint32_t>(height)) * bytes;
    const int8_t* line = direct ? image + static_cast<ptrdiff_t>(y) * f[kMoteFixedStrideY] * f[kMoteFixedInW] * f[kMoteFixedInC] : nullptr;
    int8_t* out = call.output + static_cast<ptrdiff_t>(row) * width * features;
    for (int32_t x = 0; x < width;) {
      const int count = width - x >= kMoteFixedPixels ? kMoteFixedPixels : 1;
      const int8_t* windows[kMoteFixedPixels];
      for (int p = 0; p < count; ++p) {
        int8_t* gathered = reinterpret_cast<int8_t*>(call.scratch) + static_cast<ptrdiff_t>(p) * length;
        if (!direct) GatherWindow(f, image, y, x + p, gathered);
        windows[p] = direct ? line + static_cast<ptrdiff_t>(x + p) * pixel : gathered;
      }
      if (count == 1) Pixels<1>(call, windows, length, out);
      else Pixels<kMoteFixedPixels>(call, windows, length, out);
      x += count, out += static_cast<ptrdiff_t>(count) * features;
    }
  }
}

}  // namespace

const FixedRoutine kFixedConvolution = MakeFixedConvolution(Run);

}  // namespace mote::runtime
