// The kinds of steps that compute, one function each (steps.def), for the table of linked parts.
#ifndef MOTE_CPU_STEPS_H_
#define MOTE_CPU_STEPS_H_

#include "core/instance.h"

namespace mote::runtime {

mote_code RunLaunch(StepContext& context);
mote_code RunCopy(StepContext& context);
mote_code RunSort(StepContext& context);
mote_code RunCall(StepContext& context);
mote_code RunFixed(StepContext& context);
mote_code RunPipeline(StepContext& context);
// The executor runs these itself; the function only marks them as linked.
mote_code RunWhile(StepContext& context);
mote_code RunConditional(StepContext& context);

// Runs the step by a native kernel that the application linked, when there is one for its kernel, parameters and views.
bool RunNative(StepContext& context, mote_code* code);

}  // namespace mote::runtime

#endif
