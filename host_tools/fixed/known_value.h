// KnownValue: what an array is that follows from constants alone.
#pragma once

#include <optional>

#include "hlo/module.h"

namespace mote {

// Nothing where it depends on a parameter, has more than 2^24 elements, or takes more than `depth` operations.
std::optional<Literal> KnownValue(const Module& module, const Computation& computation, Value v, int depth = 12);

}  // namespace mote
