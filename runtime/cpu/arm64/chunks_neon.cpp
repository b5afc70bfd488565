// The chunk machine for AArch64, whose vectors are NEON's.
#include <arm_neon.h>

#include "cpu/chunks/chunk_code.h"

namespace mote::runtime {

namespace fp16 {
extern const ChunkHalves kChunkHalves;
}

namespace base {
namespace {
#define MOTE_CHUNK_VECTOR 16
#define MOTE_CHUNK_SIXTEEN
#define MOTE_CHUNK_MAX(a, b) vmaxq_f32(a, b)
#define MOTE_CHUNK_MIN(a, b) vminq_f32(a, b)
#define MOTE_CHUNK_WHOLE_EXTREMES
#define MOTE_CHUNK_FMA(a, b, c) vfmaq_f32(c, a, b)
#define MOTE_CHUNK_FMA_HALF(a, b, c) vfma_f32(c, a, b)
#define MOTE_CHUNK_SQRT(x) vsqrtq_f32(x)
#define MOTE_CHUNK_FLOATS(x) vcvt_f32_f16(reinterpret_cast<float16x4_t>(x))
#define MOTE_CHUNK_HALVES(x) reinterpret_cast<Halves>(vcvt_f16_f32(x))
#include "cpu/chunks/chunk_loop.inc"
}  // namespace

extern const ChunkLoop kChunkLoop, kChunkLoopHalves;
const ChunkLoop kChunkLoop = {kElements, kVectorWords, Run, Transpose, Spread, Count, Reverse, kFolds, FoldSquares, DotRows, nullptr};
const ChunkLoop kChunkLoopHalves = {kElements, kVectorWords, Run, Transpose, Spread, Count, Reverse, kFolds, FoldSquares, DotRows,
                                    &fp16::kChunkHalves};

}  // namespace base
}  // namespace mote::runtime
