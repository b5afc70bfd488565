// What a complex operation is on the parts of its operands. Not a pass: split_complex.cpp walks the computations and calls it.
#pragma once

#include <optional>
#include <vector>

#include "passes/complex_math.h"

namespace mote {

// A value of the old computation in the new one: itself, or its real and imaginary part.
struct Halves {
  Value re, im;
  bool complex = false;
};

// The same shape, of the parts' type.
Shape PartShape(Shape shape);

// The results of `i`, an instruction without regions of which an operand or the result is complex, from its operands; nothing when the
// operation has no form on parts.
std::optional<Halves> SplitOperation(ModuleEmitter& e, const Instruction& i, const std::vector<Halves>& operands);

// dot_general with few terms in every sum, as those sums of complex products; nothing for others.
std::optional<Halves> ShortDot(ModuleEmitter& e, const Instruction& i, const std::vector<Halves>& operands);

}  // namespace mote
