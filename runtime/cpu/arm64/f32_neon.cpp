// The f32 inner loops for NEON: 8 × 8 register tiles whose left-hand sides come four values at a time, products by one lane of them.
#include <arm_neon.h>

#include "cpu/f32_routines.h"
#include "cpu/winograd/winograd.h"
#include "schema/routine_scratch.h"

namespace mote::runtime {

namespace {

constexpr int kLanes = 4, kTileRows = 8, kTileVectors = 2, kNarrowRows = 8;
constexpr bool kHalves = false, kCompact = true;

struct FourLeft {
  using Left = float32x4_t;
  static constexpr int kLeft = 4;
  Left LoadLeft(const float* from) const { return vld1q_f32(from); }
  static constexpr bool ByHand(int, int) { return false; }
};
struct Whole : FourLeft {
  using Vector = float32x4_t;
  static constexpr int kCount = 4;
  Vector Load(const float* from) const { return vld1q_f32(from); }
  void Store(float* to, Vector value) const { vst1q_f32(to, value); }
  template <int kStep>
  Vector FmaLeft(Left left, Vector b, Vector c) const { return vfmaq_laneq_f32(c, b, left, kStep); }
  static constexpr bool ByHand(int rows, int vectors) { return rows == 8 && vectors == 2; }
  // Sums of 8 by 2 vectors at acc, or fresh ones. 78 instructions for 64 products of vectors, where GCC 12 makes 87 to 99: it moves sums
  // from register to register.
  [[gnu::always_inline]] static void Turns(float* acc, ptrdiff_t acc_row, bool fresh, const float* a, ptrdiff_t a_row, const float* b,
                                           ptrdiff_t b_k, int64_t turns);
};
#define MOTE_LEFT(vector, row) "ldr q" #vector ", [%[a" #row "]], #16\n"
#define MOTE_STEP(first, second, k) \
  "ld1 {v" #first ".4s, v" #second ".4s}, [%[b]], %[b_k]\n" \
  MOTE_ROW(16, 17, 0, first, second, k) MOTE_ROW(18, 19, 1, first, second, k) MOTE_ROW(20, 21, 2, first, second, k) \
  MOTE_ROW(22, 23, 3, first, second, k) MOTE_ROW(24, 25, 4, first, second, k) MOTE_ROW(26, 27, 5, first, second, k) \
  MOTE_ROW(28, 29, 6, first, second, k) MOTE_ROW(30, 31, 7, first, second, k)
#define MOTE_ROW(x, y, left, first, second, k) \
  "fmla v" #x ".4s, v" #first ".4s, v" #left ".s[" #k "]\n" \
  "fmla v" #y ".4s, v" #second ".4s, v" #left ".s[" #k "]\n"
#define MOTE_ZERO(x, y) "movi v" #x ".4s, #0\nmovi v" #y ".4s, #0\n"
#define MOTE_LOAD(x, y) "ldp q" #x ", q" #y ", [%[at]]\nadd %[at], %[at], %[acc_row]\n"
#define MOTE_STORE(x, y) "stp q" #x ", q" #y ", [%[acc]]\nadd %[acc], %[acc], %[acc_row]\n"
#define MOTE_SUMS(one) one(16, 17) one(18, 19) one(20, 21) one(22, 23) one(24, 25) one(26, 27) one(28, 29) one(30, 31)
inline void Whole::Turns(float* acc, ptrdiff_t acc_row, bool fresh, const float* a, ptrdiff_t a_row, const float* b, ptrdiff_t b_k,
                         int64_t turns) {
  const float *a0 = a, *a1 = a0 + a_row, *a2 = a1 + a_row, *a3 = a2 + a_row, *a4 = a3 + a_row, *a5 = a4 + a_row, *a6 = a5 + a_row,
              *a7 = a6 + a_row, *at = acc;
  __asm volatile("cbz %w[fresh], 2f\n"
                 MOTE_SUMS(MOTE_ZERO)
                 "b 1f\n"
                 "2:\n"
                 MOTE_SUMS(MOTE_LOAD)
                 "1:\n"
                 MOTE_LEFT(0, 0) MOTE_LEFT(1, 1) MOTE_LEFT(2, 2) MOTE_LEFT(3, 3)
                 MOTE_LEFT(4, 4) MOTE_LEFT(5, 5) MOTE_LEFT(6, 6) MOTE_LEFT(7, 7)
                 MOTE_STEP(8, 9, 0) MOTE_STEP(10, 11, 1) MOTE_STEP(8, 9, 2) MOTE_STEP(10, 11, 3)
                 "subs %[turns], %[turns], #1\n"
                 "b.ne 1b\n"
                 MOTE_SUMS(MOTE_STORE)
                 : [a0] "+&r"(a0), [a1] "+&r"(a1), [a2] "+&r"(a2), [a3] "+&r"(a3), [a4] "+&r"(a4), [a5] "+&r"(a5), [a6] "+&r"(a6),
                   [a7] "+&r"(a7), [b] "+&r"(b), [turns] "+&r"(turns), [acc] "+&r"(acc), [at] "+&r"(at)
                 : [b_k] "r"(b_k * 4), [acc_row] "r"(acc_row * 4), [fresh] "r"(static_cast<uint32_t>(fresh))
                 : "memory", "cc", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v16", "v17", "v18", "v19",
                   "v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27", "v28", "v29", "v30", "v31");
}
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
#include "cpu/winograd/winograd_vector.h"

#undef MOTE_SUMS
#undef MOTE_STORE
#undef MOTE_LOAD
#undef MOTE_ZERO
#undef MOTE_ROW
#undef MOTE_STEP
#undef MOTE_LEFT

}  // namespace

extern const F32Instance kNeonF32;
const F32Instance kNeonF32 = {"neon", Tile<true>, Tile<false>, Tap<false>, FreshTile, Tap<true>, FinishTile, ConvolutionRowsF32,
                              DotBlocksF32};

extern const WinogradInstance kNeonWinograd;
const WinogradInstance kNeonWinograd = {InputTransform, OutputTransform};

}  // namespace mote::runtime
