// Cumulative reductions (cumsum, cumprod, cummax …), which arrive as windows that reach from each element to an end of its line. Each line
// is gone along once, and every element combined with the result of the one before it.
#pragma once

#include <optional>

#include "hlo/module.h"

namespace mote {

struct Cumulative {
  size_t dimension = 0;
  bool reverse = false;  // from the last element to the first
};

// Lines up to this are windows like any other.
inline constexpr int64_t kShortLine = 32;

// Nothing unless each result is one addition, multiplication, maximum, minimum, and, or, xor of its own elements, from an init that it
// leaves as it is: a window holds that init once for every place that it reaches beyond the line.
std::optional<Cumulative> CumulativeOf(const Module& module, const Computation& computation, const Instruction& instruction);

}  // namespace mote
