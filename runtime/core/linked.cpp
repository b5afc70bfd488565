// What the verifier asks about this build.
#include "core/linked.h"

#include "core/verifier.h"

namespace mote::runtime {

bool HasElementType(uint32_t code) { return code < kElementCodes && mote_linked.elements[code] != nullptr; }
bool HasStepKind(uint32_t kind) { return mote_linked.steps[kind] != nullptr; }

bool HasCheckedAccess() { return mote_linked.checked != nullptr; }

}  // namespace mote::runtime
