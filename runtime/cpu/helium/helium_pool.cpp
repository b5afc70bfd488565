// Pools on Helium: 8 channels at once where they are summed, 16 where the largest element is looked for.
#include "cpu/fixed_finish.h"
#include "cpu/fixed_pool.h"
#include "cpu/helium/helium_functions.h"

namespace mote::runtime {
namespace {

void Pool(const FixedCall& call, HeliumPool& pool, void (*assembly)(const HeliumPool*)) {
  pool.low = call.fields[kMoteFixedLow], pool.high = call.fields[kMoteFixedHigh];
  PoolWindows(call, [&](const PoolWindow& w, int8_t* out) {
    pool.from = w.from, pool.rows = static_cast<uint32_t>(w.rows), pool.columns = static_cast<uint32_t>(w.columns);
    pool.column_step = w.column_step, pool.row_gap = w.row_step - w.columns * w.column_step;
    pool.channels = call.fields[kMoteFixedOutC], pool.out = out;
    assembly(&pool);
  });
}

void Average(const FixedCall& call) {
  const FixedChannels one(call.stream, 1, 0);
  HeliumPool pool = {};
  const int32_t shift = one.Shift(0);
  pool.right = -call.fields[kMoteFixedShift], pool.multiplier = *one.multiplier, pool.left = shift, pool.addend = *one.addend;
  pool.half = call.fields[kMoteFixedSigned] != 0 ? static_cast<int32_t>((uint32_t{1} << shift) >> 1) : 0;
  Pool(call, pool, mote_helium_average);
}

void Max(const FixedCall& call) {
  HeliumPool pool = {};
  Pool(call, pool, mote_helium_max);
}

}  // namespace

const FixedRoutine kFixedAveragePoolHelium = MakeFixedAveragePoolHelium(Average);
const FixedRoutine kFixedMaxPoolHelium = MakeFixedMaxPoolHelium(Max);

}  // namespace mote::runtime
