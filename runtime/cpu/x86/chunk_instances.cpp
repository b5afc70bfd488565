// The chunk machines of x86-64, in the order of isas.cpp.
#include "cpu/chunks/chunk_code.h"

namespace mote::runtime {

namespace base {
extern const ChunkLoop kChunkLoop;
}
namespace avx2 {
extern const ChunkLoop kChunkLoop;
}
namespace avx512 {
extern const ChunkLoop kChunkLoop;
}

const ChunkLoop* const kChunkInstances[] = {&base::kChunkLoop, &avx2::kChunkLoop, &avx512::kChunkLoop, &avx2::kChunkLoop,
                                            &avx512::kChunkLoop};

}  // namespace mote::runtime
