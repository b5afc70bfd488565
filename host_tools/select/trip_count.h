// TripCount: how often a while loop turns, where its own text says so. Not an analysis of values: a counter from a constant by a constant
// to a constant.
#pragma once

#include <cstdint>
#include <optional>

#include "hlo/module.h"

namespace mote {

// Turns of the kWhile instruction `at` of a computation; nothing where only a run can tell.
std::optional<int64_t> TripCount(const Module& module, const Computation& computation, int32_t at);

}  // namespace mote
