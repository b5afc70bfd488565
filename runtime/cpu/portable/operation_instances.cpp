// Processors without instances of their own have the base operations.
#include "cpu/operations.h"

namespace mote::runtime {

const OperationFunction* const kOperationInstances[] = {base::kOperations.functions};
uint32_t DetectIsas() { return 1; }
uint8_t DetectIsa() { return 0; }

}  // namespace mote::runtime
