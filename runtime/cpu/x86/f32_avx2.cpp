// The f32 inner loops for AVX2 with FMA: 6 × 16 register tiles, masked tails.
#if defined(__x86_64__)
#include <immintrin.h>

#include "cpu/f32_routines.h"

namespace mote::runtime {

namespace {

using V = __m256;
constexpr int kLanes = 8, kTileRows = 6, kTileVectors = 2;

inline V Load(const float* from) { return _mm256_loadu_ps(from); }
inline void Store(float* to, V value) { _mm256_storeu_ps(to, value); }
inline V Broadcast(float value) { return _mm256_set1_ps(value); }
inline V Fma(V a, V b, V c) { return _mm256_fmadd_ps(a, b, c); }
inline V Add(V a, V b) { return _mm256_add_ps(a, b); }
inline V Multiply(V a, V b) { return _mm256_mul_ps(a, b); }

#include "cpu/x86/f32_vector.h"

inline __m256i TailMask(int32_t lanes) {
  return _mm256_cmpgt_epi32(_mm256_set1_epi32(lanes), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}

template <bool kFused>
inline void TileTail(const TileArguments& t, int32_t j) {
  const __m256i mask = TailMask(t.columns - j);
  for (int32_t i = 0; i < t.rows; ++i) {
    float* const acc = t.acc + i * t.acc_row + j;
    V sum = _mm256_maskload_ps(acc, mask);
    for (int32_t l = 0; l < t.lines; ++l) {
      const float* a = t.a + i * t.a_row + l * t.a_line;
      const float* b = t.b + l * t.b_line + j;
      for (int32_t p = t.k; p > 0; --p, a += t.a_k, b += t.b_k) sum = MultiplyAdd<kFused>(Broadcast(*a), _mm256_maskload_ps(b, mask), sum);
    }
    _mm256_maskstore_ps(acc, mask, sum);
  }
}

inline void TapTail(const TapArguments& t, int32_t j) {
  const __m256i mask = TailMask(t.columns - j);
  for (int32_t i = 0; i < t.rows; ++i) {
    float* const acc = t.acc + i * t.acc_row + j;
    const float* const a = t.a + i * t.a_row + j;
    V sum = _mm256_maskload_ps(acc, mask);
    for (int32_t p = 0; p < t.lines * t.taps; ++p) {
      const int32_t l = p / t.taps, q = p % t.taps;
      sum = MultiplyAdd<false>(_mm256_maskload_ps(a + l * t.a_line + q * t.a_tap, mask), _mm256_maskload_ps(t.b + l * t.b_line + q * t.b_tap + j, mask), sum);
    }
    _mm256_maskstore_ps(acc, mask, sum);
  }
}

constexpr F32Instance kInstance = {"avx2", Tile<true>, Tile<false>, Tap};

}  // namespace

const F32Instance* Avx2F32() { return &kInstance; }

}  // namespace mote::runtime
#endif
