// Passes over a finished kernel with its values: fewer, longer axes, and which operands may share memory.
#pragma once

#include <utility>
#include <vector>

#include "kernel/kernel.h"

namespace mote {

// Joins neighbouring axes, and perfectly nested loops, wherever every access walks them as one; drops parameters, axes, loops and accesses
// that nothing uses any more.
void MergeAxes(Kernel& kernel, IdVector<ParamValue>& values);

// Only the dropping.
void DropUnused(Kernel& kernel, IdVector<ParamValue>& values);

// BoundKernel::in_place.
std::vector<std::pair<int32_t, int32_t>> InPlacePairs(const Kernel& kernel, const IdVector<ParamValue>& values);

// Whether every load from a written operand reads, at each point, the element that this point of an earlier stage stored: no other lane's.
bool ReadsOnlyOwnStores(const Kernel& kernel, const IdVector<ParamValue>& values);

}  // namespace mote
