// Steps of the plain finish are found once; then each step bounds `start` from both sides.
#include "select/helium_finish.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "schema/fixed_layout.h"

namespace mote {
namespace {

using Wide = __int128;

constexpr int64_t kLargest = std::numeric_limits<int32_t>::max(), kSmallest = std::numeric_limits<int32_t>::min();
constexpr int64_t kMostLeft = 24, kMostShift = 22;
constexpr int64_t kMultipliersTried = 64;  // on either side

bool Fits(Wide value) { return value >= kSmallest && value <= kLargest; }

// Of a sum of products.
int64_t Plain(const PlainFinish& f, const PlainChannel& c, int64_t products) {
  const int64_t sum = products + c.start;
  int64_t value = static_cast<int64_t>((static_cast<Wide>(sum) << c.shift) * c.multiplier >> 32) + c.addend;
  if (f.is_signed && sum < 0) value -= (int64_t{1} << c.shift) >> 1;
  return std::clamp(value >> f.shift, f.low, f.high);
}

// The sums at which a channel's results grow: at[i] is the least with a result of first + i + 1 or more. Only between `low` and `high` need
// sums be told apart: what lies beyond them is clamped.
struct Steps {
  int64_t first = 0, low = 0, high = 0;
  bool least = false, most = false;  // whether the first result is that of the clamp, and the last
  double slope = 0;        // results for each 1 of the sum
  double zero = 0;         // the sum whose result is 0
  std::vector<int64_t> at;
};

Steps StepsOf(const PlainFinish& f, const PlainChannel& c) {
  Steps steps;
  steps.first = Plain(f, c, c.low);
  steps.slope = std::ldexp(static_cast<double>(c.multiplier), static_cast<int>(c.shift - 32 - f.shift));
  steps.zero = -static_cast<double>(c.start) - std::ldexp(static_cast<double>(c.addend), static_cast<int>(-f.shift)) / steps.slope;
  const int64_t last = Plain(f, c, c.high);
  int64_t below = c.low;  // a sum in front of the next step
  for (int64_t result = steps.first + 1; result <= last; ++result) {
    int64_t above = c.high;
    const double guess = steps.zero + static_cast<double>(result) / steps.slope;
    if (guess > static_cast<double>(below) + 2 && guess < static_cast<double>(above) - 2) {
      const auto near = static_cast<int64_t>(guess);
      if (Plain(f, c, near + 2) >= result) above = near + 2;
      if (Plain(f, c, near - 2) < result) below = near - 2;
    }
    while (above - below > 1) {
      const int64_t middle = below + (above - below) / 2;
      if (Plain(f, c, middle) >= result) above = middle;
      else below = middle;
    }
    steps.at.push_back(above);
    below = above - 1;
  }
  if (steps.at.empty()) return steps;
  steps.least = steps.first == f.low, steps.most = last == f.high;
  steps.low = steps.least ? steps.at.front() - 1 : c.low;
  steps.high = steps.most ? steps.at.back() : c.high;
  return steps;
}

// What `start` may be.
struct Interval {
  Wide least = kSmallest, most = kLargest;
  void AtLeast(Wide value) { least = std::max(least, value); }
  void AtMost(Wide value) { most = std::min(most, value); }
  bool empty() const { return least > most; }
  int64_t middle() const { return static_cast<int64_t>(least + (most - least) / 2); }
};

struct Form {
  int64_t left = 0, shift = 0;
  bool wraps = false, is_signed = false;
};

// The starts of a channel for this multiplier: nothing, or such as are right for every sum.
std::optional<HeliumChannel> StartFor(const PlainChannel& c, const Steps& steps, const Form& form, int64_t multiplier) {
  Interval sides[2];  // of sums below the border, and of others
  const auto side = [&](int64_t sum) -> Interval& { return sides[!form.is_signed || sum + c.start >= 0 ? 1 : 0]; };
  const auto shifted = [&](int64_t sum) { return static_cast<Wide>(sum) << form.left; };
  const auto least = [&](int64_t result) {  // of what is multiplied
    const Wide product = static_cast<Wide>(result) * (Wide{1} << (31 + form.shift));
    return product >= 0 ? (product + multiplier - 1) / multiplier : -(-product / multiplier);  // rounded up
  };
  if (form.wraps && form.is_signed && (!Fits(shifted(c.low)) || !Fits(shifted(c.high)))) return std::nullopt;  // they are compared
  int64_t result = steps.first;
  if (!steps.least) side(steps.low).AtLeast(least(result) - shifted(steps.low));
  for (const int64_t at : steps.at) {
    ++result;
    side(at).AtLeast(least(result) - shifted(at)), side(at - 1).AtMost(least(result) - 1 - shifted(at - 1));
  }
  if (!steps.most) side(steps.high).AtMost(least(result + 1) - 1 - shifted(steps.high));
  // What may not saturate, or wrap.
  const int64_t low = form.wraps ? c.low : steps.low, high = form.wraps ? c.high : steps.high;
  if (!form.wraps && (!Fits(shifted(low)) || !Fits(shifted(high)))) return std::nullopt;
  side(low).AtLeast(kSmallest - shifted(low)), side(high).AtMost(kLargest - shifted(high));
  if (!form.is_signed) sides[0] = sides[1];
  if (sides[0].empty() || sides[1].empty()) return std::nullopt;
  // Both as near to each other as may be.
  Interval both = sides[0];
  both.AtLeast(sides[1].least), both.AtMost(sides[1].most);
  HeliumChannel found = {form.left, both.middle(), multiplier, 0, both.middle(), false};
  if (both.empty()) {
    const bool less = sides[0].most < sides[1].least;
    found.below = static_cast<int64_t>(less ? sides[0].most : sides[0].least);
    found.start = static_cast<int64_t>(less ? sides[1].least : sides[1].most);
  }
  if (!form.is_signed) return found;
  found.border = static_cast<int64_t>(std::clamp<Wide>(shifted(-c.start), kSmallest, kLargest));
  // the first sum from the border on is no less than the last one in front of it
  if (found.below - found.start > int64_t{1} << form.left) return std::nullopt;
  return found;
}

std::optional<HeliumChannel> FindChannel(const PlainChannel& c, const Steps& steps, const Form& form) {
  const auto wish = static_cast<int64_t>(std::llround(std::ldexp(steps.slope, static_cast<int>(31 + form.shift - form.left))));
  for (int64_t off = 0; off <= kMultipliersTried; ++off) {
    for (const int64_t multiplier : {wish + off, wish - off}) {
      if (multiplier < 1 || multiplier > kLargest) continue;
      if (const auto channel = StartFor(c, steps, form, multiplier)) return channel;
    }
  }
  return std::nullopt;
}

// How far the sums of a channel may be shifted so that those that matter keep to 32 bits.
int64_t LeftOf(const PlainChannel& c, const Steps& steps, bool wraps) {
  const double room = static_cast<double>(kLargest);
  const auto from = [&](double sum) { return std::abs(sum - steps.zero); };
  double largest = std::abs(steps.zero);  // start
  if (wraps) {
    largest = std::max(from(static_cast<double>(c.low)), from(static_cast<double>(c.high)));
  } else {
    const auto front = static_cast<double>(steps.low), back = static_cast<double>(steps.high);
    largest = std::max({largest, std::abs(front), std::abs(back), from(front), from(back)});
  }
  return static_cast<int64_t>(std::floor(std::log2(room / std::max(largest, 1.0))));
}

// The last shift that keeps a channel's multiplier below 2^31.
int64_t ShiftOf(const Steps& steps, int64_t left) {
  return static_cast<int64_t>(std::floor(std::log2((static_cast<double>(kLargest) - 2) / steps.slope))) - 31 + left;
}

std::vector<Steps> AllSteps(const PlainFinish& plain, std::span<const PlainChannel> channels) {
  std::vector<Steps> steps;
  for (const PlainChannel& c : channels) {
    steps.push_back(c.multiplier == 0 ? Steps{Plain(plain, c, c.low), 0, 0, false, false, 0, 0, {}} : StepsOf(plain, c));
  }
  return steps;
}

// Half of 2^31 by twice the result and a half.
HeliumChannel Constant(int64_t result, int64_t shift) {
  const int64_t start = (result * 2 + 1) * (int64_t{1} << shift);
  return {0, start, int64_t{1} << 30, 0, start, true};
}

}  // namespace

std::optional<HeliumFinish> FindHeliumFinish(const PlainFinish& plain, std::span<const PlainChannel> channels) {
  const std::vector<Steps> steps = AllSteps(plain, channels);
  std::vector<int64_t> lefts;
  int64_t shift = kMostShift;
  for (size_t i = 0; i < channels.size(); ++i) {
    lefts.push_back(steps[i].at.empty() ? 0 : std::min(kMostLeft, LeftOf(channels[i], steps[i], false)));
    if (!steps[i].at.empty()) shift = std::min(shift, ShiftOf(steps[i], lefts[i]));
  }
  if (shift < kMoteHeliumShift) return std::nullopt;
  for (const bool is_signed : {false, true}) {
    HeliumFinish finish = {shift, is_signed, {}};
    for (size_t i = 0; i < channels.size(); ++i) {
      std::optional<HeliumChannel> channel;
      if (steps[i].at.empty()) channel = Constant(steps[i].first, shift);
      for (int64_t left = lefts[i]; !channel && left >= 0 && ShiftOf(steps[i], left) >= shift; --left) {
        channel = FindChannel(channels[i], steps[i], {left, shift, false, is_signed});
      }
      if (!channel) break;
      finish.channels.push_back(*channel);
    }
    if (finish.channels.size() == channels.size()) return finish;
  }
  return std::nullopt;
}

namespace {

// One `left` for all; nothing where that is none for some channel.
std::optional<HeliumFinish> SameLeft(std::span<const PlainChannel> channels, const std::vector<Steps>& steps, int64_t left) {
  HeliumFinish finish = {kMoteHeliumShift, false, {}};
  for (size_t i = 0; i < channels.size(); ++i) {
    if (steps[i].at.empty()) {
      finish.channels.push_back(Constant(steps[i].first, kMoteHeliumShift));
    } else {
      const auto channel = FindChannel(channels[i], steps[i], {left, kMoteHeliumShift, true, false});
      if (!channel) return std::nullopt;
      finish.channels.push_back(*channel);
    }
    finish.channels.back().left = left;
  }
  return finish;
}

}  // namespace

std::optional<HeliumFinish> FindHeliumDepthwiseFinish(const PlainFinish& plain, std::span<const PlainChannel> channels) {
  const std::vector<Steps> steps = AllSteps(plain, channels);
  std::vector<int64_t> lefts;
  int64_t most = kMostLeft, least = 0;
  for (size_t i = 0; i < channels.size(); ++i) {
    lefts.push_back(steps[i].at.empty() ? kMostLeft : std::min(kMostLeft, LeftOf(channels[i], steps[i], true)));
    most = std::min(most, lefts[i]);
    while (!steps[i].at.empty() && least <= kMostLeft && ShiftOf(steps[i], least) < kMoteHeliumShift) ++least;
  }
  for (int64_t left = most; left >= least; --left) {
    if (auto finish = SameLeft(channels, steps, left)) return finish;
  }
  HeliumFinish finish = {kMoteHeliumShift, true, {}};
  for (size_t i = 0; i < channels.size(); ++i) {
    std::optional<HeliumChannel> channel;
    if (steps[i].at.empty()) channel = Constant(steps[i].first, kMoteHeliumShift);
    for (int64_t left = lefts[i]; !channel && left >= 0 && ShiftOf(steps[i], left) >= kMoteHeliumShift; --left) {
      channel = FindChannel(channels[i], steps[i], {left, kMoteHeliumShift, true, true});
    }
    if (!channel) return std::nullopt;
    finish.channels.push_back(*channel);
  }
  return finish;
}

}  // namespace mote
