// Launches with a loop nest of their own: transpositions, rows that are read or changed where computed offsets say, reductions of columns,
// small dots. Recognised in verified microcode.
#ifndef MOTE_CPU_CHUNKS_MOVES_H_
#define MOTE_CPU_CHUNKS_MOVES_H_

#include "cpu/chunks/chunk_code.h"
#include "cpu/machine.h"

namespace mote::runtime {

// Elements from a point to the next along `axis`; 0: the access does not move with it.
inline int32_t StrideOf(const AccessCode& access, const uint32_t* params, uint32_t axis) {
  for (uint32_t t = 0; t < access.terms(); ++t) {
    if (access.axis(t) == axis) return static_cast<int32_t>(params[access.stride(t)]);
  }
  return 0;
}

// Each carries the step out and gives true, or does nothing and gives false.
bool RunTransposition(StepContext& context, const KernelCode& code, const ChunkLoop& loop, mote_code* result);
bool RunRowGather(StepContext& context, const KernelCode& code, mote_code* result);
bool RunRowScatter(StepContext& context, const KernelCode& code, mote_code* result);
bool RunLoopDot(StepContext& context, const KernelCode& code, const ChunkLoop& loop, mote_code* result);
bool RunColumnFold(StepContext& context, const KernelCode& code, const ChunkLoop& loop, mote_code* result);

}  // namespace mote::runtime

#endif
