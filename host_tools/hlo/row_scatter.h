// The scatter that has a kernel of its own: update t, a row of the dimensions that no index names, is combined with the row of the operand
// that row t of the indices names, one update after the other. Not the general operation (OPS.md 2.3), which passes bring to this form.
#pragma once

#include "hlo/module.h"

namespace mote {

// indices s32[count, named dimensions], updates [count, other dimensions…], one array, scalars as captures.
bool IsRowScatter(const Computation& computation, const Instruction& instruction);

}  // namespace mote
