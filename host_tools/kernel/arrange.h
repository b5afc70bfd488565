// ArrangeNodes: puts the nodes of a kernel in their final order. Not an optimiser of arithmetic: that is the builder's.
#pragma once

#include "kernel/kernel.h"

namespace mote {

// Drops nodes that reach no store, no reduced value and no loop's carried value in use; moves pure nodes whose operands do not change in a
// loop in front of it. Renumbers.
void ArrangeNodes(Kernel& kernel);

// Every pure node right before its first use, operands from left to right, whatever the order in which they were made. The first step of
// ArrangeNodes.
void SortNodes(Kernel& kernel);

}  // namespace mote
