// Names that a jax.export gave to the sizes of its arguments, such as b of f32[b,2*b], and the sizes that follow from their values.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "hlo/module.h"

namespace mote {

// In the order in which the program computes them; none for a program without such names.
std::vector<std::string> DimensionVariables(const Module& module);

// The `?` dimensions of the entry's parameters for these values of variables, in the form of DimensionSizes::named ("arg0.1" → 8); the
// program's own shape arithmetic and assertions are solved for them. Dimensions that the values do not decide are left out. Errors:
// kAttribute for a value that no size gives.
Result<std::map<std::string, int64_t>> SizesOfVariables(const Module& module, const std::map<std::string, int64_t>& values);

}  // namespace mote
