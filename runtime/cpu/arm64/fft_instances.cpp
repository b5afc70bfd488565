// Fourier transforms of AArch64, in the order of isas.cpp.
#include "cpu/fft/fft.h"

namespace mote::runtime {

namespace neon {
void RunFftUnits(const FftJob& job, int64_t begin, int64_t end, float* scratch);
}

extern const FftUnits kFftInstances[] = {neon::RunFftUnits, neon::RunFftUnits, neon::RunFftUnits, neon::RunFftUnits};

}  // namespace mote::runtime
