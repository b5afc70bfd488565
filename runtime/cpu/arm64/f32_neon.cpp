// The f32 inner loops for NEON: 8 × 8 register tiles whose left-hand sides come four values at a time, products by one lane of them.
#include <arm_neon.h>

#include "cpu/f32_routines.h"

namespace mote::runtime {

namespace {

constexpr int kLanes = 4, kTileRows = 8, kTileVectors = 2, kNarrowRows = 8;
constexpr bool kHalves = false, kCompact = true;

struct FourLeft {
  using Left = float32x4_t;
  static constexpr int kLeft = 4;
  Left LoadLeft(const float* from) const { return vld1q_f32(from); }
};
struct Whole : FourLeft {
  using Vector = float32x4_t;
  static constexpr int kCount = 4;
  Vector Load(const float* from) const { return vld1q_f32(from); }
  void Store(float* to, Vector value) const { vst1q_f32(to, value); }
  template <int kStep>
  Vector FmaLeft(Left left, Vector b, Vector c) const { return vfmaq_laneq_f32(c, b, left, kStep); }
};
struct Half : FourLeft {
  using Vector = float32x2_t;
  static constexpr int kCount = 2;
  Vector Load(const float* from) const { return vld1_f32(from); }
  void Store(float* to, Vector value) const { vst1_f32(to, value); }
  template <int kStep>
  Vector FmaLeft(Left left, Vector b, Vector c) const { return vfma_laneq_f32(c, b, left, kStep); }
};
struct One : FourLeft {
  using Vector = float;
  static constexpr int kCount = 1;
  Vector Load(const float* from) const { return *from; }
  void Store(float* to, Vector value) const { *to = value; }
  template <int kStep>
  Vector FmaLeft(Left left, Vector b, Vector c) const { return vfmas_laneq_f32(c, b, left, kStep); }
};
template <class Block>
inline void Rest(int32_t j, int32_t columns, const Block& block) {
  if (columns - j >= 2) block(j, Half{}), j += 2;
  if (j < columns) block(j, One{});
}

inline void Broadcast(float value, float32x4_t& to) { to = vdupq_n_f32(value); }
inline float32x4_t Fma(float32x4_t a, float32x4_t b, float32x4_t c) { return vfmaq_f32(c, a, b); }
inline float32x4_t Greater(float32x4_t a, float32x4_t b) { return vbslq_f32(vcgtq_f32(a, b), a, b); }
inline float32x4_t Less(float32x4_t a, float32x4_t b) { return vbslq_f32(vcltq_f32(a, b), a, b); }
inline void Broadcast(float value, float32x2_t& to) { to = vdup_n_f32(value); }
inline float32x2_t Fma(float32x2_t a, float32x2_t b, float32x2_t c) { return vfma_f32(c, a, b); }
inline float32x2_t Greater(float32x2_t a, float32x2_t b) { return vbsl_f32(vcgt_f32(a, b), a, b); }
inline float32x2_t Less(float32x2_t a, float32x2_t b) { return vbsl_f32(vclt_f32(a, b), a, b); }
inline void Broadcast(float value, float& to) { to = value; }
inline float Fma(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
inline float Greater(float a, float b) { return a > b ? a : b; }
inline float Less(float a, float b) { return a < b ? a : b; }
template <class V>
inline V Add(V a, V b) { return a + b; }
template <class V>
inline V Multiply(V a, V b) { return a * b; }

#include "cpu/f32_vector.h"

}  // namespace

extern const F32Instance kNeonF32;
const F32Instance kNeonF32 = {"neon", Tile<true>, Tile<false>, Tap<false>, FreshTile, Tap<true>, FinishTile, ConvolutionRowsF32,
                              DotBlocksF32};

}  // namespace mote::runtime
