// 3 by 3 convolutions of each channel by itself, four channels at a time: their bytes become planes, padded, which are computed one by one.
#include "core/fixed.h"
#include "cpu/arm_dsp/dsp_functions.h"

namespace mote::runtime {
namespace {

void Run(const FixedCall& call) {
  const int32_t* f = call.fields;
  const auto channels = static_cast<uint32_t>(f[kMoteFixedOutC]), height = static_cast<uint32_t>(f[kMoteFixedOutH]);
  const auto pitch = static_cast<uint32_t>(MotePlanesPitch(f)), plane = static_cast<uint32_t>(MotePlanesPlane(f));
  const auto above = static_cast<uint32_t>(f[kMoteFixedPadY]), left = static_cast<uint32_t>(f[kMoteFixedPadX]);
  const uint32_t rows = height + 2, columns = static_cast<uint32_t>(f[kMoteFixedOutW]), byte = static_cast<uint8_t>(f[kMoteFixedPadValue]);
  const auto least = [](int32_t a, uint32_t b) { return static_cast<uint32_t>(a) < b ? static_cast<uint32_t>(a) : b; };
  MotePlanes in = {least(f[kMoteFixedInW], columns + 2 - left), least(f[kMoteFixedInH], rows - above), channels,
                   static_cast<uint32_t>(f[kMoteFixedInW]) * channels, plane, pitch, left, byte * 0x01010101};
  MotePlanes out = {columns, height, channels, columns * channels, plane, pitch, 0, 0};
  auto* const first = reinterpret_cast<int8_t*>(call.scratch);
  const int32_t low = f[kMoteFixedLow], high = f[kMoteFixedHigh];
  const uint32_t fours = channels / kMotePlanesTogether, end = call.end * fours / height;
  for (uint32_t four = call.begin * fours / height; four < end; ++four) {
    const uint32_t channel = four * kMotePlanesTogether;
    mote_dsp_planes_in(call.input + channel, first + above * pitch, &in);
    const auto* stream = reinterpret_cast<const uint32_t*>(call.stream) + channel * kMotePlanesWords;
    int8_t* at = first;
    for (uint32_t k = 0; k < kMotePlanesTogether; ++k, at += plane, stream += kMotePlanesWords) {
      const uint32_t inside = above + in.rows;
      if (above != 0) __builtin_memset(at, static_cast<int>(byte), pitch);
      __builtin_memset(at + inside * pitch, static_cast<int>(byte), (rows - inside) * pitch);
      mote_dsp_plane(stream, at, pitch, rows, pitch / 2 - 1);
      if (low != -128 || high != 127) mote_dsp_clamp(at + 2 * pitch, height * pitch, low, high);
    }
    mote_dsp_planes_out(first + 2 * pitch, call.output + channel, &out);
  }
}

}  // namespace

const FixedRoutine kFixedDepthwisePlanes = MakeFixedDepthwisePlanes(Run);

}  // namespace mote::runtime
