// A small runtime (MOTE_SMALL): whatever the processor, floats go by strips and by the portable loops that every instance must equal. Rows of
// fixed point keep the instances of the architecture's folder.
#include "cpu/f32_routines.h"
#include "cpu/fft/fft.h"
#include "cpu/operations.h"
#include "cpu/winograd/winograd.h"

namespace mote::runtime {
namespace {

bool NoLaunch(StepContext&, const KernelCode&, mote_code*) { return false; }
bool NoSums(const StepContext&, const KernelCode&, const RoutineCall&, const Part&, uint32_t) { return false; }

}  // namespace

const ChunkParts kChunkParts = {NoLaunch, NoSums};

// As many as any architecture has instruction sets (its isas.cpp).
#define MOTE_OF_EVERY_SET(instance) {instance, instance, instance, instance, instance}
const OperationFunction* const kOperationInstances[] = MOTE_OF_EVERY_SET(base::kOperations.functions);
const F32Instance* const kF32Instances[] = MOTE_OF_EVERY_SET(&kPortableF32);
extern const FftUnits kFftInstances[] = MOTE_OF_EVERY_SET(RunFftUnits);
const WinogradInstance* const kWinogradInstances[] = MOTE_OF_EVERY_SET(&kPortableWinograd);

}  // namespace mote::runtime
