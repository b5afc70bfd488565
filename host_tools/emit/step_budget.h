// StepBudget: what a run of a plan may work, in element operations (SPEC.md section 3). For emit.
#pragma once

#include <cstdint>
#include <vector>

#include "plan/plan.h"

namespace mote {

// Work of a step that runs no block: its kernel's microcode with its parameter words, a routine's multiply-adds, a copy's bytes.
uint64_t StepWork(const Plan& plan, const Step& step, const std::vector<uint32_t>& code, const std::vector<uint32_t>& params);

// `work` has a number for every step of every block, in the plan's order; those of loops and conditionals do not count. Loops whose turns
// are not known may turn 2^20 times, and all of them together work 2^36 beyond that.
uint64_t StepBudget(const Plan& plan, int32_t entry_block, const IdVector<std::vector<uint64_t>>& work);

}  // namespace mote
