// 3 by 3 convolutions of each channel by itself, in Arm's DSP instructions: the nine positions of a window are pointers, those outside the
// input point to padding.
#include "core/fixed.h"
#include "cpu/arm_dsp/dsp_functions.h"

namespace mote::runtime {
namespace {

using Depthwise = decltype(mote_dsp_depthwise);
constexpr int32_t kTaps = 3;

// The nine positions of the windows of a row of pixels.
class Taps {
 public:
  Taps(const int32_t* f, const int8_t* image, int32_t top, const int8_t* padding) : f_(f), padding_(padding) {
    for (int32_t ky = 0; ky < kTaps; ++ky) {
      const int32_t y = top + ky * f[kMoteFixedDilationY];
      const bool outside = y < 0 || y >= f[kMoteFixedInH];
      outside_ = outside_ || outside;
      lines_[ky] = outside ? nullptr : image + static_cast<ptrdiff_t>(y) * f[kMoteFixedInW] * f[kMoteFixedInC];
    }
  }
  // For the pixel whose window begins at column `left`.
  void Place(int32_t left) {
    offset = 0;
    for (int32_t kx = 0; kx < kTaps; ++kx) {
      const int32_t x = left + kx * f_[kMoteFixedDilationX];
      const bool inside = x >= 0 && x < f_[kMoteFixedInW];
      for (int32_t ky = 0; ky < kTaps; ++ky) {
        at[kTaps * ky + kx] = inside && lines_[ky] != nullptr ? lines_[ky] + x * f_[kMoteFixedInC] : padding_;
      }
    }
  }
  // The window moves within the columns: what is padding stays.
  void Move(ptrdiff_t step) {
    offset += step;
    for (int32_t ky = 0; outside_ && ky < kTaps; ++ky) {
      if (lines_[ky] == nullptr) at[3 * ky] -= step, at[3 * ky + 1] -= step, at[3 * ky + 2] -= step;
    }
  }

  const int8_t* at[kTaps * kTaps];  // less `offset`
  ptrdiff_t offset = 0;

 private:
  const int32_t* f_;
  bool outside_ = false;
  const int8_t *padding_, *lines_[kTaps];  // null: outside
};

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
    Taps taps(f, image, top, padding);
    int8_t* const start = out;
    for (int32_t x = 0; x < width; ++x, out += channels) {
      const int32_t left = x * f[kMoteFixedStrideX] - f[kMoteFixedPadX];
      if (left - f[kMoteFixedStrideX] >= 0 && x != 0 && left + (kTaps - 1) * f[kMoteFixedDilationX] < f[kMoteFixedInW]) taps.Move(step);
      else taps.Place(left);
      const uint32_t* rest = depthwise(stream, taps.at, taps.offset, out, fours, f[kMoteFixedShift]);
      if (last) depthwise(rest, taps.at, taps.offset + channels - 4, out + channels - 4, 1, f[kMoteFixedShift]);
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
