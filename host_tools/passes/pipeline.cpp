// OptimiseForKernels: the order of the passes.
#include "passes/pipeline.h"

#include "passes/passes.h"

namespace mote {

Result<Module> OptimiseForKernels(const Module& module, const PassOptions& options, PassReport* report) {
  MOTE_ASSIGN(Module current, InlineCalls(module));
  MOTE_ASSIGN(current, FlattenTuples(current));
  MOTE_ASSIGN(current, StoreQuantized(current));
  MOTE_ASSIGN(current, ExpandOperations(current));
  MOTE_ASSIGN(current, ExpandFft(current));
  MOTE_ASSIGN(current, SplitComplex(current));
  MOTE_ASSIGN(current, Simplify(current));
  if (options.fold) {
    MOTE_ASSIGN(current, ArrangeWeights(current));
    MOTE_ASSIGN(current, Fold(current, options, report));
  }
  MOTE_ASSIGN(current, HoistInvariants(current));
  MOTE_ASSIGN(current, NarrowIndices(current));
  MOTE_ASSIGN(current, Simplify(current));
  return SplitReduce(current);
}

}  // namespace mote
