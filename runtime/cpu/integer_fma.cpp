// The product has 48 bits and so lies in two words without a loss; the addend lies beside it, whichever is smaller shifted to the right
// with what is lost kept as its last bit.
#include "cpu/integer_fma.h"

namespace mote::runtime {
namespace {

constexpr uint32_t kNan = 0x7fc00000, kInfinity = 0x7f800000, kSign = 0x80000000;

// A value m · 2^(e - 150); of normal numbers bit 23 of m is the highest.
struct Operand {
  int32_t e;
  uint32_t m;
};

bool IsNormal(int32_t e) { return static_cast<uint32_t>(e - 1) < 254; }
int32_t Exponent(uint32_t bits) { return static_cast<int32_t>(bits << 1 >> 24); }

Operand Normal(uint32_t bits) {
  Operand o = {Exponent(bits), bits & 0x7fffff};
  if (o.e != 0) return {o.e, o.m | 0x800000};
  o.e = 1;
  for (; o.m != 0 && o.m < 0x800000; o.m <<= 1) --o.e;
  return o;
}

// What has no sum to be computed: whether that is so, and the result.
bool IsSpecial(uint32_t a, uint32_t b, uint32_t c, uint32_t* result) {
  const uint32_t x = a & ~kSign, y = b & ~kSign, z = c & ~kSign, sign = (a ^ b) & kSign;
  const bool infinite = x == kInfinity || y == kInfinity, apart = z == kInfinity && sign != (c & kSign);
  if (x > kInfinity || y > kInfinity || z > kInfinity) *result = kNan;
  else if (infinite) *result = x == 0 || y == 0 || apart ? kNan : sign | kInfinity;
  else if (z == kInfinity) *result = c;
  else if (x == 0 || y == 0) *result = z == 0 ? sign & c : c;
  else return false;
  return true;
}

// m of a below 2^24, that of b below 2^24: their product by 2^15.
inline void Multiply(uint32_t a, uint32_t b, uint32_t* high, uint32_t* low) {
#if defined(__ARM_ARCH_6M__) || defined(__ARM_ARCH_8M_BASE__)
  const uint32_t a_low = a & 0xffff, b_low = b & 0xffff, a_high = a >> 16, b_high = b >> 16;
  const uint32_t lowest = a_low * b_low, middle = a_high * b_low + a_low * b_high + (lowest >> 16);
  *high = (a_high * b_high << 15) + (middle >> 1);
  *low = middle << 31 | lowest << 16 >> 1;
#else
  const uint64_t product = static_cast<uint64_t>(a << 8) * (b << 7);
  *high = static_cast<uint32_t>(product >> 32), *low = static_cast<uint32_t>(product);
#endif
}

// The value (high · 2^32 + low) · 2^(e - 253), not zero: rounded, its highest bit bit 63.
uint32_t Rounded(uint32_t sign, int32_t e, uint32_t high, uint32_t low) {
  if (e <= 0) {  // less than any normal number
    const int32_t by = e < -31 ? 32 : 1 - e;
    low = (low != 0 ? 1u : 0u) | (by == 32 ? high : high << (32 - by));
    high = by == 32 ? 0 : high >> by;
    e = 1;
    if ((high & 0x80) == 0) return sign | high >> 8;
    return sign | ((high >> 8) + (((high & 0x17f) | low) != 0 ? 1 : 0));
  }
  return sign | kInfinity;
}

// a · b + c of these operands; of a, b and c only the signs are looked at.
[[gnu::always_inline]] inline uint32_t Sum(uint32_t a, uint32_t b, uint32_t c, const Operand& x, const Operand& y, const Operand& z) {
  uint32_t high, low, other = z.m << 7, rest = 0;
  Multiply(x.m, y.m, &high, &low);
  // Both in units of 2^(e - 315).
  int32_t e = x.e + y.e;
  const int32_t apart = e - 126 - z.e;
  if (apart >= 0) {
    if (apart < 32) {
      rest = other << 1 << (31 - apart), other >>= apart;
    } else {
      rest = apart < 64 ? other >> (apart - 32) | ((other << 1 << (63 - apart)) != 0 ? 1 : 0) : other != 0 ? 1 : 0;
      other = 0;
    }
  } else {
    e = z.e + 126;
    const int32_t by = -apart;
    if (by < 32) {
      const uint32_t lost = low << 1 << (31 - by);
      low = low >> by | high << 1 << (31 - by) | (lost != 0 ? 1 : 0), high >>= by;
    } else {
      low = by < 64 ? high >> (by - 32) | (((high << 1 << (63 - by)) | low) != 0 ? 1 : 0) : 1;
      high = 0;
    }
  }
  uint32_t sign = (a ^ b) & kSign;
  uint64_t sum = static_cast<uint64_t>(high) << 32 | low;
  const uint64_t addend = static_cast<uint64_t>(other) << 32 | rest;
  if (((sign ^ c) & kSign) == 0) {
    sum += addend;
  } else {
    sum -= addend;
    if (sum >> 63 != 0) sum = -sum, sign ^= kSign;
  }
  high = static_cast<uint32_t>(sum >> 32), low = static_cast<uint32_t>(sum);
  e -= 125;  // so that it is the result's where bit 63 is the highest
  if (high == 0) {
    if (low == 0) return 0;
    high = low, low = 0, e -= 32;
  }
#if defined(__ARM_ARCH_6M__) || (defined(__riscv) && !defined(__riscv_zbb))  // without an instruction that counts zeros
  for (; high < 0x1000000; e -= 8) high = high << 8 | low >> 24, low <<= 8;
  for (; static_cast<int32_t>(high) >= 0; --e) high = high << 1 | low >> 31, low <<= 1;
#else
  const int n = __builtin_clz(high);
  high = high << n | low >> 1 >> (31 - n), low <<= n, e -= n;
#endif
  if (__builtin_expect(!IsNormal(e), 0)) return Rounded(sign, e, high, low);
  const uint32_t down = sign + (static_cast<uint32_t>(e - 1) << 23) + (high >> 8), half = high << 24;
  const uint32_t up = down + (half >> 31);
  return half == kSign && low == 0 ? up & ~1u : up;
}

[[gnu::noinline]] uint32_t Unusual(uint32_t a, uint32_t b, uint32_t c) {
  uint32_t result;
  return IsSpecial(a, b, c, &result) ? result : Sum(a, b, c, Normal(a), Normal(b), Normal(c));
}

}  // namespace

uint32_t IntegerFma(uint32_t a, uint32_t b, uint32_t c) {
  const int32_t x = Exponent(a), y = Exponent(b), z = Exponent(c);
  if (__builtin_expect(!IsNormal(x) || !IsNormal(y) || !IsNormal(z), 0)) return Unusual(a, b, c);
  return Sum(a, b, c, {x, (a & 0x7fffff) | 0x800000}, {y, (b & 0x7fffff) | 0x800000}, {z, (c & 0x7fffff) | 0x800000});
}

}  // namespace mote::runtime
