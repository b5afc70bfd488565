// The 8-, 6- and 4-bit float formats of OPS.md section 1 as rows of one table, with one rounding routine (to nearest even).
#include "cpu/scalar_math.h"

namespace mote::runtime {
namespace {

// What the codes above the largest finite number mean: as IEEE; only all ones is NaN; the code of -0 is NaN; neither infinity nor NaN.
enum Special : uint8_t { kIeee, kFn, kFnuz, kFinite };

struct Format {
  uint8_t exponent_bits, mantissa_bits, bias;
  Special special;
};

enum : uint32_t {
#define MOTE_ELEMENT_TYPE(id, code, ...) kType##id = code,
#include "schema/element_types.def"
#undef MOTE_ELEMENT_TYPE
};

Format FormatOf(uint32_t type) {
  switch (type) {
    case kTypeF8E5M2: return {5, 2, 15, kIeee};
    case kTypeF8E4M3: return {4, 3, 7, kIeee};
    case kTypeF8E3M4: return {3, 4, 3, kIeee};
    case kTypeF8E4M3FN: return {4, 3, 7, kFn};
    case kTypeF8E4M3B11FNUZ: return {4, 3, 11, kFnuz};
    case kTypeF8E5M2FNUZ: return {5, 2, 16, kFnuz};
    case kTypeF8E4M3FNUZ: return {4, 3, 8, kFnuz};
    case kTypeF6E2M3FN: return {2, 3, 1, kFinite};
    case kTypeF6E3M2FN: return {3, 2, 3, kFinite};
    default: return {2, 1, 1, kFinite};  // f4e2m1fn
  }
}

constexpr uint32_t kE8M0NaN = 0xff;

// A power of two without sign and zero: halves round up; positive values below 2^-127 are the smallest.
uint32_t E8M0OfF32(float x) {
  const uint32_t bits = BitsOfF32(x);
  if (!(x > 0) || bits == 0x7f800000) return kE8M0NaN;
  const uint32_t code = bits >> 23, fraction = bits & 0x7fffff;
  // 2^-127 is the subnormal with the top fraction bit.
  if (code == 0) return fraction >= 0x600000 ? 1 : 0;
  return code + (fraction >= 0x400000 ? 1 : 0);
}

}  // namespace

float F32OfSmall(uint32_t type, uint32_t bits) {
  if (type == kTypeF8E8M0FNU) {
    const uint32_t code = bits & 0xff;
    return F32OfBits(code == kE8M0NaN ? 0x7fc00000 : code == 0 ? 0x400000 : code << 23);
  }
  const Format f = FormatOf(type);
  const uint32_t width = f.exponent_bits + f.mantissa_bits, all_ones = (1u << width) - 1;
  const uint32_t code = bits & all_ones, sign = ((bits >> width) & 1) << 31;
  const uint32_t field = code >> f.mantissa_bits, fraction = code & ((1u << f.mantissa_bits) - 1);
  if (f.special == kIeee && field == (1u << f.exponent_bits) - 1) return F32OfBits(sign | 0x7f800000 | fraction << (23 - f.mantissa_bits));
  if (f.special == kFn && code == all_ones) return F32OfBits(sign | 0x7fc00000);
  if (f.special == kFnuz && sign != 0 && code == 0) return F32OfBits(0xffc00000);
  if (field != 0) return F32OfBits(sign | ((field + 127 - f.bias) << 23) | fraction << (23 - f.mantissa_bits));
  // Subnormal: fraction × 2^(1 - bias - mantissa bits), exact in f32.
  const float unit = F32OfBits(static_cast<uint32_t>(128 - f.bias - f.mantissa_bits) << 23);
  return F32OfBits(BitsOfF32(static_cast<float>(static_cast<int32_t>(fraction)) * unit) | sign);
}

uint32_t SmallOfF32(uint32_t type, float x) {
  if (type == kTypeF8E8M0FNU) return E8M0OfF32(x);
  const Format f = FormatOf(type);
  const uint32_t bits = BitsOfF32(x), magnitude = bits & 0x7fffffff;
  const uint32_t width = f.exponent_bits + f.mantissa_bits, sign_bit = 1u << width, sign = bits >> 31 ? sign_bit : 0;
  const uint32_t infinity = ((1u << f.exponent_bits) - 1) << f.mantissa_bits;
  if (magnitude > 0x7f800000) {
    if (f.special == kFn) return sign | (sign_bit - 1);
    if (f.special == kFnuz) return sign_bit;
    if (f.special == kFinite) return sign ? 0 : sign_bit;
    const uint32_t payload = (magnitude & 0x7fffff) >> (23 - f.mantissa_bits);
    return sign | infinity | (payload != 0 ? payload : 1u << (f.mantissa_bits - 1));
  }
  uint32_t code = UINT32_MAX;
  if (magnitude != 0x7f800000) {
    const int32_t field = static_cast<int32_t>(magnitude >> 23);
    const uint32_t significand = field == 0 ? magnitude : (magnitude & 0x7fffff) | 0x800000;
    const int32_t exponent = (field == 0 ? 1 : field) - 127, smallest = 1 - f.bias;
    const bool subnormal = exponent < smallest;
    const uint32_t shift = static_cast<uint32_t>(23 - f.mantissa_bits + (subnormal ? smallest - exponent : 0));
    uint32_t rounded = 0;
    if (shift <= 24) {
      const uint32_t rest = significand & ((1u << shift) - 1), half = 1u << (shift - 1);
      rounded = significand >> shift;
      rounded += rest > half || (rest == half && (rounded & 1)) ? 1 : 0;
    }
    // The hidden bit of the rounded significand adds one to the exponent field, and so does a carry.
    code = (subnormal ? 0 : static_cast<uint32_t>(exponent - smallest) << f.mantissa_bits) + rounded;
  }
  const uint32_t all_ones = sign_bit - 1;
  switch (f.special) {
    case kIeee: return sign | (code > infinity ? infinity : code);
    case kFnuz: return code > all_ones ? sign_bit : code == 0 ? 0 : sign | code;
    default: return sign | (code > all_ones ? all_ones : code);
  }
}

}  // namespace mote::runtime
