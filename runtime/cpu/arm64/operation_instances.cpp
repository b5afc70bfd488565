// The instruction sets of AArch64 that the archive holds, and which of them this machine has: what the kernel tells, where there is a
// C library to ask.
#include "cpu/operations.h"

extern "C" unsigned long getauxval(unsigned long) __attribute__((weak));

namespace mote::runtime {

enum : uint8_t { kBase, kDotprod, kI8mm };

const OperationFunction* const kOperationInstances[] = {base::kOperations.functions, base::kOperations.functions,
                                                        base::kOperations.functions};

uint32_t DetectIsas() {
  constexpr unsigned long kHwcap = 16, kHwcap2 = 26;  // AT_HWCAP, AT_HWCAP2
  uint32_t isas = 1u << kBase;
  if (getauxval == nullptr) return isas;
  const bool dotprod = (getauxval(kHwcap) >> 20) & 1, i8mm = (getauxval(kHwcap2) >> 13) & 1;
  if (dotprod) isas |= i8mm ? 1u << kDotprod | 1u << kI8mm : 1u << kDotprod;
  return isas;
}

uint8_t DetectIsa() {
  const uint32_t isas = DetectIsas();
  return isas >> kI8mm != 0 ? kI8mm : isas >> kDotprod != 0 ? kDotprod : kBase;
}

}  // namespace mote::runtime
