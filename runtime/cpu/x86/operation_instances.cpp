// By the numbers of isas.cpp.
#include "cpu/operations.h"

namespace mote::runtime {

namespace avx2 {
extern const OperationTable kOperations;
}

// Strips are for what chunks do not have: wider vectors gain nothing there.
const OperationFunction* const kOperationInstances[] = {base::kOperations.functions, avx2::kOperations.functions,
                                                        avx2::kOperations.functions, avx2::kOperations.functions,
                                                        avx2::kOperations.functions};

}  // namespace mote::runtime
