// Schedule: reorders the steps of every block for the lowest peak of live bytes. Keeps the given order where nothing better is found.
#pragma once

#include "plan/flow.h"

namespace mote {

// The largest sum over points of live bytes in the arena, permitted overlaps (in-place pairs and copies of dying values) counted once.
int64_t LivePeak(const StepGraph& graph, const Flow& flow, const TargetFacts& target);

// Deterministic. Every dependence between steps through a buffer (read after write, write after read, write after write) is kept.
void ScheduleSteps(StepGraph& graph, const TargetFacts& target);

}  // namespace mote
