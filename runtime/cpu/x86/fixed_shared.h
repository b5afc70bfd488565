// What instances of x86-64 have in common, once: pools and additions do not multiply bytes. With AVX-512 additions are half as long; of
// pools there is little.
#ifndef MOTE_CPU_X86_FIXED_SHARED_H_
#define MOTE_CPU_X86_FIXED_SHARED_H_

#include "cpu/fixed_instance.h"

namespace mote::runtime {

void Avx2Average(const HostPool& pool);
void Avx2Most(const HostPool& pool);
void Avx2Add(const FixedCall& call);

}  // namespace mote::runtime

#endif
