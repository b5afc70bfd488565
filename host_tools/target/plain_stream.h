// What packers and proofs read, the stream of a plain step, and the words that packers write.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "schema/fixed_layout.h"

namespace mote {

// Little-endian words, and bytes.
class Words {
 public:
  void AddByte(int64_t byte) { bytes_.push_back(static_cast<uint8_t>(byte)); }
  void Add(int64_t word) {
    const auto bits = static_cast<uint32_t>(word);
    for (int shift = 0; shift < 32; shift += 8) bytes_.push_back(static_cast<uint8_t>(bits >> shift));
  }
  std::vector<uint8_t> Take() { return std::move(bytes_); }

 private:
  std::vector<uint8_t> bytes_;
};

// The arrays of a plain stream, of which no start is left out.
class PlainStream {
 public:
  PlainStream(std::span<const uint8_t> stream, int64_t channels, int64_t window) : stream_(stream), channels_(channels), window_(window) {}

  int64_t start(int64_t channel) const { return Word(channel); }
  int64_t multiplier(int64_t channel) const { return Word(channels_ + channel); }
  int64_t addend(int64_t channel) const { return Word(2 * channels_ + channel); }
  int64_t shift(int64_t channel) const { return Byte(12 * channels_ + channel); }
  int64_t weight(int64_t number) const { return static_cast<int8_t>(Byte(MoteFixedWeightsAt(channels_, 0) + number)); }
  // Of a convolution; 0 beyond the window.
  int64_t weight(int64_t channel, int64_t position) const { return position < window_ ? weight(channel * window_ + position) : 0; }
  int64_t window() const { return window_; }

 private:
  uint8_t Byte(int64_t at) const { return stream_[static_cast<size_t>(at)]; }
  int64_t Word(int64_t at) const {
    uint32_t bits = 0;
    for (int64_t k = 0; k < 4; ++k) bits |= static_cast<uint32_t>(Byte(4 * at + k)) << (8 * k);
    return static_cast<int32_t>(bits);
  }

  const std::span<const uint8_t> stream_;
  const int64_t channels_, window_;
};

}  // namespace mote
