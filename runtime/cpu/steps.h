// The kinds of steps that compute, one function each (steps.def), for the table of linked parts.
#ifndef MOTE_CPU_STEPS_H_
#define MOTE_CPU_STEPS_H_

#include "core/instance.h"

namespace mote::runtime {

void RunLaunch(const StepContext& context);
void RunCopy(const StepContext& context);
void RunSort(const StepContext& context);
// The executor runs these itself; the function only marks them as linked.
void RunWhile(const StepContext& context);
void RunConditional(const StepContext& context);

// Runs the step by a native kernel that the application linked, when there is one for its kernel, parameters and views.
bool RunNative(const StepContext& context);

}  // namespace mote::runtime

#endif
