// The passes in the order in which a program goes through them before kernels are made: what holds for every target first, then what
// depends on the operations that a target has a row for.
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "hlo/module.h"
#include "passes/wiring.h"

namespace mote {

struct PassOptions {
  bool fold = true;
  int64_t max_fold_elements = int64_t{1} << 22;  // a folded constant has at most this many elements
  std::set<Op> kept;                             // operations that stay whole, of those that Keepable names
};

struct PassReport {
  int64_t folded = 0;  // instructions replaced by constants
};

// One computation per region and the entry, calls inlined, no tuples, stored integers in place of quantized values; operations that are
// others in disguise are those, but for what a target may keep. Inputs and outputs of the entry are those of `module`, tuples flattened
// in order.
Result<Module> Canonicalise(const Module& module);
// The same for an application that has functions for these calls: reductions over members become calls of those for them
// (hlo/member_reduction.h); and for members wired so, null: nothing is known of that.
Result<Module> CanonicaliseFor(const std::set<std::string>& custom_calls, const Wiring* wiring, const Module& module);

// The operations of a canonical module that some target may keep whole. Targets that keep the same of them share what ExpandFor gives.
std::set<Op> Keepable(const Module& canonical);

// Afterwards: no reduction of more than 65 536 elements a result, only operations that have a kernel or a step, or are kept (others are
// left as they are: select/ refuses them by name).
Result<Module> ExpandFor(const Module& canonical, const PassOptions& options = {}, PassReport* report = nullptr);

// Both, for one target.
Result<Module> OptimiseForKernels(const Module& module, const PassOptions& options = {}, PassReport* report = nullptr);

}  // namespace mote
