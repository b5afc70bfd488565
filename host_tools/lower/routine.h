// What of a dot or convolution group fits the runtime's routines; the epilogue apart. Not a seam: lower.h has AsRoutine.
#pragma once

#include <optional>
#include <string>

#include "lower/lower.h"

namespace mote {

// Whether an anchor may take a convert of these types in: operands of half or a quarter of the size, which routines read in place and
// kernels widen for nothing.
inline bool WidensExactly(ElementType from, ElementType to) {
  if (to == ElementType::kS32) return IsInteger(from) && BitWidth(from) <= 16;
  return to == ElementType::kF32 && (from == ElementType::kF16 || from == ElementType::kBF16);
}

// What an s32 subtraction takes from every element; nothing when that is not one constant.
std::optional<int64_t> ZeroPointOf(const Computation& computation, const Instruction& subtraction);

// Whether the anchor's operands, through the moves that are in the group, have the strides a routine takes. Epilogue and inputs are not
// looked at.
bool FitsRoutine(const Module& module, const Computation& computation, const Group& group, RoutineSet routines,
                 std::string* why);

}  // namespace mote
