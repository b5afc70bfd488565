// Constant steps: what the first steps of a program compute from constants alone can be computed here instead, by the meaning of their
// kernels (kernel/interpret.h), so with the bits that any target gives. It moves bytes from the arena to the constants, where a budget
// asks for that.
#pragma once

#include <vector>

#include "select/step.h"

namespace mote {

// Buffers that steps of entry blocks make of constants alone, and that other steps read; the smallest first.
std::vector<BufferId> ConstantBuffers(const StepGraph& graph);
// The graph with these as constants, without the steps that made them and nothing else.
Result<StepGraph> FoldSteps(StepGraph graph, const std::vector<BufferId>& buffers);

}  // namespace mote
