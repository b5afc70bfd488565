// The chunk machine for x86-64 machines with AVX2. Runs only where DetectIsa found it.
#include <immintrin.h>

#include "cpu/chunks/chunk_code.h"

namespace mote::runtime::avx2 {
namespace {
#define MOTE_CHUNK_VECTOR 32
#define MOTE_CHUNK_MORE(a, b) _mm256_max_ps(a, b)
#define MOTE_CHUNK_LESS(a, b) _mm256_min_ps(a, b)
#define MOTE_CHUNK_FMA(a, b, c) _mm256_fmadd_ps(a, b, c)
#define MOTE_CHUNK_FMA_HALF(a, b, c) _mm_fmadd_ps(a, b, c)
#define MOTE_CHUNK_SQRT(x) _mm256_sqrt_ps(x)
#define MOTE_CHUNK_FLOATS(x) _mm256_cvtph_ps(reinterpret_cast<__m128i>(x))
#define MOTE_CHUNK_HALVES(x) reinterpret_cast<Halves>(_mm256_cvtps_ph(x, 0))
#include "cpu/chunks/chunk_loop.inc"
}  // namespace

extern const ChunkLoop kChunkLoop;
const ChunkLoop kChunkLoop = {kElements, kVectorWords, Run, Transpose, Spread, Count, Reverse, kFolds, FoldSquares, DotRows, nullptr};

}  // namespace mote::runtime::avx2
