// The arithmetic that machines differ in, with one result everywhere: fused multiply-add, square root, roundings, conversions, small
// floats. Freestanding: no libm, no compiler helper beyond integer and IEEE basic operations. Everything is static inline, for the loops of
// operations.inc: files of one archive are compiled for different instruction sets, and the linker must not mix their copies.
#ifndef MOTE_CPU_SCALAR_MATH_H_
#define MOTE_CPU_SCALAR_MATH_H_

#include <stdint.h>

#include "cpu/exact_fma.h"

namespace mote::runtime {

static inline float F32OfBits(uint32_t bits) { float f; __builtin_memcpy(&f, &bits, 4); return f; }
static inline uint32_t BitsOfF32(float f) { uint32_t bits; __builtin_memcpy(&bits, &f, 4); return bits; }
static inline double F64OfBits(uint64_t bits) { double d; __builtin_memcpy(&d, &bits, 8); return d; }
static inline uint64_t BitsOfF64(double d) { uint64_t bits; __builtin_memcpy(&bits, &d, 8); return bits; }

// ---- fused multiply-add ----

double FmaF64Soft(double a, double b, double c);  // soft_f64.cpp
static inline double FmaF64(double a, double b, double c) {
#if defined(__FMA__) || defined(__aarch64__) || defined(__FP_FAST_FMA)
  return __builtin_fma(a, b, c);
#else
  return FmaF64Soft(a, b, c);
#endif
}

// ---- square root ----

// Bit by bit on the significand: correctly rounded. For machines without the instruction.
static inline float SqrtF32Soft(float x) {
  uint32_t bits = BitsOfF32(x);
  if ((bits & 0x7fffffff) == 0) return x;
  if (x != x) return F32OfBits(bits | 0x00400000);
  if (bits >> 31) return F32OfBits(0x7fc00000);
  if (bits == 0x7f800000) return x;
  int32_t exponent = static_cast<int32_t>(bits >> 23);
  uint32_t fraction = bits & 0x7fffff;
  if (exponent == 0) {
    const int32_t shift = __builtin_clz(fraction) - 8;
    fraction <<= shift;
    exponent = 1 - shift;
  } else {
    fraction |= 0x800000;
  }
  exponent -= 127;
  if (exponent & 1) fraction <<= 1;  // the significand is in [1, 4)
  exponent >>= 1;
  uint64_t rest = static_cast<uint64_t>(fraction) << 25;  // root of 2·23+… bits: 24 bits and one for rounding
  uint64_t root = 0;
  for (uint64_t bit = UINT64_C(1) << 48; bit != 0; bit >>= 2) {
    if (rest >= root + bit) {
      rest -= root + bit;
      root = (root >> 1) + bit;
    } else {
      root >>= 1;
    }
  }
  const uint32_t rounded = static_cast<uint32_t>((root + 1) >> 1);  // never a tie: a root of 25 bits is exact only when its last bit is 0
  return F32OfBits((static_cast<uint32_t>(exponent + 126) << 23) + rounded);
}

double SqrtF64Soft(double x);  // soft_f64.cpp

static inline float SqrtF32(float x) {
#if defined(__SSE2__) || defined(__aarch64__) || (defined(__ARM_FP) && (__ARM_FP & 4))
  return __builtin_sqrtf(x);  // -fno-math-errno: one instruction
#else
  return SqrtF32Soft(x);
#endif
}
static inline double SqrtF64(double x) {
#if defined(__SSE2__) || defined(__aarch64__) || (defined(__ARM_FP) && (__ARM_FP & 8))
  return __builtin_sqrt(x);
#else
  return SqrtF64Soft(x);
#endif
}

// ---- minimum, maximum ----

static inline float MinF32(float a, float b) {
  const float equal = F32OfBits(BitsOfF32(a) | BitsOfF32(b)), less = b < a ? b : a;
  const float number = a == b ? equal : less;
  return a != a ? a : b != b ? b : number;
}
static inline float MaxF32(float a, float b) {
  const float equal = F32OfBits(BitsOfF32(a) & BitsOfF32(b)), more = a < b ? b : a;
  const float number = a == b ? equal : more;
  return a != a ? a : b != b ? b : number;
}
static inline double MinF64(double a, double b) {
  const double equal = F64OfBits(BitsOfF64(a) | BitsOfF64(b)), less = b < a ? b : a;
  const double number = a == b ? equal : less;
  return a != a ? a : b != b ? b : number;
}
static inline double MaxF64(double a, double b) {
  const double equal = F64OfBits(BitsOfF64(a) & BitsOfF64(b)), more = a < b ? b : a;
  const double number = a == b ? equal : more;
  return a != a ? a : b != b ? b : number;
}

// ---- roundings to whole numbers ----

static inline float WithSign(float magnitude, float sign) {
  return F32OfBits((BitsOfF32(magnitude) & 0x7fffffff) | (BitsOfF32(sign) & 0x80000000u));
}
static inline double WithSign(double magnitude, double sign) {
  return F64OfBits((BitsOfF64(magnitude) & (UINT64_MAX >> 1)) | (BitsOfF64(sign) & (UINT64_C(1) << 63)));
}

// From 2^23 (2^52) on every value is whole; below, adding and subtracting it rounds to nearest even.
static inline float RintF32(float x) {
  const float big = 8388608.0f, magnitude = F32OfBits(BitsOfF32(x) & 0x7fffffff);
  const float rounded = WithSign((magnitude + big) - big, x);
  return magnitude < big ? rounded : x;
}
static inline double RintF64(double x) {
  const double big = 4503599627370496.0, magnitude = F64OfBits(BitsOfF64(x) & (UINT64_MAX >> 1));
  const double rounded = WithSign((magnitude + big) - big, x);
  return magnitude < big ? rounded : x;
}
static inline float FloorF32(float x) { const float r = RintF32(x); return WithSign(r > x ? r - 1.0f : r, x); }
static inline double FloorF64(double x) { const double r = RintF64(x); return WithSign(r > x ? r - 1.0 : r, x); }
static inline float CeilF32(float x) { const float r = RintF32(x); return WithSign(r < x ? r + 1.0f : r, x); }
static inline double CeilF64(double x) { const double r = RintF64(x); return WithSign(r < x ? r + 1.0 : r, x); }
static inline float TruncF32(float x) {
  const float m = F32OfBits(BitsOfF32(x) & 0x7fffffff), r = RintF32(m);
  return WithSign(r > m ? r - 1.0f : r, x);
}
static inline double TruncF64(double x) {
  const double m = F64OfBits(BitsOfF64(x) & (UINT64_MAX >> 1)), r = RintF64(m);
  return WithSign(r > m ? r - 1.0 : r, x);
}

// ---- conversions ----

// Truncates, saturates, NaN gives 0.
static inline int32_t SignedOf(double x) {
  return x != x ? 0 : x >= 2147483648.0 ? INT32_MAX : x < -2147483648.0 ? INT32_MIN : static_cast<int32_t>(x);
}
static inline uint32_t UnsignedOf(double x) { return !(x > 0) ? 0 : x >= 4294967296.0 ? UINT32_MAX : static_cast<uint32_t>(x); }
static inline int32_t SignedOf(float x) {
  return x != x ? 0 : x >= 2147483648.0f ? INT32_MAX : x < -2147483648.0f ? INT32_MIN : static_cast<int32_t>(x);
}
static inline uint32_t UnsignedOf(float x) { return !(x > 0) ? 0 : x >= 4294967296.0f ? UINT32_MAX : static_cast<uint32_t>(x); }
template <class R>
static inline int64_t LongOf(R x) {
  const R limit = static_cast<R>(9223372036854775808.0);
  return x != x ? 0 : x >= limit ? INT64_MAX : x < -limit ? INT64_MIN : static_cast<int64_t>(x);
}
template <class R>
static inline uint64_t UnsignedLongOf(R x) {
  return !(x > 0) ? 0 : x >= static_cast<R>(18446744073709551616.0) ? UINT64_MAX : static_cast<uint64_t>(x);
}

static inline float NarrowToOdd(double x) {
  const float nearest = static_cast<float>(x);
  const double back = static_cast<double>(nearest);
  if (x != x || back == x) return nearest;
  uint32_t bits = BitsOfF32(nearest);
  // Away from zero: one step back, then the last bit set.
  if ((BitsOfF64(back) & (UINT64_MAX >> 1)) > (BitsOfF64(x) & (UINT64_MAX >> 1))) --bits;
  return F32OfBits(bits | 1);
}

// ---- floats of 16 and fewer bits ----

static inline float F32OfBF16(uint32_t bits) { return F32OfBits(bits << 16); }
static inline uint32_t BF16OfF32(float x) {
  const uint32_t bits = BitsOfF32(x);
  // The leading payload of a NaN stays; one that would vanish becomes the quiet one.
  const uint32_t payload = (bits >> 16) & 0x7f, nan = (bits >> 16) | (payload == 0 ? 0x40u : 0u);
  const uint32_t rounded = (bits + 0x7fff + ((bits >> 16) & 1)) >> 16;
  return (bits & 0x7fffffff) > 0x7f800000 ? nan : rounded;
}

static inline float F32OfF16(uint32_t half) {
  const uint32_t sign = (half & 0x8000) << 16, code = half & 0x7fff;
  // Subnormals: the code counts 2^-24. Others: move the exponent's bias; infinity and NaN keep all ones.
  const float subnormal = static_cast<float>(static_cast<int32_t>(code)) * 5.9604644775390625e-8f;
  const uint32_t normal = (code << 13) + (code >= 0x7c00 ? 0x70000000u : 0x38000000u);
  return F32OfBits((code < 0x400 ? BitsOfF32(subnormal) : normal) | sign);
}
static inline uint32_t F16OfF32(float x) {
  const uint32_t bits = BitsOfF32(x), sign = (bits >> 16) & 0x8000, code = bits & 0x7fffffff;
  // Below 2^-14: adding 0.5 leaves the value's multiple of 2^-24, rounded to even, in the last bits.
  const uint32_t subnormal = BitsOfF32(F32OfBits(code) + 0.5f) - 0x3f000000u;
  const uint32_t normal = (code - 0x38000000u + 0xfff + ((code >> 13) & 1)) >> 13;
  const uint32_t payload = (code >> 13) & 0x3ff, nan = 0x7c00 | (payload == 0 ? 0x200u : payload);
  const uint32_t finite = code < 0x38800000u ? subnormal : code >= 0x477ff000u ? 0x7c00u : normal;
  return sign | (code > 0x7f800000u ? nan : finite);
}

// The 8-, 6- and 4-bit formats by element type code (small_float.cpp).
float F32OfSmall(uint32_t type, uint32_t bits);
uint32_t SmallOfF32(uint32_t type, float x);

}  // namespace mote::runtime

#endif
