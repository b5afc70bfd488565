// Of a small runtime, by the numbers of isas.cpp: every set but the base has FMA.
#include "cpu/f32_routines.h"
#include "cpu/winograd/winograd.h"

namespace mote::runtime {

extern const F32Instance kFmaF32;
extern const WinogradInstance kFmaWinograd;

const F32Instance* const kF32Instances[] = {&kPortableF32, &kFmaF32, &kFmaF32, &kFmaF32, &kFmaF32};
const WinogradInstance* const kWinogradInstances[] = {&kPortableWinograd, &kFmaWinograd, &kFmaWinograd, &kFmaWinograd, &kFmaWinograd};

}  // namespace mote::runtime
