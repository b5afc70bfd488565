// The instruction sets of x86-64 that the archive holds, and which of them this machine has and its system saves.
#include <cpuid.h>

#include "cpu/operations.h"

namespace mote::runtime {

namespace avx2 {
extern const OperationTable kOperations;
}
namespace avx512 {
extern const OperationTable kOperations;
}

enum : uint8_t { kBase, kAvx2, kAvx512 };

const OperationFunction* const kOperationInstances[] = {base::kOperations.functions, avx2::kOperations.functions,
                                                        avx512::kOperations.functions};

uint8_t DetectIsa() {
  uint32_t a = 0, b = 0, c = 0, d = 0;
  if (!__get_cpuid(1, &a, &b, &c, &d)) return kBase;
  const bool fma = (c >> 12) & 1, xsave = (c >> 27) & 1;
  if (!fma || !xsave || !__get_cpuid_count(7, 0, &a, &b, &c, &d)) return kBase;
  const bool avx2 = (b >> 5) & 1, avx512 = ((b >> 16) & 1) && ((b >> 17) & 1) && ((b >> 30) & 1) && ((b >> 31) & 1);
  uint32_t low = 0, high = 0;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  if (!avx2 || (low & 6) != 6) return kBase;
  return avx512 && (low & 0xe6) == 0xe6 ? kAvx512 : kAvx2;
}

}  // namespace mote::runtime
