// Going on after MOTE_WAIT, and noting how an exchange ended that nobody waits for yet. A file of its own: firmware whose programs never
// wait does not link it.
#include "core/instance.h"

using namespace mote::runtime;

extern "C" mote_status mote_complete(mote_instance* instance, mote_code result) {
  if (instance == nullptr) return Fail(Site::kNullArgument);
  if (StartedOf(*instance) == kUnderWay) {  // a store alone: mote_run may be under way in another thread
    const mote_code ended = result == MOTE_WAIT || result == MOTE_MORE ? MOTE_FAILED : result;
    __atomic_store_n(&instance->started, static_cast<uint8_t>(ended + 1), __ATOMIC_RELEASE);
    return Done();
  }
  if (instance->state != kWaiting) return Fail(Site::kNotWaiting);
  instance->state = result == MOTE_OK ? kCompleted : kIdle;
  return Done();
}
