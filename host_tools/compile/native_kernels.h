// C-printed kernels as text, for firmware, applications and `--kernels c`. Compiles and loads nothing.
#pragma once

#include <string>

#include "hlo/diagnostic.h"
#include "plan/plan.h"

namespace mote {

// One C file with every kernel that a plan's launch steps use, each parameter set once, and the table `const mote_native_table NAME`.
// Empty plans give an empty table. Deterministic.
Result<std::string> PrintNativeKernels(const Plan& plan, const std::string& table_name);

}  // namespace mote
