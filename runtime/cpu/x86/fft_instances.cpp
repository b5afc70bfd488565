// Fourier transforms of x86-64, in the order of isas.cpp.
#include "cpu/fft/fft.h"

namespace mote::runtime {

namespace avx2 {
void RunFftUnits(const FftJob& job, int64_t begin, int64_t end, float* scratch);
}
namespace avx512 {
void RunFftUnits(const FftJob& job, int64_t begin, int64_t end, float* scratch);
}

extern const FftUnits kFftInstances[] = {RunFftUnits, avx2::RunFftUnits, avx512::RunFftUnits, avx2::RunFftUnits, avx512::RunFftUnits};

}  // namespace mote::runtime
