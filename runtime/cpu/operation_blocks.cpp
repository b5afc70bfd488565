// Any number of lanes as whole blocks: those of one value are spread over one, the last ones go by way of one of their own.
#include "cpu/operation_blocks.h"

#include "core/kernel_code.h"

#if !defined(MOTE_STRIDED)

namespace mote::runtime {
namespace {

struct alignas(64) Block {
  uint32_t words[kBlockLanes * 2];
};

void Spread(Block* to, const uint32_t* value, bool wide) {
  const uint32_t even = value[0], odd = value[wide ? 1 : 0];
  for (uint32_t i = 0; i < kBlockLanes * 2; i += 2) to->words[i] = even, to->words[i + 1] = odd;
}

// One lane is what scalars of a kernel are.
void Copy(uint32_t* to, const uint32_t* from, uint32_t lanes, bool wide) {
  if (lanes != 1) return static_cast<void>(__builtin_memcpy(to, from, lanes * (wide ? 8 : 4)));
  to[0] = from[0];
  if (wide) to[1] = from[1];
}

}  // namespace

void RunOperation(OperationFunction operation, uint32_t shape, const OperationLanes& lanes) {
  const uint32_t whole = lanes.n / kBlockLanes, rest = lanes.n % kBlockLanes, arity = ArityOf(shape);
  const void* from[3] = {lanes.from[0], lanes.from[1], lanes.from[2]};
  Block blocks[3];
  for (uint32_t i = 0; i < arity; ++i) {
    if (((lanes.form >> i) & 1) == 0) continue;
    Spread(&blocks[i], static_cast<const uint32_t*>(from[i]), IsWideOperand(shape, i));
    from[i] = blocks[i].words;
  }
  if (whole != 0) operation(lanes.d, from[0], from[1], from[2], whole, lanes.form);
  if (rest == 0) return;
  // Lanes behind the last one are zeros, for which no operation takes long.
  for (uint32_t i = 0; i < arity; ++i) {
    if (((lanes.form >> i) & 1) != 0) continue;
    const bool wide = IsWideOperand(shape, i);
    blocks[i] = Block{};
    Copy(blocks[i].words, static_cast<const uint32_t*>(from[i]) + size_t{whole} * kBlockLanes * (wide ? 2 : 1), rest, wide);
    from[i] = blocks[i].words;
  }
  Block result;
  const bool wide = IsWideResult(shape);
  operation(result.words, from[0], from[1], from[2], 1, lanes.form);
  Copy(static_cast<uint32_t*>(lanes.d) + size_t{whole} * kBlockLanes * (wide ? 2 : 1), result.words, rest, wide);
}

}  // namespace mote::runtime

#endif
