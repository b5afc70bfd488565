// Which of the archive's instruction sets this x86-64 machine has and its system saves.
#if defined(__x86_64__)
#include <cpuid.h>

#include "cpu/operations.h"

namespace mote::runtime {

Isa DetectIsa() {
  uint32_t a = 0, b = 0, c = 0, d = 0;
  if (!__get_cpuid(1, &a, &b, &c, &d)) return kIsaBase;
  const bool fma = (c >> 12) & 1, xsave = (c >> 27) & 1;
  if (!fma || !xsave || !__get_cpuid_count(7, 0, &a, &b, &c, &d)) return kIsaBase;
  const bool avx2 = (b >> 5) & 1, avx512 = ((b >> 16) & 1) && ((b >> 17) & 1) && ((b >> 30) & 1) && ((b >> 31) & 1);
  uint32_t low = 0, high = 0;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  if (!avx2 || (low & 6) != 6) return kIsaBase;
  return avx512 && (low & 0xe6) == 0xe6 ? kIsaAvx512 : kIsaAvx2;
}

}  // namespace mote::runtime
#endif
