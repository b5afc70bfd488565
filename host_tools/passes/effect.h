// Instructions whose order and number matter.
#pragma once

#include "hlo/module.h"

namespace mote {

// Whether an instruction does more than give its results, or a region of it has one that does. Parameters do not.
bool HasEffect(const Module& module, const Instruction& instruction);

}  // namespace mote
