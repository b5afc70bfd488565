// Launches with a loop nest of their own: transpositions, rows that are read or changed where computed offsets say, reductions of columns
// and of rows, small dots. Recognised in verified microcode.
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

// Whether a load or store moves 32 bits of an element by this access of its stage: its register class is none of 64.
inline bool MovesWords(const Instruction& in, uint32_t access) {
  return (in.immediate16() & 0x3fff) == access && (in.immediate16() >> 14) % 2 == 0;
}

// One of the axes that points or rows are counted by: strides in elements, of what is read and of what is written.
struct Axis {
  uint32_t extent;
  int32_t from, to;
};

// Behind `count` axes, outermost first; merged with the last one where its strides span both. Gives how many there are then.
inline uint32_t AddAxis(Axis* axes, uint32_t count, const Axis& next) {
  if (next.extent == 1) return count;
  if (count > 0) {
    Axis& outer = axes[count - 1];
    if (outer.from == static_cast<int64_t>(next.from) * next.extent && outer.to == static_cast<int64_t>(next.to) * next.extent) {
      outer = {outer.extent * next.extent, next.from, next.to};
      return count;
    }
  }
  axes[count] = next;
  return count + 1;
}

// Adds where the point of this number is read and written.
inline void PlaceOfPoint(const Axis* axes, uint32_t count, uint32_t point, ptrdiff_t* from, ptrdiff_t* to) {
  for (uint32_t i = count; i-- > 0;) {
    const uint32_t at = i == 0 ? point : point % axes[i].extent;
    if (i != 0) point /= axes[i].extent;
    *from += static_cast<ptrdiff_t>(at) * axes[i].from;
    *to += static_cast<ptrdiff_t>(at) * axes[i].to;
  }
}

// Each carries the step out and gives true, or does nothing and gives false.
bool RunTransposition(StepContext& context, const KernelCode& code, const ChunkLoop& loop, mote_code* result);
bool RunRowGather(StepContext& context, const KernelCode& code, mote_code* result);
bool RunRowScatter(StepContext& context, const KernelCode& code, mote_code* result);
bool RunLineScan(StepContext& context, const KernelCode& code, mote_code* result);
bool RunLoopDot(StepContext& context, const KernelCode& code, const ChunkLoop& loop, mote_code* result);
bool RunColumnFold(StepContext& context, const KernelCode& code, const ChunkLoop& loop, mote_code* result);
bool RunWindowFold(StepContext& context, const KernelCode& code, const ChunkLoop& loop, mote_code* result);
bool RunRowFold(StepContext& context, const KernelCode& code, const ChunkLoop& loop, mote_code* result);

}  // namespace mote::runtime

#endif
