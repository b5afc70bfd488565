// Sums of windows in Arm's DSP instructions, four channels at once.
#include "cpu/arm_dsp/dsp_functions.h"
#include "cpu/fixed_finish.h"
#include "cpu/fixed_pool.h"

namespace mote::runtime {
namespace {

void Run(const FixedCall& call) {
  const int32_t channels = call.fields[kMoteFixedOutC];
  const FixedFinish finish(call.fields);
  const FixedChannels one(call.stream, 1, 0);
  PoolWindows(call, [&](const PoolWindow& w, int8_t* out) {
    const ptrdiff_t gap = w.row_step - w.columns * w.column_step;
    for (int32_t c = 0; c < channels; c += 4) {
      int32_t sums[4] = {};
      if (w.rows != 0) mote_dsp_sum(w.from + c, static_cast<uint32_t>(w.rows), static_cast<uint32_t>(w.columns), w.column_step, gap, sums);
      for (int32_t i = 0; i < 4; ++i) out[c + i] = finish(static_cast<uint32_t>(sums[i]), one, 0);
    }
  });
}

}  // namespace

const FixedRoutine kFixedAveragePoolDsp = MakeFixedAveragePoolDsp(Run);

}  // namespace mote::runtime
