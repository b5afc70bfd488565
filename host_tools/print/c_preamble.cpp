// CPreamble: what printed C functions use. Every function is the plain meaning of a row of schema/scalar_ops.def, written so that compilers
// turn it into a few instructions without branches where the target can.
#include "print/printers.h"

namespace mote {
namespace {

constexpr const char* kHead =
    R"c(/* Kernels printed by mote. Compile with -ffp-contract=off -fno-fast-math (also good: -fno-trapping-math -fno-math-errno). */
#include <stddef.h>
#include <stdint.h>
#if defined(__GNUC__)
#define MOTE_ALIAS __attribute__((may_alias, unused))
#define MOTE_UNUSED __attribute__((unused))
#define MOTE_UNORDERED(a, b) __builtin_isunordered(a, b)
#else
#define MOTE_ALIAS
#define MOTE_UNUSED
#define MOTE_UNORDERED(a, b) ((a) != (a) || (b) != (b))
#endif
/* Points of a domain are independent; an input may be the same memory as an output only at the same point. */
#if defined(__clang__)
#define MOTE_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define MOTE_INDEPENDENT _Pragma("GCC ivdep")
#else
#define MOTE_INDEPENDENT
#endif
typedef uint8_t MOTE_ALIAS mote_u8;
typedef int8_t MOTE_ALIAS mote_s8;
typedef uint16_t MOTE_ALIAS mote_u16;
typedef int16_t MOTE_ALIAS mote_s16;
typedef uint32_t MOTE_ALIAS mote_u32;
typedef uint64_t MOTE_ALIAS mote_u64;
typedef float MOTE_ALIAS mote_f32;
typedef double MOTE_ALIAS mote_f64;
#define MOTE_FN static inline MOTE_UNUSED
)c";

constexpr const char* kIntegers = R"c(
MOTE_FN float mote_bits_if(uint32_t a) { union { uint32_t i; float f; } u; u.i = a; return u.f; }
MOTE_FN uint32_t mote_bits_fi(float a) { union { uint32_t i; float f; } u; u.f = a; return u.i; }
MOTE_FN double mote_bits_ld(uint64_t a) { union { uint64_t i; double f; } u; u.i = a; return u.f; }
MOTE_FN uint64_t mote_bits_dl(double a) { union { uint64_t i; double f; } u; u.f = a; return u.i; }
MOTE_FN uint32_t mote_divs_i(uint32_t a, uint32_t b) {
  return b == 0 ? ~(uint32_t)0 : b == ~(uint32_t)0 ? 0u - a : (uint32_t)((int32_t)a / (int32_t)b);
}
MOTE_FN uint32_t mote_divu_i(uint32_t a, uint32_t b) { return b == 0 ? ~(uint32_t)0 : a / b; }
MOTE_FN uint32_t mote_rems_i(uint32_t a, uint32_t b) { return b == 0 ? a : b == ~(uint32_t)0 ? 0 : (uint32_t)((int32_t)a % (int32_t)b); }
MOTE_FN uint32_t mote_remu_i(uint32_t a, uint32_t b) { return b == 0 ? a : a % b; }
MOTE_FN uint32_t mote_shl_i(uint32_t a, uint32_t b) { return b > 31 ? 0 : a << (b & 31); }
MOTE_FN uint32_t mote_shru_i(uint32_t a, uint32_t b) { return b > 31 ? 0 : a >> (b & 31); }
MOTE_FN uint32_t mote_shrs_i(uint32_t a, uint32_t b) { return (uint32_t)((int32_t)a >> (b > 31 ? 31 : b)); }
MOTE_FN uint32_t mote_mins_i(uint32_t a, uint32_t b) { return (int32_t)b < (int32_t)a ? b : a; }
MOTE_FN uint32_t mote_maxs_i(uint32_t a, uint32_t b) { return (int32_t)a < (int32_t)b ? b : a; }
MOTE_FN uint32_t mote_minu_i(uint32_t a, uint32_t b) { return b < a ? b : a; }
MOTE_FN uint32_t mote_maxu_i(uint32_t a, uint32_t b) { return a < b ? b : a; }
MOTE_FN uint32_t mote_mulhiu_i(uint32_t a, uint32_t b) { return (uint32_t)(((uint64_t)a * b) >> 32); }
MOTE_FN uint32_t mote_popcnt_i(uint32_t a) {
  a = a - ((a >> 1) & 0x55555555u);
  a = (a & 0x33333333u) + ((a >> 2) & 0x33333333u);
  return (((a + (a >> 4)) & 0x0f0f0f0fu) * 0x01010101u) >> 24;
}
MOTE_FN uint32_t mote_clz_i(uint32_t a) {
  a |= a >> 1; a |= a >> 2; a |= a >> 4; a |= a >> 8; a |= a >> 16;
  return 32u - mote_popcnt_i(a);
}
MOTE_FN uint32_t mote_sext_i(uint32_t a, uint32_t bits) { return (uint32_t)((int32_t)(a << (32 - bits)) >> (32 - bits)); }
MOTE_FN uint32_t mote_zext_i(uint32_t a, uint32_t bits) { return a & (((uint32_t)1 << bits) - 1); }
MOTE_FN uint64_t mote_divs_l(uint64_t a, uint64_t b) {
  return b == 0 ? ~(uint64_t)0 : b == ~(uint64_t)0 ? 0u - a : (uint64_t)((int64_t)a / (int64_t)b);
}
MOTE_FN uint64_t mote_divu_l(uint64_t a, uint64_t b) { return b == 0 ? ~(uint64_t)0 : a / b; }
MOTE_FN uint64_t mote_rems_l(uint64_t a, uint64_t b) { return b == 0 ? a : b == ~(uint64_t)0 ? 0 : (uint64_t)((int64_t)a % (int64_t)b); }
MOTE_FN uint64_t mote_remu_l(uint64_t a, uint64_t b) { return b == 0 ? a : a % b; }
MOTE_FN uint64_t mote_shl_l(uint64_t a, uint64_t b) { return b > 63 ? 0 : a << (b & 63); }
MOTE_FN uint64_t mote_shru_l(uint64_t a, uint64_t b) { return b > 63 ? 0 : a >> (b & 63); }
MOTE_FN uint64_t mote_shrs_l(uint64_t a, uint64_t b) { return (uint64_t)((int64_t)a >> (b > 63 ? 63 : b)); }
MOTE_FN uint64_t mote_mins_l(uint64_t a, uint64_t b) { return (int64_t)b < (int64_t)a ? b : a; }
MOTE_FN uint64_t mote_maxs_l(uint64_t a, uint64_t b) { return (int64_t)a < (int64_t)b ? b : a; }
MOTE_FN uint64_t mote_minu_l(uint64_t a, uint64_t b) { return b < a ? b : a; }
MOTE_FN uint64_t mote_maxu_l(uint64_t a, uint64_t b) { return a < b ? b : a; }
MOTE_FN uint64_t mote_popcnt_l(uint64_t a) { return (uint64_t)mote_popcnt_i((uint32_t)a) + mote_popcnt_i((uint32_t)(a >> 32)); }
MOTE_FN uint64_t mote_clz_l(uint64_t a) { return a >> 32 ? mote_clz_i((uint32_t)(a >> 32)) : 32u + mote_clz_i((uint32_t)a); }
MOTE_FN uint64_t mote_sext_l(uint64_t a, uint32_t bits) { return (uint64_t)((int64_t)(a << (64 - bits)) >> (64 - bits)); }
MOTE_FN uint64_t mote_zext_l(uint64_t a, uint32_t bits) { return a & (((uint64_t)1 << bits) - 1); }
MOTE_FN uint32_t mote_narrow_s64(uint64_t a) {
  return (int64_t)a > INT32_MAX ? (uint32_t)INT32_MAX : (int64_t)a < INT32_MIN ? (uint32_t)INT32_MIN : (uint32_t)a;
}
MOTE_FN uint32_t mote_narrow_u64(uint64_t a) { return a > INT32_MAX ? (uint32_t)INT32_MAX : (uint32_t)a; }
)c";

