// The passes in the order in which a program goes through them before kernels are made.
#pragma once

#include <cstdint>

#include "hlo/module.h"

namespace mote {

struct PassOptions {
  bool fold = true;
  int64_t max_fold_elements = int64_t{1} << 22;  // a folded constant has at most this many elements
};

struct PassReport {
  int64_t folded = 0;  // instructions replaced by constants
};

// Afterwards: one computation per region and the entry, calls inlined, no tuples, no reduction of more than 65 536 elements a result, only
// operations that have a kernel or a step (others are left as they are: select/ refuses them by name). Inputs and outputs of the entry are
// those of `module`, tuples flattened in order.
Result<Module> OptimiseForKernels(const Module& module, const PassOptions& options = {}, PassReport* report = nullptr);

}  // namespace mote
