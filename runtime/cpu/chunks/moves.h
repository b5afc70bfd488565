// Launches with a loop nest of their own: transpositions, rows that are read or changed where computed offsets say, reductions of columns,
// small dots. Recognised in verified microcode.
#ifndef MOTE_CPU_CHUNKS_MOVES_H_
#define MOTE_CPU_CHUNKS_MOVES_H_

#include "cpu/chunks/chunk_code.h"
#include "cpu/machine.h"

namespace mote::runtime {

// Each carries the step out and gives true, or does nothing and gives false.
bool RunTransposition(StepContext& context, const KernelCode& code, const ChunkLoop& loop, mote_code* result);
bool RunRowGather(StepContext& context, const KernelCode& code, mote_code* result);
bool RunRowScatter(StepContext& context, const KernelCode& code, mote_code* result);
bool RunLoopDot(StepContext& context, const KernelCode& code, const ChunkLoop& loop, mote_code* result);
bool RunColumnFold(StepContext& context, const KernelCode& code, const ChunkLoop& loop, mote_code* result);

}  // namespace mote::runtime

#endif
