// Outputs and states of an entry that exchanges data are written behind its last exchange: when another member is lost they are as they
// were.
#pragma once

#include "plan/flow.h"

namespace mote {

// Whether a step exchanges data with other members, nested blocks included.
bool Exchanges(const StepGraph& graph, const Step& step);

// Whether a buffer outlives a run that fails: states, and outputs that are the caller's memory.
bool Outlives(const Buffer& buffer, const TargetFacts& target);

// Outputs that an exchange needs, or that it makes, get a buffer of their own and a copy at the end; other steps that write what outlives
// the run go behind the last exchange. Nothing happens to entries without exchanges.
void HoldOutputs(StepGraph& graph, const TargetFacts& target);

}  // namespace mote
