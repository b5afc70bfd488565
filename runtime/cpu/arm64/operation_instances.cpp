// By the numbers of isas.cpp: every AArch64 machine has NEON.
#include "cpu/operations.h"

namespace mote::runtime {

const OperationFunction* const kOperationInstances[] = {base::kOperations.functions, base::kOperations.functions,
                                                        base::kOperations.functions, base::kOperations.functions};

}  // namespace mote::runtime
