// TripsOf: how many iterations one invocation of a launch makes on a device, from the reference microcode and the step's parameters alone.
#pragma once

#include <cstdint>
#include <vector>

#include "audit/microcode.h"

namespace mote::audit {

// All loops of the invocation together; saturates far above what a launch may take. A kernel by groups runs on `code.local_size`
// invocations.
int64_t TripsOf(const Microcode& code, const std::vector<uint32_t>& params);

}  // namespace mote::audit
