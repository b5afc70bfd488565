// The chunk machine's loop for stages of f16 alone (half_stages.h), for AArch64 machines that compute in it: the words of chunk_code.h over
// 16-bit lanes, where nothing is left to round. Runs only where DetectIsa found it.
#include <arm_neon.h>

#include "cpu/arm64/half_stages.h"

namespace mote::runtime::fp16 {
namespace {

typedef __fp16 __attribute__((vector_size(16), may_alias)) Vector;
typedef __fp16 __attribute__((vector_size(16), may_alias, aligned(1))) Anywhere;
constexpr uint32_t kLanes = 8, kVectors = 16, kElements = kVectors * kLanes;

#define MOTE_INLINE static inline __attribute__((always_inline))
MOTE_INLINE uint16x8_t U(Vector x) { return reinterpret_cast<uint16x8_t>(x); }
MOTE_INLINE Vector F(uint16x8_t x) { return reinterpret_cast<Vector>(x); }
MOTE_INLINE Vector Choose(uint16x8_t all, Vector x, Vector y) { return vbslq_f16(all, x, y); }
MOTE_INLINE Vector Select(Vector flag, Vector x, Vector y) { return Choose(vtstq_u16(U(flag), U(flag)), x, y); }
// The rounding instructions would quiet a NaN.
MOTE_INLINE Vector NumberOr(Vector rounded, Vector x) { return Choose(vceqq_f16(x, x), rounded, x); }

// What is filled, as f32 by half chunks, has values that f16 holds. A conversion would quiet a NaN.
MOTE_INLINE float16x4_t Narrow(float32x4_t x) {
  const uint16x4_t sign = vshrn_n_u32(vreinterpretq_u32_f32(x), 16) & 0x8000, payload = vshrn_n_u32(vreinterpretq_u32_f32(x), 13) & 0x3ff;
  return vbsl_f16(vmovn_u32(vceqq_f32(x, x)), vcvt_f16_f32(x), vreinterpret_f16_u16(sign | payload | 0x7c00));
}
__attribute__((noinline)) void Fill(const ChunkJob& job, uint32_t place, uint32_t position, uint32_t left, Vector* to) {
  constexpr uint32_t kWords = kElements / 2;
  float32x4_t words[kWords / 4] = {};
  for (uint32_t at = 0; at < kElements && at < left; at += kWords, to += kWords / kLanes) {
    job.fill(job.machine, place, position + at, left - at < kWords ? left - at : kWords, reinterpret_cast<uint8_t*>(words));
    for (uint32_t i = 0; i < kWords / kLanes; ++i) to[i] = vcombine_f16(Narrow(words[2 * i]), Narrow(words[2 * i + 1]));
  }
}

#define MOTE_HALF_COMMUTES(id, use, ...) MOTE_INLINE Vector Do##id(Vector x, Vector y) { return __VA_ARGS__; }
#define MOTE_HALF_ORDERED(id, use, ...) \
  MOTE_INLINE Vector Do##id(Vector x, Vector y) { return __VA_ARGS__; } \
  MOTE_INLINE Vector Do##id##_R(Vector x, Vector y) { return Do##id(y, x); }
#define MOTE_HALF_ONE(id, use, ...) MOTE_INLINE Vector Do##id(Vector x) { return __VA_ARGS__; }
#include "cpu/arm64/half_operations.def"
MOTE_INLINE Vector DoRaise(Vector x, Vector y) { return Choose(vcltq_f16(x, y), y, x); }
MOTE_INLINE Vector DoRaise_R(Vector x, Vector y) { return DoRaise(y, x); }
MOTE_INLINE Vector DoLower(Vector x, Vector y) { return Choose(vcltq_f16(x, y), x, y); }
MOTE_INLINE Vector DoLower_R(Vector x, Vector y) { return DoLower(y, x); }
MOTE_INLINE Vector DoSquare(Vector x) { return x * x; }

#define MOTE_EACH(one, ...) \
  one(0, ##__VA_ARGS__) one(1, ##__VA_ARGS__) one(2, ##__VA_ARGS__) one(3, ##__VA_ARGS__) one(4, ##__VA_ARGS__) one(5, ##__VA_ARGS__) \
      one(6, ##__VA_ARGS__) one(7, ##__VA_ARGS__) one(8, ##__VA_ARGS__) one(9, ##__VA_ARGS__) one(10, ##__VA_ARGS__) \
          one(11, ##__VA_ARGS__) one(12, ##__VA_ARGS__) one(13, ##__VA_ARGS__) one(14, ##__VA_ARGS__) one(15, ##__VA_ARGS__)
#define MOTE_BEGIN(i) Vector v##i = {};
#define MOTE_TAKE(i) v##i = m[i];
#define MOTE_KEEP(i) m[i] = v##i;
#define MOTE_WITH_VECTOR(i, id) v##i = Do##id(v##i, m[i]);
#define MOTE_WITH_VALUE(i, id) v##i = Do##id(v##i, m);
#define MOTE_OF_ITSELF(i, id) v##i = Do##id(v##i);
#define MOTE_IF(i) v##i = Select(v##i, m[i], n[i]);
#define MOTE_THEN(i) v##i = Select(m[i], v##i, n[i]);
#define MOTE_ELSE(i) v##i = Select(m[i], n[i], v##i);
#define MOTE_AT(operand) reinterpret_cast<const Vector*>(room + size_t{operand} * kRoomUnit)
#define MOTE_NEXT goto *kLabels[kOwn.of[(++at)->handler]]
#define MOTE_UNARY(id) \
  L_##id: { \
    MOTE_EACH(MOTE_OF_ITSELF, id) \
    MOTE_NEXT; \
  }
#define MOTE_BINARY(id) \
  L_##id: { \
    const Vector* const m = MOTE_AT(at->a); \
    MOTE_EACH(MOTE_WITH_VECTOR, id) \
    MOTE_NEXT; \
  } \
  L_##id##_U: { \
    const Vector m = *MOTE_AT(at->a); \
    MOTE_EACH(MOTE_WITH_VALUE, id) \
    MOTE_NEXT; \
  }
#define MOTE_SELECT(id, one) \
  L_##id: { \
    const Vector *const m = MOTE_AT(at->a), *const n = MOTE_AT(at->b); \
    MOTE_EACH(one) \
    MOTE_NEXT; \
  }

// Handlers that stages of f16 have, in an order of this loop's own: those that it has by hand, then half_operations.def's.
#define MOTE_HANDLERS(one, four) \
  one(End) one(Take) one(Keep) one(LoadNarrow) one(StoreNarrow) one(LoadPeriod) one(Fill) one(SelectIf) one(SelectThen) one(SelectElse) \
      one(Square) four(Raise) four(Lower)
struct OwnNumbers {
  uint8_t of[kChunkHandlers];
};
constexpr OwnNumbers MakeOwnNumbers() {
  OwnNumbers numbers{};
  uint8_t count = 0;
#define MOTE_ONE(id, ...) numbers.of[kChunk##id] = count++;
#define MOTE_TWO(id, ...) MOTE_ONE(id) MOTE_ONE(id##_U)
#define MOTE_FOUR(id, ...) MOTE_TWO(id) MOTE_TWO(id##_R)
#define MOTE_HALF_COMMUTES MOTE_TWO
#define MOTE_HALF_ORDERED MOTE_FOUR
#define MOTE_HALF_ONE MOTE_ONE
  MOTE_HANDLERS(MOTE_ONE, MOTE_FOUR)
#include "cpu/arm64/half_operations.def"
#undef MOTE_ONE
  return numbers;
}
constexpr OwnNumbers kOwn = MakeOwnNumbers();

void Run(const ChunkJob& job, uint32_t begin, uint32_t end) {
#define MOTE_ONE(id, ...) &&L_##id,
#define MOTE_HALF_COMMUTES MOTE_TWO
#define MOTE_HALF_ORDERED MOTE_FOUR
#define MOTE_HALF_ONE MOTE_ONE
  static const void* const kLabels[] = {
      MOTE_HANDLERS(MOTE_ONE, MOTE_FOUR)
#include "cpu/arm64/half_operations.def"
  };
  MOTE_EACH(MOTE_BEGIN)
  uint8_t* const room = job.room;
  const ChunkWord* at = job.code;
  uint32_t position = begin;
  size_t bytes = (end - begin < kElements ? end - begin : kElements) * sizeof(__fp16);  // of the chunk, in each array
  goto *kLabels[kOwn.of[at->handler]];

L_End:
  if (end - position <= kElements) return;
  position += kElements;
  if (end - position < kElements) bytes = (end - position) * sizeof(__fp16);
  at = job.code;
  goto *kLabels[kOwn.of[at->handler]];

L_Take: {
    const Vector* const m = MOTE_AT(at->a);
    MOTE_EACH(MOTE_TAKE)
    MOTE_NEXT;
  }
L_Keep: {
    Vector* const m = const_cast<Vector*>(MOTE_AT(at->a));
    MOTE_EACH(MOTE_KEEP)
    MOTE_NEXT;
  }
L_LoadNarrow: {
    const uint8_t* const from = job.places[at->a] + size_t{position} * sizeof(__fp16);
    Vector some[kVectors];
    if (bytes < sizeof some) __builtin_memset(some, 0, sizeof some), __builtin_memcpy(some, from, bytes);
    const Anywhere* const m = reinterpret_cast<const Anywhere*>(bytes < sizeof some ? reinterpret_cast<uint8_t*>(some) : from);
    MOTE_EACH(MOTE_TAKE)
    MOTE_NEXT;
  }
L_StoreNarrow: {
    uint8_t* const to = job.places[at->a] + size_t{position} * sizeof(__fp16);
    Vector some[kVectors];
    Anywhere* const m = reinterpret_cast<Anywhere*>(bytes < sizeof some ? reinterpret_cast<uint8_t*>(some) : to);
    MOTE_EACH(MOTE_KEEP)
    if (bytes < sizeof some) __builtin_memcpy(to, some, bytes);
    MOTE_NEXT;
  }
L_LoadPeriod: {
    const ChunkPeriod& period = job.periods[at->a];
    const uint8_t* const from = job.places[at->a] + (position + period.phase) % period.period * sizeof(__fp16);
    const Anywhere* const m = reinterpret_cast<const Anywhere*>(from);
    MOTE_EACH(MOTE_TAKE)
    MOTE_NEXT;
  }
L_Fill: {
    Vector* const m = const_cast<Vector*>(MOTE_AT(at->b));
    Fill(job, at->a, position, end - position, m);
    MOTE_EACH(MOTE_TAKE)
    MOTE_NEXT;
  }
  MOTE_SELECT(SelectIf, MOTE_IF)
  MOTE_SELECT(SelectThen, MOTE_THEN)
  MOTE_SELECT(SelectElse, MOTE_ELSE)
  MOTE_UNARY(Square)
  MOTE_BINARY(Raise)
  MOTE_BINARY(Raise_R)
  MOTE_BINARY(Lower)
  MOTE_BINARY(Lower_R)
#define MOTE_HALF_COMMUTES(id, use, ...) MOTE_BINARY(id)
#define MOTE_HALF_ORDERED(id, use, ...) MOTE_BINARY(id) MOTE_BINARY(id##_R)
#define MOTE_HALF_ONE(id, use, ...) MOTE_UNARY(id)
#include "cpu/arm64/half_operations.def"
}

}  // namespace

extern const ChunkHalves kChunkHalves;
const ChunkHalves kChunkHalves = {IsHalfStage, Run};

}  // namespace mote::runtime::fp16
