// Which operations reach SelectSteps whole: those that one of a target's rows runs as a step.
#pragma once

#include <set>

#include "hlo/op.h"
#include "target/routine_set.h"

namespace mote {

std::set<Op> KeptOperations(RoutineSet rows);

}  // namespace mote
