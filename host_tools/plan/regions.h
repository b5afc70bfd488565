// Which region of the arena each piece lies in, and where in it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "plan/allocate.h"
#include "plan/plan.h"

namespace mote {

struct PlacedRegions {
  Allocation placed;                // offsets from the arena's start; bytes: of all regions, one behind the other
  IdVector<int32_t> region;         // one per piece
  std::vector<Region> used;         // their bytes; regions without a piece behind the last one with some are left out
};

// `traffic`: bytes that steps read and write of each piece in a run. Pieces with the most of it per byte come first, each into the first
// region that still takes it. The first region begins with `reserved` bytes. Nothing where they do not all fit.
std::optional<PlacedRegions> PlaceInRegions(const std::vector<Piece>& pieces, const std::vector<Overlap>& overlaps,
                                            const std::vector<double>& traffic, const std::vector<Region>& regions, int64_t reserved,
                                            int64_t alignment);

// Traffic of every group of buffers.
std::vector<double> TrafficOf(const StepGraph& graph, const IdVector<int32_t>& group, size_t groups);

}  // namespace mote
