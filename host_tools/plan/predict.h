// PredictInstructions: what a step will take on a microcontroller, before anything is flashed.
#pragma once

#include <cstdint>
#include <optional>

#include "plan/pipeline_rows.h"
#include "plan/plan.h"

namespace mote {

// Instructions of a fixed-point step on a Cortex-M4, M7 or M33 (not cycles), from its fields and the loops of runtime/cpu/arm_dsp. Nothing
// for other steps and targets. Held to within 10 % of QEMU's counts by tests/firmware.
std::optional<int64_t> PredictInstructions(const Step& step, const TargetFacts& target);
std::optional<int64_t> PredictFixed(const std::vector<int64_t>& fields, const TargetFacts& target);
// What a chain takes more when it is rolled: turns, calls, kept rows, and blocks of pixels that are not whole. A guess for targets that
// PredictFixed knows nothing of.
int64_t PriceOfRolling(const std::vector<ChainMember>& chain, const RolledChain& rolled, const TargetFacts& target);

}  // namespace mote
