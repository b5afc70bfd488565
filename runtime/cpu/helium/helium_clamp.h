// Outputs of 8 bits clamped to less.
#ifndef MOTE_CPU_HELIUM_HELIUM_CLAMP_H_
#define MOTE_CPU_HELIUM_HELIUM_CLAMP_H_

#include "core/fixed.h"
#include "cpu/helium/helium_functions.h"

namespace mote::runtime {

static inline void ClampOutputs(const int32_t* f, int8_t* first, const int8_t* last) {
  const int32_t low = f[kMoteFixedLow], high = f[kMoteFixedHigh];
  if (low != -128 || high != 127) mote_helium_clamp(first, static_cast<uint32_t>(last - first), low, high);
}

}  // namespace mote::runtime

#endif
