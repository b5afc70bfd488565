// Seeded choices for the generator of accepted programs: small numbers, numbers at limits, and partners whose products wrap modulo 2^32.
// The same seed gives the same choices on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>

namespace mote::fault {

class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed * UINT64_C(0x9e3779b97f4a7c15)) {}

  uint64_t Next() {  // splitmix64
    uint64_t z = state_ += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
  }
  // [0, n); 0 for n = 0.
  uint32_t Below(uint32_t n) { return static_cast<uint32_t>((Next() >> 32) * n >> 32); }
  bool OneIn(uint32_t n) { return Below(n) == 0; }
  bool Percent(uint32_t percent) { return Below(100) < percent; }
  template <class T>
  T Pick(std::initializer_list<T> list) {
    return list.begin()[Below(static_cast<uint32_t>(list.size()))];
  }
  template <class List>
  auto& PickOf(List& list) {
    return list[Below(static_cast<uint32_t>(std::size(list)))];
  }

  // Any 32 bits: half of the time small, else at a limit, near a power of two, negative, or anything.
  uint32_t Number() {
    switch (Below(8)) {
      case 0:
      case 1:
      case 2:
      case 3: return Below(5);
      case 4:
        return Pick<uint32_t>({31,    32,    33,    127,   128,        255,        256,        1023,       1024,       4095,      4096,
                               32767, 32768, 65535, 65536, 0x7ffffffe, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff});
      case 5: return (UINT32_C(1) << Below(32)) + Below(3) - 1;
      case 6: return 0u - Below(300);
      default: return static_cast<uint32_t>(Next());
    }
  }
  // A number whose product with `other` is near 2^32 or 2^31, so that it wraps.
  uint32_t Partner(uint32_t other) {
    if (other < 2) return Number();
    return static_cast<uint32_t>((UINT64_C(1) << (31 + Below(2))) / other + Below(3) - 1);
  }
  // An extent in [0, most]: mostly small, sometimes at a limit.
  uint32_t Extent(uint32_t most) {
    const uint32_t value = OneIn(12)  ? 0
                           : OneIn(3) ? Pick<uint32_t>({31, 32, 33, 63, 64, 65, 127, 128, 255, 256, 257, 1023, 1024, 1025, 4096, 65535,
                                                        65536, 0x20000000, 0x7fffffff})
                                      : 1 + Below(9);
    return value <= most ? value : OneIn(4) ? most : 1 + Below(most < 9 ? most : 9);
  }

 private:
  uint64_t state_;
};

}  // namespace mote::fault
