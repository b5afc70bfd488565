// Element-wise XLA operations in terms of the scalar table.
#pragma once

#include <string>
#include <vector>

#include "hlo/op.h"
#include "kernel/kernel_builder.h"

namespace mote {

// Each gives at most the stated error and the same bits on every target. `type` is the XLA element type of operands and result; nodes are
// in its register class; the result is exact in `type` (already wrapped or rounded).
// Element-wise unary or binary HLO operation by its Op; operands in register class of `type`. kNone when the operation is not element-wise.
// The functions of one float of this type (tables in expand_*.cpp): costly next to arithmetic, but for the reciprocal root.
std::vector<Op> MathFunctions(ElementType type);
NodeId ExpandElementwise(KernelBuilder& b, Op op, ElementType type, const std::vector<NodeId>& operands);
// compare; direction and compare type as in StableHLO ("LT", "TOTALORDER").
NodeId ExpandCompare(KernelBuilder& b, ElementType type, const std::string& direction, const std::string& compare_type, NodeId lhs,
                     NodeId rhs);
NodeId ExpandConvert(KernelBuilder& b, ElementType from, ElementType to, NodeId value);
NodeId ExpandBitcast(KernelBuilder& b, ElementType from, ElementType to, NodeId value);  // equal widths
NodeId ExpandReducePrecision(KernelBuilder& b, ElementType type, int exponent_bits, int mantissa_bits, NodeId value);

}  // namespace mote
