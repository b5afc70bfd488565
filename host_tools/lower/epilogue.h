// What a group does to the sums of its dot or convolution, as a kernel. Not a seam: of routine.cpp and tiled_convolution.cpp.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "lower/emitter.h"

namespace mote {

// The group's dot or convolution, and its number in `at`; null: it has none.
const Instruction* AnchorOf(const Computation& computation, const Group& group, int32_t* at);

// A sum of the anchor that a point of the kernel computes.
struct SumAt {
  Index index;   // in the anchor's result
  NodeId sum;
  NodeId there;  // whether the result has such an element; kNone: always
};
using SumsOfPoint = std::function<std::vector<SumAt>(Emitter&, const std::vector<Coordinate>& axes)>;

// The kernel from sums to the group's outputs, of one map stage over axes of these extents. `sums` makes those of a point, from `own` f32
// operands that come before the group's.
std::optional<BoundKernel> Epilogue(const Module& module, const Computation& computation, const Group& group, int32_t anchor,
                                    const std::vector<int64_t>& extents, int own, const SumsOfPoint& sums, std::string* why);

// Where in a convolution's result the output of an image, a row, a column and a feature lies.
Index PlaceOfConvolution(const Instruction& convolution, const std::vector<Coordinate>& at);

}  // namespace mote
