// The instruction sets of AArch64 that the archive holds, and which of them this machine has: what the kernel tells, where there is a
// C library to ask.
#include "cpu/operations.h"

extern "C" unsigned long getauxval(unsigned long) __attribute__((weak));

namespace mote::runtime {

enum : uint8_t { kBase, kFp16, kDotprod, kI8mm };

uint32_t DetectIsas() {
  constexpr unsigned long kHwcap = 16, kHwcap2 = 26;  // AT_HWCAP, AT_HWCAP2
  uint32_t isas = 1u << kBase;
  if (getauxval == nullptr) return isas;
  constexpr unsigned long kHalves = 1 << 9 | 1 << 10;  // of scalars and of vectors
  const bool dotprod = (getauxval(kHwcap) >> 20) & 1, i8mm = (getauxval(kHwcap2) >> 13) & 1;
  // Each set has those before it; no core has dot products alone.
  if ((getauxval(kHwcap) & kHalves) != kHalves) return isas;
  isas |= 1u << kFp16;
  if (dotprod) isas |= i8mm ? 1u << kDotprod | 1u << kI8mm : 1u << kDotprod;
  return isas;
}

uint8_t DetectIsa() {
  const uint32_t isas = DetectIsas();
  uint8_t best = kBase;
  while (isas >> (best + 1) != 0) ++best;
  return best;
}

}  // namespace mote::runtime
