// The instruction sets of x86-64 that the archive holds, and which of them this machine has and its system saves.
#include <cpuid.h>

#include "cpu/operations.h"

namespace mote::runtime {

enum : uint8_t { kBase, kAvx2, kAvx512, kAvxVnni, kAvx512Vnni };

uint32_t DetectIsas() {
  uint32_t a = 0, b = 0, c = 0, d = 0, isas = 1u << kBase;
  if (!__get_cpuid(1, &a, &b, &c, &d)) return isas;
  const bool fma_f16c = ((c >> 12) & 1) && ((c >> 29) & 1), xsave = (c >> 27) & 1;
  if (!fma_f16c || !xsave || !__get_cpuid_count(7, 0, &a, &b, &c, &d)) return isas;
  const bool avx2 = (b >> 5) & 1, avx512 = ((b >> 16) & 1) && ((b >> 17) & 1) && ((b >> 30) & 1) && ((b >> 31) & 1);
  const bool avx512_vnni = (c >> 11) & 1, more = a >= 1;
  uint32_t low = 0, high = 0;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  if (!avx2 || (low & 6) != 6) return isas;
  isas |= 1u << kAvx2;
  if (avx512 && (low & 0xe6) == 0xe6) isas |= avx512_vnni ? 1u << kAvx512 | 1u << kAvx512Vnni : 1u << kAvx512;
  if (more && __get_cpuid_count(7, 1, &a, &b, &c, &d) && ((a >> 4) & 1)) isas |= 1u << kAvxVnni;
  return isas;
}

uint8_t DetectIsa() {
  uint8_t best = kBase;
  for (uint32_t isas = DetectIsas(); isas >> (best + 1) != 0;) ++best;
  return best;
}

}  // namespace mote::runtime