constexpr const char* kFloats = R"c(
MOTE_FN float mote_abs_f(float a) { return mote_bits_if(mote_bits_fi(a) & 0x7fffffffu); }
MOTE_FN float mote_neg_f(float a) { return mote_bits_if(mote_bits_fi(a) ^ 0x80000000u); }
MOTE_FN float mote_sign_of_f(float a, float sign) {
  return mote_bits_if((mote_bits_fi(a) & 0x7fffffffu) | (mote_bits_fi(sign) & 0x80000000u));
}
MOTE_FN double mote_abs_d(double a) { return mote_bits_ld(mote_bits_dl(a) & 0x7fffffffffffffffu); }
MOTE_FN double mote_neg_d(double a) { return mote_bits_ld(mote_bits_dl(a) ^ 0x8000000000000000u); }
MOTE_FN double mote_sign_of_d(double a, double sign) {
  return mote_bits_ld((mote_bits_dl(a) & 0x7fffffffffffffffu) | (mote_bits_dl(sign) & 0x8000000000000000u));
}
/* NaN if any operand is, -0 below +0: both orders of the compare agree but for zeros of different sign, where the bits decide. */
MOTE_FN float mote_max_f(float a, float b) {
  const float x = a > b ? a : b, y = b > a ? b : a;
  return MOTE_UNORDERED(a, b) ? a + b : mote_bits_if(mote_bits_fi(x) & mote_bits_fi(y));
}
MOTE_FN float mote_min_f(float a, float b) {
  const float x = a < b ? a : b, y = b < a ? b : a;
  return MOTE_UNORDERED(a, b) ? a + b : mote_bits_if(mote_bits_fi(x) | mote_bits_fi(y));
}
MOTE_FN double mote_max_d(double a, double b) {
  const double x = a > b ? a : b, y = b > a ? b : a;
  return MOTE_UNORDERED(a, b) ? a + b : mote_bits_ld(mote_bits_dl(x) & mote_bits_dl(y));
}
MOTE_FN double mote_min_d(double a, double b) {
  const double x = a < b ? a : b, y = b < a ? b : a;
  return MOTE_UNORDERED(a, b) ? a + b : mote_bits_ld(mote_bits_dl(x) | mote_bits_dl(y));
}
/* Adding and subtracting 2^23 (2^52) rounds to an integer; larger values are integers already, NaN stays. */
MOTE_FN float mote_rint_f(float a) {
  const float big = mote_sign_of_f(8388608.0f, a), r = (a + big) - big;
  return mote_abs_f(a) < 8388608.0f ? mote_sign_of_f(r, a) : a;
}
MOTE_FN float mote_floor_f(float a) {
  const float r = mote_rint_f(a);
  return mote_abs_f(a) < 8388608.0f ? mote_sign_of_f(r > a ? r - 1.0f : r, a) : a;
}
MOTE_FN float mote_ceil_f(float a) {
  const float r = mote_rint_f(a);
  return mote_abs_f(a) < 8388608.0f ? mote_sign_of_f(r < a ? r + 1.0f : r, a) : a;
}
MOTE_FN float mote_trunc_f(float a) {
  const float m = mote_abs_f(a), r = mote_rint_f(m);
  return m < 8388608.0f ? mote_sign_of_f(r > m ? r - 1.0f : r, a) : a;
}
MOTE_FN double mote_rint_d(double a) {
  const double big = mote_sign_of_d(4503599627370496.0, a), r = (a + big) - big;
  return mote_abs_d(a) < 4503599627370496.0 ? mote_sign_of_d(r, a) : a;
}
MOTE_FN double mote_floor_d(double a) {
  const double r = mote_rint_d(a);
  return mote_abs_d(a) < 4503599627370496.0 ? mote_sign_of_d(r > a ? r - 1.0 : r, a) : a;
}
MOTE_FN double mote_ceil_d(double a) {
  const double r = mote_rint_d(a);
  return mote_abs_d(a) < 4503599627370496.0 ? mote_sign_of_d(r < a ? r + 1.0 : r, a) : a;
}
MOTE_FN double mote_trunc_d(double a) {
  const double m = mote_abs_d(a), r = mote_rint_d(m);
  return m < 4503599627370496.0 ? mote_sign_of_d(r > m ? r - 1.0 : r, a) : a;
}
/* Float to integer: toward zero, saturating, NaN gives 0. */
MOTE_FN uint32_t mote_signed_sat_fi(float a) {
  return a != a ? 0u : a >= 2147483648.0f ? 0x7fffffffu : a < -2147483648.0f ? 0x80000000u : (uint32_t)(int32_t)a;
}
MOTE_FN uint32_t mote_unsigned_sat_fi(float a) { return !(a > 0.0f) ? 0u : a >= 4294967296.0f ? ~(uint32_t)0 : (uint32_t)a; }
MOTE_FN uint64_t mote_signed_sat_fl(float a) {
  return a != a ? 0u : a >= 9223372036854775808.0f ? 0x7fffffffffffffffu : a < -9223372036854775808.0f ? 0x8000000000000000u
        : (uint64_t)(int64_t)a;
}
MOTE_FN uint64_t mote_unsigned_sat_fl(float a) { return !(a > 0.0f) ? 0u : a >= 18446744073709551616.0f ? ~(uint64_t)0 : (uint64_t)a; }
MOTE_FN uint32_t mote_signed_sat_di(double a) {
  return a != a ? 0u : a >= 2147483648.0 ? 0x7fffffffu : a < -2147483648.0 ? 0x80000000u : (uint32_t)(int32_t)a;
}
MOTE_FN uint32_t mote_unsigned_sat_di(double a) { return !(a > 0.0) ? 0u : a >= 4294967296.0 ? ~(uint32_t)0 : (uint32_t)a; }
MOTE_FN uint64_t mote_signed_sat_dl(double a) {
  return a != a ? 0u : a >= 9223372036854775808.0 ? 0x7fffffffffffffffu : a < -9223372036854775808.0 ? 0x8000000000000000u
        : (uint64_t)(int64_t)a;
}
MOTE_FN uint64_t mote_unsigned_sat_dl(double a) { return !(a > 0.0) ? 0u : a >= 18446744073709551616.0 ? ~(uint64_t)0 : (uint64_t)a; }
)c";

