// FormWholeLoop: a While step of a Vulkan plan as one shader that one workgroup runs, where it is small enough to pay. FormChain: likewise
// small steps of a block that stand one behind the other.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

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

struct Chain {
  std::vector<LoopPart> parts;
  int32_t invocations = 0;
  int64_t trips = 0;
  bool quick_storage = false;  // worth it only where storage is read quickly
};

// As many of the block's steps from `first` on as a processor runs sooner in one workgroup than as launches; none of one step.
std::optional<Chain> FormChain(const Plan& plan, const Block& block, size_t first);

}  // namespace mote
