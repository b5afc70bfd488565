// Decompositions of matrices [batch…, rows, columns], appended as loops. Vectors are columns [batch…, n, 1].
#pragma once

#include <functional>

#include "hlo/linear_algebra_call.h"
#include "passes/expansions.h"

namespace mote {

// The factors in one matrix, pivots [batch…, k, 1] from 0, the permutation [batch…, rows, 1] where it is wanted, info [batch…, 1, 1].
IdVector<Value> EmitLu(ModuleEmitter& emitter, Value matrix, bool permutation);

// A column of which (1 - conj(tau) v vᴴ) leaves zeros below row `first`.
struct HouseholderVector {
  Value vector;  // v: zero above `first`, one there
  Value tau;     // [batch…, 1, 1]
  Value beta;    // what stands at `first` then
  Value column;  // beta there, the vector below, what stood above
};
HouseholderVector EmitReflector(ModuleEmitter& emitter, Value column, Value first);

// (1 - factor v vᴴ) a; columns that the mask of their numbers does not name stay.
using ColumnMask = std::function<Value(ModuleEmitter&, Value numbers)>;
Value EmitReflected(ModuleEmitter& emitter, Value v, Value factor, Value a, const ColumnMask& mask);

// R with the reflectors below its diagonal, and their factors [batch…, k, 1].
IdVector<Value> EmitQr(ModuleEmitter& emitter, Value matrix);
// The first `columns` columns of H₁ H₂ ….
Value EmitHouseholderProduct(ModuleEmitter& emitter, Value reflectors, Value taus, int64_t columns);

struct NormalMatrix {
  Value matrix;  // its largest part is 1, or all of it zero: also where not all was finite
  Value scale, bad;  // what it was divided by; whether not all was finite: [batch…, 1, 1]
};
NormalMatrix Normalised(ModuleEmitter& emitter, Value matrix);
Value OrNan(ModuleEmitter& emitter, Value bad, Value v);

// Ascending eigenvalues [batch…, n, 1], eigenvectors, info [batch…, 1, 1].
IdVector<Value> EmitEigh(ModuleEmitter& emitter, Value matrix, bool lower);
// U with `width` columns, descending singular values [batch…, columns, 1], V, info; no fewer rows than columns.
IdVector<Value> EmitSvd(ModuleEmitter& emitter, Value matrix, int64_t width, bool vectors);
// Of a complex matrix: eigenvalues [batch…, n, 1], left and right eigenvectors, info. `real`: the matrix was.
IdVector<Value> EmitEig(ModuleEmitter& emitter, Value matrix, bool real, bool left, bool right);

}  // namespace mote
