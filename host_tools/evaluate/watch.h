// EvaluateWatched: the evaluator, with every value shown as it comes to be, those of loops and branches too. For tools that look at ranges
// and errors; no part of the oracle.
#pragma once

#include "evaluate/evaluate.h"

namespace mote {

// After each instruction of each activation: its computation, its place there and its results.
using Watch = std::function<void(int32_t computation, int32_t instruction, const std::vector<RuntimeValue>& results)>;

// Evaluate of the entry with the ordinary limits.
Result<std::vector<RuntimeValue>> EvaluateWatched(const Module& module, const std::vector<RuntimeValue>& inputs, const Watch& watch);

}  // namespace mote
