// Processors without instances of their own have strips alone.
#include "cpu/chunks/chunk_code.h"

namespace mote::runtime {

const ChunkLoop* const kChunkInstances[] = {nullptr};

}  // namespace mote::runtime
