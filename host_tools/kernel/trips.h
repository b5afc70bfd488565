// How long a kernel loops.
#pragma once

#include <cstdint>
#include <vector>

#include "kernel/shader_form.h"

namespace mote {

// How many iterations the loops of its shader make in one invocation, all of them together. Second parameter word of a Launch step in a
// Vulkan variant, at most kMoteMaxTrips. `share`: points of a map stage by groups that are taken in one turn.
int64_t TripsOf(const Kernel& kernel, const IdVector<ParamValue>& values, int64_t share = ShaderForm::kGroupInvocations);
// Points of the largest stage, in all groups.
int64_t PointsOf(const Kernel& kernel, const IdVector<ParamValue>& values);

}  // namespace mote
