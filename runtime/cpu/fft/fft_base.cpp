// Fourier transforms in vectors of 16 bytes, whose fused multiply-adds are those of single elements.
#include "cpu/exact_fma.h"
#include "cpu/fft/fft.h"

namespace mote::runtime {
namespace {

typedef float Four __attribute__((vector_size(16), may_alias));
static inline __attribute__((always_inline)) Four Fmas(Four a, Four b, Four c) {
  return Four{FmaF32(a[0], b[0], c[0]), FmaF32(a[1], b[1], c[1]), FmaF32(a[2], b[2], c[2]), FmaF32(a[3], b[3], c[3])};
}
// Where each is many instructions, once.
__attribute__((noinline)) Four CalledFmas(Four a, Four b, Four c) { return Fmas(a, b, c); }
static inline __attribute__((always_inline)) Four FmaOfFour(Four a, Four b, Four c) {
  return kFmaIsAnInstruction ? Fmas(a, b, c) : CalledFmas(a, b, c);
}

#define MOTE_FFT_LANES 4
#define MOTE_FFT_FMA4(a, b, c) FmaOfFour(a, b, c)
#include "cpu/fft/fft_loop.inc"

}  // namespace

void RunFftUnits(const FftJob& job, int64_t begin, int64_t end, float* scratch) { Units(job, begin, end, scratch); }

}  // namespace mote::runtime
