// EvaluateScalar: the meaning of every pure operation of schema/scalar_ops.def, on register bits. The interpreter and the builder's
// constant folding use it; it is the plain restatement that the printers are tested against.
#pragma once

#include <cstdint>

#include "kernel/kernel.h"

namespace mote {

// Operands and result as register bits: 32-bit classes in the low half, upper half zero. `imm` as Node::bits of sext, zext, round_small.
// Structural operations give 0.
uint64_t EvaluateScalar(Scalar op, uint64_t a, uint64_t b, uint64_t c, uint64_t imm);

// Whether every target gives the same bits for this operation on these operands, so that the host may compute it: not for results that
// are NaN (its sign and payload are the target's) and not for fma (GLSL may round twice).
bool FoldsExactly(Scalar op, uint64_t result);

// An element of a buffer as register bits (kernel.h, Load) and back (kernel.h, Store). `bits` are the element's storage bytes,
// little-endian.
uint64_t WidenElement(ElementType type, Reg reg, uint64_t bits);
uint64_t NarrowElement(ElementType type, uint64_t value);

}  // namespace mote
