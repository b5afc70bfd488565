// The contraction behind dot, dot_general, einsum and quantized dots.
#pragma once

#include <vector>

#include "evaluate/operation.h"

namespace mote::evaluation {

struct DotDimensions {
  std::vector<int64_t> lhs_batch, rhs_batch, lhs_contract, rhs_contract;
};
DotDimensions DotDimensionsOf(const Instruction& instruction);

// Result dimensions: batch, lhs free, rhs free. `shape` gives the element type and must have those dimensions.
Literal Contract(const Literal& lhs, const Literal& rhs, const DotDimensions& dims, const Shape& shape);
// Multiply-adds of the contraction.
uint64_t ContractWork(const Literal& lhs, const DotDimensions& dims, const Shape& shape);

}  // namespace mote::evaluation
