// Allocate: offsets for things with sizes and lifetimes, so that those that live at the same time do not overlap. Knows nothing of steps.
#pragma once

#include <cstdint>
#include <vector>

#include "plan/bits.h"

namespace mote {

struct Piece {
  int64_t bytes = 0;
  Bits points;  // when it takes up memory
};

struct Allocation {
  std::vector<int64_t> offsets;  // one per piece
  int64_t bytes = 0;             // the end of the highest piece
};

// Several orders, each placed best-fit, then exchanges of pieces at the peak until `goal` is reached or nothing helps. Deterministic.
Allocation AllocatePieces(const std::vector<Piece>& pieces, int64_t alignment, int64_t goal);

inline int64_t AlignUp(int64_t value, int64_t alignment) { return (value + alignment - 1) / alignment * alignment; }

}  // namespace mote
