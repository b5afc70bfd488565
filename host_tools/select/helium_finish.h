// FindHeliumFinish: the finish of Helium rows (schema/fixed_layout_helium.h), proven equal to that of a plain step for every sum that can
// occur. Both are step functions that do not fall: they are equal where they agree on both sides of every step.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace mote {

// A channel of a plain step. `low` and `high`: the least and largest sum of its products, without `start`.
struct PlainChannel {
  int64_t low = 0, high = 0, start = 0, multiplier = 0, addend = 0, shift = 0;
};
// What a plain step says of all channels (MoteFixedField).
struct PlainFinish {
  int64_t shift = 0, low = -128, high = 127;
  bool is_signed = false;
};

struct HeliumChannel {
  int64_t left = 0, start = 0, multiplier = 0;
  int64_t border = 0, below = 0;  // signed: shifted sums less than `border` start with `below`
  bool constant = false;          // its weights are to be 0
};
struct HeliumFinish {
  int64_t shift = 0;
  bool is_signed = false;
  std::vector<HeliumChannel> channels;
};

// Nothing where some channel has no such form.
std::optional<HeliumFinish> FindHeliumFinish(const PlainFinish& plain, std::span<const PlainChannel> channels);
// Of depthwise rows: the shift is the least, sums are shifted and added to modulo 2^32; unsigned, one `left` is that of all channels.
std::optional<HeliumFinish> FindHeliumDepthwiseFinish(const PlainFinish& plain, std::span<const PlainChannel> channels);

}  // namespace mote
