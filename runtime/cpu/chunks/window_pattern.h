// Reductions over windows as microcode: two loops over a window's elements, and what of it lies beyond the array.
#ifndef MOTE_CPU_CHUNKS_WINDOW_PATTERN_H_
#define MOTE_CPU_CHUNKS_WINDOW_PATTERN_H_

#include "core/kernel_code.h"

namespace mote::runtime {

inline constexpr uint32_t kNoUniform = UINT32_MAX;

// Element t of a window counts where stride · coordinate + t + low, modulo 2^32, is less than the extent. Numbers of uniforms; kNoUniform
// is 1 as a stride, 0 as what is added.
struct WindowEdge {
  bool present = false;  // else all elements count
  uint32_t lane = 0, stride = kNoUniform, low = kNoUniform, extent = kNoUniform;
};

struct WindowPattern {
  uint32_t op = 0, init = 0;  // operation; number of the uniform that each begins with, and that stands for what does not count
  uint32_t loops[2] = {};     // axes of a window's rows, and of elements of a row
  WindowEdge edges[2];        // along them
  bool padded() const { return edges[0].present || edges[1].present; }
};

// `at`: the body of a map stage with two accesses, a load and a store.
bool ReadWindowPattern(const StageCode& stage, const uint32_t* at, WindowPattern* out);

}  // namespace mote::runtime

#endif
