// fma with one rounding, on every target: the instruction where there is one, integers where there is no FPU, else exact arithmetic in
// double. Static: files of one archive
// are compiled for different instruction sets, and the linker must not mix their copies.
#ifndef MOTE_CPU_EXACT_FMA_H_
#define MOTE_CPU_EXACT_FMA_H_

#include <stdint.h>

#include "cpu/integer_fma.h"

namespace mote::runtime {

#if defined(__FMA__) || (defined(__ARM_FEATURE_FMA) && defined(__ARM_FP)) || defined(__aarch64__) || \
    (defined(__riscv) && defined(__riscv_flen))
static constexpr bool kFmaIsAnInstruction = true;
static inline float FmaF32(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
#elif defined(__SOFTFP__) || (defined(__riscv) && defined(__riscv_float_abi_soft))
static constexpr bool kFmaIsAnInstruction = false;
static inline float FmaF32(float a, float b, float c) {
  uint32_t x, y, z;
  __builtin_memcpy(&x, &a, sizeof x), __builtin_memcpy(&y, &b, sizeof y), __builtin_memcpy(&z, &c, sizeof z);
  const uint32_t bits = IntegerFma(x, y, z);
  float sum;
  __builtin_memcpy(&sum, &bits, sizeof sum);
  return sum;
}
#else
static constexpr bool kFmaIsAnInstruction = false;
// The product of two floats is exact in double. The sum is rounded to odd there, which makes the second rounding, to float, right.
static inline float FmaF32(float a, float b, float c) {
  const double product = static_cast<double>(a) * b, addend = c;
  double sum = product + addend;
  const double of_sum = sum - product;
  const double error = (product - (sum - of_sum)) + (addend - of_sum);  // exact (two-sum)
  uint64_t bits;
  __builtin_memcpy(&bits, &sum, sizeof bits);
  const bool finite = (bits >> 52 & 0x7ff) != 0x7ff;
  if (finite && error != 0 && (bits & 1) == 0) {
    bits += (error > 0) == (sum > 0) ? 1 : -1;  // sum is not zero here: an inexact double sum is at least the last bit of the product
    __builtin_memcpy(&sum, &bits, sizeof sum);
  }
  return static_cast<float>(sum);
}
#endif

}  // namespace mote::runtime

#endif
