// The f32 inner loops for AVX-512: 8 × 48 register tiles, 14 rows where one vector of columns is left, masked tails.
#include <immintrin.h>

#include "cpu/f32_routines.h"
#include "cpu/winograd/winograd.h"
#include "schema/routine_scratch.h"

namespace mote::runtime {

namespace {

constexpr int kLanes = 16, kTileRows = 8, kTileVectors = 3, kNarrowRows = 14;
constexpr bool kHalves = true, kCompact = false;

struct Whole {
  using Vector = __m512;
  static constexpr int kCount = 16, kLeft = 1;
  Vector Load(const float* from) const { return _mm512_loadu_ps(from); }
  void Store(float* to, Vector value) const { _mm512_storeu_ps(to, value); }
};
struct Half {
  using Vector = __m256;
  static constexpr int kCount = 8, kLeft = 1;
  Vector Load(const float* from) const { return _mm256_loadu_ps(from); }
  void Store(float* to, Vector value) const { _mm256_storeu_ps(to, value); }
};
struct Tail {
  using Vector = __m512;
  static constexpr int kCount = 16, kLeft = 1;
  __mmask16 mask;
  Vector Load(const float* from) const { return _mm512_maskz_loadu_ps(mask, from); }
  void Store(float* to, Vector value) const { _mm512_mask_storeu_ps(to, mask, value); }
};
inline Tail TailOf(int32_t lanes) { return {static_cast<__mmask16>((1u << lanes) - 1)}; }
template <class Block>
inline void Rest(int32_t j, int32_t columns, const Block& block) {
  if (j < columns) block(j, TailOf(columns - j));
}

inline void Broadcast(float value, __m512& to) { to = _mm512_set1_ps(value); }
inline __m512 Fma(__m512 a, __m512 b, __m512 c) { return _mm512_fmadd_ps(a, b, c); }
inline __m512 Add(__m512 a, __m512 b) { return _mm512_add_ps(a, b); }
inline __m512 Multiply(__m512 a, __m512 b) { return _mm512_mul_ps(a, b); }
// Unmasked, they warn of what is not there.
inline __m512 Greater(__m512 a, __m512 b) { return _mm512_maskz_max_ps(0xffff, a, b); }
inline __m512 Less(__m512 a, __m512 b) { return _mm512_maskz_min_ps(0xffff, a, b); }
inline void Broadcast(float value, __m256& to) { to = _mm256_set1_ps(value); }
inline __m256 Fma(__m256 a, __m256 b, __m256 c) { return _mm256_fmadd_ps(a, b, c); }
inline __m256 Add(__m256 a, __m256 b) { return _mm256_add_ps(a, b); }
inline __m256 Multiply(__m256 a, __m256 b) { return _mm256_mul_ps(a, b); }
inline __m256 Greater(__m256 a, __m256 b) { return _mm256_max_ps(a, b); }
inline __m256 Less(__m256 a, __m256 b) { return _mm256_min_ps(a, b); }

#include "cpu/f32_vector.h"
#include "cpu/winograd/winograd_vector.h"

}  // namespace

extern const F32Instance kAvx512F32;
const F32Instance kAvx512F32 = {"avx512", Tile<true>, Tile<false>, Tap<false>, FreshTile, Tap<true>, FinishTile,
                              ConvolutionRowsF32, DotBlocksF32};

extern const WinogradInstance kAvx512Winograd;
const WinogradInstance kAvx512Winograd = {InputTransform, OutputTransform};

}  // namespace mote::runtime
