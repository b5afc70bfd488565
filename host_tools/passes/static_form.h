// Operations with run-time shapes as the static operations they are once their shape operands are constants.
#pragma once

#include <span>

#include "passes/emitter.h"

namespace mote {

// The operands' shapes, and their values where they are known (null elsewhere).
struct KnownOperands {
  std::span<const Shape> shapes;
  std::span<const Literal* const> values;
};

// Rewrites `instruction` (operands of the operation it becomes, attributes, declared shape) when it has a run-time shape whose operands are
// known; leaves anything else alone. get_dimension_size of a static dimension becomes a constant.
Status TakeStaticForm(Instruction& instruction, const KnownOperands& known);

// real_dynamic_slice from a start that only run time knows, of a size that is known (limit = start + constant, strides 1), becomes
// dynamic_slice; the scalars of the start are appended through the emitter. `strides`: null when unknown.
void TakeSliceOfKnownSize(ModuleEmitter& emitter, Instruction& instruction, const Literal* strides);

}  // namespace mote
