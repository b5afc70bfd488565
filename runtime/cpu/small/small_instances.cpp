// A small runtime (MOTE_SMALL): whatever the processor, launches and Fourier transforms go by strips and by the portable loops that every
// instance must equal. Rows of fixed point keep the instances of the architecture's folder.
#include "cpu/fft/fft.h"
#include "cpu/operations.h"

namespace mote::runtime {
namespace {

bool NoLaunch(StepContext&, const KernelCode&, mote_code*) { return false; }
bool NoSums(const StepContext&, const KernelCode&, const RoutineCall&, const Part&, uint32_t) { return false; }

}  // namespace

const ChunkParts kChunkParts = {NoLaunch, NoSums};

// As many as any architecture has instruction sets (its isas.cpp).
const OperationFunction* const kOperationInstances[] = {base::kOperations.functions, base::kOperations.functions,
                                                        base::kOperations.functions, base::kOperations.functions,
                                                        base::kOperations.functions};
extern const FftUnits kFftInstances[] = {RunFftUnits, RunFftUnits, RunFftUnits, RunFftUnits, RunFftUnits};

}  // namespace mote::runtime
