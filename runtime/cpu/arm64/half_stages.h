// Which stages the loop of f16 takes. Asked of verified code.
#ifndef MOTE_CPU_ARM64_HALF_STAGES_H_
#define MOTE_CPU_ARM64_HALF_STAGES_H_

#include "cpu/chunks/chunk_code.h"

namespace mote::runtime {

// Whether a stage loads and stores f16 alone and all its values are f16, or flags (0 or 1) that comparisons of them give.
bool IsHalfStage(const HalfQuestion& question);

}  // namespace mote::runtime

#endif
