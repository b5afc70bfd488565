// Streams of the Winograd rows (schema/fixed_layout_winograd.h): weights transformed, all else as other wide rows have it.
#include <algorithm>
#include <array>

#include "fixed/channel_step.h"
#include "select/pack_fixed.h"
#include "target/plain_stream.h"

namespace mote {
namespace {

using Tile = std::array<std::array<int64_t, 4>, 4>;

// 2g for the outer two, their sums and differences with the middle for the others.
std::array<int64_t, 4> Transformed(int64_t a, int64_t b, int64_t c) { return {2 * a, a + b + c, a - b + c, 2 * c}; }

// Of the weights of one input channel and one output channel.
Tile TransformedWeights(const PlainStream& c, int64_t output, int64_t input, int64_t inputs) {
  std::array<std::array<int64_t, 4>, 3> rows;
  for (int64_t y = 0; y < 3; ++y) {
    const auto weight = [&](int64_t x) { return c.weight(output, (3 * y + x) * inputs + input); };
    rows[static_cast<size_t>(y)] = Transformed(weight(0), weight(1), weight(2));
  }
  Tile tile;
  for (size_t x = 0; x < 4; ++x) {
    const auto column = Transformed(rows[0][x], rows[1][x], rows[2][x]);
    for (size_t y = 0; y < 4; ++y) tile[y][x] = column[y];
  }
  return tile;
}

}  // namespace

std::optional<PackedFixed> PackWinograd(std::vector<int64_t> fields, std::span<const uint8_t> stream) {
  const int64_t inputs = fields[kMoteFixedInC], channels = fields[kMoteFixedOutC];
  const std::vector<int64_t> plain = fields;
  const auto row = [&](bool is_signed) {
    fields[kMoteFixedShift] = kMoteFixedWideShift, fields[kMoteFixedSigned] = is_signed ? 1 : 0;
    fields[kMoteFixedRoutine] =
        static_cast<int64_t>(is_signed ? FixedRoutine::kConvolutionWinogradSigned : FixedRoutine::kConvolutionWinograd);
    return FixedNeeds(fields).output != 0;
  };
  if (!row(false)) return std::nullopt;
  const FinishLimits limits = {kMoteWinogradMostShift, kMoteWinogradLeastShift, kMoteFixedWideShift};
  const std::optional<Finish> finish = ChannelStep(plain, stream).FinishWithin(limits);
  if (!finish || !row(finish->is_signed)) return std::nullopt;
  const PlainStream c(stream, channels, 9 * inputs);
  // A channel that is a constant is not shifted, and its sums are multiplied by 0.
  const auto shift = [&](int64_t o) { return std::max<int64_t>(finish->channels[static_cast<size_t>(o)].shift, kMoteWinogradLeastShift); };
  Words words;
  for (int64_t a = 0; a < channels; a += 2) {
    std::vector<Tile> tiles[2];
    for (int64_t o = 0; o < 2; ++o) {
      for (int64_t i = 0; i < inputs; ++i) tiles[o].push_back(TransformedWeights(c, a + o, i, inputs));
    }
    for (size_t position = 0; position < kMoteWinogradPositions; ++position) {
      for (size_t i = 0; i < static_cast<size_t>(inputs); i += 4) {
        for (int64_t o = 0; o < 2; ++o) {
          const auto weight = [&](size_t input) {
            return (tiles[o][input][position / 4][position % 4] << (shift(a + o) - kMoteWinogradLeastShift)) & 0xffff;
          };
          words.Add(weight(i + 2) << 16 | weight(i)), words.Add(weight(i + 3) << 16 | weight(i + 1));
        }
      }
    }
    for (int64_t o = a; o < a + 2; ++o) {
      const FinishChannel& f = finish->channels[static_cast<size_t>(o)];
      words.Add(c.start(o) << shift(o)), words.Add(f.multiplier), words.Add(f.addend);
      if (finish->is_signed) words.Add((int64_t{1} << f.shift) >> 1);
    }
  }
  return PackedFixed{std::move(fields), words.Take(), "; weights transformed for tiles of 2 by 2"};
}

}  // namespace mote
