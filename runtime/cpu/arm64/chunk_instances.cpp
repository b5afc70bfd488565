// The chunk machines of AArch64, in the order of isas.cpp.
#include "cpu/chunks/chunk_code.h"

namespace mote::runtime {

namespace base {
extern const ChunkLoop kChunkLoop, kChunkLoopHalves;
}

const ChunkLoop* const kChunkInstances[] = {&base::kChunkLoop, &base::kChunkLoopHalves, &base::kChunkLoopHalves, &base::kChunkLoopHalves};

}  // namespace mote::runtime
