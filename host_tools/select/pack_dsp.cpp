// Streams of rows for Arm cores with DSP instructions: two outputs a halfword of weights (schema/fixed_layout.h).
#include <algorithm>
#include <optional>

#include "fixed/channel_step.h"
#include "select/pack_fixed.h"
#include "target/fixed_table.h"
#include "target/plain_stream.h"

namespace mote {
namespace {

constexpr int64_t kPacked = 8;  // bits that the first channel of a pair stands above the second

// Why channels a and b make no pair; null: they do.
const char* PairProblem(const PlainStream& c, int64_t a, int64_t b) {
  if (c.multiplier(a) != 0 && c.shift(a) < kPacked) return "a sum has less than 8 bits of room";
  for (int64_t k = 0; k < c.window(); ++k) {
    if (c.weight(a, k) == -128 && c.weight(b, k) < 0) return "a weight of -128 lies beside a negative one";
  }
  return nullptr;
}

void AddFinish(const PlainStream& c, int64_t a, int64_t b, bool is_signed, Words& words) {
  // A channel whose multiplier is 0 is its addend, whatever its sum and shift.
  const auto half = [&](int64_t channel) { return c.multiplier(channel) == 0 ? 0 : (int64_t{1} << c.shift(channel)) >> 1; };
  if (is_signed) words.Add(half(a));
  words.Add(c.multiplier(a)), words.Add(c.addend(a)), words.Add(std::max<int64_t>(c.shift(a) - kPacked, 0));
  words.Add(c.multiplier(b)), words.Add(c.addend(b)), words.Add(c.shift(b));
  if (is_signed) words.Add(half(b));
}

void AddBlock(const PlainStream& c, int64_t first, int64_t channels, bool is_signed, Words& words) {
  for (int64_t a = first; a < first + channels; a += 2) {
    words.Add(256 * c.start(a) + c.start(a + 1)), words.Add(c.start(a + 1));
  }
  for (int64_t k = 0; k < c.window(); k += 4) {
    for (int64_t a = first; a < first + channels; a += 2) {
      const auto half = [&](int64_t position) { return (256 * c.weight(a, position) + c.weight(a + 1, position)) & 0xffff; };
      words.Add(half(k + 2) << 16 | half(k)), words.Add(half(k + 3) << 16 | half(k + 1));
    }
  }
  for (int64_t a = first; a < first + channels; a += 2) AddFinish(c, a, a + 1, is_signed, words);
}

// Four channels at a time, of a window that is the input.
bool IsOnePixel(const std::vector<int64_t>& f) {
  const std::vector<int32_t> words(f.begin(), f.end());
  return f[kMoteFixedOutC] >= 4 && MoteFixedWhole(words.data()) != 0;
}

// The row for one pixel where there is one, else that for two; nothing, with `why`, where none takes the product.
std::optional<PackedFixed> DspProduct(std::vector<int64_t> fields, std::span<const uint8_t> stream, std::string* why) {
  const int64_t channels = fields[kMoteFixedOutC];
  const bool is_signed = fields[kMoteFixedSigned] != 0, one = IsOnePixel(fields);
  const PlainStream c(stream, channels, fields[kMoteFixedKernelH] * fields[kMoteFixedKernelW] * fields[kMoteFixedInC]);
  const FixedRoutine row = one ? is_signed ? FixedRoutine::kProductDspSigned : FixedRoutine::kProductDsp
                               : is_signed ? FixedRoutine::kConvolutionDspSigned : FixedRoutine::kConvolutionDsp;
  fields[kMoteFixedRoutine] = static_cast<int64_t>(row);
  if (FixedNeeds(fields).output == 0) {
    *why = "a single output channel";
    return std::nullopt;
  }
  Words words;
  const int64_t block = one ? 4 : 2;
  for (int64_t at = 0; at < channels; at += block) {
    const int64_t first = std::min(at, channels - block);
    for (int64_t a = first; a < first + block; a += 2) {
      if (const char* problem = PairProblem(c, a, a + 1)) {
        *why = problem;
        return std::nullopt;
      }
    }
    AddBlock(c, first, block, is_signed, words);
  }
  return PackedFixed{std::move(fields), words.Take(), ""};
}

// The same with weights of two bytes; nothing where no finish shifts its sums by 8 bits or less and, of more pixels than one, what they
// become by the rows' own number of bits.
std::optional<PackedFixed> WideProduct(std::vector<int64_t> fields, std::span<const uint8_t> stream) {
  const int64_t channels = fields[kMoteFixedOutC];
  const bool one = IsOnePixel(fields);
  const std::optional<Finish> finish = ChannelStep(fields, stream).FinishWithin(
      {kMoteFixedMostWideShift, 0, one ? std::nullopt : std::optional<int>(kMoteFixedWideShift)});
  if (!finish) return std::nullopt;
  fields[kMoteFixedShift] = finish->shift, fields[kMoteFixedSigned] = finish->is_signed ? 1 : 0;
  const FixedRoutine row = one ? finish->is_signed ? FixedRoutine::kProductWideSigned : FixedRoutine::kProductWide
                               : finish->is_signed ? FixedRoutine::kConvolutionWideSigned : FixedRoutine::kConvolutionWide;
  fields[kMoteFixedRoutine] = static_cast<int64_t>(row);
  if (FixedNeeds(fields).output == 0) return std::nullopt;
  const PlainStream c(stream, channels, fields[kMoteFixedKernelH] * fields[kMoteFixedKernelW] * fields[kMoteFixedInC]);
  const auto shift = [&](int64_t o) { return finish->channels[static_cast<size_t>(o)].shift; };
  Words words;
  const int64_t block = one ? 4 : 2, filled = one ? 8 : 4;
  for (int64_t at = 0; at < channels; at += block) {
    const int64_t first = std::min(at, channels - block);
    for (int64_t o = first; o < first + block; ++o) words.Add(c.start(o) << shift(o));
    for (int64_t k = 0; k < (c.window() + filled - 1) / filled * filled; k += 4) {
      for (int64_t o = first; o < first + block; ++o) {
        const auto weight = [&](int64_t position) { return (c.weight(o, position) << shift(o)) & 0xffff; };
        words.Add(weight(k + 2) << 16 | weight(k)), words.Add(weight(k + 3) << 16 | weight(k + 1));
      }
    }
    for (int64_t o = first; o < first + block; ++o) {
      const FinishChannel& f = finish->channels[static_cast<size_t>(o)];
      if (finish->is_signed) words.Add((int64_t{1} << f.shift) >> 1);
      words.Add(f.multiplier), words.Add(f.addend);
    }
  }
  return PackedFixed{std::move(fields), words.Take(), "; weights of two bytes"};
}

std::optional<PackedFixed> DspDepthwise(std::vector<int64_t> fields, std::span<const uint8_t> stream, std::string* why) {
  const int64_t channels = fields[kMoteFixedOutC];
  const bool is_signed = fields[kMoteFixedSigned] != 0;
  fields[kMoteFixedRoutine] = static_cast<int64_t>(is_signed ? FixedRoutine::kDepthwiseDspSigned : FixedRoutine::kDepthwiseDsp);
  if (FixedNeeds(fields).output == 0) {
    *why = channels < 4 ? "less than four channels" : "a window other than 3 by 3";
    return std::nullopt;
  }
  const PlainStream c(stream, channels, 9);
  Words words;
  for (int64_t at = 0; at < channels; at += 4) {
    const int64_t first = std::min(at, channels - 4);
    for (int64_t o = first; o < first + 4; ++o) words.Add(c.start(o));
    for (int64_t k = 0; k < 9; ++k) {
      const auto weight = [&](int64_t o) { return c.weight(k * channels + first + o); };
      words.Add(weight(2) * 65536 + (weight(0) & 0xffff)), words.Add(weight(3) * 65536 + (weight(1) & 0xffff));
    }
    for (int64_t o = first; o < first + 4; ++o) {
      words.Add(c.multiplier(o)), words.Add(c.addend(o)), words.Add(c.shift(o));
      if (is_signed) words.Add((int64_t{1} << c.shift(o)) >> 1);
    }
  }
  return PackedFixed{std::move(fields), words.Take(), ""};
}

}  // namespace

std::optional<PackedFixed> PackDsp(const std::vector<int64_t>& fields, std::span<const uint8_t> stream, const PackChoice& choice,
                                   std::string* why) {
  switch (static_cast<FixedRoutine>(fields[kMoteFixedRoutine])) {
    case FixedRoutine::kConvolution: {
      if (choice.form == WeightForm::kBytes) return DspProduct(fields, stream, why);
      auto packed = choice.form == WeightForm::kTransformed ? PackWinograd(fields, stream) : std::nullopt;
      if (!packed) packed = WideProduct(fields, stream);
      return packed ? std::move(packed) : DspProduct(fields, stream, why);
    }
    case FixedRoutine::kDepthwise: {
      auto packed = choice.planes ? PackPlanes(fields, stream) : std::nullopt;
      return packed ? std::move(packed) : DspDepthwise(fields, stream, why);
    }
    case FixedRoutine::kAdd: return SameStream(fields, stream, FixedRoutine::kAddDsp);
    case FixedRoutine::kAveragePool:
      *why = "channels that are no multiple of four, or more than 255 positions";
      return SameStream(fields, stream, FixedRoutine::kAveragePoolDsp);
    default: return std::nullopt;
  }
}

}  // namespace mote
