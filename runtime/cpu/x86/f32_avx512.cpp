// The f32 inner loops for AVX-512: 8 × 48 register tiles, masked tails.
#if defined(__x86_64__)
#include <immintrin.h>

#include "cpu/f32_routines.h"

namespace mote::runtime {

namespace {

using V = __m512;
constexpr int kLanes = 16, kTileRows = 8, kTileVectors = 3;

inline V Load(const float* from) { return _mm512_loadu_ps(from); }
inline void Store(float* to, V value) { _mm512_storeu_ps(to, value); }
inline V Broadcast(float value) { return _mm512_set1_ps(value); }
inline V Fma(V a, V b, V c) { return _mm512_fmadd_ps(a, b, c); }
inline V Add(V a, V b) { return _mm512_add_ps(a, b); }
inline V Multiply(V a, V b) { return _mm512_mul_ps(a, b); }

#include "cpu/x86/f32_vector.h"

template <bool kFused, int Rows>
inline void MaskedTile(const TileArguments& t, int32_t i, int32_t j, __mmask16 mask) {
  V sums[Rows];
  float* const acc = t.acc + i * t.acc_row + j;
  for (int r = 0; r < Rows; ++r) sums[r] = _mm512_maskz_loadu_ps(mask, acc + r * t.acc_row);
  for (int32_t l = 0; l < t.lines; ++l) {
    const float* a = t.a + i * t.a_row + l * t.a_line;
    const float* b = t.b + l * t.b_line + j;
    for (int32_t p = t.k; p > 0; --p, a += t.a_k, b += t.b_k) {
      const V column = _mm512_maskz_loadu_ps(mask, b);
      for (int r = 0; r < Rows; ++r) sums[r] = MultiplyAdd<kFused>(Broadcast(a[r * t.a_row]), column, sums[r]);
    }
  }
  for (int r = 0; r < Rows; ++r) _mm512_mask_storeu_ps(acc + r * t.acc_row, mask, sums[r]);
}

template <bool kFused>
inline void TileTail(const TileArguments& t, int32_t j) {
  const auto mask = static_cast<__mmask16>((1u << (t.columns - j)) - 1);
  int32_t i = 0;
  for (; i + kTileRows <= t.rows; i += kTileRows) MaskedTile<kFused, kTileRows>(t, i, j, mask);
  if (t.rows - i >= 4) {
    MaskedTile<kFused, 4>(t, i, j, mask);
    i += 4;
  }
  if (t.rows - i >= 2) {
    MaskedTile<kFused, 2>(t, i, j, mask);
    i += 2;
  }
  for (; i < t.rows; ++i) MaskedTile<kFused, 1>(t, i, j, mask);
}

inline void TapTail(const TapArguments& t, int32_t j) {
  const auto mask = static_cast<__mmask16>((1u << (t.columns - j)) - 1);
  for (int32_t i = 0; i < t.rows; ++i) {
    float* const acc = t.acc + i * t.acc_row + j;
    const float* const a = t.a + i * t.a_row + j;
    V sum = _mm512_maskz_loadu_ps(mask, acc);
    for (int32_t p = 0; p < t.lines * t.taps; ++p) {
      const int32_t l = p / t.taps, q = p % t.taps;
      sum = MultiplyAdd<false>(_mm512_maskz_loadu_ps(mask, a + l * t.a_line + q * t.a_tap), _mm512_maskz_loadu_ps(mask, t.b + l * t.b_line + q * t.b_tap + j), sum);
    }
    _mm512_mask_storeu_ps(acc, mask, sum);
  }
}

constexpr F32Instance kInstance = {"avx512", Tile<true>, Tile<false>, Tap};

}  // namespace

const F32Instance* Avx512F32() { return &kInstance; }

}  // namespace mote::runtime
#endif
