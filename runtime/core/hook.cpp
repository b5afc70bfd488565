// A driver in front of the instance's own that tells a hook of every step it computes. A file of its own: who sets no hook links none of
// it.
#include "core/executor.h"

namespace mote::runtime {
namespace {

mote_status RunHooked(mote_instance& instance, StepContext& context) {
  const mote_hook* hook = instance.hook;
  const uint32_t step = instance.frames[instance.depth - 1].at;
  if (hook->step_begin != nullptr) hook->step_begin(hook->user, step);
  const mote_status status = instance.hooked->run(instance, context);
  if (hook->step_end != nullptr) hook->step_end(hook->user, step);
  return status;
}
mote_status DecideHooked(mote_instance& instance, const StepView& step, uint32_t* value) {
  return instance.hooked->decide(instance, step, value);
}
mote_status FlushHooked(mote_instance& instance) { return instance.hooked->flush(instance); }

const Driver kHookDriver = {RunHooked, DecideHooked, FlushHooked};

}  // namespace
}  // namespace mote::runtime

extern "C" void mote_set_hook(mote_instance* instance, const mote_hook* hook) {
  using mote::runtime::kHookDriver;
  if (instance == nullptr) return;
  const bool hooked = instance->driver == &kHookDriver;
  instance->hook = hook;
  if (hook != nullptr && !hooked) instance->hooked = instance->driver, instance->driver = &kHookDriver;
  if (hook == nullptr && hooked) instance->driver = instance->hooked;
}
