// SequenceCopies: copies that are meant to happen at once, as a sequence that gives the same. Not a planner: elides nothing but no-ops.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace mote {

// to[i] receives what from[i] held before any copy. Destinations are distinct. `spare(b)` gives a fresh place as large as `b`, for cycles.
std::vector<std::pair<int32_t, int32_t>> SequenceCopies(std::vector<int32_t> from, std::vector<int32_t> to,
                                                        const std::function<int32_t(int32_t)>& spare);

}  // namespace mote
