// PredictInstructions: what a step will take on a microcontroller, before anything is flashed.
#pragma once

#include <cstdint>
#include <optional>

#include "plan/plan.h"

namespace mote {

// Instructions of a fixed-point step on a Cortex-M4, M7 or M33 (not cycles), from its fields and the loops of runtime/cpu/arm_dsp. Nothing
// for other steps and targets. Held to within 10 % of QEMU's counts by tests/firmware.
std::optional<int64_t> PredictInstructions(const Step& step, const TargetFacts& target);

}  // namespace mote
