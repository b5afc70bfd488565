// InOperandOrder: the same computation with its instructions in the order in which results and operands name them.
#pragma once

#include "hlo/module.h"

namespace mote {

// Depth first, operands from the first to the last. The order in which instructions were appended is forgotten, so that it may follow the
// order in which a compiler evaluates arguments. Instructions without use are dropped; those with effects stay and keep their order.
Computation InOperandOrder(const Computation& computation);

}  // namespace mote
