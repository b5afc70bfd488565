// Fourier transforms for x86-64 machines with AVX-512. Runs only where DetectIsa found it.
#include <immintrin.h>

#include "cpu/exact_fma.h"
#include "cpu/fft/fft.h"

namespace mote::runtime::avx512 {
namespace {
#define MOTE_FFT_LANES 16
#define MOTE_FFT_FMA4(a, b, c) _mm_fmadd_ps(a, b, c)
#define MOTE_FFT_FMA8(a, b, c) _mm256_fmadd_ps(a, b, c)
#define MOTE_FFT_FMA16(a, b, c) _mm512_fmadd_ps(a, b, c)
#include "cpu/fft/fft_loop.inc"
}  // namespace

void RunFftUnits(const FftJob& job, int64_t begin, int64_t end, float* scratch);
void RunFftUnits(const FftJob& job, int64_t begin, int64_t end, float* scratch) { Units(job, begin, end, scratch); }

}  // namespace mote::runtime::avx512
