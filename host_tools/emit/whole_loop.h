// FormWholeLoop: a While step of a Vulkan plan as one shader that one workgroup runs, where it is small enough to pay.
#pragma once

#include <cstdint>
#include <optional>

#include "hlo/diagnostic.h"
#include "plan/plan.h"
#include "print/printers.h"

namespace mote {

struct WholeLoop {
  LoopParts parts;
  int32_t invocations = 0;
  int64_t turns = 0, trips = 0;  // of one launch at most
};

// None for a loop that is launched turn by turn: its blocks decide, call or loop themselves, or a turn has much work or many iterations.
std::optional<WholeLoop> FormWholeLoop(const Plan& plan, const Step& step);

}  // namespace mote
