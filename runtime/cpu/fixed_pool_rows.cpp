// The average of an image whose rows may come in several calls, as pipelines have them. The vectors of Helium are all that differs there.
#include "cpu/fixed_finish.h"
#ifdef MOTE_HELIUM
#include "cpu/helium/helium_functions.h"
#endif

namespace mote::runtime {
namespace {

// Adds so many pixels, at least one, to the sums of their channels.
#ifdef MOTE_HELIUM
constexpr auto SumPixels = mote_helium_sum;
#else
void SumPixels(uint32_t* sums, const int8_t* from, uint32_t pixels, uint32_t channels) {
  for (; pixels != 0; --pixels) {
    for (uint32_t c = 0; c < channels; ++c) sums[c] += static_cast<uint32_t>(*from++);
  }
}
#endif

// Rows of an image that may come in several calls: sums stay in scratch until the last.
void AverageRows(const FixedCall& call) {
  const int32_t* f = call.fields;
  const auto channels = static_cast<uint32_t>(f[kMoteFixedOutC]), pixels = static_cast<uint32_t>(f[kMoteFixedInH] * f[kMoteFixedInW]);
  const FixedFinish finish(f);
  const FixedChannels one(call.stream, 1, 0);
  auto* sums = reinterpret_cast<uint32_t*>(call.scratch);
  for (uint32_t row = call.begin; row < call.end; ++row) {
    if (!call.later) __builtin_memset(sums, 0, channels * size_t{4});
    SumPixels(sums, call.input + static_cast<size_t>(row) * pixels * channels, pixels, channels);
    int8_t* out = call.output + static_cast<size_t>(row) * channels;
    for (uint32_t c = 0; c < channels && !call.more; ++c) out[c] = finish(sums[c], one, 0);
  }
}

}  // namespace

const FixedRoutine kFixedAveragePoolRows = MakeFixedAveragePoolRows(AverageRows);

}  // namespace mote::runtime
