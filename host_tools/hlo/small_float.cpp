// EncodeFloat and DecodeFloat: the bit formats of every float type, as rows of one table and one rounding routine.
#include <bit>
#include <cmath>

#include "hlo/literal.h"

namespace mote {
namespace {

// What the codes above the largest finite number mean.
enum class Special : uint8_t {
  kIeee,    // exponent all ones: infinity, and NaN with a fraction
  kFn,      // no infinity; only the code of all ones is NaN
  kFnuz,    // no infinity, no -0; the code of -0 is the one NaN
  kFinite,  // neither infinity nor NaN: saturates, NaN becomes the code of -0 as in XLA
};

struct Format {
  int exponent_bits;
  int mantissa_bits;
  int bias;
  Special special;
};

Format FormatOf(ElementType type) {
  switch (type) {
    case ElementType::kF16: return {5, 10, 15, Special::kIeee};
    case ElementType::kBF16: return {8, 7, 127, Special::kIeee};
    case ElementType::kF8E5M2: return {5, 2, 15, Special::kIeee};
    case ElementType::kF8E4M3: return {4, 3, 7, Special::kIeee};
    case ElementType::kF8E3M4: return {3, 4, 3, Special::kIeee};
    case ElementType::kF8E4M3FN: return {4, 3, 7, Special::kFn};
    case ElementType::kF8E4M3B11FNUZ: return {4, 3, 11, Special::kFnuz};
    case ElementType::kF8E5M2FNUZ: return {5, 2, 16, Special::kFnuz};
    case ElementType::kF8E4M3FNUZ: return {4, 3, 8, Special::kFnuz};
    case ElementType::kF6E2M3FN: return {2, 3, 1, Special::kFinite};
    case ElementType::kF6E3M2FN: return {3, 2, 3, Special::kFinite};
    case ElementType::kF4E2M1FN: return {2, 1, 1, Special::kFinite};
    default: return {8, 23, 127, Special::kIeee};  // f32
  }
}

// f8E8M0FNU is a power of two without sign, zero or infinity; 0xFF is NaN.
constexpr int kE8M0Bias = 127;
constexpr uint64_t kE8M0NaN = 0xFF;

uint64_t RoundedShift(uint64_t value, int shift) {
  if (shift <= 0) return value << -shift;
  if (shift > 54) return 0;  // value has 53 bits: below half of the last place
  const uint64_t quotient = value >> shift, rest = value & ((uint64_t{1} << shift) - 1), half = uint64_t{1} << (shift - 1);
  return quotient + (rest > half || (rest == half && (quotient & 1)) ? 1 : 0);
}

// The magnitude's code with an unlimited exponent field: (biased exponent << m) + fraction, subnormals included.
uint64_t RoundedCode(double magnitude, int mantissa_bits, int bias) {
  const uint64_t bits = std::bit_cast<uint64_t>(magnitude);
  const int field = static_cast<int>(bits >> 52);
  const uint64_t fraction = bits & ((uint64_t{1} << 52) - 1);
  const uint64_t significand = field == 0 ? fraction : fraction | (uint64_t{1} << 52);
  const int exponent = (field == 0 ? 1 : field) - 1023, smallest = 1 - bias;
  if (exponent < smallest) return RoundedShift(significand, 52 - mantissa_bits + smallest - exponent);
  // The hidden bit of the rounded significand adds one to the exponent field, and so does a carry.
  return (static_cast<uint64_t>(exponent - smallest) << mantissa_bits) + RoundedShift(significand, 52 - mantissa_bits);
}

uint64_t EncodeE8M0(double value) {
  if (!(value > 0) || std::isinf(value)) return kE8M0NaN;
  int exponent = 0;
  if (value < 0x1p-127) return 0;
  const double fraction = std::frexp(value, &exponent) * 2;  // value = fraction × 2^(exponent - 1), fraction in [1, 2)
  const int code = exponent - 1 + kE8M0Bias;
  const bool up = fraction >= 1.5;
  const uint64_t rounded = static_cast<uint64_t>(code < 0 ? 0 : code) + (up ? 1 : 0);
  return rounded > kE8M0NaN ? kE8M0NaN : rounded;
}

uint64_t EncodeNaN(const Format& f, double value) {
  const uint64_t bits = std::bit_cast<uint64_t>(value), sign = bits >> 63;
  const int width = f.exponent_bits + f.mantissa_bits;
  const uint64_t sign_bit = uint64_t{1} << width;
  switch (f.special) {
    case Special::kFn: return (sign << width) | (sign_bit - 1);
    case Special::kFnuz: return sign_bit;
    case Special::kFinite: return sign ? 0 : sign_bit;
    case Special::kIeee: break;
  }
  // The leading bits of the payload stay, so that decoding and encoding give the same code.
  uint64_t payload = (bits & ((uint64_t{1} << 52) - 1)) >> (52 - f.mantissa_bits);
  if (payload == 0) payload = uint64_t{1} << (f.mantissa_bits - 1);
  return (sign << width) | (((uint64_t{1} << f.exponent_bits) - 1) << f.mantissa_bits) | payload;
}

}  // namespace

int NanPayloadBits(ElementType type) {
  if (type == ElementType::kF64) return 52;
  if (type == ElementType::kF8E8M0FNU) return 0;
  const Format f = FormatOf(type);
  return f.special == Special::kIeee ? f.mantissa_bits : 0;
}

uint64_t EncodeFloat(ElementType type, double value) {
  if (type == ElementType::kF64) return std::bit_cast<uint64_t>(value);
  if (type == ElementType::kF8E8M0FNU) return EncodeE8M0(value);
  const Format f = FormatOf(type);
  if (std::isnan(value)) return EncodeNaN(f, value);
  const int width = f.exponent_bits + f.mantissa_bits;
  const uint64_t sign = std::signbit(value) ? uint64_t{1} << width : 0;
  const uint64_t all_ones = (uint64_t{1} << width) - 1;
  const uint64_t infinity = ((uint64_t{1} << f.exponent_bits) - 1) << f.mantissa_bits;
  const uint64_t code = std::isinf(value) ? UINT64_MAX : RoundedCode(std::fabs(value), f.mantissa_bits, f.bias);
  switch (f.special) {
    case Special::kIeee: return sign | (code > infinity ? infinity : code);
    case Special::kFn: return sign | (code > all_ones ? all_ones : code);
    case Special::kFnuz: return code > all_ones ? all_ones + 1 : code == 0 ? 0 : sign | code;
    case Special::kFinite: return sign | (code > all_ones ? all_ones : code);
  }
  return 0;
}

double DecodeFloat(ElementType type, uint64_t bits) {
  if (type == ElementType::kF64) return std::bit_cast<double>(bits);
  if (type == ElementType::kF8E8M0FNU) {
    return (bits & 0xFF) == kE8M0NaN ? std::nan("") : std::ldexp(1.0, static_cast<int>(bits & 0xFF) - kE8M0Bias);
  }
  const Format f = FormatOf(type);
  const int width = f.exponent_bits + f.mantissa_bits;
  const uint64_t code = bits & ((uint64_t{1} << width) - 1);
  const bool negative = (bits >> width) & 1;
  const uint64_t top = (uint64_t{1} << f.exponent_bits) - 1;
  const uint64_t field = code >> f.mantissa_bits, fraction = code & ((uint64_t{1} << f.mantissa_bits) - 1);
  if (f.special == Special::kIeee && field == top) {
    const uint64_t payload = fraction << (52 - f.mantissa_bits);
    return std::bit_cast<double>((uint64_t{negative} << 63) | (uint64_t{0x7FF} << 52) | payload);
  }
  if (f.special == Special::kFn && code == (uint64_t{1} << width) - 1) return negative ? -std::nan("") : std::nan("");
  if (f.special == Special::kFnuz && negative && code == 0) return -std::nan("");  // its sign bit is set
  const uint64_t significand = field == 0 ? fraction : fraction | (uint64_t{1} << f.mantissa_bits);
  const int exponent = static_cast<int>(field == 0 ? 1 : field) - f.bias - f.mantissa_bits;
  const double magnitude = std::ldexp(static_cast<double>(significand), exponent);
  return negative ? -magnitude : magnitude;
}

}  // namespace mote
