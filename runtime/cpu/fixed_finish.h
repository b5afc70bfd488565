// The finish of a fixed-point sum (schema/fixed_layout.h) and the constants that it takes.
#ifndef MOTE_CPU_FIXED_FINISH_H_
#define MOTE_CPU_FIXED_FINISH_H_

#include "core/fixed.h"

namespace mote::runtime {

// The arrays at the beginning of a stream, for kMoteFixedSigned of a product, else 0.
struct FixedChannels {
  const int32_t *start, *multiplier, *addend;  // start: null where sums begin with 0
  const uint8_t *shift, *weights;

  FixedChannels(const uint8_t* stream, int32_t channels, int32_t starts)
      : start(starts == kMoteFixedNoStarts ? nullptr : reinterpret_cast<const int32_t*>(stream)),
        multiplier(reinterpret_cast<const int32_t*>(stream) + (start == nullptr ? 0 : channels)), addend(multiplier + channels),
        shift(reinterpret_cast<const uint8_t*>(addend + channels)), weights(stream + MoteFixedWeightsAt(channels, starts)) {}
  uint32_t Start(int32_t channel) const { return start == nullptr ? 0 : static_cast<uint32_t>(start[channel]); }
  int32_t Shift(int32_t channel) const { return shift[channel] & 31; }
};

// The upper half of a product. Armv6-M has none of it, and libgcc's multiplies 64 bits by 64.
inline uint32_t HighHalf(int32_t a, int32_t b) {
#if defined(__ARM_ARCH_6M__) || defined(__ARM_ARCH_8M_BASE__)
  const uint32_t a_low = static_cast<uint32_t>(a) & 0xffff, b_low = static_cast<uint32_t>(b) & 0xffff;
  const int32_t a_high = a >> 16, b_high = b >> 16;
  const int32_t cross = static_cast<int32_t>(static_cast<uint32_t>(a_high) * b_low + (a_low * b_low >> 16));
  const auto other = static_cast<int32_t>(a_low * static_cast<uint32_t>(b_high) + (static_cast<uint32_t>(cross) & 0xffff));
  const uint32_t highest = static_cast<uint32_t>(a_high) * static_cast<uint32_t>(b_high);
  return highest + static_cast<uint32_t>(cross >> 16) + static_cast<uint32_t>(other >> 16);
#else
  return static_cast<uint32_t>(static_cast<uint64_t>(static_cast<int64_t>(a) * b) >> 32);
#endif
}

struct FixedFinish {
  int32_t shift, low, high;
  bool is_signed;

  explicit FixedFinish(const int32_t* f)
      : shift(f[kMoteFixedShift]), low(f[kMoteFixedLow]), high(f[kMoteFixedHigh]), is_signed(f[kMoteFixedSigned] == 1) {}

  int8_t Clamped(int32_t value) const { return static_cast<int8_t>(value < low ? low : value > high ? high : value); }
  int8_t operator()(uint32_t sum, const FixedChannels& c, int32_t channel) const {
    const int32_t by = c.Shift(channel);
    const uint32_t high_half = HighHalf(static_cast<int32_t>(sum << by), c.multiplier[channel]);
    uint32_t value = high_half + static_cast<uint32_t>(c.addend[channel]);
    if (is_signed && static_cast<int32_t>(sum) < 0) value -= (uint32_t{1} << by) >> 1;
    return Clamped(static_cast<int32_t>(value) >> shift);
  }
};

// Sums of products of `Count` pixels with `count` channels from `first` on, sums[p + Count·c], to which the channels' starts come. out: all
// channels of the first pixel, the others follow. A function of its own: it wants all registers.
template <int Count, bool Signed>
[[gnu::noinline]] void FinishSums(const int32_t* f, const uint8_t* stream, const uint32_t* sums, int32_t first, int32_t count,
                                  int8_t* out) {
  const int32_t features = f[kMoteFixedOutC], last_shift = f[kMoteFixedShift], low = f[kMoteFixedLow], high = f[kMoteFixedHigh];
  const FixedChannels channels(stream, features, f[kMoteFixedSigned]);
  out += first;
  for (int32_t c = first; c < first + count; ++c, ++out, sums += Count) {
    const int32_t m = channels.multiplier[c], a = channels.addend[c], by = channels.Shift(c);
    const uint32_t from = channels.Start(c), half = (uint32_t{1} << by) >> 1;
    for (int p = 0; p < Count; ++p) {
      const uint32_t sum = sums[p] + from;
      uint32_t value = HighHalf(static_cast<int32_t>(sum << by), m) + static_cast<uint32_t>(a);
      if (Signed) value -= half & static_cast<uint32_t>(static_cast<int32_t>(sum) >> 31);
      int32_t byte = static_cast<int32_t>(value) >> last_shift;
      if (byte < low) byte = low;
      if (byte > high) byte = high;
      out[p * features] = static_cast<int8_t>(byte);
    }
  }
}

}  // namespace mote::runtime

#endif
