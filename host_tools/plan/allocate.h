// Allocate: offsets for things with sizes and lifetimes, so that those that live at the same time do not overlap. Knows nothing of steps.
#pragma once

#include <cstdint>
#include <vector>

#include "hlo/id_vector.h"
#include "plan/bits.h"

namespace mote {

struct Piece {
  int64_t bytes = 0;
  Bits points;  // when it takes up memory
};

struct Allocation {
  IdVector<int64_t> offsets;  // one per piece
  int64_t bytes = 0;             // the end of the highest piece
};

// Two pieces that may lie over each other: `second` starts `below` bytes or more in front of `first`, or `above` or more behind it.
struct Overlap {
  size_t first = 0, second = 0;
  int64_t below = 0, above = 0;
};

// Several orders, each placed best-fit, then exchanges of pieces at the peak until `goal` is reached or nothing helps. Deterministic.
Allocation AllocatePieces(const std::vector<Piece>& pieces, int64_t alignment, int64_t goal, const std::vector<Overlap>& overlaps = {});

inline int64_t AlignUp(int64_t value, int64_t alignment) { return (value + alignment - 1) / alignment * alignment; }

}  // namespace mote
