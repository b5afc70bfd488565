// Fused multiply-add and square root of f64 in integers, for machines that lack the instructions. Correctly rounded, subnormals kept.
#include "cpu/scalar_math.h"

namespace mote::runtime {
namespace {

constexpr uint64_t kSign = UINT64_C(1) << 63;
constexpr uint64_t kHidden = UINT64_C(1) << 52;

struct Wide {  // 128 bits
  uint64_t high, low;
};

Wide Multiply(uint64_t a, uint64_t b) {
  const uint64_t a0 = static_cast<uint32_t>(a), a1 = a >> 32, b0 = static_cast<uint32_t>(b), b1 = b >> 32;
  const uint64_t p00 = a0 * b0, p01 = a0 * b1, p10 = a1 * b0;
  const uint64_t middle = (p00 >> 32) + static_cast<uint32_t>(p01) + static_cast<uint32_t>(p10);
  return {a1 * b1 + (p01 >> 32) + (p10 >> 32) + (middle >> 32), middle << 32 | static_cast<uint32_t>(p00)};
}

Wide ShiftLeft(Wide x, int n) {  // 0 … 127
  if (n == 0) return x;
  if (n >= 64) return {x.low << (n - 64), 0};
  return {x.high << n | x.low >> (64 - n), x.low << n};
}

// Bits that fall off are remembered in the last one.
Wide ShiftRightSticky(Wide x, int n) {
  if (n == 0) return x;
  if (n >= 128) return {0, (x.high | x.low) != 0};
  if (n >= 64) {
    const uint64_t lost = x.low | (n > 64 ? x.high << (128 - n) : 0);
    return {0, (n == 64 ? x.high : x.high >> (n - 64)) | (lost != 0)};
  }
  return {x.high >> n, (x.high << (64 - n) | x.low >> n) | ((x.low << (64 - n)) != 0)};
}

bool Less(Wide a, Wide b) { return a.high != b.high ? a.high < b.high : a.low < b.low; }

// A finite nonzero value as significand × 2^exponent with the significand's bit 52 set.
struct Parts {
  uint64_t significand;
  int exponent;
};
Parts Split(double x) {
  const uint64_t bits = BitsOfF64(x), fraction = bits & (kHidden - 1);
  const int field = static_cast<int>((bits >> 52) & 0x7ff);
  if (field != 0) return {fraction | kHidden, field - 1075};
  const int shift = __builtin_clzll(fraction) - 11;
  return {fraction << shift, -1074 - shift};
}

// Rounds value × 2^exponent (value's highest bit anywhere below bit 127) to nearest even.
double Round(Wide value, int exponent, uint64_t sign) {
  const int zeros = value.high != 0 ? __builtin_clzll(value.high) : 64 + __builtin_clzll(value.low);
  const int top = 127 - zeros;
  int shift = top - 52;  // so that 53 bits stay
  if (exponent + shift < -1074) shift = -1074 - exponent;
  if (shift <= 0) {
    const Wide exact = ShiftLeft(value, -shift);
    const uint64_t field = exact.low >= kHidden ? static_cast<uint64_t>(exponent + shift + 1075) : 0;
    return F64OfBits(sign | ((field << 52) + (exact.low & (kHidden - 1))));
  }
  // Two bits below the last: half and sticky.
  const Wide kept = ShiftRightSticky(shift >= 2 ? value : ShiftLeft(value, 2 - shift), shift >= 2 ? shift - 2 : 0);
  uint64_t rounded = kept.low >> 2;
  const uint64_t rest = kept.low & 3;
  rounded += rest == 3 || (rest == 2 && (rounded & 1)) ? 1 : 0;
  const int scale = exponent + shift;
  // Without the hidden bit the number is subnormal and its field 0; a carry into bit 52 or 53 moves the field by itself.
  const int64_t field = scale + 1074;
  if (field >= 2046) return F64OfBits(sign | UINT64_C(0x7ff) << 52);
  const uint64_t bits = (static_cast<uint64_t>(field) << 52) + rounded;
  return F64OfBits(sign | (bits >= UINT64_C(0x7ff) << 52 ? UINT64_C(0x7ff) << 52 : bits));
}

}  // namespace

double FmaF64Soft(double a, double b, double c) {
  const uint64_t infinity = UINT64_C(0x7ff) << 52;
  const uint64_t ma = BitsOfF64(a) & ~kSign, mb = BitsOfF64(b) & ~kSign, mc = BitsOfF64(c) & ~kSign;
  if (ma >= infinity || mb >= infinity || ma == 0 || mb == 0) return a * b + c;  // the product is exact or special
  if (mc >= infinity) return c + c;
  const Parts pa = Split(a), pb = Split(b);
  const uint64_t sign = (BitsOfF64(a) ^ BitsOfF64(b)) & kSign;
  Wide product = ShiftLeft(Multiply(pa.significand, pb.significand), 16);  // highest bit 120 or 121
  int exponent = pa.exponent + pb.exponent - 16;
  if (mc == 0) return Round(product, exponent, sign);
  const Parts pc = Split(c);
  const uint64_t sign_c = BitsOfF64(c) & kSign;
  Wide addend = ShiftLeft({0, pc.significand}, 68);  // highest bit 120
  int exponent_c = pc.exponent - 68;
  if (exponent > exponent_c) addend = ShiftRightSticky(addend, exponent - exponent_c);
  if (exponent_c > exponent) {
    product = ShiftRightSticky(product, exponent_c - exponent);
    exponent = exponent_c;
  }
  if (sign == sign_c) {
    const uint64_t low = product.low + addend.low;
    return Round({product.high + addend.high + (low < product.low ? 1 : 0), low}, exponent, sign);
  }
  const bool swap = Less(product, addend);
  const Wide big = swap ? addend : product, small = swap ? product : addend;
  const Wide difference = {big.high - small.high - (big.low < small.low ? 1 : 0), big.low - small.low};
  if ((difference.high | difference.low) == 0) return 0.0;
  return Round(difference, exponent, swap ? sign_c : sign);
}

double SqrtF64Soft(double x) {
  const uint64_t bits = BitsOfF64(x);
  if ((bits & ~kSign) == 0) return x;
  if (x != x) return F64OfBits(bits | kHidden >> 1);
  if (bits & kSign) return F64OfBits(UINT64_C(0x7ff8) << 48);
  if (bits == UINT64_C(0x7ff) << 52) return x;
  Parts parts = Split(x);
  int exponent = parts.exponent + 52;
  if (exponent & 1) parts.significand <<= 1;
  exponent >>= 1;
  // Root of significand × 2^54, 54 bits: two bits of the radicand at a time.
  Wide radicand = ShiftLeft({0, parts.significand}, 54 + 20);  // bits 127, 126 first: 108 bits matter
  uint64_t root = 0;
  Wide rest = {0, 0};
  for (int i = 0; i < 54; ++i) {
    rest = ShiftLeft(rest, 2);
    rest.low |= radicand.high >> 62;
    radicand = ShiftLeft(radicand, 2);
    root <<= 1;
    const Wide trial = {root >> 63, root << 1 | 1};
    if (!Less(rest, trial)) {
      const uint64_t low = rest.low - trial.low;
      rest = {rest.high - trial.high - (rest.low < trial.low ? 1 : 0), low};
      root |= 1;
    }
  }
  const uint64_t rounded = (root + 1) >> 1;  // never a tie
  return F64OfBits((static_cast<uint64_t>(exponent + 1022) << 52) + rounded);
}

}  // namespace mote::runtime
