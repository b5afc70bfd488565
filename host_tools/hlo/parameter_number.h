// ParameterNumber: who users mean by a parameter's name or number.
#pragma once

#include <cstdint>
#include <string>

#include "hlo/module.h"

namespace mote {

// The first parameter that goes by this name (ParameterNames) or has this number; -1 when there is none.
int32_t ParameterNumber(const Computation& computation, const std::string& name);

}  // namespace mote
