// Going on after MOTE_WAIT. A file of its own: firmware whose programs never wait does not link it.
#include "core/instance.h"

using namespace mote::runtime;

extern "C" mote_status mote_complete(mote_instance* instance, mote_code result) {
  if (instance == nullptr) return Fail(Site::kNullArgument);
  if (instance->state != kWaiting) return Fail(Site::kNotWaiting);
  instance->state = result == MOTE_OK ? kCompleted : kIdle;
  return Done();
}
