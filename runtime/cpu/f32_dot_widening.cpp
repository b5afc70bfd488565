// Dots of f32 with weights of f16 and bf16, which are widened panel by panel. A file of its own: binaries link them by name.
#include "cpu/element_access.h"
#include "cpu/f32_routines.h"

namespace mote::runtime {
namespace {

template <const ElementAccess& kWeights>
void Sums(const RoutineCall& call, uint32_t begin, uint32_t end, void* scratch, size_t scratch_bytes, const Finish& finish) {
  DotSumsF32(*kF32Instances[call.isa], ArgumentsOf<DotArguments>(call), &kWeights, begin, end, scratch, scratch_bytes, finish);
}

}  // namespace

const Routine kDotF32F16 = MakeDotF32F16(Sums<kAccessF16>);
const Routine kDotF32BF16 = MakeDotF32BF16(Sums<kAccessBF16>);

}  // namespace mote::runtime
