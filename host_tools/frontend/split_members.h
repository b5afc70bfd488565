// shard_map's programs as the program of one member: the bodies take and give parts. A tensor of the entry that enters or leaves bodies
// alone is one member's part there, marked so (hlo/split.h); what stands outside of the bodies is computed whole by every member, for
// which parts are gathered, and cut again where they enter.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "hlo/split.h"

namespace mote {

// A call of a body that takes and gives parts.
struct ManualCall {
  Location location;
  std::vector<Split> operands, results;
};

// What a function's parameter is said to be, which cuts it: computation and number.
using CutParameters = std::map<std::pair<int32_t, size_t>, Location>;

// `manuals`: by the computation that is the body. GSPMD's calls (SPMDFullToShardShape, SPMDShardToFullShape) are split likewise.
// R-SHAPE: a tensor that the parts do not make. R-UNSUP: nested bodies; a parameter of `cut` that is used whole.
Status SplitMembers(Module& module, const std::map<int32_t, ManualCall>& manuals, const CutParameters& cut);

// Whether there are GSPMD's calls.
bool HasSpmdCalls(const Module& module);

}  // namespace mote
