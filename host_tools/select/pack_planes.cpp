// Streams of the row DepthwisePlanes (schema/fixed_layout_planes.h).
#include "fixed/channel_step.h"
#include "select/pack_fixed.h"
#include "target/plain_stream.h"

namespace mote {
namespace {

constexpr int64_t kLeastPixels = 30;  // planes of fewer take longer to make than they save

}  // namespace

std::optional<PackedFixed> PackPlanes(std::vector<int64_t> fields, std::span<const uint8_t> stream) {
  const int64_t channels = fields[kMoteFixedOutC];
  const std::vector<int64_t> plain = fields;
  fields[kMoteFixedRoutine] = static_cast<int64_t>(FixedRoutine::kDepthwisePlanes);
  fields[kMoteFixedShift] = kMotePlanesShift, fields[kMoteFixedSigned] = 0;
  if (FixedNeeds(fields).output == 0 || fields[kMoteFixedOutH] * fields[kMoteFixedOutW] < kLeastPixels) return std::nullopt;
  const std::optional<Finish> finish = ChannelStep(plain, stream).FinishWithin({kMotePlanesMostShift, 0, kMotePlanesShift});
  if (!finish || finish->is_signed) return std::nullopt;
  const PlainStream c(stream, channels, 9);
  Words words;
  for (int64_t o = 0; o < channels; ++o) {
    const FinishChannel& f = finish->channels[static_cast<size_t>(o)];
    const auto weight = [&](int64_t k) { return (c.weight(k * channels + o) << f.shift) & 0xffff; };
    for (int64_t y = 0; y < 3; ++y) words.Add(weight(3 * y + 2) << 16 | weight(3 * y));
    words.Add(weight(4) << 16 | weight(1)), words.Add(weight(7));
    words.Add(c.start(o) << f.shift), words.Add(f.multiplier), words.Add(f.addend);
  }
  return PackedFixed{std::move(fields), words.Take(), ""};
}

}  // namespace mote
