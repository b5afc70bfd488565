// What the HLO text printer's files share: constants and attributes. Internal to hlo/.
#pragma once

#include <string>

#include "hlo/module.h"

namespace mote {

// The elements of a constant: 5, {1, 2}, { {1, 2}, {3, 4} }. `max_elements` < 0: everything, else longer ones are "{...}".
std::string HloLiteralText(const Literal& literal, int64_t max_elements);
// ", key=value" for each attribute that HLO text has for this operation, those of called computations apart. The operands' shapes give
// what StableHLO leaves to them (a convolution's window, a sort's default dimension).
std::string HloAttributesText(const Instruction& instruction, const IdVector<Shape>& operands);

}  // namespace mote
