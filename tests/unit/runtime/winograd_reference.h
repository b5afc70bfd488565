// What runtime/cpu/arm_dsp's Winograd assembly does with a stream, in its own order of words and in 32 bits that wrap, by plain arithmetic.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "schema/fixed_layout.h"

namespace mote::test {

class WinogradReference {
 public:
  WinogradReference(const std::vector<int32_t>& fields, const std::vector<uint32_t>& stream, const std::vector<int8_t>& input)
      : f_(fields), stream_(stream), input_(input) {}

  std::vector<int8_t> Run() {
    const int32_t height = f_[kMoteFixedOutH], width = f_[kMoteFixedOutW], channels = f_[kMoteFixedOutC];
    out_.resize(static_cast<size_t>(f_[kMoteFixedBatch] * height * width * channels));
    for (int32_t n = 0; n < f_[kMoteFixedBatch]; ++n) {
      for (int32_t y = 0; y < height; y += 2) {
        for (int32_t x = 0; x < width; x += 2) {
          word_ = stream_.data();
          tile_.clear();
          for (int position = 0; position < 16; ++position) {
            for (int32_t i = 0; i < f_[kMoteFixedInC]; ++i) tile_.push_back(Transformed(n, y, x, i, position));
          }
          for (int32_t o = 0; o < channels; o += 2) Pair(n, y, x, o);
          if (word_ != stream_.data() + stream_.size()) return {};  // of another length
        }
      }
    }
    return out_;
  }

 private:
  int32_t Input(int32_t n, int32_t y, int32_t x, int32_t channel) const {
    const int32_t h = f_[kMoteFixedInH], w = f_[kMoteFixedInW], row = y - f_[kMoteFixedPadY], column = x - f_[kMoteFixedPadX];
    if (row < 0 || row >= h || column < 0 || column >= w) return f_[kMoteFixedPadValue];
    return input_[static_cast<size_t>(((n * h + row) * w + column) * f_[kMoteFixedInC] + channel)];
  }
  // Of a tile of inputs: B^T d B at a position.
  int32_t Transformed(int32_t n, int32_t y, int32_t x, int32_t channel, int position) const {
    static const int kB[4][4] = {{1, 0, -1, 0}, {0, 1, 1, 0}, {0, -1, 1, 0}, {0, 1, 0, -1}};
    int32_t sum = 0;
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j < 4; ++j) sum += kB[position / 4][i] * kB[position % 4][j] * Input(n, y + i, x + j, channel);
    }
    return sum;
  }
  void Pair(int32_t n, int32_t y, int32_t x, int32_t first) {
    static const int kA[2][4] = {{1, 1, 1, 0}, {0, 1, -1, -1}};
    uint32_t sums[2][16] = {};
    for (int position = 0; position < 16; ++position) {
      for (int32_t i = 0; i < f_[kMoteFixedInC]; i += 4) {
        for (uint32_t(&of)[16] : sums) {
          for (int32_t odd = 0; odd < 2; ++odd) {
            const uint32_t word = *word_++;
            const int32_t* inputs = tile_.data() + position * f_[kMoteFixedInC] + i + odd;
            of[position] += static_cast<uint32_t>(static_cast<int16_t>(word) * inputs[0] + static_cast<int16_t>(word >> 16) * inputs[2]);
          }
        }
      }
    }
    for (int32_t o = 0; o < 2; ++o) {
      const uint32_t start = *word_++, multiplier = *word_++, addend = *word_++, half = f_[kMoteFixedSigned] != 0 ? *word_++ : 0;
      for (int p = 0; p < 4; ++p) {
        uint32_t sum = start;
        for (int position = 0; position < 16; ++position) {
          sum += static_cast<uint32_t>(kA[p / 2][position / 4] * kA[p % 2][position % 4]) * sums[o][position];
        }
        const int64_t product = static_cast<int64_t>(static_cast<int32_t>(sum)) * static_cast<int32_t>(multiplier);
        uint32_t value = static_cast<uint32_t>(product >> 32) + addend;
        if (static_cast<int32_t>(sum) < 0) value -= half;
        const int32_t row = y + p / 2, column = x + p % 2;
        if (row >= f_[kMoteFixedOutH] || column >= f_[kMoteFixedOutW]) continue;
        const int32_t at = ((n * f_[kMoteFixedOutH] + row) * f_[kMoteFixedOutW] + column) * f_[kMoteFixedOutC] + first + o;
        out_[static_cast<size_t>(at)] = static_cast<int8_t>(
            std::clamp(static_cast<int32_t>(value) >> f_[kMoteFixedShift], f_[kMoteFixedLow], f_[kMoteFixedHigh]));
      }
    }
  }

  const std::vector<int32_t>& f_;
  const std::vector<uint32_t>& stream_;
  const std::vector<int8_t>& input_;
  const uint32_t* word_ = nullptr;
  std::vector<int32_t> tile_;  // transformed, by position and channel
  std::vector<int8_t> out_;
};

}  // namespace mote::test
