// Type inference and rule checks of HLO, driven by the op table (OPS.md sections 1 to 4).
#pragma once

#include <span>
#include <vector>

#include "hlo/module.h"

namespace mote {

inline constexpr int64_t kMaxArrayBytes = int64_t{1} << 38;  // of one array: stated limit, more is refused with R-LIMIT

// Infers the result shapes of `instruction` from its operands' shapes and attributes. `declared` holds the shapes written in the source,
// or is empty (builder); operations whose result is not determined by their operands take it from there (Rule kResult when absent).
// Called computations are looked up in `module`. Errors carry the instruction's location.
Result<IdVector<Shape>> InferShapes(const Module& module, const Instruction& instruction, std::span<const Shape> operands,
                                       std::span<const Shape> declared);

// Checks every instruction of every computation: arity, attributes, types, called computations, declared against inferred result, limits.
// Returns all violations found, at most `max_errors`, in source order; an empty list means valid.
std::vector<Diagnostic> Verify(const Module& module, size_t max_errors = 100);

}  // namespace mote
