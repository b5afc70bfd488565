// Convolution with everything its attributes say, apart from where the padding comes from.
#pragma once

#include "evaluate/operation.h"

namespace mote::evaluation {

// `padding` has one {low, high} per spatial dimension; empty means none. The high side is in the result's dimensions already.
Result<Literal> Convolve(Call& call, const Literal& lhs, const Literal& rhs, const IntMatrix& padding, const Shape& shape);

}  // namespace mote::evaluation
