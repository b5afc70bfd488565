// WalkTail: what is done to a sum element by element before anybody else sees it, as one factor, offset and range.
#pragma once

#include "quantize/steps.h"

namespace mote {

// Of each instruction's first result: the instructions that read it, and how often it is a result of the computation.
struct Uses {
  IdVector<std::vector<int32_t>> by;
  IdVector<int32_t> results;
};
Uses UsesOf(const Computation& computation);

struct TailWalk {
  Tail tail;
  std::vector<int32_t> instructions;  // that were folded in, in order
};
// `channel`: the dimension whose indices may have factors and offsets of their own, -1 for none. `first`: the user to begin with, where
// there may be others.
TailWalk WalkTail(const Module& module, const Computation& computation, const Uses& uses, int32_t from, int64_t channel,
                  std::optional<int32_t> first = std::nullopt);

// The operation of two scalars that a reduction of one array combines with.
std::optional<Op> CombinerOf(const Module& module, const Instruction& reduction);

}  // namespace mote
