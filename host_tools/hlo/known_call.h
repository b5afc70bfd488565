// Custom calls that stand for operations of the table (OPS.md section 3): `mhlo.*` wrappers of unstable operations, LAPACK's factorisation and
// triangular solve as JAX calls them on a CPU, XLA's TopK.
#pragma once

#include <optional>

#include "hlo/module.h"

namespace mote {

// The operation with its attributes, operands, shapes and location; nothing for any other call. LAPACK's potrf has a second result, one s32 a matrix:
// 0, or 1 where the matrix was not positive definite; the operation here is the Cholesky of the first alone.
std::optional<Instruction> KnownCall(const Instruction& custom_call);

}  // namespace mote
