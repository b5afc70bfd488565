// Launches that compute nothing: transpositions, and rows that lie where a computed offset says. Recognised in verified microcode.
#ifndef MOTE_CPU_CHUNKS_MOVES_H_
#define MOTE_CPU_CHUNKS_MOVES_H_

#include "cpu/chunks/chunk_code.h"
#include "cpu/machine.h"

namespace mote::runtime {

// Both carry the step out and give true, or do nothing and give false.
bool RunTransposition(StepContext& context, const KernelCode& code, const ChunkLoop& loop, mote_code* result);
bool RunRowGather(StepContext& context, const KernelCode& code, mote_code* result);

}  // namespace mote::runtime

#endif
