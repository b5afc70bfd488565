// A case through the whole road for one target: passes, steps, plan, bytes, audit, verifier, run, and the results against the evaluator.
#pragma once

#include <string>

#include "evaluate/check.h"
#include "random_case.h"

struct mote_vulkan_device;

namespace mote {

struct CaseOutcome {
  bool ok = true;
  bool ran = false;          // false and ok: nothing was there to run it on
  bool unsupported = false;  // select/ or emit/ has no step for it, and says so
  std::string text;          // what went wrong, and where on the road
};
// What the evaluator gives.
Result<std::vector<Literal>> Expected(const RandomCase& one);
// `device`: for the target vulkan, null when there is none. `criteria`: of each result; none: equal.
CaseOutcome RunCase(const RandomCase& one, const std::vector<Literal>& expected, const std::string& target, mote_vulkan_device* device,
                    const std::vector<Criterion>& criteria = {});

}  // namespace mote
