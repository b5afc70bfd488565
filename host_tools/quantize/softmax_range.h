// SoftmaxRange: the range of a softmax's input that leaves its result nearest. What lies far below the largest element counts for nothing,
// so smaller steps are worth more than it.
#pragma once

#include <vector>

#include "hlo/literal.h"
#include "quantize/format.h"

namespace mote {

// `arrays`: the input on the samples, softmax over the last dimension; `full`: the range of all that occurred, masks among them.
RealRange SoftmaxRange(const std::vector<Literal>& arrays, RealRange full, ElementType type);

}  // namespace mote
