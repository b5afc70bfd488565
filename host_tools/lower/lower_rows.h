// Rows: the structure of a kRow group, and its kernel.
#pragma once

#include <optional>

#include "lower/lower.h"

namespace mote {

// How a reduce walks its operand when what it reduces are the trailing dimensions (those of size 1 apart).
struct RowShape {
  int64_t rows = 1, columns = 1;
  bool operator==(const RowShape&) const = default;
};
std::optional<RowShape> RowShapeOf(const Computation& computation, const Instruction& reduce);

// Whether the reduce's region is one addition, multiplication, maximum, minimum, and, or, xor of its two parameters: any order will do.
bool HasPlainRegion(const Module& module, const Instruction& reduce);
// exp, log, tanh…: an operation that is worth a store and a load rather than a second evaluation.
bool IsExpensive(Op op);

// Fails when something of the group is not per row; such a group is lowered as a loop.
// `keep_exponentials` as in LowerOptions.
Result<BoundKernel> LowerRows(const Module& module, const Computation& computation, const Group& group, const std::string& name,
                              bool keep_exponentials = true);

}  // namespace mote
