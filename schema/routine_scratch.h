// Scratch of the dot and convolution routines beside their epilogue's: asked by the planner, used by the runtime, so that both agree.
// A runtime with less scratch than this still works, in smaller tiles; kMoteRoutineMinimum is the least it accepts.
#ifndef MOTE_SCHEMA_ROUTINE_SCRATCH_H_
#define MOTE_SCHEMA_ROUTINE_SCRATCH_H_

#include <stdint.h>

enum {
  kMoteRoutineMinimum = 128,       // bytes: sums of 32 outputs
  kMoteRoutineSumBytes = 16 << 10,  // sums of a tile on hosts
  kMoteRoutinePanelBytes = 32 << 10  // a packed panel of the right-hand side on hosts
};

// `strip` as in TargetFacts: short strips mean a small machine, which takes its operands where they lie.
static inline int64_t MoteDotScratch(int strip) {
  return strip < 64 ? (int64_t)strip * 4 : (int64_t)kMoteRoutineSumBytes + kMoteRoutinePanelBytes;
}
static inline int64_t MoteConvolutionScratch(int strip) { return strip < 64 ? (int64_t)strip * 4 : (int64_t)kMoteRoutineSumBytes; }

#endif
