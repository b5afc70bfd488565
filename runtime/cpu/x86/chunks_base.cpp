// The chunk machine for every x86-64 machine.
#include <immintrin.h>

#include "cpu/chunks/chunk_code.h"

namespace mote::runtime::base {
namespace {
#define MOTE_CHUNK_VECTOR 16
#define MOTE_CHUNK_MORE(a, b) _mm_max_ps(a, b)
#define MOTE_CHUNK_LESS(a, b) _mm_min_ps(a, b)
#define MOTE_CHUNK_SQRT(x) _mm_sqrt_ps(x)
#include "cpu/chunks/chunk_loop.inc"
}  // namespace

extern const ChunkLoop kChunkLoop;
const ChunkLoop kChunkLoop = {kElements, kVectorWords, Run, Transpose, Spread, Count, Reverse, kFolds, FoldSquares, nullptr, nullptr};

}  // namespace mote::runtime::base
