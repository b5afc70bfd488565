// The chunk machine for x86-64 machines with AVX-512 (F, VL, DQ, BW). Runs only where DetectIsa found them.
#include <immintrin.h>

#include "cpu/chunks/chunk_code.h"

namespace mote::runtime::avx512 {
namespace {
#define MOTE_CHUNK_VECTOR 64
#define MOTE_CHUNK_FMA(a, b, c) _mm512_fmadd_ps(a, b, c)
#define MOTE_CHUNK_FMA_HALF(a, b, c) _mm256_fmadd_ps(a, b, c)
#include "cpu/chunks/chunk_loop.inc"
}  // namespace

extern const ChunkLoop kChunkLoop;
const ChunkLoop kChunkLoop = {kElements, Run, Transpose, Spread, kFolds, DotRows};

}  // namespace mote::runtime::avx512