constexpr const char* kRoots = R"c(
/* Where the target has the instruction the compiler's own is exact; elsewhere the sum is kept to odd,
   so that the last rounding is right. */
MOTE_FN double mote_add_odd(double a, double b) {
  const double s = a + b, t = s - a, error = (a - (s - t)) + (b - t);
  uint64_t bits = mote_bits_dl(s);
  if ((error > 0.0 || error < 0.0) && (bits & 1) == 0) bits += (error > 0.0) == (s > 0.0) ? 1u : ~(uint64_t)0;
  return mote_bits_ld(bits);
}
#if defined(__FP_FAST_FMAF) || defined(__FMA__) || defined(__aarch64__) || defined(__ARM_FEATURE_FMA)
MOTE_FN float mote_fma_f(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
#else
MOTE_FN float mote_fma_f(float a, float b, float c) { return (float)mote_add_odd((double)a * (double)b, (double)c); }
#endif
#define mote_fma_d(a, b, c) __builtin_fma(a, b, c)
#if defined(__SSE2__) || defined(__aarch64__) || (defined(__ARM_FP) && (__ARM_FP & 4)) || defined(__riscv_f)
MOTE_FN float mote_sqrt_f(float a) { return __builtin_sqrtf(a); }
#else
MOTE_FN float mote_sqrt_f(float a) {
  uint32_t bits = mote_bits_fi(a);
  if (a != a || a == 0.0f || bits == 0x7f800000u) return a;
  if (bits >> 31) return mote_bits_if(0x7fc00000u);
  int32_t e = (int32_t)(bits >> 23);
  uint32_t m = bits & 0x7fffffu;
  if (e == 0) { while (!(m & 0x800000u)) { m <<= 1; --e; } ++e; } else { m |= 0x800000u; }
  e -= 127;
  if (e & 1) { m <<= 1; --e; }
  uint64_t rest = (uint64_t)m << 25, root = 0;
  for (uint64_t bit = (uint64_t)1 << 48; bit; bit >>= 2) {
    if (rest >= root + bit) { rest -= root + bit; root = (root >> 1) + bit; } else { root >>= 1; }
  }
  return mote_bits_if((uint32_t)(((uint32_t)(e / 2 + 126) << 23) + ((uint32_t)root >> 1) + ((uint32_t)root & 1)));
}
#endif
#if defined(__SSE2__) || defined(__aarch64__) || (defined(__ARM_FP) && (__ARM_FP & 8)) || defined(__riscv_d)
MOTE_FN double mote_sqrt_d(double a) { return __builtin_sqrt(a); }
#else
MOTE_FN double mote_sqrt_d(double a) {
  uint64_t bits = mote_bits_dl(a);
  if (a != a || a == 0.0 || bits == 0x7ff0000000000000u) return a;
  if (bits >> 63) return mote_bits_ld(0x7ff8000000000000u);
  int32_t e = (int32_t)(bits >> 52);
  uint64_t m = bits & 0xfffffffffffffu;
  if (e == 0) { while (!(m >> 52)) { m <<= 1; --e; } ++e; } else { m |= (uint64_t)1 << 52; }
  e -= 1023;
  if (e & 1) { m <<= 1; --e; }
  /* 54 bits of root, one at a time; the last decides the rounding, no tie is possible. */
  uint64_t root = 0, rest = 0;
  for (int i = 53; i >= 0; --i) {
    const int shift = 2 * i - 54;
    rest = (rest << 2) | (shift >= 0 ? (m >> shift) & 3 : shift == -1 ? (m & 1) << 1 : 0);
    const uint64_t trial = (root << 2) | 1;
    root <<= 1;
    if (rest >= trial) { rest -= trial; root |= 1; }
  }
  return mote_bits_ld(((uint64_t)(e / 2 + 1022) << 52) + (root >> 1) + (root & 1));
}
#endif
MOTE_FN float mote_narrow_odd_df(double a) {
  const float nearest = (float)a;
  uint32_t bits = mote_bits_fi(nearest);
  if (a != a || (double)nearest == a) return nearest;
  if (mote_abs_d((double)nearest) > mote_abs_d(a)) --bits;
  return mote_bits_if(bits | 1u);
}
)c";

