// How large a program is when its calls stand in line: calls that double with every level are few lines of text and 2^n instructions.
#pragma once

#include "hlo/module.h"

namespace mote {

// Instructions that shared computations may become, beyond those that the program has as it is written.
constexpr int64_t kMostInlined = int64_t{1} << 18;

// Instructions of the whole module, each computation counted once.
int64_t WrittenSize(const Module& module);

// kLimit, with the smallest computation that is too large, when `computation` and what it calls have more than kMostInlined instructions
// (or than the module as it is written), each counted as often as it is called; also when one calls itself. Linear in the module.
Status CheckInlinedSize(const Module& module, int32_t computation);

}  // namespace mote
