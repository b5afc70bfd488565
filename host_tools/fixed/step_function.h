// FindFinish: the device's way to requantize a sum (schema/fixed_layout.h), proven equal to an exact function of it. A requantization is a
// monotone step function of the sum: whoever agrees with it on both sides of every step agrees everywhere.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace mote {

// The sums that can occur, and what becomes of each: not falling, from -128 to 127.
struct StepFunction {
  int64_t low = 0, high = 0;
  double slope = 0;  // of the real function that it rounds
  std::function<int64_t(int64_t sum)> value;
};

// clamp(((sum << shift) · multiplier >> 32) + addend - (2^(shift - 1) where the sum is negative and the finish signed) >> Finish::shift).
struct FinishChannel {
  int64_t shift = 0, multiplier = 0, addend = 0;
};
struct Finish {
  int64_t shift = 0;
  bool is_signed = false;
  std::vector<FinishChannel> channels;
};

// Of a finish: what channels are shifted by, those that are constants by 0; its last shift, any unless told; whether
// sums have starts, without which no finish is signed.
struct FinishLimits {
  int most_shift = 30, least_shift = 0;
  std::optional<int> last_shift = std::nullopt;
  bool starts = true;
};

// One shift for all channels, signed for all or for none; nothing where some channel has no such form. Results are clamped to [least, most]
// afterwards.
std::optional<Finish> FindFinish(const std::vector<StepFunction>& channels, int64_t least, int64_t most, const FinishLimits& limits = {});

}  // namespace mote
