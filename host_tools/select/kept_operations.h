// Which operations reach SelectSteps whole: those that one step of the target runs.
#pragma once

#include <set>

#include "hlo/op.h"
#include "target/target_facts.h"

namespace mote {

std::set<Op> KeptOperations(const TargetFacts& target);

}  // namespace mote
