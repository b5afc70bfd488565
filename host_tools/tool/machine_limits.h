// What this machine's CPU can do at best, measured: the bounds that `mote bench` holds steps against.
#pragma once

#include <array>
#include <cstdint>

namespace mote {

struct MachineLimits {
  struct Copy {
    int64_t bytes;  // read and written, of all threads together
    double rate;    // bytes a second
  };
  const char* instructions = "";      // whose multiply-add was measured: "avx512f", "fma", "neon"
  double multiply_adds = 0;           // of f32, a second, fused; 0: not known (device_limits.h)
  std::array<Copy, 4> copies = {{{256 << 10, 0}, {2 << 20, 0}, {16 << 20, 0}, {128 << 20, 0}}};

  // The rate of the copy that is nearest in size.
  double CopyRate(int64_t bytes) const;
};

// With so many threads at once; takes some tenths of a second.
MachineLimits MeasureMachine(uint32_t threads);

}  // namespace mote
