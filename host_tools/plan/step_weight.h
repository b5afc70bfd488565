// What a step works, roughly: for decisions of the planner that a factor of two does not change. The runtime's own count is StepWork of
// emit/step_budget.h, which needs the microcode.
#pragma once

#include "select/step.h"

namespace mote {

// Element operations; copies, which may be elided, and steps that run others have none.
double StepWeight(const StepGraph& graph, const Step& step);

}  // namespace mote
