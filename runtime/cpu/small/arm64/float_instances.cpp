// Of a small runtime, by the numbers of isas.cpp: every AArch64 machine has NEON, in which loops of dots and convolutions are.
#include <arm_neon.h>
#define kPortableF32 kScalarF32
#include "cpu/f32_portable.cpp"
#include "cpu/winograd/winograd.h"

namespace mote::runtime {
namespace {

using Vector = float32x4_t;
inline Vector FmaOf(Vector a, Vector b, Vector c) { return vfmaq_f32(c, a, b); }
#include "cpu/small/float_vectors.h"

constexpr F32Instance kSmall = {"neon", VectorTile, TileUnfused, VectorTap, nullptr, nullptr, nullptr, nullptr, nullptr};

}  // namespace

const F32Instance* const kF32Instances[] = {&kSmall, &kSmall, &kSmall, &kSmall};
const WinogradInstance* const kWinogradInstances[] = {&kPortableWinograd, &kPortableWinograd, &kPortableWinograd, &kPortableWinograd};

}  // namespace mote::runtime
