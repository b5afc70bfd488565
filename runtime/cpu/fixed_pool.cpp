// Fixed-point pooling: sums and largest elements of what of a window lies in the input.
#include "cpu/fixed_finish.h"
#include "cpu/fixed_pool.h"

namespace mote::runtime {
namespace {

void Average(const FixedCall& call) {
  const int32_t channels = call.fields[kMoteFixedOutC];
  const FixedFinish finish(call.fields);
  const FixedChannels one(call.stream, 1, 0);
  auto* sums = reinterpret_cast<uint32_t*>(call.scratch);
  PoolWindows(call, [&](const PoolWindow& w, int8_t* out) {
    __builtin_memset(sums, 0, static_cast<size_t>(channels) * 4);
    for (int32_t y = 0; y < w.rows; ++y) {
      for (int32_t x = 0; x < w.columns; ++x) {
        const int8_t* from = w.from + y * w.row_step + x * w.column_step;
        for (int32_t c = 0; c < channels; ++c) sums[c] += static_cast<uint32_t>(from[c]);
      }
    }
    for (int32_t c = 0; c < channels; ++c) out[c] = finish(sums[c], one, 0);
  });
}

void Max(const FixedCall& call) {
  const int32_t channels = call.fields[kMoteFixedOutC];
  const FixedFinish finish(call.fields);
  PoolWindows(call, [&](const PoolWindow& w, int8_t* out) {
    for (int32_t c = 0; c < channels; ++c) {
      int32_t most = -128;
      for (int32_t y = 0; y < w.rows; ++y) {
        for (int32_t x = 0; x < w.columns; ++x) {
          const int32_t value = w.from[y * w.row_step + x * w.column_step + c];
          if (value > most) most = value;
        }
      }
      out[c] = finish.Clamped(most);
    }
  });
}

}  // namespace

const FixedRoutine kFixedAveragePool = MakeFixedAveragePool(Average);
const FixedRoutine kFixedMaxPool = MakeFixedMaxPool(Max);

}  // namespace mote::runtime
