// Specialise: a module with `?` dimensions becomes one for given sizes. Not a pass of the pipeline: the user asks for it (`--dim`).
#pragma once

#include <map>
#include <optional>
#include <string>

#include "hlo/module.h"

namespace mote {

struct DimensionSizes {
  // "arg0" → the value of a scalar integer parameter that the program computes sizes from; "arg1.0" → the size of dimension 0 of a
  // parameter. A parameter goes by the name for users, by its name in the source, and by its number: arg0, arg1, …
  std::map<std::string, int64_t> named;
  // For every `?` dimension of a parameter and every leading scalar integer parameter that is not named.
  std::optional<int64_t> otherwise;
};

// Calls are inlined, shape arithmetic is folded, operations with run-time shapes become their static forms, and every type is checked
// against what the source declares. A scalar parameter that is given a value stays in the signature and is no longer read.
// Errors: kAttribute for a name without parameter, kShape and other rules where the sizes do not fit, kUnsupported, naming the first
// operation, when a size is still unknown.
Result<Module> Specialise(const Module& module, const DimensionSizes& sizes);

}  // namespace mote
