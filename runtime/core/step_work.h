// The work of a step in element operations: what budgets and limits count (SPEC.md section 3). Not time.
#ifndef MOTE_CORE_STEP_WORK_H_
#define MOTE_CORE_STEP_WORK_H_

#include "core/kernel_code.h"
#include "core/program.h"

namespace mote::runtime {

// Of a step whose words have been proven; at least 1. Saturates at UINT64_MAX.
uint64_t WorkOf(const mote_program& program, const StepView& step);
// Words of body and combiner for one point of a kernel with loops, those in loops as often as the loops turn; 1 more for the point itself.
uint64_t CodeWork(const KernelCode& code, const uint32_t* params, const uint32_t* at, uint32_t words);
// Multiply-adds of a routine for one output. Extents of 0 count as 1: loops around an empty one turn too.
uint64_t SumWork(const StepView& step);
// sum + a · b, saturated. Not inline: it stands in many places.
uint64_t MultiplyAdd(uint64_t a, uint32_t b, uint64_t sum);
// a + b, UINT64_MAX where that is too large.
inline uint64_t AddWork(uint64_t a, uint64_t b) { return a + b < a ? UINT64_MAX : a + b; }

}  // namespace mote::runtime

#endif
