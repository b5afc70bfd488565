// What runtime/cpu/arm_dsp's assembly of planes does with a stream, in its order of words and in 32 bits that wrap, by plain arithmetic.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "schema/fixed_layout.h"

namespace mote::test {

inline std::vector<int8_t> PlanesReference(const std::vector<int32_t>& f, const std::vector<uint32_t>& stream,
                                           const std::vector<int8_t>& input) {
  const int32_t h = f[kMoteFixedInH], w = f[kMoteFixedInW], channels = f[kMoteFixedInC];
  std::vector<int8_t> out;
  for (int32_t y = 0; y < f[kMoteFixedOutH]; ++y) {
    for (int32_t x = 0; x < f[kMoteFixedOutW]; ++x) {
      for (int32_t c = 0; c < channels; ++c) {
        const uint32_t* words = stream.data() + 8 * c;
        const auto low = [&](int32_t word) { return static_cast<int16_t>(words[word]); };
        const auto high = [&](int32_t word) { return static_cast<int16_t>(words[word] >> 16); };
        const int32_t weights[9] = {low(0), low(3), high(0), low(1), high(3), high(1), low(2), low(4), high(2)};
        uint32_t sum = words[5];
        for (int32_t k = 0; k < 9; ++k) {
          const int32_t row = y - f[kMoteFixedPadY] + k / 3, column = x - f[kMoteFixedPadX] + k % 3;
          const bool inside = row >= 0 && row < h && column >= 0 && column < w;
          const int32_t value = inside ? input[static_cast<size_t>((row * w + column) * channels + c)] : f[kMoteFixedPadValue];
          sum += static_cast<uint32_t>(weights[k] * value);
        }
        const int64_t product = static_cast<int64_t>(static_cast<int32_t>(sum)) * static_cast<int32_t>(words[6]);
        const auto value = static_cast<int32_t>(static_cast<uint32_t>(product >> 32) + words[7]);
        out.push_back(static_cast<int8_t>(std::clamp(value >> kMotePlanesShift, f[kMoteFixedLow], f[kMoteFixedHigh])));
      }
    }
  }
  return out;
}

}  // namespace mote::test
