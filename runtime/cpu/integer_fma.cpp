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

// For operands of which some is no normal number.
uint32_t Unusual(uint32_t a, uint32_t b, uint32_t c) {
  uint32_t result;
  return IsSpecial(a, b, c, &result) ? result : Sum(a, b, c, Normal(a), Normal(b), Normal(c));
}

}  // namespace

#ifdef __ARM_ARCH_6M__
extern "C" {
[[gnu::used]] uint32_t mote_fma_unusual(uint32_t a, uint32_t b, uint32_t c) { return Unusual(a, b, c); }
[[gnu::used]] uint32_t mote_fma_rounded(uint32_t sign, int32_t e, uint32_t high, uint32_t low) { return Rounded(sign, e, high, low); }
}

// Sum of normal numbers, which compilers make half as long again.
//   r0 r4 high and low   r2 r5 other and rest   r3 e   r12 sign of the product, lr c: their bits 31
[[gnu::naked]] uint32_t IntegerFma(uint32_t, uint32_t, uint32_t) {
  __asm(R"(
  .syntax unified
  push {r4-r7, lr}
  lsls r3, r0, #1
  lsrs r3, r3, #24
  lsls r4, r1, #1
  lsrs r4, r4, #24
  lsls r5, r2, #1
  lsrs r5, r5, #24
  subs r6, r3, #1
  cmp r6, #253
  bhi 9f
  subs r6, r4, #1
  cmp r6, #253
  bhi 9f
  subs r6, r5, #1
  cmp r6, #253
  bhi 9f
  adds r3, r3, r4
  mov lr, r2
  movs r6, r0
  eors r6, r1
  mov r12, r6
  uxth r4, r0               @ the product, from halves of 8 and 16 bits
  lsls r0, r0, #9
  lsrs r0, r0, #25
  adds r0, #128
  uxth r6, r1
  lsls r1, r1, #9
  lsrs r1, r1, #25
  adds r1, #128
  movs r7, r4
  muls r7, r6, r7
  muls r6, r0, r6
  muls r4, r1, r4
  muls r0, r1, r0
  adds r4, r4, r6
  lsrs r6, r7, #16
  adds r4, r4, r6
  lsls r0, r0, #15
  lsrs r6, r4, #1
  adds r0, r0, r6
  lsls r4, r4, #31
  lsls r7, r7, #16
  lsrs r7, r7, #1
  orrs r4, r7
  lsls r2, r2, #9
  lsrs r2, r2, #2
  movs r6, #1
  lsls r6, r6, #30
  adds r2, r2, r6
  movs r6, r3
  subs r6, #126
  subs r6, r6, r5
  bmi 5f
  cmp r6, #31
  bgt 6f
  movs r7, #32
  subs r7, r7, r6
  movs r5, r2
  lsls r5, r7
  lsrs r2, r6
1:
  mov r6, r12
  mov r7, lr
  eors r7, r6
  bmi 7f
  adds r4, r4, r5
  adcs r0, r2
2:
  subs r3, #125
  cmp r0, #0
  bmi 4f
3:
  subs r3, #1
  adds r4, r4, r4
  adcs r0, r0
  bpl 3b
4:
  lsrs r6, r6, #31
  lsls r6, r6, #31
  subs r3, #1
  cmp r3, #253
  bhi 8f
  lsls r3, r3, #23
  adds r3, r3, r6
  lsrs r2, r0, #8           @ the half that it loses is the carry
  adcs r2, r3
  lsls r5, r0, #25
  orrs r5, r4
  beq 11f
10:
  movs r0, r2
  pop {r4-r7, pc}
11:                         @ a tie, or nothing lost
  lsls r0, r0, #24
  beq 10b
  lsrs r2, r2, #1
  lsls r0, r2, #1
  pop {r4-r7, pc}
9:
  bl mote_fma_unusual
  pop {r4-r7, pc}
8:
  adds r1, r3, #1
  movs r2, r0
  movs r3, r4
  movs r0, r6
  bl mote_fma_rounded
  pop {r4-r7, pc}
5:                          @ the addend is the larger one
  movs r3, r5
  adds r3, #126
  negs r6, r6
  movs r5, #0
  cmp r6, #31
  bgt 51f
  movs r7, #32
  subs r7, r7, r6
  movs r5, r4
  lsls r5, r7
  lsrs r4, r6
  movs r1, r0
  lsls r1, r7
  orrs r4, r1
  lsrs r0, r6
  subs r1, r5, #1
  sbcs r5, r1               @ 1 unless it was 0
  orrs r4, r5
  movs r5, #0
  b 1b
51:
  subs r6, #32
  cmp r6, #31
  bgt 52f
  movs r7, #32
  subs r7, r7, r6
  movs r1, r0
  lsls r1, r7
  orrs r1, r4
  subs r7, r1, #1
  sbcs r1, r7
  lsrs r0, r6
  orrs r1, r0
  movs r4, r1
  movs r0, #0
  b 1b
52:
  movs r4, #1
  movs r0, #0
  b 1b
6:                          @ the addend begins below the product's upper word
  subs r6, #32
  cmp r6, #31
  bgt 61f
  movs r7, #32
  subs r7, r7, r6
  movs r5, r2
  lsls r5, r7
  subs r1, r5, #1
  sbcs r5, r1
  lsrs r2, r6
  orrs r5, r2
  movs r2, #0
  b 1b
61:
  movs r5, #1
  movs r2, #0
  b 1b
7:
  subs r4, r4, r5
  sbcs r0, r2
  bpl 71f
  movs r7, #0
  negs r4, r4
  sbcs r7, r0
  movs r0, r7
  mvns r6, r6
71:
  movs r7, r0
  orrs r7, r4
  bne 2b
  movs r0, #0
  pop {r4-r7, pc}
)");
}
#else
uint32_t IntegerFma(uint32_t a, uint32_t b, uint32_t c) {
  const int32_t x = Exponent(a), y = Exponent(b), z = Exponent(c);
  if (__builtin_expect(!IsNormal(x) || !IsNormal(y) || !IsNormal(z), 0)) return Unusual(a, b, c);
  return Sum(a, b, c, {x, (a & 0x7fffff) | 0x800000}, {y, (b & 0x7fffff) | 0x800000}, {z, (c & 0x7fffff) | 0x800000});
}
#endif

}  // namespace mote::runtime
