// By the numbers of isas.cpp.
#include "cpu/f32_routines.h"

namespace mote::runtime {

extern const F32Instance kAvx2F32, kAvx512F32;

const F32Instance* const kF32Instances[] = {&kPortableF32, &kAvx2F32, &kAvx512F32, &kAvx2F32, &kAvx512F32};

}  // namespace mote::runtime
