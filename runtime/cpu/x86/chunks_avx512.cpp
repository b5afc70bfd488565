// The chunk machine for x86-64 machines with AVX-512 (F, VL, DQ, BW). Runs only where DetectIsa found them.
#include "cpu/chunks/chunk_code.h"

namespace mote::runtime::avx512 {
namespace {
#define MOTE_CHUNK_VECTOR 64
#include "cpu/chunks/chunk_loop.inc"
}  // namespace

extern const ChunkLoop kChunkLoop;
const ChunkLoop kChunkLoop = {kElements, Run, Transpose, Spread, kFolds};

}  // namespace mote::runtime::avx512