constexpr const char* kSmallFloats = R"c(
/* Narrow floats as bits: `e` exponent and `m` fraction bits, `bias`; `kind` 0: infinity and NaN as usual, 1: NaN is all ones, no infinity,
   2: NaN is the code of -0, no infinity, 3: neither. */
MOTE_FN float mote_widen(uint32_t code, uint32_t e, uint32_t m, uint32_t bias, uint32_t kind) {
  const uint32_t sign = (code >> (e + m)) << 31, top = ((uint32_t)1 << e) - 1, magnitude = code & (((uint32_t)1 << (e + m)) - 1);
  const uint32_t field = magnitude >> m, fraction = magnitude & (((uint32_t)1 << m) - 1);
  if (kind == 0 && field == top) return mote_bits_if(sign | 0x7f800000u | (fraction ? 0x400000u | fraction << (23 - m) : 0u));
  if (kind == 1 && magnitude == ((uint32_t)1 << (e + m)) - 1) return mote_bits_if(sign | 0x7fc00000u);
  if (kind == 2 && sign && magnitude == 0) return mote_bits_if(0xffc00000u);
  if (e == 8 && field == 0) return mote_bits_if(sign | fraction << (23 - m));
  if (field == 0) {
    const float scale = mote_bits_if((128u - bias - m) << 23);
    return mote_bits_if(sign | mote_bits_fi((float)(int32_t)fraction * scale));
  }
  return mote_bits_if(sign | ((field + 127u - bias) << 23) | fraction << (23 - m));
}
MOTE_FN uint32_t mote_narrow(float a, uint32_t e, uint32_t m, uint32_t bias, uint32_t kind) {
  const uint32_t bits = mote_bits_fi(a), magnitude = bits & 0x7fffffffu, sign = (bits >> 31) << (e + m);
  const uint32_t ones = ((uint32_t)1 << (e + m)) - 1, infinity = (((uint32_t)1 << e) - 1) << m;
  if (magnitude > 0x7f800000u) {
    if (kind == 1) return sign | ones;
    if (kind == 2) return ones + 1;
    if (kind == 3) return sign ? 0 : ones + 1;
    return sign | infinity | ((magnitude >> (23 - m)) & (((uint32_t)1 << m) - 1)) | (uint32_t)1 << (m - 1);
  }
  uint32_t code;
  const int32_t field = (int32_t)(magnitude >> 23), smallest = 128 - (int32_t)bias;  /* field of the least normal number */
  if (field >= smallest || e == 8) {
    const uint32_t drop = 23 - m, half = ((uint32_t)1 << drop) >> 1;
    code = ((magnitude + (half ? half - 1 + ((magnitude >> drop) & 1) : 0)) >> drop) - ((uint32_t)(smallest - 1) << m);
  } else {
    const uint32_t significand = field ? (magnitude & 0x7fffffu) | 0x800000u : magnitude & 0x7fffffu;
    const uint32_t drop = 23 - m + (uint32_t)(smallest - (field ? field : 1));
    code = drop > 25 ? 0 : (significand + (((uint32_t)1 << drop) >> 1) - 1 + ((significand >> drop) & 1)) >> drop;
  }
  if (magnitude == 0x7f800000u) code = ~(uint32_t)0;
  if (kind == 0) return sign | (code > infinity ? infinity : code);
  if (kind == 2) return code > ones ? ones + 1 : code == 0 ? 0 : sign | code;
  return sign | (code > ones ? ones : code);
}
MOTE_FN float mote_widen_f16(uint32_t code) { return mote_widen(code, 5, 10, 15, 0); }
MOTE_FN uint32_t mote_narrow_f16(float a) { return mote_narrow(a, 5, 10, 15, 0); }
MOTE_FN float mote_widen_bf16(uint32_t code) { return mote_bits_if(code << 16 | ((code & 0x7fffu) > 0x7f80u ? 0x400000u : 0u)); }
MOTE_FN uint32_t mote_narrow_bf16(float a) {
  const uint32_t bits = mote_bits_fi(a), rounded = (bits + 0x7fffu + ((bits >> 16) & 1)) >> 16;
  return (bits & 0x7fffffffu) > 0x7f800000u ? (bits >> 16) | 0x40u : rounded;
}
MOTE_FN float mote_widen_e8m0(uint32_t code) {
  return code == 255 ? mote_bits_if(0x7fc00000u) : mote_bits_if(code ? code << 23 : 0x400000u);
}
MOTE_FN uint32_t mote_narrow_e8m0(float a) {
  const uint32_t bits = mote_bits_fi(a), fraction = bits & 0x7fffffu;
  if (!(a > 0.0f) || bits == 0x7f800000u) return 255;
  return bits < 0x800000u ? fraction >= 0x600000u : (bits >> 23) + (fraction >= 0x400000u);
}
)c";

}  // namespace

std::string CPreamble() {
  std::string text;
  for (const char* part : {kHead, kIntegers, kFloats, kRoots, kSmallFloats}) text += part;
  return text;
}

}  // namespace mote
