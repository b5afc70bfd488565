// The finish of a fixed-point sum (schema/fixed_layout.h) and the constants that it takes.
#ifndef MOTE_CPU_FIXED_FINISH_H_
#define MOTE_CPU_FIXED_FINISH_H_

#include "core/fixed.h"

namespace mote::runtime {

// The arrays at the beginning of a stream.
struct FixedChannels {
  const int32_t *start, *multiplier, *addend;
  const uint8_t *shift, *weights;

  FixedChannels(const uint8_t* stream, int32_t channels)
      : start(reinterpret_cast<const int32_t*>(stream)), multiplier(start + channels), addend(multiplier + channels),
        shift(reinterpret_cast<const uint8_t*>(addend + channels)), weights(stream + MoteFixedWeightsAt(channels)) {}
};

struct FixedFinish {
  int32_t shift, low, high;
  bool is_signed;

  explicit FixedFinish(const int32_t* f)
      : shift(f[kMoteFixedShift]), low(f[kMoteFixedLow]), high(f[kMoteFixedHigh]), is_signed(f[kMoteFixedSigned] != 0) {}

  int8_t Clamped(int32_t value) const { return static_cast<int8_t>(value < low ? low : value > high ? high : value); }
  int8_t operator()(uint32_t sum, const FixedChannels& c, int32_t channel) const {
    const auto scaled = static_cast<int64_t>(static_cast<int32_t>(sum << (c.shift[channel] & 31))) * c.multiplier[channel];
    const uint32_t high_half = static_cast<uint32_t>(static_cast<uint64_t>(scaled) >> 32);
    uint32_t value = high_half + static_cast<uint32_t>(c.addend[channel]);
    if (is_signed && static_cast<int32_t>(sum) < 0) value -= (uint32_t{1} << (c.shift[channel] & 31)) >> 1;
    return Clamped(static_cast<int32_t>(value) >> shift);
  }
};

}  // namespace mote::runtime

#endif
