// Coalesce: decides which buffers share one place. Copies whose source and destination can be one buffer disappear; results are written in
// place of operands that die at the step.
#pragma once

#include <cstdint>
#include <vector>

#include "plan/flow.h"

namespace mote {

struct Coalesced {
  StepGraph graph;               // elided copies and buffers no longer used are gone
  std::vector<int32_t> group;    // of every buffer of `graph`: buffers of one group have one place and size
  int32_t groups = 0;
};

Coalesced CoalesceBuffers(StepGraph graph, const TargetFacts& target);

}  // namespace mote
