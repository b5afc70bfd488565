// Going on after MOTE_WAIT, and noting how an exchange ended that nobody waits for yet. A file of its own: firmware whose programs never wait does not link it.
#include "core/instance.h"

using namespace mote::runtime;

extern "C" mote_status mote_complete(mote_instance* instance, mote_code result) {
  if (instance == nullptr) return Fail(Site::kNullArgument);
  const bool started = instance->started == MOTE_WAIT, waits = instance->state == kWaiting;
  if (!started && !waits) return Fail(Site::kNotWaiting);
  if (started) instance->started = static_cast<uint8_t>(result == MOTE_WAIT || result == MOTE_MORE ? MOTE_FAILED : result);
  if (waits) instance->state = result == MOTE_OK ? kCompleted : kIdle;
  return Done();
}
