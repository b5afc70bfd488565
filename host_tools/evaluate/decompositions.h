// Custom calls of linear algebra: LU, QR, eigenvalues, singular values (hlo/linear_algebra_call.h).
#pragma once

#include "evaluate/operation.h"

namespace mote::evaluation {

// The results one by one.
Result<Values> Decompose(Call& call);

}  // namespace mote::evaluation
