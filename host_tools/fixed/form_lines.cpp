// FormLines: a function of one byte that is another one in each channel, as two lines that meet at one byte for all channels (PRELU; or one
// line, products and sums with constants). Tried for every byte of every channel.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "fixed/expression.h"
#include "target/fixed_table.h"

namespace mote {
namespace {

constexpr int kMostShift = 22;
constexpr int64_t kFewRows = 4, kFewChannels = 64;  // more channels than that of fewer pixels: their lines are dearer than what they save

struct Line {
  int64_t factor, addend;
};

// The values of one channel for all bytes, that of -128 first; whoever clamps to [least, most] need not give more of these.
class Channel {
 public:
  Channel(const Literal& values, int64_t channel, int64_t channels, int64_t least, int64_t most) : least_(least), most_(most) {
    for (int64_t x = 0; x < 256; ++x) values_[static_cast<size_t>(x)] = values.IntegerAt(x * channels + channel);
  }

  // Factor and addend with (factor · x + addend) >> shift on bytes [from, to), if any. Both bounds of every byte make such intervals of the
  // addend; they have a common point where the factor lies between what any two of them ask of it.
  std::optional<Line> LineOf(int64_t from, int64_t to, int shift) const {
    int64_t lowest = -(int64_t{1} << 24), highest = int64_t{1} << 24;
    for (int64_t i = from; i < to; ++i) {
      if (Value(i) <= least_) continue;
      for (int64_t j = from; j < to; ++j) {
        if (Value(j) >= most_ || i == j) continue;
        // value(i) · 2^shift - factor · i ≤ (value(j) + 1) · 2^shift - 1 - factor · j
        const int64_t room = ((Value(j) - Value(i) + 1) << shift) - 1, apart = j - i;
        if (apart > 0) highest = std::min(highest, FloorOf(room, apart));
        else lowest = std::max(lowest, -FloorOf(room, -apart));
      }
    }
    if (lowest > highest) return std::nullopt;
    const int64_t factor = std::clamp<int64_t>(lowest + (highest - lowest) / 2, -(int64_t{1} << 23), int64_t{1} << 23);
    int64_t least = -(int64_t{1} << 40), most = int64_t{1} << 40;
    for (int64_t i = from; i < to; ++i) {
      if (Value(i) > least_) least = std::max(least, (Value(i) << shift) - factor * i);
      if (Value(i) < most_) most = std::min(most, ((Value(i) + 1) << shift) - 1 - factor * i);
    }
    if (least > most) return std::nullopt;
    const int64_t addend = least + (most - least) / 2;
    return 128 * std::abs(factor) + std::abs(addend) <= INT32_MAX ? std::optional<Line>({factor, addend}) : std::nullopt;
  }

  // The last byte up to which, and the first from which one line will do.
  int64_t FirstEnd(int shift) const {
    return Search([&](int64_t end) { return LineOf(-128, end, shift).has_value(); });
  }
  int64_t SecondBegin(int shift) const {
    return -Search([&](int64_t end) { return LineOf(-end, 128, shift).has_value(); });
  }

 private:
  static int64_t FloorOf(int64_t n, int64_t by) { return n >= 0 ? n / by : -((by - 1 - n) / by); }
  int64_t Value(int64_t x) const { return values_[static_cast<size_t>(x + 128)]; }
  // The largest of -128 … 128 that holds, where those below one that holds do; the first does.
  template <typename Holds>
  static int64_t Search(const Holds& holds) {
    int64_t good = -128, bad = 129;
    while (bad - good > 1) (holds((good + bad) / 2) ? good : bad) = (good + bad) / 2;
    return good;
  }

  std::array<int64_t, 256> values_;
  const int64_t least_, most_;
};

// The lines of all channels, with the byte where they meet; an empty stream where there are none.
struct Lines {
  int64_t knee = -128;
  std::vector<int64_t> words;
};

Lines LinesOf(const std::vector<Channel>& channels, int shift) {
  int64_t from = -128, to = 128;  // where lines may meet
  for (const Channel& channel : channels) {
    if (to == 128 && channel.LineOf(-128, 128, shift)) continue;
    from = std::max(from, channel.SecondBegin(shift)), to = std::min(to, channel.FirstEnd(shift));
    if (from > to) return {};
  }
  Lines lines;
  if (to < 128) lines.knee = from + (to - from) / 2;
  for (const Channel& channel : channels) {
    const auto below = channel.LineOf(-128, lines.knee, shift), above = channel.LineOf(lines.knee, 128, shift);
    if (!below || !above) return {};
    for (const Line& line : {*below, *above}) lines.words.push_back(line.factor), lines.words.push_back(line.addend);
  }
  return lines;
}

}  // namespace

std::optional<std::vector<Value>> FormLines(const FormContext& c, const Instruction& last, Expression& expression) {
  const int64_t channels = expression.channels(), rows = last.shape().ElementCount() / channels;
  if (channels > kFewChannels && rows < kFewRows) return std::nullopt;
  const auto results = expression.ValuesAt({AllBytes(channels)});
  if (!results) return std::nullopt;
  int64_t least = 127, most = -128;
  for (int64_t i = 0; i < results->size(); ++i) {
    least = std::min(least, results->IntegerAt(i)), most = std::max(most, results->IntegerAt(i));
  }
  std::vector<Channel> functions;
  for (int64_t channel = 0; channel < channels; ++channel) functions.emplace_back(*results, channel, channels, least, most);
  Lines lines;
  int shift = kMostShift + 2;
  while (lines.words.empty() && shift > 0) lines = LinesOf(functions, shift -= 2);
  if (lines.words.empty()) return std::nullopt;
  const Dims dims = AsLines(last.shape().dims);
  std::vector<int64_t> fields = FixedFields(static_cast<int64_t>(FixedRoutine::kLines), dims, dims);
  fields[kMoteFixedPadValue] = lines.knee, fields[kMoteFixedShift] = shift;
  fields[kMoteFixedLow] = least, fields[kMoteFixedHigh] = most;
  Stream stream;
  stream.Append(lines.words, 4);
  return Fixed(c.e, last.shape(), expression.leaves, std::move(fields), stream);
}

}  // namespace mote
