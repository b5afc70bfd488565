// How long a kernel loops.
#pragma once

#include <cstdint>
#include <vector>

#include "kernel/kernel.h"

namespace mote {

// How many iterations the loops of its shader make in one invocation, all of them together. Second parameter word of a Launch step in a
// Vulkan variant, at most kMoteMaxTrips.
int64_t TripsOf(const Kernel& kernel, const IdVector<ParamValue>& values);
// Points of the largest stage, in all groups.
int64_t PointsOf(const Kernel& kernel, const IdVector<ParamValue>& values);

}  // namespace mote
