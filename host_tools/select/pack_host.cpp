// Streams of the rows for Linux: blocks of channels by four positions, for every instruction set there (schema/fixed_layout.h).
#include <algorithm>
#include <optional>

#include "select/pack_fixed.h"
#include "target/fixed_table.h"
#include "target/plain_stream.h"

namespace mote {
namespace {

// The words of channels in the order of a block; -1: none.
void AddWords(const PlainStream& c, const std::vector<int64_t>& order, const std::vector<int64_t>& sums, Words& words) {
  const auto each = [&](const auto& word) {
    for (const int64_t o : order) words.Add(o < 0 ? 0 : word(o));
  };
  each([&](int64_t o) { return c.start(o); });
  each([&](int64_t o) { return c.start(o) - 128 * sums[static_cast<size_t>(o)]; });
  each([&](int64_t o) { return c.multiplier(o); });
  each([&](int64_t o) { return c.addend(o); });
  each([&](int64_t o) { return c.shift(o); });
}

// weight(k) of four positions.
template <typename Weight>
void AddQuad(const Weight& weight, Words& words) {
  int64_t word = 0;
  for (int64_t k = 0; k < 4; ++k) word |= (weight(k) & 0xff) << (8 * k);
  words.Add(word);
}

std::optional<PackedFixed> HostProduct(std::vector<int64_t> fields, std::span<const uint8_t> stream) {
  const int64_t channels = fields[kMoteFixedOutC], in_channels = fields[kMoteFixedInC];
  fields[kMoteFixedRoutine] = static_cast<int64_t>(FixedRoutine::kConvolutionHost);
  if (FixedNeeds(fields).output == 0) return std::nullopt;
  const std::vector<int32_t> few(fields.begin(), fields.end());
  const MoteHostRuns shape = MoteHostRunsOf(few.data());
  const PlainStream c(stream, channels, fields[kMoteFixedKernelH] * fields[kMoteFixedKernelW] * in_channels);
  std::vector<int64_t> sums(static_cast<size_t>(channels), 0);
  for (int64_t o = 0; o < channels; ++o) {
    for (int64_t k = 0; k < c.window(); ++k) sums[static_cast<size_t>(o)] += c.weight(o, k);
  }
  Words words;
  for (int64_t first = 0; first < channels; first += kMoteHostBlock) {
    const int64_t left = channels - first;
    std::vector<int64_t> order(left <= 8 ? 8 : kMoteHostBlock, -1);
    for (int64_t i = 0; i < std::min<int64_t>(left, kMoteHostBlock); ++i) order[static_cast<size_t>(i)] = first + i;
    AddWords(c, order, sums, words);
    for (int64_t run = 0; run < shape.runs; ++run) {
      for (int64_t quad = 0; quad < shape.quads; ++quad) {
        for (const int64_t o : order) {
          const auto weight = [&](int64_t k) {
            return o < 0 || 4 * quad + k >= shape.bytes ? 0 : c.weight(o, run * shape.bytes + 4 * quad + k);
          };
          AddQuad(weight, words);
        }
      }
    }
  }
  return PackedFixed{std::move(fields), words.Take(), ""};
}

std::optional<PackedFixed> HostDepthwise(std::vector<int64_t> fields, std::span<const uint8_t> stream) {
  const int64_t channels = fields[kMoteFixedOutC], height = fields[kMoteFixedKernelH], width = fields[kMoteFixedKernelW];
  fields[kMoteFixedRoutine] = static_cast<int64_t>(FixedRoutine::kDepthwiseHost);
  if (FixedNeeds(fields).output == 0) return std::nullopt;
  const std::vector<int32_t> few(fields.begin(), fields.end());
  const int64_t quads = MoteHostDepthwiseQuads(few.data());
  const PlainStream c(stream, channels, height * width);
  // position k of quad q among the rows and columns of the window; -1: none
  const auto position = [&](int64_t q, int64_t k) {
    if (height == 3) return k < 3 ? k * width + q : -1;
    return 4 * q + k < height * width ? 4 * q + k : -1;
  };
  std::vector<int64_t> sums(static_cast<size_t>(channels), 0);
  for (int64_t o = 0; o < channels; ++o) {
    for (int64_t k = 0; k < height * width; ++k) sums[static_cast<size_t>(o)] += c.weight(k * channels + o);
  }
  Words words;
  for (int64_t first = 0; first < channels;) {
    const int64_t left = channels - first, lanes = left > 48 ? 4 : left > 16 ? 2 : 1;
    std::vector<int64_t> order;
    for (int64_t number = 0; number < 16 * lanes; ++number) {
      const int64_t a = number / (4 * lanes), l = number / 4 % lanes, channel = first + 16 * l + 4 * a + number % 4;
      order.push_back(channel < channels ? channel : kMoteHostBlock % channels == 0 ? channel % channels : -1);
    }
    AddWords(c, order, sums, words);
    for (int64_t q = 0; q < quads; ++q) {
      for (const int64_t o : order) {
        AddQuad([&](int64_t k) { return o < 0 || position(q, k) < 0 ? 0 : c.weight(position(q, k) * channels + o); }, words);
      }
    }
    first += 16 * lanes;
  }
  return PackedFixed{std::move(fields), words.Take(), ""};
}

}  // namespace

std::optional<PackedFixed> PackHost(const std::vector<int64_t>& fields, std::span<const uint8_t> stream) {
  switch (static_cast<FixedRoutine>(fields[kMoteFixedRoutine])) {
    case FixedRoutine::kConvolution: return HostProduct(fields, stream);
    case FixedRoutine::kDepthwise: return HostDepthwise(fields, stream);
    case FixedRoutine::kAdd: return SameStream(fields, stream, FixedRoutine::kAddHost);
    case FixedRoutine::kAveragePool: return SameStream(fields, stream, FixedRoutine::kAveragePoolHost);
    case FixedRoutine::kMaxPool: return SameStream(fields, stream, FixedRoutine::kMaxPoolHost);
    default: return std::nullopt;
  }
}

}  // namespace mote
