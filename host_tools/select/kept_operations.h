// Which operations reach SelectSteps whole: those that one step of the target runs.
#pragma once

#include <set>

#include "hlo/module.h"
#include "target/target_facts.h"

namespace mote {

std::set<Op> KeptOperations(const TargetFacts& target);
// Of a module before they are written out: a device takes sorts where it takes all of them.
std::set<Op> KeptOperations(const TargetFacts& target, const Module& module);

}  // namespace mote
