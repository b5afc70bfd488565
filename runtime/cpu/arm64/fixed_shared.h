// What instances of AArch64 have in common, once: pools and additions do not multiply bytes, and no set has better windows of single
// channels than dot products.
#ifndef MOTE_CPU_ARM64_FIXED_SHARED_H_
#define MOTE_CPU_ARM64_FIXED_SHARED_H_

#include "cpu/fixed_instance.h"

namespace mote::runtime {

void NeonAverage(const HostPool& pool);
void NeonMost(const HostPool& pool);
void NeonAdd(const FixedCall& call);
void DotprodTaps(const HostTaps& taps);

}  // namespace mote::runtime

#endif
