// PrepareForQuantization: the form in which this folder reads float programs: one entry without calls or tuples, constants folded.
#pragma once

#include "hlo/module.h"

namespace mote {

// R-UNSUP: a program that has stored integers already, open sizes, or several processes.
Result<Module> PrepareForQuantization(const Module& module);

}  // namespace mote
