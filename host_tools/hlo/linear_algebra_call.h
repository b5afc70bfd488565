// Custom calls of JAX that decompose matrices: LAPACK's routines as jaxlib calls them (`lapack_sgetrf_ffi`: the letter names the type) and
// the names that XLA expands itself (LuDecomposition, Qr, ProductOfElementaryHouseholderReflectors, Eigh). Layouts of a call say how memory
// is ordered, which is nobody's business here: values are arrays.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "hlo/module.h"

namespace mote {

enum class Decomposition : uint8_t {
  kLu,                  // [m,n] → the factors in one [m,n], pivots s32[k]
  kQr,                  // [m,n] → R and below it the reflectors [m,n], their factors tau [k]
  kHouseholderProduct,  // reflectors [m,n] and tau [r] → the first n columns of their product [m,n]
  kEigh,                // Hermitian [n,n], one triangle of which is read → eigenvectors [n,n], ascending eigenvalues [n]
  kSvd,                 // [m,n] → (the operand,) singular values [k], U, Vᴴ
  kEig,                 // [n,n] → eigenvalues [n] (of reals: real parts, imaginary parts), left and right eigenvectors [n,n], complex
};

// k is min(m, n); all arrays begin with the same batch dimensions. The last result is `info`, s32 a matrix: 0, or what LAPACK says of one
// that it could not decompose (the pivot that is zero, counted from 1; 1 where iterations did not converge; -4 for values that are not
// finite). Complex reflectors H = 1 - tau v vᴴ: A = H₁ H₂ … R.
struct LinearAlgebraCall {
  Decomposition decomposition = Decomposition::kLu;
  Dims batch;
  int64_t rows = 0, columns = 0;
  ElementType type = ElementType::kF32;  // of the operand
  bool info = true;           // there is that result
  bool permutation = false;   // kLu: pivots count from 0 (else from 1) and the permutation of rows they come to follows, in place of info
  bool lower = true;          // kEigh: the triangle that is read
  bool vectors = true;        // kEigh, kSvd: wanted; where not, their results hold anything
  bool whole = false;         // kSvd: U is [m,m] and Vᴴ [n,n], else [m,k] and [k,n]
  bool left = false, right = false;  // kEig: which eigenvectors are wanted; the others hold anything

  int64_t matrices() const;
  // Hosts have a routine for it (schema/known_calls.def): LU and eigenvalues of reals, as LAPACK's calls have them.
  bool HasRoutine() const;
};

bool IsLinearAlgebraCall(const Instruction& custom_call);
// kUnsupported with the target's name, and what of its attributes, operands or results is unknown. Results may be one tuple.
Result<LinearAlgebraCall> LinearAlgebraCallOf(const Instruction& custom_call, std::span<const Shape> operands);

}  // namespace mote
