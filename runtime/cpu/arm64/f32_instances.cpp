// By the numbers of isas.cpp: every AArch64 machine has NEON.
#include "cpu/f32_routines.h"

namespace mote::runtime {

extern const F32Instance kNeonF32;

const F32Instance* const kF32Instances[] = {&kNeonF32, &kNeonF32, &kNeonF32, &kNeonF32};

}  // namespace mote::runtime
