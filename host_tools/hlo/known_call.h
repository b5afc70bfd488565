// Custom calls by their targets (OPS.md section 3): those that stand for operations of the table, those that do nothing on one device, and
// how the others are refused. Operations: `mhlo.*` wrappers of unstable ones, LAPACK's factorisation and triangular solve as JAX calls them
// on a CPU, XLA's TopK and ApproxTopK.
#pragma once

#include <optional>
#include <span>

#include "hlo/module.h"

namespace mote {

// The operation with its attributes, operands, shapes and location; nothing for any other call. LAPACK's potrf has a second result, one s32
// a matrix: 0, or 1 where the matrix was not positive definite; the operation here is the Cholesky of the first alone.
std::optional<Instruction> KnownCall(const Instruction& custom_call);

// ApproxTopK (jax.lax.approx_max_k and approx_min_k) and PartialReduce, of operands of these shapes, as the stable sort whose first
// elements along its dimension are the call's results: the exact answer is one that approximation allows, and XLA's on a CPU. Nothing for
// any other call, and where the results are not the first so many elements.
std::optional<Instruction> ApproximateTopK(const Instruction& custom_call, std::span<const Shape> operands);

// Dictionaries of typed calls: backend_config itself, or what older text keeps beside it.
std::string CallConfiguration(const Instruction& custom_call);

// The results are the first operands: placement and sharding annotations, buffers, assertions of sizes.
bool IsIdentityCall(const Instruction& custom_call);

// kUnsupported with the target's name, for a call that is none of the above, its operands of these shapes; of a callback into Python, that
// it is one.
Diagnostic RefusedCall(const Instruction& custom_call, std::span<const Shape> operands);

}  // namespace mote
