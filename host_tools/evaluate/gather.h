// Gather with slice sizes and result shape from elsewhere: dynamic_gather reads them at run time.
#pragma once

#include "evaluate/operation.h"

namespace mote::evaluation {

Result<Literal> GatherSlices(Call& call, const std::vector<int64_t>& slice_sizes, const Shape& shape);

}  // namespace mote::evaluation
