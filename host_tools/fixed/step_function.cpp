// The search: shifts are given by the size of the sums and of the slope, multipliers by the slope; the addends that agree with every step
// form an interval.
#include "fixed/step_function.h"

#include <algorithm>
#include <cmath>

namespace mote {
namespace {

constexpr int kNear = 6;        // multipliers tried on each side of the slope's own
constexpr int kPackedShift = 8; // sums of two channels in one word (select/pack_fixed.cpp)
constexpr int kMostShift = 24;  // of the finish: results of 8 bits shifted by it stay below 2^31 with room for their sum

// The last sum below a step, and what the function gives above it.
struct Rise {
  int64_t below, value;
};

// Every value between the first and the last, by bisection; jumps over several values count once for each.
std::vector<Rise> RisesOf(const StepFunction& f, int64_t least, int64_t most) {
  std::vector<Rise> rises;
  const auto clamped = [&](int64_t sum) { return std::clamp(f.value(sum), least, most); };
  const int64_t last = clamped(f.high);
  int64_t from = f.low;
  for (int64_t v = clamped(f.low) + 1; v <= last; ++v) {
    int64_t below = from, above = f.high;  // value(below) < v ≤ value(above)
    while (above - below > 1) {
      const int64_t middle = below + (above - below) / 2;
      (clamped(middle) < v ? below : above) = middle;
    }
    rises.push_back({below, v});
    from = below;
  }
  return rises;
}

class ChannelSearch {
 public:
  ChannelSearch(const StepFunction& f, int64_t least, int64_t most, const FinishLimits& limits)
      : f_(f), least_(least), most_(most), least_shift_(limits.least_shift), rises_(RisesOf(f, least, most)) {
    first_ = std::clamp(f.value(f.low), least, most);
    last_ = std::clamp(f.value(f.high), least, most);
    while (room_ < limits.most_shift && Fits(f.low, room_ + 1) && Fits(f.high, room_ + 1)) ++room_;
    // below this shift the multiplier would not fit 31 bits: slope · 2^(32 + E - s) < 2^31
    magnitude_ = f.slope > 0 ? static_cast<int>(std::floor(std::log2(f.slope))) + 1 : -64;
  }

  bool possible() const { return Fits(f_.low, 0) && Fits(f_.high, 0); }
  // The largest shift of the finish for which a multiplier fits.
  int MostShift() const { return room_ - 1 - magnitude_; }

  std::optional<FinishChannel> With(int finish_shift, bool is_signed) const {
    const int64_t one = int64_t{1} << finish_shift;
    if (rises_.empty()) return FinishChannel{0, 0, first_ * one + one / 2};  // no shift: nothing less where signed
    std::vector<int> shifts;
    const int from = std::max(least_shift_, is_signed ? 1 : 0);
    for (int shift = std::max(from, 1 + finish_shift + magnitude_); shift <= room_; ++shift) shifts.push_back(shift);
    std::stable_partition(shifts.begin(), shifts.end(), [](int shift) { return shift >= kPackedShift; });
    for (const int shift : shifts) {
      const double exact = std::ldexp(f_.slope, 32 + finish_shift - shift);
      const auto middle = static_cast<int64_t>(std::llround(exact));
      for (int n = 0; n <= 2 * kNear; ++n) {
        const int64_t multiplier = middle + (n % 2 == 0 ? n / 2 : -(n + 1) / 2);
        if (multiplier < 1 || multiplier > INT32_MAX) continue;
        if (const auto addend = Addend({shift, multiplier, is_signed}, one)) return FinishChannel{shift, multiplier, *addend};
      }
    }
    return std::nullopt;
  }

 private:
  static bool Fits(int64_t sum, int shift) { return sum >= -(INT64_C(0x80000000) >> shift) && sum <= INT64_C(0x7fffffff) >> shift; }
  struct Form {
    int shift;
    int64_t multiplier;
    bool is_signed;

    int64_t At(int64_t sum) const {
      const int64_t high = ((sum * (int64_t{1} << shift)) * multiplier) >> 32;
      return is_signed && sum < 0 ? high - (int64_t{1} << (shift - 1)) : high;
    }
  };

  std::optional<int64_t> Addend(const Form& form, int64_t one) const {
    const int64_t lowest = form.At(f_.low), highest = form.At(f_.high);
    int64_t from = INT32_MIN - std::min<int64_t>(lowest, 0), to = INT32_MAX - std::max<int64_t>(highest, 0);
    if (first_ > least_) from = std::max(from, first_ * one - lowest);
    if (last_ < most_) to = std::min(to, (last_ + 1) * one - 1 - highest);
    for (const Rise& rise : rises_) {
      from = std::max(from, rise.value * one - form.At(rise.below + 1));
      to = std::min(to, rise.value * one - 1 - form.At(rise.below));
      if (from > to) return std::nullopt;
    }
    return from <= to ? std::optional(from + (to - from) / 2) : std::nullopt;
  }

  const StepFunction& f_;
  const int64_t least_, most_;
  const int least_shift_;
  const std::vector<Rise> rises_;
  int64_t first_ = 0, last_ = 0;
  int room_ = 0, magnitude_ = 0;
};

}  // namespace

std::optional<Finish> FindFinish(const std::vector<StepFunction>& channels, int64_t least, int64_t most, const FinishLimits& limits) {
  std::vector<ChannelSearch> searches;
  int shift = kMostShift;
  for (const StepFunction& f : channels) {
    if (f.low > f.high || f.low < INT32_MIN || f.high > INT32_MAX) return std::nullopt;
    searches.emplace_back(f, least, most, limits);
    shift = std::min(shift, searches.back().MostShift());
  }
  const int from = limits.last_shift.value_or(shift), to = limits.last_shift.value_or(std::max(0, shift - 6));
  if (from > shift) return std::nullopt;
  for (const bool is_signed : {false, true}) {
    if (is_signed && !limits.starts) break;
    for (int s = from; s >= to; --s) {
      Finish finish{s, is_signed, {}};
      for (const ChannelSearch& search : searches) {
        const auto channel = search.With(s, is_signed);
        if (!channel) break;
        finish.channels.push_back(*channel);
      }
      if (finish.channels.size() == channels.size()) return finish;
    }
  }
  return std::nullopt;
}

}  // namespace mote
