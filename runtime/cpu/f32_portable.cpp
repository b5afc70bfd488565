// The f32 inner loops for any machine: what every other instance must equal bit for bit.
#include "cpu/exact_fma.h"
#include "cpu/f32_routines.h"

namespace mote::runtime {

namespace {

// Four columns at a time keep their sums in registers, so that a Cortex-M spends one load of b and one fma on each product.
void Tile(const TileArguments& t) {
  for (int32_t i = 0; i < t.rows; ++i) {
    const float* const row = t.a + i * t.a_row;
    float* const acc = t.acc + i * t.acc_row;
    int32_t j = 0;
    for (; j + 4 <= t.columns; j += 4) {
      float s0 = acc[j], s1 = acc[j + 1], s2 = acc[j + 2], s3 = acc[j + 3];
      for (int32_t l = 0; l < t.lines; ++l) {
        const float* a = row + l * t.a_line;
        const float* b = t.b + l * t.b_line + j;
        for (int32_t p = t.k; p > 0; --p, a += t.a_k, b += t.b_k) {
          const float x = *a;
          s0 = FmaF32(x, b[0], s0);
          s1 = FmaF32(x, b[1], s1);
          s2 = FmaF32(x, b[2], s2);
          s3 = FmaF32(x, b[3], s3);
        }
      }
      acc[j] = s0, acc[j + 1] = s1, acc[j + 2] = s2, acc[j + 3] = s3;
    }
    for (; j < t.columns; ++j) {
      float s = acc[j];
      for (int32_t l = 0; l < t.lines; ++l) {
        for (int32_t p = 0; p < t.k; ++p) s = FmaF32(row[l * t.a_line + p * t.a_k], t.b[l * t.b_line + p * t.b_k + j], s);
      }
      acc[j] = s;
    }
  }
}

// Rare (several outputs of one channel): short code before speed.
void TileUnfused(const TileArguments& t) {
  for (int32_t i = 0; i < t.rows; ++i) {
    for (int32_t j = 0; j < t.columns; ++j) {
      float* const acc = t.acc + i * t.acc_row + j;
      for (int32_t l = 0; l < t.lines; ++l) {
        for (int32_t p = 0; p < t.k; ++p) *acc += t.a[i * t.a_row + l * t.a_line + p * t.a_k] * t.b[l * t.b_line + p * t.b_k + j];
      }
    }
  }
}

void Tap(const TapArguments& t) {
  for (int32_t i = 0; i < t.rows; ++i) {
    const float* const a = t.a + i * t.a_row;
    float* const acc = t.acc + i * t.acc_row;
    for (int32_t j = 0; j < t.columns; ++j) {
      float s = acc[j];
      for (int32_t l = 0; l < t.lines; ++l) {
        for (int32_t q = 0; q < t.taps; ++q) s += a[l * t.a_line + q * t.a_tap + j] * t.b[l * t.b_line + q * t.b_tap + j];
      }
      acc[j] = s;
    }
  }
}

}  // namespace

const F32Instance kPortableF32 = {"portable", Tile, TileUnfused, Tap, nullptr, nullptr, nullptr, nullptr, nullptr};

}  // namespace mote::runtime
