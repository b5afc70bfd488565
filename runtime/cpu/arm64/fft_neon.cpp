// Fourier transforms for AArch64.
#include <arm_neon.h>

#include "cpu/exact_fma.h"
#include "cpu/fft/fft.h"

namespace mote::runtime::neon {
namespace {
#define MOTE_FFT_LANES 4
#define MOTE_FFT_FMA4(a, b, c) vfmaq_f32(c, a, b)
#include "cpu/fft/fft_loop.inc"
}  // namespace

void RunFftUnits(const FftJob& job, int64_t begin, int64_t end, float* scratch);
void RunFftUnits(const FftJob& job, int64_t begin, int64_t end, float* scratch) { Units(job, begin, end, scratch); }

}  // namespace mote::runtime::neon
