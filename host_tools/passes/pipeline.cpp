// OptimiseForKernels: the order of the passes.
#include "passes/pipeline.h"

#include "passes/passes.h"

namespace mote {

Result<Module> OptimiseForKernels(const Module& module, [[maybe_unused]] const PassOptions& options, [[maybe_unused]] PassReport* report) {
  MOTE_ASSIGN(Module current, InlineCalls(module));
  MOTE_ASSIGN(current, FlattenTuples(current));
  MOTE_ASSIGN(current, ExpandOperations(current));
  MOTE_ASSIGN(current, Simplify(current));
  return current;
}

}  // namespace mote
