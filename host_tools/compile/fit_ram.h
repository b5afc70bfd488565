// FitRam: a program whose arena is too large for `--ram` even with pipelines (plan/roll_rows.h). Chains of any operations run some rows a
// turn (passes/row_loops.h), tables that are computed at the start of a run become constants (compile/constant_steps.h).
#pragma once

#include <functional>
#include <vector>

#include "hlo/module.h"
#include "plan/plan.h"

namespace mote {

// Steps of the program's entries, one module each: of a target and a request.
using GraphMaker = std::function<Result<StepGraph>(const std::vector<Module>& entries)>;

// `plan` where nothing smaller is found; else the first that is found to fit, with as many rows a turn as do, or the smallest.
Result<Plan> FitRam(Plan plan, std::vector<Module> canonical, int64_t ram, const GraphMaker& make);

}  // namespace mote
