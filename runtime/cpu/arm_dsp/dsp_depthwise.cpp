// 3 by 3 convolutions of each channel by itself, in Arm's DSP instructions: the nine positions of a window are pointers, those outside the
// input point to padding.
#include "core/fixed.h"
#include "cpu/arm_dsp/dsp_functions.h"

namespace mote::runtime {
namespace {

using Depthwise = decltype(mote_dsp_depthwise);
constexpr int32_t kTaps = 3;

// Where each position of the window at (top, left) lies, in the input or in `padding`, less `offset`. Whether all lie in the input.
bool PlaceTaps(const int32_t* f, const int8_t* image, int32_t top, int32_t left, const int8_t* padding, const int8_t** taps) {
  const int32_t channels = f[kMoteFixedInC];
  bool whole = true;
  for (int32_t ky = 0; ky < kTaps; ++ky) {
    const int32_t y = top + ky * f[kMoteFixedDilationY];
    for (int32_t kx = 0; kx < kTaps; ++kx) {
      const int32_t x = left + kx * f[kMoteFixedDilationX];
      const bool inside = y >= 0 && y < f[kMoteFixedInH] && x >= 0 && x < f[kMoteFixedInW];
      whole = whole && inside;
      *taps++ = inside ? image + (static_cast<ptrdiff_t>(y) * f[kMoteFixedInW] + x) * channels : padding;
    }
  }
  return whole;
}

void Run(const FixedCall& call, Depthwise depthwise) {
  const int32_t* f = call.fields;
  const int32_t channels = f[kMoteFixedOutC], width = f[kMoteFixedOutW];
  const auto height = static_cast<uint32_t>(f[kMoteFixedOutH]);
  const auto* stream = reinterpret_cast<const uint32_t*>(call.stream);
  auto* padding = reinterpret_cast<int8_t*>(call.scratch);
  __builtin_memset(padding, f[kMoteFixedPadValue], static_cast<size_t>(channels));
  const ptrdiff_t step = static_cast<ptrdiff_t>(f[kMoteFixedStrideX]) * channels;
  const uint32_t fours = static_cast<uint32_t>(channels) / 4;
  const bool last = channels % 4 != 0;
  int8_t* out = call.output + static_cast<ptrdiff_t>(call.begin) * width * channels;
  for (uint32_t row = call.begin; row < call.end; ++row) {
    const int8_t* image = call.input + static_cast<ptrdiff_t>(row / height) * f[kMoteFixedInH] * f[kMoteFixedInW] * channels;
    const int32_t top = static_cast<int32_t>(row % height) * f[kMoteFixedStrideY] - f[kMoteFixedPadY];
    const int8_t* taps[kTaps * kTaps];
    int8_t* const start = out;
    bool whole = false;
    ptrdiff_t offset = 0;  // of this pixel's window from that which the pointers were made for
    for (int32_t x = 0; x < width; ++x, out += channels) {
      const int32_t left = x * f[kMoteFixedStrideX] - f[kMoteFixedPadX];
      if (whole && left + (kTaps - 1) * f[kMoteFixedDilationX] < f[kMoteFixedInW]) offset += step;
      else offset = 0, whole = PlaceTaps(f, image, top, left, padding, taps);
      const uint32_t* rest = depthwise(stream, taps, offset, out, fours, f[kMoteFixedShift]);
      if (last) depthwise(rest, taps, offset + channels - 4, out + channels - 4, 1, f[kMoteFixedShift]);
    }
    const int32_t low = f[kMoteFixedLow], high = f[kMoteFixedHigh];
    if (low != -128 || high != 127) mote_dsp_clamp(start, static_cast<uint32_t>(width * channels), low, high);
  }
}

void Unsigned(const FixedCall& call) { Run(call, mote_dsp_depthwise); }
void Signed(const FixedCall& call) { Run(call, mote_dsp_depthwise_signed); }

}  // namespace

const FixedRoutine kFixedDepthwiseDsp = MakeFixedDepthwiseDsp(Unsigned);
const FixedRoutine kFixedDepthwiseDspSigned = MakeFixedDepthwiseDspSigned(Signed);

}  // namespace mote::runtime
