// The chunk machine for x86-64 machines with AVX-512 (F, VL, DQ, BW). Runs only where DetectIsa found them.
#include <immintrin.h>

#include "cpu/chunks/chunk_code.h"

namespace mote::runtime::avx512 {
namespace {
#define MOTE_CHUNK_VECTOR 64
#define MOTE_CHUNK_MORE(a, b) _mm512_maskz_max_ps(0xffff, a, b)
#define MOTE_CHUNK_LESS(a, b) _mm512_maskz_min_ps(0xffff, a, b)
#define MOTE_CHUNK_MAX(a, b) _mm512_maskz_range_ps(0xffff, a, b, 5)
#define MOTE_CHUNK_MIN(a, b) _mm512_maskz_range_ps(0xffff, a, b, 4)
// By kind: quiet NaN, NaN, others; 1 takes the second, 0 the first.
#define MOTE_CHUNK_OR_NAN(x, a) _mm512_fixupimm_ps(x, a, _mm512_set1_epi32(0x11), 0)
#define MOTE_CHUNK_SCALE(a, b) _mm512_maskz_scalef_ps(0xffff, a, b)
#define MOTE_CHUNK_FMA(a, b, c) _mm512_fmadd_ps(a, b, c)
#define MOTE_CHUNK_FMA_HALF(a, b, c) _mm256_fmadd_ps(a, b, c)
#define MOTE_CHUNK_SQRT(x) _mm512_maskz_sqrt_ps(0xffff, x)
#define MOTE_CHUNK_FLOATS(x) _mm512_maskz_cvtph_ps(0xffff, reinterpret_cast<__m256i>(x))
#define MOTE_CHUNK_HALVES(x) reinterpret_cast<Halves>(_mm512_maskz_cvtps_ph(0xffff, x, 0))
#include "cpu/chunks/chunk_loop.inc"
}  // namespace

extern const ChunkLoop kChunkLoop;
const ChunkLoop kChunkLoop = {kElements, kVectorWords, Run, Transpose, Spread, Count, Reverse, kFolds, FoldSquares, DotRows, nullptr};

}  // namespace mote::runtime::avx512
