// Copy steps.
#include "core/large_copy.h"
#include "cpu/steps.h"

namespace mote::runtime {

mote_code RunCopy(StepContext& context) {
  const uint32_t bytes = context.view(0).bytes, first = context.progress.done, last = context.progress.EndOf(bytes);
  CopyTensor(context.place(1) + first, context.place(0) + first, last - first);
  return context.progress.Reach(last, bytes);
}

}  // namespace mote::runtime
