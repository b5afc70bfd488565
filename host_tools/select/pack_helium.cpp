// Streams of the Helium rows: chunks of 16 positions, and finishes found for them (schema/fixed_layout_helium.h).
#include <algorithm>
#include <optional>

#include "select/helium_finish.h"
#include "select/pack_fixed.h"
#include "target/fixed_table.h"
#include "target/plain_stream.h"

namespace mote {
namespace {

PlainFinish PlainFinishOf(const std::vector<int64_t>& fields) {
  return {fields[kMoteFixedShift], fields[kMoteFixedLow], fields[kMoteFixedHigh], fields[kMoteFixedSigned] != 0};
}

// weight(k): those of the channel's window.
template <typename Weight>
PlainChannel ChannelOf(const PlainStream& c, int64_t channel, int64_t window, const Weight& weight) {
  PlainChannel plain = {0, 0, c.start(channel), c.multiplier(channel), c.addend(channel), c.shift(channel)};
  for (int64_t k = 0; k < window; ++k) {
    const int64_t w = weight(k);
    plain.low += w * (w > 0 ? -128 : 127), plain.high += w * (w > 0 ? 127 : -128);
  }
  return plain;
}

constexpr const char* kNoFinish = "no finish of its kind is equal to that of every channel";

std::vector<int64_t> WordsOf(const HeliumChannel& c, bool is_signed) {
  if (is_signed) return {c.left, c.border, c.below, c.start, c.multiplier};
  return {c.left, c.start, c.multiplier};
}

// Pixels that lie one behind the other are rows of their own: any four of them are a block.
void Flatten(std::vector<int64_t>& f) {
  std::vector<int32_t> words(f.begin(), f.end());
  if (!MoteFixedDirect(words.data()) || f[kMoteFixedInH] != f[kMoteFixedOutH] || f[kMoteFixedInW] != f[kMoteFixedOutW]) return;
  if (f[kMoteFixedStrideY] != 1 || f[kMoteFixedStrideX] != 1) return;
  f[kMoteFixedInH] = f[kMoteFixedOutH] = f[kMoteFixedBatch] * f[kMoteFixedOutH] * f[kMoteFixedOutW];
  f[kMoteFixedBatch] = f[kMoteFixedInW] = f[kMoteFixedOutW] = 1;
}

std::optional<PackedFixed> HeliumProduct(std::vector<int64_t> fields, std::span<const uint8_t> stream, std::string* why) {
  const int64_t channels = fields[kMoteFixedOutC], window = fields[kMoteFixedKernelH] * fields[kMoteFixedKernelW] * fields[kMoteFixedInC];
  const int64_t pixels = fields[kMoteFixedBatch] * fields[kMoteFixedOutH] * fields[kMoteFixedOutW];
  const bool one = pixels == 1 && channels >= kMoteHeliumBlock;
  const PlainFinish plain = PlainFinishOf(fields);
  Flatten(fields);
  const auto take = [&](bool is_signed) {
    const FixedRoutine row = one ? is_signed ? FixedRoutine::kProductHeliumSigned : FixedRoutine::kProductHelium
                                 : is_signed ? FixedRoutine::kConvolutionHeliumSigned : FixedRoutine::kConvolutionHelium;
    fields[kMoteFixedRoutine] = static_cast<int64_t>(row), fields[kMoteFixedSigned] = is_signed;
    return FixedNeeds(fields).output != 0;
  };
  if (!take(true)) {
    *why = channels < 2 ? "a single output channel" : "too many output channels";
    return std::nullopt;
  }
  const PlainStream c(stream, channels, window);
  std::vector<PlainChannel> sums;
  for (int64_t o = 0; o < channels; ++o) sums.push_back(ChannelOf(c, o, window, [&](int64_t k) { return c.weight(o, k); }));
  const auto finish = FindHeliumFinish(plain, sums);
  if (!finish) {
    *why = kNoFinish;
    return std::nullopt;
  }
  take(finish->is_signed);
  fields[kMoteFixedShift] = finish->shift;
  const auto of = [&](int64_t channel) { return finish->channels[static_cast<size_t>(channel)]; };
  Words words;
  const int64_t block = one ? kMoteHeliumBlock : 2;
  for (int64_t at = 0; at < channels; at += block) {
    const int64_t first = std::min(at, channels - block);
    for (int64_t chunk = 0; chunk < window; chunk += kMoteHeliumChunk) {
      for (int64_t o = first; o < first + block; ++o) {
        for (int64_t k = chunk; k < chunk + kMoteHeliumChunk; ++k) words.AddByte(of(o).constant ? 0 : c.weight(o, k));
      }
    }
    if (!one) {
      for (int64_t o = first; o < first + 2; ++o) {
        for (const int64_t word : WordsOf(of(o), finish->is_signed)) words.Add(word);
      }
      continue;
    }
    for (size_t word = 0; word < WordsOf({}, finish->is_signed).size(); ++word) {
      for (const int64_t o : {0, 2, 4, 6, 1, 3, 5, 7}) words.Add(WordsOf(of(first + o), finish->is_signed)[word]);
    }
  }
  return PackedFixed{std::move(fields), words.Take(), ""};
}

std::optional<PackedFixed> HeliumDepthwise(std::vector<int64_t> fields, std::span<const uint8_t> stream, std::string* why) {
  const int64_t channels = fields[kMoteFixedOutC];
  const PlainFinish plain = PlainFinishOf(fields);
  fields[kMoteFixedRoutine] = static_cast<int64_t>(FixedRoutine::kDepthwiseHelium);
  fields[kMoteFixedSigned] = 0, fields[kMoteFixedShift] = kMoteHeliumShift;
  if (FixedNeeds(fields).output == 0) {
    *why = channels % 4 != 0 ? "channels that do not come in fours" : "a window other than 3 by 3";
    return std::nullopt;
  }
  const PlainStream c(stream, channels, 9);
  std::vector<PlainChannel> sums;
  for (int64_t o = 0; o < channels; ++o) {
    const auto weight = [&](int64_t k) { return c.weight(k * channels + o); };
    sums.push_back(ChannelOf(c, o, 9, weight));
    for (int64_t k = 0; k < 8; k += 2) {
      if (weight(k) != -128 || weight(k + 1) != -128) continue;
      *why = "two weights of -128 side by side";
      return std::nullopt;
    }
  }
  const auto finish = FindHeliumDepthwiseFinish(plain, sums);
  if (!finish) {
    *why = kNoFinish;
    return std::nullopt;
  }
  Words words;
  const FixedRoutine row = finish->is_signed ? FixedRoutine::kDepthwiseHeliumSigned : FixedRoutine::kDepthwiseHelium;
  fields[kMoteFixedRoutine] = static_cast<int64_t>(row), fields[kMoteFixedSigned] = finish->is_signed;
  words.Add(finish->is_signed ? 0 : int64_t{1} << finish->channels.front().left);
  for (int64_t first = 0; first < channels; first += kMoteHeliumChunk) {
    const auto of = [&](int64_t o) { return first + o < channels ? finish->channels[static_cast<size_t>(first + o)] : HeliumChannel(); };
    for (int64_t k = 0; k < 9; ++k) {
      for (int64_t o = 0; o < kMoteHeliumChunk; ++o) {
        words.AddByte(first + o >= channels || of(o).constant ? 0 : c.weight(k * channels + first + o));
      }
    }
    for (const int64_t lane : {0, 2, 1, 3}) {
      const size_t count = WordsOf({}, finish->is_signed).size();
      for (size_t word = finish->is_signed ? 0 : 1; word < count; ++word) {  // unsigned: left is that of all
        for (int64_t o = lane; o < kMoteHeliumChunk; o += 4) words.Add(WordsOf(of(o), finish->is_signed)[word]);
      }
    }
  }
  return PackedFixed{std::move(fields), words.Take(), ""};
}

}  // namespace

std::optional<PackedFixed> PackHelium(const std::vector<int64_t>& fields, std::span<const uint8_t> stream, std::string* why) {
  switch (static_cast<FixedRoutine>(fields[kMoteFixedRoutine])) {
    case FixedRoutine::kConvolution: return HeliumProduct(fields, stream, why);
    case FixedRoutine::kDepthwise: return HeliumDepthwise(fields, stream, why);
    case FixedRoutine::kAdd: return SameStream(fields, stream, FixedRoutine::kAddHelium);
    case FixedRoutine::kTable: return SameStream(fields, stream, FixedRoutine::kTableHelium);
    case FixedRoutine::kMaxPool: return SameStream(fields, stream, FixedRoutine::kMaxPoolHelium);
    case FixedRoutine::kAveragePool:
      *why = "more than 255 positions";
      return SameStream(fields, stream, FixedRoutine::kAveragePoolHelium);
    default: return std::nullopt;
  }
}

}  // namespace mote
