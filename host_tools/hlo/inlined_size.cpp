// Sizes bottom up, every computation once.
#include "hlo/inlined_size.h"

#include <algorithm>

namespace mote {

namespace {

constexpr int64_t kUnknown = -1;

// Instructions of a computation whose callees' sizes are known; INT64_MAX when one is not, which then is above it: it calls itself.
int64_t SizeOf(const Computation& computation, const IdVector<int64_t>& sizes) {
  int64_t size = static_cast<int64_t>(computation.instructions.size());
  for (const Instruction& instruction : computation.instructions) {
    for (const int32_t called : instruction.called) {
      const int64_t callee = sizes[called];
      if (callee == kUnknown || __builtin_add_overflow(size, callee, &size)) return INT64_MAX;
    }
  }
  return size;
}

Status CheckSize(const Computation& computation, int64_t size, int64_t most) {
  if (size <= most) return Ok();
  const std::string name = computation.name.empty() ? "a computation" : "'" + computation.name + "'";
  if (size == INT64_MAX) return Error(Rule::kLimit, name + " calls itself", computation.location);
  const std::string text = " has more than " + std::to_string(most) + " instructions when what it calls stands in line";
  Diagnostic diagnostic = Error(Rule::kLimit, name + text, computation.location);
  diagnostic.hint = "call a function in a while loop instead of many times, or compile its parts one by one";
  return diagnostic;
}

}  // namespace

int64_t WrittenSize(const Module& module) {
  int64_t size = 0;
  for (const Computation& computation : module.computations) size += static_cast<int64_t>(computation.instructions.size());
  return size;
}

Status CheckInlinedSize(const Module& module, int32_t computation) {
  const int64_t most = std::max(kMostInlined, WrittenSize(module));
  IdVector<int64_t> sizes(module.computations.size(), kUnknown);
  IdVector<bool> open(module.computations.size());  // above or at the end of the path that is being walked
  std::vector<int32_t> path = {computation};
  while (!path.empty()) {
    const size_t index = path.back();
    const Computation& current = module.computations[index];
    if (sizes[index] != kUnknown) {
      path.pop_back();
      continue;
    }
    if (open[index]) {
      sizes[index] = SizeOf(current, sizes);
      MOTE_CHECK_OK(CheckSize(current, sizes[index], most));
      continue;
    }
    open[index] = true;
    for (const Instruction& instruction : current.instructions) {
      for (const int32_t called : instruction.called) {
        if (!open[called]) path.push_back(called);
      }
    }
  }
  return Ok();
}

}  // namespace mote
