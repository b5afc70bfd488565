// The chunk machine for x86-64 machines with AVX2. Runs only where DetectIsa found it.
#include "cpu/chunks/chunk_code.h"

namespace mote::runtime::avx2 {
namespace {
#define MOTE_CHUNK_VECTOR 32
#include "cpu/chunks/chunk_loop.inc"
}  // namespace

extern const ChunkLoop kChunkLoop;
const ChunkLoop kChunkLoop = {kElements, Run, Transpose, Spread, kFolds};

}  // namespace mote::runtime::avx2
