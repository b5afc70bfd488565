// SoftmaxOf: exp(x - max x) over its sum along the last dimension, as programs write it.
#pragma once

#include <optional>

#include "hlo/module.h"

namespace mote {

// What the quotient at `instruction` is the softmax of.
std::optional<Value> SoftmaxOf(const Module& module, const Computation& computation, int32_t instruction);

}  // namespace mote
