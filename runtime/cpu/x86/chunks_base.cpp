// The chunk machine for every x86-64 machine.
#include "cpu/chunks/chunk_code.h"

namespace mote::runtime::base {
namespace {
#define MOTE_CHUNK_VECTOR 16
#include "cpu/chunks/chunk_loop.inc"
}  // namespace

extern const ChunkLoop kChunkLoop;
const ChunkLoop kChunkLoop = {kElements, Run, Transpose, Spread, kFolds, nullptr};

}  // namespace mote::runtime::base
