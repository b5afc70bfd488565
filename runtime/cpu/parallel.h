// Splitting a step over the instance's threads. Any split gives the same bits, so parts only have to be of useful size.
#ifndef MOTE_CPU_PARALLEL_H_
#define MOTE_CPU_PARALLEL_H_

#include "core/instance.h"

namespace mote::runtime {

// [begin, end) of a step's outermost dimension, with scratch of its own.
struct Part {
  uint32_t begin, end;
  uint8_t* scratch;
  uint32_t scratch_bytes;
};

// Calls work(job, part) so that the parts cover what of [0, total) is left and in the budget, at multiples of `grain`, on as many threads
// as the instance has and as have `least_scratch` bytes each. Returns when all are done.
mote_code RunParts(StepContext& context, uint32_t total, uint32_t grain, uint32_t least_scratch,
                   void (*work)(const void* job, const Part& part), const void* job);

}  // namespace mote::runtime

#endif
