// Random operands of a fused multiply-add as bits of floats: ordinary ones as sums of products have them, and extremes. For a test here and
// for images.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <random>

namespace mote::test {

struct FmaOperands {
  uint32_t a, b, c;
};

inline float AsFloat(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
inline uint32_t AsBits(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

// Normal numbers of either sign from 2^-4 to 2^3.
inline FmaOperands OrdinaryFma(std::mt19937_64& random) {
  const auto one = [&] { return (static_cast<uint32_t>(random()) & 0x807fffff) | static_cast<uint32_t>(123 + random() % 8) << 23; };
  return {one(), one(), one()};
}

// Any exponents, few bits set, special values, and sums that nearly cancel.
inline FmaOperands ExtremeFma(std::mt19937_64& random) {
  const auto one = [&]() -> uint32_t {
    constexpr uint32_t kSpecial[] = {0,          0x80000000, 1,          0x80000001, 0x7fffff,   0x800000,
                                     0x807fffff, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000,
                                     0x3f800000, 0xbf800000, 0x3f7fffff, 0x3f800001, 0x33800000, 0x34000000};
    const auto bits = static_cast<uint32_t>(random()), kept = ~((1u << random() % 24) - 1);
    const auto small = static_cast<uint32_t>(random() % 64) << 23;
    switch (random() % 5) {
      case 0: return kSpecial[random() % std::size(kSpecial)];
      case 1: return (bits & 0x807fffff) | small;
      case 2: return ((bits & 0x807fffff) | small) & kept;
      case 3: return ((bits & 0x807fffff) | (0x3c000000 + small)) & kept;
      default: return bits;
    }
  };
  FmaOperands o = {one(), one(), one()};
  if (random() % 4 == 0) o.c = AsBits(-(AsFloat(o.a) * AsFloat(o.b))) + static_cast<uint32_t>(random() % 5) - 2;
  return o;
}

// What the host's own function says; every NaN is one.
inline uint32_t ExpectedFma(const FmaOperands& o) {
  const float value = std::fmaf(AsFloat(o.a), AsFloat(o.b), AsFloat(o.c));
  return std::isnan(value) ? 0x7fc00000 : AsBits(value);
}

}  // namespace mote::test
