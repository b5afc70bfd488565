// Functions of shape_ops.cpp that other operations are made of.
#pragma once

#include "evaluate/operation.h"

namespace mote::evaluation {

// Fills `to` from strided elements of `from`, beginning at element `first`.
void Move(const Literal& from, int64_t first, const Dims& strides, Literal& to);
// OPS.md 2.3 BroadcastInDim: operand dimension d goes to result dimension mapped[d].
Result<Literal> BroadcastTo(const Literal& operand, const Shape& shape, const std::vector<int64_t>& mapped);
Result<Literal> Iota(Call& call);
Result<Literal> Pad(Call& call);

}  // namespace mote::evaluation
