// RollRows: fits a plan into a budget of RAM. Chains of fixed-point steps become pipelines (pipeline_rows.h) where they are too large layer
// by layer.
#pragma once

#include "plan/plan.h"

namespace mote {

// The plan with the fewest instructions whose arena is found to take no more than `ram` bytes; the smallest one where none does.
Result<Plan> RollRows(Plan plan, int64_t ram);

}  // namespace mote
