// Barriers: before which steps of a device's queue earlier work must be complete and visible. Knows views, not buffers.
#pragma once

#include <vector>

#include "plan/plan.h"

namespace mote {

// One flag a step, for every block: set where a step reads what was written, or writes what was touched, since the last barrier.
// A block other than the entry's begins with a barrier, and one follows every step that has blocks.
IdVector<IdVector<bool>> FindBarriers(const StepGraph& graph, const IdVector<View>& views);

}  // namespace mote
