// Processors without instances of their own have the portable one.
#include "cpu/f32_routines.h"

namespace mote::runtime {

const F32Instance* const kF32Instances[] = {&kPortableF32};

}  // namespace mote::runtime
