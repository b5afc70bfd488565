// The channels of a plain row in the blocks of plain_products.h.
#ifndef MOTE_CPU_FIXED_BY_HAND_H_
#define MOTE_CPU_FIXED_BY_HAND_H_

#include "cpu/fixed_finish.h"
#include "cpu/plain_products.h"

namespace mote::runtime {

static MotePlain PlainOf(const FixedCall& call) {
  const int32_t* f = call.fields;
  return {nullptr, 0, nullptr, nullptr, static_cast<uint32_t>(f[kMoteFixedOutC]) * 4, nullptr, nullptr, 0, f[kMoteFixedShift],
          static_cast<uint32_t>(f[kMoteFixedSigned]), 0, 0};
}

// All channels to `out`, at least kBlock of them, `apart` bytes of weights from one to the next; the last ones a second time where their
// number is no multiple.
template <uint32_t kBlock>
static void AllChannels(MotePlain* plain, const FixedCall& call, void (*products)(MotePlain*), uint32_t apart) {
  const auto features = static_cast<uint32_t>(call.fields[kMoteFixedOutC]);
  const FixedChannels channels(call.stream, static_cast<int32_t>(features), call.fields[kMoteFixedSigned]);
  plain->weights = reinterpret_cast<const int8_t*>(channels.weights);
  plain->multiplier = channels.multiplier, plain->shifts = channels.shift;
  plain->blocks = features / kBlock;
  products(plain);
  const uint32_t rest = features % kBlock;
  if (rest == 0) return;
  const uint32_t back = kBlock - rest;
  plain->weights -= back * apart, plain->multiplier -= back, plain->shifts -= back, plain->out -= back, plain->offset -= back;
  plain->blocks = 1;
  products(plain);
}

static void ClampAll(const int32_t* f, int8_t* bytes, uint32_t count) {
  const int32_t low = f[kMoteFixedLow], high = f[kMoteFixedHigh];
  if (low == -128 && high == 127) return;
  for (; count != 0; --count, ++bytes) *bytes = static_cast<int8_t>(*bytes < low ? low : *bytes > high ? high : *bytes);
}

}  // namespace mote::runtime

#endif
