// Ranges by interval arithmetic over the integers that the step's constants are, so exact where one channel is looked at alone.
#include "fixed/channel_step.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "target/plain_stream.h"

namespace mote {
namespace {

bool HasOneFinish(FixedRoutine routine) { return routine == FixedRoutine::kAveragePool || routine == FixedRoutine::kMultiply; }

bool HasFinish(FixedRoutine routine) {
  return routine == FixedRoutine::kConvolution || routine == FixedRoutine::kDepthwise || HasOneFinish(routine);
}

bool IsPlain(FixedRoutine routine) {
  return HasFinish(routine) || routine == FixedRoutine::kAdd || routine == FixedRoutine::kLines || routine == FixedRoutine::kTable ||
         routine == FixedRoutine::kMaxPool;
}

// In one direction; `next`: 0 for rows, 1 for columns.
bool ReachesOutside(const std::vector<int64_t>& f, size_t next) {
  const int64_t pad = f[kMoteFixedPadY + next], last = (f[kMoteFixedOutH + next] - 1) * f[kMoteFixedStrideY + next] - pad;
  return pad > 0 || last + (f[kMoteFixedKernelH + next] - 1) * f[kMoteFixedDilationY + next] >= f[kMoteFixedInH + next];
}

std::vector<int64_t> WordsOf(std::span<const uint8_t> stream) {
  const PlainStream plain(stream, 1, 0);
  std::vector<int64_t> words;
  for (size_t at = 0; at + 4 <= stream.size(); at += 4) words.push_back(plain.start(static_cast<int64_t>(at) / 4));
  return words;
}

// The values of the channels that are kept.
std::vector<int64_t> Kept(const std::vector<int64_t>& values, const std::vector<bool>& kept) {
  std::vector<int64_t> list;
  for (size_t c = 0; c < values.size(); ++c) {
    if (kept[c]) list.push_back(values[c]);
  }
  return list;
}

}  // namespace

std::optional<ChannelStep> ChannelStep::Of(const Computation& computation, const Instruction& i) {
  if (i.op != Op::kFixed || !IsPlain(static_cast<FixedRoutine>(i.Ints(Attr::kFixedFields)[kMoteFixedRoutine]))) return std::nullopt;
  const auto found = i.attributes.find(Attr::kFixedStream);
  const Literal none, &stream = found == i.attributes.end() ? none : std::get<Literal>(found->second);
  ChannelStep s(i.Ints(Attr::kFixedFields), stream.bytes());
  const auto channels = [](const Shape& shape) { return shape.dims.empty() ? 1 : static_cast<size_t>(shape.dims.back()); };
  if (channels(i.shape()) != s.outputs()) return std::nullopt;
  for (const Value& v : i.operands) {
    if (channels(computation.shape(v)) != s.inputs()) return std::nullopt;
  }
  return s;
}

ChannelStep::ChannelStep(std::vector<int64_t> fields, std::span<const uint8_t> stream) : fields_(std::move(fields)) {
  if (HasFinish(routine())) {
    const bool one = HasOneFinish(routine());
    const int64_t finishes = one ? 1 : fields_[kMoteFixedOutC];
    const PlainStream plain(stream, finishes, 0);
    for (int64_t c = 0; c < finishes; ++c) {
      starts_.push_back(plain.start(c)), multipliers_.push_back(plain.multiplier(c));
      addends_.push_back(plain.addend(c)), shifts_.push_back(plain.shift(c));
    }
    const size_t weights = one ? 0 : positions() * outputs() * (IsByChannel() ? 1 : inputs());
    for (size_t n = 0; n < weights; ++n) weights_.push_back(plain.weight(static_cast<int64_t>(n)));
    if (routine() == FixedRoutine::kMultiply) weights_ = WordsOf(stream.subspan(static_cast<size_t>(MoteFixedWeightsAt(1, 0))));
  } else if (routine() == FixedRoutine::kAdd || routine() == FixedRoutine::kLines) {
    weights_ = WordsOf(stream);  // both factors and the addend; two lines a channel
  } else {
    for (const uint8_t byte : stream) weights_.push_back(static_cast<int8_t>(byte));
  }
}

std::optional<Finish> ChannelStep::FinishWithin(const FinishLimits& limits) const {
  const ChannelRanges whole(inputs());
  std::vector<StepFunction> functions;
  for (size_t o = 0; o < outputs(); ++o) {
    const ByteRange sums = SumsOf(o, whole);
    const int64_t start = limits.starts ? 0 : starts_[o];
    const auto exponent = static_cast<int>(shifts_[o] - 32 - fields_[kMoteFixedShift]);
    functions.push_back({sums.low - start, sums.high - start, std::ldexp(static_cast<double>(multipliers_[o]), exponent),
                         [this, o, start](int64_t sum) { return Finished(o, sum + start); }});
  }
  return FindFinish(functions, fields_[kMoteFixedLow], fields_[kMoteFixedHigh], limits);
}

bool ChannelStep::IsPadded() const { return ReachesOutside(fields_, 0) || ReachesOutside(fields_, 1); }

int64_t ChannelStep::Weight(size_t output, size_t position, size_t input) const {
  return weights_[IsByChannel() ? position * outputs() + output : (output * positions() + position) * inputs() + input];
}

// schema/fixed_layout.h; 32 bits hold everything but the product, as whoever formed the step has proven.
int64_t ChannelStep::Finished(size_t channel, int64_t sum) const {
  int64_t value = ((sum << shifts_[channel]) * multipliers_[channel] >> 32) + addends_[channel];
  if (fields_[kMoteFixedSigned] != 0 && sum < 0) value -= (int64_t{1} << shifts_[channel]) >> 1;
  return std::clamp(value >> fields_[kMoteFixedShift], fields_[kMoteFixedLow], fields_[kMoteFixedHigh]);
}

ByteRange ChannelStep::SumsOf(size_t output, const ChannelRanges& input) const {
  ByteRange sum = {starts_[output], starts_[output]};
  const bool padded = IsPadded();
  const int64_t pad = fields_[kMoteFixedPadValue];
  for (size_t c = IsByChannel() ? output : 0; c < (IsByChannel() ? output + 1 : inputs()); ++c) {
    ByteRange x = input[c];
    if (padded) x = {std::min(x.low, pad), std::max(x.high, pad)};
    for (size_t k = 0; k < positions(); ++k) {
      const int64_t w = Weight(output, k, c);
      sum.low += w * (w > 0 ? x.low : x.high), sum.high += w * (w > 0 ? x.high : x.low);
    }
  }
  return sum;
}

ByteRange ChannelStep::RangeOf(size_t channel, const std::vector<const ChannelRanges*>& inputs) const {
  const ByteRange& x = (*inputs[0])[IsByChannel() ? channel : 0];
  switch (routine()) {
    case FixedRoutine::kConvolution:
    case FixedRoutine::kDepthwise: {
      const ByteRange sums = SumsOf(channel, *inputs[0]);
      return {Finished(channel, sums.low), Finished(channel, sums.high)};
    }
    case FixedRoutine::kAveragePool: {
      if (IsPadded()) return {fields_[kMoteFixedLow], fields_[kMoteFixedHigh]};
      const auto count = static_cast<int64_t>(positions());
      return {Finished(0, starts_[0] + count * x.low), Finished(0, starts_[0] + count * x.high)};
    }
    case FixedRoutine::kMaxPool: return IsPadded() ? ByteRange() : x;
    case FixedRoutine::kTable: {
      const auto [least, most] = std::minmax_element(weights_.begin() + x.low + 128, weights_.begin() + x.high + 129);
      return {*least, *most};
    }
    case FixedRoutine::kMultiply: {
      const ByteRange& y = (*inputs[1])[channel];
      int64_t low = INT64_MAX, high = INT64_MIN;
      for (const int64_t p : {x.low, x.high}) {
        for (const int64_t q : {y.low, y.high}) {
          const int64_t product = (p + weights_[0]) * (q + weights_[1]);
          low = std::min(low, product), high = std::max(high, product);
        }
      }
      return {Finished(0, starts_[0] + low), Finished(0, starts_[0] + high)};
    }
    case FixedRoutine::kLines: {
      ByteRange range = {127, -128};
      for (int64_t p = x.low; p <= x.high; ++p) {
        const int64_t* line = weights_.data() + 4 * channel + (p < fields_[kMoteFixedPadValue] ? 0 : 2);
        const int64_t value = (line[0] * p + line[1]) >> fields_[kMoteFixedShift];
        const int64_t byte = std::clamp(value, fields_[kMoteFixedLow], fields_[kMoteFixedHigh]);
        range = {std::min(range.low, byte), std::max(range.high, byte)};
      }
      return range;
    }
    case FixedRoutine::kAdd: {
      const ByteRange& y = (*inputs[1])[channel];
      const int64_t a = weights_[0], b = weights_[1];
      const auto value = [&](int64_t p, int64_t q) {
        return std::clamp((a * p + b * q + weights_[2]) >> fields_[kMoteFixedShift], fields_[kMoteFixedLow], fields_[kMoteFixedHigh]);
      };
      return {value(a > 0 ? x.low : x.high, b > 0 ? y.low : y.high), value(a > 0 ? x.high : x.low, b > 0 ? y.high : y.low)};
    }
    default: return {};
  }
}

ChannelRanges ChannelStep::RangesFrom(const std::vector<const ChannelRanges*>& inputs) const {
  ChannelRanges ranges;
  for (size_t o = 0; o < outputs(); ++o) ranges.push_back(RangeOf(o, inputs));
  return ranges;
}

bool ChannelStep::Needs(size_t output, size_t input, const ByteRange& range) const {
  if (range.IsConstant() && (range.low == fields_[kMoteFixedPadValue] || !IsPadded())) return false;
  for (size_t k = 0; k < positions(); ++k) {
    if (Weight(output, k, input) != 0) return true;
  }
  return false;
}

Instruction ChannelStep::Rebuilt(const Instruction& instruction, const std::vector<bool>& kept_inputs,
                                 const std::vector<bool>& kept_outputs, const ChannelRanges& input_ranges) const {
  std::vector<int64_t> fields = fields_, starts = starts_, weights;
  fields[kMoteFixedInC] = std::count(kept_inputs.begin(), kept_inputs.end(), true);
  fields[kMoteFixedOutC] = std::count(kept_outputs.begin(), kept_outputs.end(), true);
  Instruction again = instruction;
  again.shapes[0].dims.back() = fields[kMoteFixedOutC];
  Stream stream;
  if (routine() == FixedRoutine::kConvolution) {
    for (size_t o = 0; o < outputs(); ++o) {
      for (size_t k = 0; kept_outputs[o] && k < positions(); ++k) {
        for (size_t c = 0; c < inputs(); ++c) {
          // A channel without weights here adds nothing, whatever it is.
          if (kept_inputs[c]) weights.push_back(Weight(o, k, c));
          else starts[o] += Weight(o, k, c) * input_ranges[c].low;
        }
      }
    }
  } else if (routine() == FixedRoutine::kDepthwise) {
    for (size_t k = 0; k < positions(); ++k) {
      for (size_t o = 0; o < outputs(); ++o) {
        if (kept_outputs[o]) weights.push_back(Weight(o, k, o));
      }
    }
  } else if (routine() == FixedRoutine::kLines) {
    for (size_t n = 0; n < weights_.size(); ++n) {
      if (kept_outputs[n / 4]) weights.push_back(weights_[n]);
    }
    stream.Append(weights, 4);
    again.attributes[Attr::kFixedFields] = std::move(fields);
    again.attributes[Attr::kFixedStream] = stream.AsLiteral();
    return again;
  } else {
    again.attributes[Attr::kFixedFields] = std::move(fields);
    return again;  // nothing in the stream belongs to a channel
  }
  for (const std::vector<int64_t>* list : {&std::as_const(starts), &multipliers_, &addends_}) stream.Append(Kept(*list, kept_outputs), 4);
  stream.Append(Kept(shifts_, kept_outputs), 1);
  stream.Append(weights, 1);
  again.attributes[Attr::kFixedFields] = std::move(fields);
  again.attributes[Attr::kFixedStream] = stream.AsLiteral();
  return again;
}

}  // namespace mote
