// The dimensions of a convolution's arrays: how they lie, and their numbers once an array lies in another order.
#pragma once

#include <vector>

#include "hlo/module.h"

namespace mote {

using Order = std::vector<int64_t>;

Order Sequence(int64_t first, size_t count);
// The dimension that `outer` names, the spatial ones, and that of `inner`.
Order OrderOf(const Instruction& convolution, Attr outer, Attr spatial, Attr inner);
// Of an array that lies in that order now.
void NumberInOrder(Instruction* convolution, Attr outer, Attr spatial, Attr inner);

}  // namespace mote
