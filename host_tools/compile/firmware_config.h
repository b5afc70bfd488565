// Which parts of the runtime the programs of a firmware need, as the C++ file that makes it link only those.
#pragma once

#include <string>

#include "hlo/diagnostic.h"
#include "compile/program_facts.h"

namespace mote {

// The text of config.cpp: step kinds, microcode operations and element types, handed to runtime/cpu/linked_subset.h.
// `natives`: kernels of this binary may be native ones.
std::string FirmwareConfig(const ProgramNeeds& needs, bool natives);

}  // namespace mote
