// Values that stand for all lanes, as blocks.
#include "cpu/operation_blocks.h"

#include "core/kernel_code.h"

#if !defined(MOTE_STRIDED)

namespace mote::runtime {

void RunSpread(OperationFunction operation, uint32_t shape, const OperationLanes& lanes) {
  struct alignas(64) {
    uint32_t words[kBlockLanes * 2];
  } blocks[3];
  const void* from[3] = {lanes.from[0], lanes.from[1], lanes.from[2]};
  const uint32_t arity = ArityOf(shape);
  for (uint32_t i = 0; i < arity; ++i) {
    if (((lanes.form >> i) & 1) == 0) continue;
    const uint32_t* value = static_cast<const uint32_t*>(from[i]);
    const uint32_t even = value[0], odd = value[IsWideOperand(shape, i) ? 1 : 0];
    for (uint32_t at = 0; at < kBlockLanes * 2; at += 2) blocks[i].words[at] = even, blocks[i].words[at + 1] = odd;
    from[i] = blocks[i].words;
  }
  operation(lanes.d, from[0], from[1], from[2], lanes.n, lanes.form);
}

}  // namespace mote::runtime

#endif
