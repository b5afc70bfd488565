// Copy steps.
#include "cpu/steps.h"

namespace mote::runtime {

void RunCopy(const StepContext& context) { __builtin_memmove(context.place(1), context.place(0), context.view(0).bytes); }

}  // namespace mote::runtime
