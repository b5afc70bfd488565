// Each packing has a packer of its own; what it leaves stays plain.
#include "select/pack_fixed.h"

namespace mote {

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
  return {fields, {stream.begin(), stream.end()}, std::move(why)};
}

std::optional<PackedFixed> SameStream(std::vector<int64_t> fields, std::span<const uint8_t> stream, FixedRoutine row) {
  fields[kMoteFixedRoutine] = static_cast<int64_t>(row);
  if (FixedNeeds(fields).output == 0) return std::nullopt;
  return PackedFixed{std::move(fields), {stream.begin(), stream.end()}, ""};
}

}  // namespace mote
