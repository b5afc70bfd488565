// Region bodies put in line: at array level for scalar regions of element-wise operations, or as they are.
#pragma once

#include <optional>
#include <vector>

#include "passes/emitter.h"

namespace mote {

// Whether the region holds nothing but element-wise operations and constants of scalars.
bool IsScalarRegion(const Computation& region);

// The operation of its two parameters that the one region of `i` is; nothing: it is more, or values from outside take part.
std::optional<Op> OperationOfRegion(const Module& module, const Instruction& i);

// The results of a region of scalars applied to every element of `arguments`, which all have the dims of `shape`; nothing when the region
// holds anything but element-wise operations and constants.
std::optional<IdVector<Value>> ApplyRegion(ModuleEmitter& emitter, const Computation& region, const IdVector<Value>& arguments,
                                              const Dims& dims);

// The region's instructions appended with `arguments` in place of its parameters; called computations stay the region's.
IdVector<Value> InlineRegion(ModuleEmitter& emitter, const Computation& region, const IdVector<Value>& arguments);

}  // namespace mote
