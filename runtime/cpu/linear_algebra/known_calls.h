// Calls that the runtime knows without an application (schema/known_calls.def). Hosts only.
#ifndef MOTE_CPU_LINEAR_ALGEBRA_KNOWN_CALLS_H_
#define MOTE_CPU_LINEAR_ALGEBRA_KNOWN_CALLS_H_

#include "core/program.h"
#include "mote/call.h"

namespace mote::runtime {

// The number of the call of this name, or -1.
int FindKnownCall(const FlatVector& name);
// Whether the configuration is one, and operands, `inputs` of which are read, have the types and sizes that go with it.
bool FitsKnownCall(int number, const FlatVector& config, uint32_t inputs, uint32_t operands, const ViewInfo* views);
mote_code RunKnownCall(int number, const mote_call* call);

// Operands of a known call, at most.
inline constexpr uint32_t kMostKnownOperands = 6;

}  // namespace mote::runtime

#endif
