// Start indices of dynamic_slice, gather and scatter as int64_t. An unsigned index beyond the signed range becomes INT64_MAX, so that
// clamping it gives the high end (OPS.md section 7).
#pragma once

#include "evaluate/elements.h"
#include "evaluate/operation.h"

namespace mote::evaluation {

inline std::vector<int64_t> Indices(const Literal& literal) {
  std::vector<int64_t> values = Widen<int64_t>(literal);
  if (literal.type() == ElementType::kU64) {
    for (int64_t& value : values) value = value < 0 ? INT64_MAX : value;
  }
  return values;
}

// Start indices from operand `first` on: one scalar per dimension, or one 1-D operand as older HLO text has it.
inline Dims ScalarIndices(const Call& call, int first) {
  Dims starts;
  for (int i = first; i < call.instruction.declared_operands(); ++i) {
    for (int64_t value : Indices(call.operand(i))) starts.push_back(value);
  }
  return starts;
}

}  // namespace mote::evaluation
