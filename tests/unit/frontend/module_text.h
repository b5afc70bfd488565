// A plain rendering of the IR for expected values written by hand; independent of the printers.
#pragma once

#include <string>

#include "hlo/module.h"

namespace mote {

std::string Render(const Module& module, const Instruction& instruction);
// All instructions of a computation but its parameters, one a line, then "return …".
std::string Render(const Module& module, const Computation& computation);

}  // namespace mote
