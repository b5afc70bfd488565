// The f32 inner loops for AVX2 with FMA: 6 × 16 register tiles, 12 rows where one vector of columns is left, masked tails.
#include <immintrin.h>

#include "cpu/f32_routines.h"
#include "cpu/winograd/winograd.h"
#include "schema/routine_scratch.h"

namespace mote::runtime {

namespace {

constexpr int kLanes = 8, kTileRows = 6, kTileVectors = 2, kNarrowRows = 12;
constexpr bool kHalves = true, kCompact = false;

struct Whole {
  using Vector = __m256;
  static constexpr int kCount = 8, kLeft = 1;
  Vector Load(const float* from) const { return _mm256_loadu_ps(from); }
  void Store(float* to, Vector value) const { _mm256_storeu_ps(to, value); }
};
struct Half {
  using Vector = __m128;
  static constexpr int kCount = 4, kLeft = 1;
  Vector Load(const float* from) const { return _mm_loadu_ps(from); }
  void Store(float* to, Vector value) const { _mm_storeu_ps(to, value); }
};
struct Tail {
  using Vector = __m256;
  static constexpr int kCount = 8, kLeft = 1;
  __m256i mask;
  Vector Load(const float* from) const { return _mm256_maskload_ps(from, mask); }
  void Store(float* to, Vector value) const { _mm256_maskstore_ps(to, mask, value); }
};
inline Tail TailOf(int32_t lanes) { return {_mm256_cmpgt_epi32(_mm256_set1_epi32(lanes), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7))}; }
template <class Block>
inline void Rest(int32_t j, int32_t columns, const Block& block) {
  if (j < columns) block(j, TailOf(columns - j));
}

inline void Broadcast(float value, __m256& to) { to = _mm256_set1_ps(value); }
inline __m256 Fma(__m256 a, __m256 b, __m256 c) { return _mm256_fmadd_ps(a, b, c); }
inline __m256 Add(__m256 a, __m256 b) { return _mm256_add_ps(a, b); }
inline __m256 Multiply(__m256 a, __m256 b) { return _mm256_mul_ps(a, b); }
inline __m256 Greater(__m256 a, __m256 b) { return _mm256_max_ps(a, b); }
inline __m256 Less(__m256 a, __m256 b) { return _mm256_min_ps(a, b); }
inline void Broadcast(float value, __m128& to) { to = _mm_set1_ps(value); }
inline __m128 Fma(__m128 a, __m128 b, __m128 c) { return _mm_fmadd_ps(a, b, c); }
inline __m128 Add(__m128 a, __m128 b) { return _mm_add_ps(a, b); }
inline __m128 Multiply(__m128 a, __m128 b) { return _mm_mul_ps(a, b); }
inline __m128 Greater(__m128 a, __m128 b) { return _mm_max_ps(a, b); }
inline __m128 Less(__m128 a, __m128 b) { return _mm_min_ps(a, b); }

#include "cpu/f32_vector.h"
#include "cpu/winograd/winograd_vector.h"

}  // namespace

extern const F32Instance kAvx2F32;
const F32Instance kAvx2F32 = {"avx2", Tile<true>, Tile<false>, Tap<false>, FreshTile, Tap<true>, FinishTile,
                              ConvolutionRowsF32, DotBlocksF32};

extern const WinogradInstance kAvx2Winograd;
const WinogradInstance kAvx2Winograd = {InputTransform, OutputTransform};

}  // namespace mote::runtime
