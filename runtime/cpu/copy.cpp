// Copy steps.
#include "cpu/steps.h"

namespace mote::runtime {

void RunCopy(const StepContext& context) {
  const uint32_t bytes = context.view(0).bytes;
  if (bytes != 0) __builtin_memmove(context.place(1), context.place(0), bytes);  // a tensor without bytes may have no place
}

}  // namespace mote::runtime
