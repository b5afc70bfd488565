// Each packing has a packer of its own; what it leaves stays plain.
#include "select/pack_fixed.h"

#include "fixed/channel_step.h"
#include "target/plain_stream.h"

namespace mote {
namespace {

// A plain product whose addends hold what its sums began with; nothing where no finish of it does.
std::optional<PackedFixed> WithoutStarts(std::vector<int64_t> fields, std::span<const uint8_t> stream) {
  if (fields[kMoteFixedRoutine] > kMoteFixedLastProduct || fields[kMoteFixedSigned] != 0) return std::nullopt;
  FinishLimits limits;
  limits.starts = false;
  const std::optional<Finish> finish = ChannelStep(fields, stream).FinishWithin(limits);
  if (!finish) return std::nullopt;
  fields[kMoteFixedSigned] = kMoteFixedNoStarts, fields[kMoteFixedShift] = finish->shift;
  Words words;
  for (const FinishChannel& channel : finish->channels) words.Add(channel.multiplier);
  for (const FinishChannel& channel : finish->channels) words.Add(channel.addend);
  for (const FinishChannel& channel : finish->channels) words.AddByte(channel.shift);
  for (size_t filled = finish->channels.size(); filled % 4 != 0; ++filled) words.AddByte(0);
  for (const uint8_t weight : stream.subspan(static_cast<size_t>(MoteFixedWeightsAt(fields[kMoteFixedOutC], 0)))) words.AddByte(weight);
  return PackedFixed{std::move(fields), words.Take(), ""};
}

}  // namespace

PackedFixed PackFixed(const std::vector<int64_t>& fields, std::span<const uint8_t> stream, FixedPacking packing,
                      const PackChoice& choice) {
  std::string why;
  switch (packing) {
    case FixedPacking::kPlain: break;
    case FixedPacking::kDsp:
      if (auto packed = PackDsp(fields, stream, choice, &why)) return *std::move(packed);
      if (!why.empty()) why = "; not packed for DSP instructions: " + why;
      break;
    case FixedPacking::kHost:
      if (auto packed = PackHost(fields, stream)) return *std::move(packed);
      break;
    case FixedPacking::kHelium:
      if (auto packed = PackHelium(fields, stream, &why)) return *std::move(packed);
      if (!why.empty()) why = "; not packed for Helium: " + why;
      break;
  }
  auto plain = WithoutStarts(fields, stream);
  if (!plain) return {fields, {stream.begin(), stream.end()}, std::move(why)};
  plain->why = std::move(why);
  return *std::move(plain);
}

std::optional<PackedFixed> SameStream(std::vector<int64_t> fields, std::span<const uint8_t> stream, FixedRoutine row) {
  fields[kMoteFixedRoutine] = static_cast<int64_t>(row);
  if (FixedNeeds(fields).output == 0) return std::nullopt;
  return PackedFixed{std::move(fields), {stream.begin(), stream.end()}, ""};
}

}  // namespace mote
