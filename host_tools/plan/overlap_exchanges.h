// Exchanges that run while other steps compute: each becomes a start as soon as what it sends is there, and a done in front of what needs
// its result, with steps between that need neither.
#pragma once

#include <optional>

#include "plan/flow.h"

namespace mote {

// Makes starts and dones whole again, where the starts are: of graphs that have been planned before.
void JoinExchanges(StepGraph& graph);

// The graph with exchanges that are split; nothing where none is. One exchange is under way at a time, and their order stays. Steps between
// a start and its done compute or copy, write nothing that outlives the run, and are worth it; the live peak grows by no more than MayGrow.
// On targets that Vulkan runs exchanges stay whole: what the host has of them lies between two submissions.
std::optional<StepGraph> OverlapExchanges(const StepGraph& graph, const TargetFacts& target);

// Bytes that an arena of so many may have for it: none where memory is small.
int64_t MayGrow(int64_t bytes, const TargetFacts& target);

}  // namespace mote
