// The forms in which this folder reads float programs. PrepareForQuantization, for networks: one entry without calls or tuples, constants
// folded. PrepareSignal: besides, transforms, factorisations and complex values expanded, in the entry and in loops.
#pragma once

#include "hlo/module.h"

namespace mote {

// R-UNSUP: a program that has stored integers already, open sizes, or several processes.
Result<Module> PrepareForQuantization(const Module& module);
Result<Module> PrepareSignal(const Module& module);
// Whether a prepared network is a signal's program rather: it has loops, transforms or complex values.
bool IsSignal(const Module& prepared);

}  // namespace mote
