// Sizes that a user gives a program whose dimensions are open: `--dim`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hlo/module.h"

namespace mote {

struct NamedSize {
  std::string name;  // a scalar integer parameter, PARAMETER.DIMENSION, or a variable of jax.export; empty: every size without a name
  int64_t size = 0;  // from 0
};

// The module with these sizes. Errors, under the module's file: kAttribute for a name that it does not have, and those of Specialise.
Result<Module> TakeDimensions(const Module& module, const std::vector<NamedSize>& sizes);

}  // namespace mote
