// Of a small runtime, by the numbers of isas.cpp, of which no architecture here has more: the portable loops.
#include "cpu/f32_routines.h"
#include "cpu/winograd/winograd.h"

namespace mote::runtime {

const F32Instance* const kF32Instances[] = {&kPortableF32, &kPortableF32, &kPortableF32, &kPortableF32};
const WinogradInstance* const kWinogradInstances[] = {&kPortableWinograd, &kPortableWinograd, &kPortableWinograd, &kPortableWinograd};

}  // namespace mote::runtime
