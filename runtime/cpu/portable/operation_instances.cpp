// Processors without instances of their own have the base operations.
#include "cpu/operations.h"

namespace mote::runtime {

const OperationFunction* const kOperationInstances[] = {base::kOperations.functions};

}  // namespace mote::runtime
