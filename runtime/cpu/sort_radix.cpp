// From the lowest digit up, each pass stable. Digits that are the same everywhere are passed over: short keys take fewer.
#include "cpu/sort_radix.h"

namespace mote::runtime {
namespace {
constexpr uint32_t kDigits = 3, kBits = 11, kValues = 1u << kBits;
uint32_t DigitOf(uint64_t word, uint32_t digit) { return static_cast<uint32_t>(word >> (32 + kBits * digit)) & (kValues - 1); }
}  // namespace

uint64_t* RadixSort(uint64_t* words, uint64_t* spare, uint32_t n) {
  uint32_t counts[kDigits][kValues] = {};
  for (uint32_t i = 0; i < n; ++i) {
    for (uint32_t digit = 0; digit < kDigits; ++digit) ++counts[digit][DigitOf(words[i], digit)];
  }
  for (uint32_t digit = 0; n != 0 && digit < kDigits; ++digit) {
    uint32_t* const places = counts[digit];
    if (places[DigitOf(words[0], digit)] == n) continue;
    for (uint32_t value = 0, sum = 0; value < kValues; ++value) {
      const uint32_t count = places[value];
      places[value] = sum;
      sum += count;
    }
    for (uint32_t i = 0; i < n; ++i) {
      const uint64_t word = words[i];
      spare[places[DigitOf(word, digit)]++] = word;
    }
    uint64_t* const sorted = spare;
    spare = words;
    words = sorted;
  }
  return words;
}

}  // namespace mote::runtime
