// The portable loops of f32 once more, for x86-64 machines with FMA, without which each product is a dozen instructions of double, and the
// frequent ones in vectors. Compiled with those flags; runs only where DetectIsa found them.
#include <immintrin.h>
#define kPortableF32 kScalarFmaF32
#define kPortableWinograd kFmaWinograd
#include "cpu/f32_portable.cpp"
#include "cpu/winograd/winograd_base.cpp"

namespace mote::runtime {
namespace {

using Vector = __m256;
inline Vector FmaOf(Vector a, Vector b, Vector c) { return _mm256_fmadd_ps(a, b, c); }
#include "cpu/small/float_vectors.h"

}  // namespace

extern const F32Instance kFmaF32;
const F32Instance kFmaF32 = {"fma", VectorTile, TileUnfused, VectorTap, nullptr, nullptr, nullptr, nullptr, nullptr};

}  // namespace mote::runtime
