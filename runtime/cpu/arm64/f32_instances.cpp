// By the numbers of operation_instances.cpp: compiled for NEON as they are.
#include "cpu/f32_routines.h"

namespace mote::runtime {

const F32Instance* const kF32Instances[] = {&kPortableF32, &kPortableF32, &kPortableF32};

}  // namespace mote::runtime
