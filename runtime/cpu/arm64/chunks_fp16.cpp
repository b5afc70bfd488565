// The chunk machine's loop for stages of f16 alone (half_stages.h), for AArch64 machines that compute in it: the words of chunk_code.h over
// 16-bit lanes, where nothing is left to round. Runs only where DetectIsa found it.
#include <arm_neon.h>

#include "cpu/arm64/half_stages.h"

namespace mote::runtime::fp16 {
namespace {

typedef uint16_t __attribute__((vector_size(16), may_alias)) Lanes;
typedef uint16_t __attribute__((vector_size(16), may_alias, aligned(1))) Anywhere;
constexpr uint32_t kLanes = 8, kVectors = 16, kElements = kVectors * kLanes;

#define MOTE_INLINE static inline __attribute__((always_inline))
MOTE_INLINE float16x8_t F(Lanes x) { return reinterpret_cast<float16x8_t>(x); }
MOTE_INLINE Lanes B(float16x8_t x) { return reinterpret_cast<Lanes>(x); }
// Of two NaNs the first one counts, but for compilers sums and products commute.
MOTE_INLINE Lanes Sum(Lanes x, Lanes y) {
  __asm("fadd %0.8h, %0.8h, %1.8h" : "+w"(x) : "w"(y));
  return x;
}
MOTE_INLINE Lanes Product(Lanes x, Lanes y) {
  __asm("fmul %0.8h, %0.8h, %1.8h" : "+w"(x) : "w"(y));
  return x;
}
// The rounding instructions would quiet a NaN.
MOTE_INLINE Lanes NumberOr(float16x8_t rounded, Lanes x) { return vbslq_u16(vceqq_f16(F(x), F(x)), B(rounded), x); }
MOTE_INLINE Lanes Select(Lanes flag, Lanes x, Lanes y) { return vbslq_u16(vtstq_u16(flag, flag), x, y); }

#define MOTE_HALF_COMMUTES(id, use, ...) MOTE_INLINE Lanes Do##id(Lanes x, Lanes y) { return __VA_ARGS__; }
#define MOTE_HALF_ORDERED(id, use, ...) \
  MOTE_INLINE Lanes Do##id(Lanes x, Lanes y) { return __VA_ARGS__; } \
  MOTE_INLINE Lanes Do##id##_R(Lanes x, Lanes y) { return Do##id(y, x); }
#define MOTE_HALF_ONE(id, use, ...) MOTE_INLINE Lanes Do##id(Lanes x) { return __VA_ARGS__; }
#include "cpu/arm64/half_operations.def"
MOTE_INLINE Lanes DoRaise(Lanes x, Lanes y) { return vbslq_u16(vcltq_f16(F(x), F(y)), y, x); }
MOTE_INLINE Lanes DoRaise_R(Lanes x, Lanes y) { return DoRaise(y, x); }
MOTE_INLINE Lanes DoLower(Lanes x, Lanes y) { return vbslq_u16(vcltq_f16(F(x), F(y)), x, y); }
MOTE_INLINE Lanes DoLower_R(Lanes x, Lanes y) { return DoLower(y, x); }
MOTE_INLINE Lanes DoSquare(Lanes x) { return DoMulF(x, x); }

#define MOTE_EACH(one, ...) \
  one(0, ##__VA_ARGS__) one(1, ##__VA_ARGS__) one(2, ##__VA_ARGS__) one(3, ##__VA_ARGS__) one(4, ##__VA_ARGS__) one(5, ##__VA_ARGS__) \
      one(6, ##__VA_ARGS__) one(7, ##__VA_ARGS__) one(8, ##__VA_ARGS__) one(9, ##__VA_ARGS__) one(10, ##__VA_ARGS__) \
          one(11, ##__VA_ARGS__) one(12, ##__VA_ARGS__) one(13, ##__VA_ARGS__) one(14, ##__VA_ARGS__) one(15, ##__VA_ARGS__)
#define MOTE_BEGIN(i) Lanes v##i = {};
#define MOTE_TAKE(i) v##i = m[i];
#define MOTE_KEEP(i) m[i] = v##i;
#define MOTE_WITH_VECTOR(i, id) v##i = Do##id(v##i, m[i]);
#define MOTE_WITH_VALUE(i, id) v##i = Do##id(v##i, m);
#define MOTE_OF_ITSELF(i, id) v##i = Do##id(v##i);
#define MOTE_IF(i) v##i = Select(v##i, m[i], n[i]);
#define MOTE_THEN(i) v##i = Select(m[i], v##i, n[i]);
#define MOTE_ELSE(i) v##i = Select(m[i], n[i], v##i);
#define MOTE_AT(operand) reinterpret_cast<const Lanes*>(job.room + size_t{operand} * kRoomUnit)
#define MOTE_UNARY(id) \
  case kChunk##id: { \
    MOTE_EACH(MOTE_OF_ITSELF, id) \
    break; \
  }
#define MOTE_BINARY(id) \
  case kChunk##id: { \
    const Lanes* const m = MOTE_AT(at->a); \
    MOTE_EACH(MOTE_WITH_VECTOR, id) \
    break; \
  } \
  case kChunk##id##_U: { \
    const Lanes m = *MOTE_AT(at->a); \
    MOTE_EACH(MOTE_WITH_VALUE, id) \
    break; \
  }
#define MOTE_SELECT(id, one) \
  case kChunk##id: { \
    const Lanes *const m = MOTE_AT(at->a), *const n = MOTE_AT(at->b); \
    MOTE_EACH(one) \
    break; \
  }

void Run(const ChunkJob& job, uint32_t begin, uint32_t end) {
  MOTE_EACH(MOTE_BEGIN)
  for (uint32_t position = begin;; position += kElements) {
    const size_t bytes = size_t{end - position < kElements ? end - position : kElements} * sizeof(uint16_t);
    for (const ChunkWord* at = job.code; at->handler != kChunkEnd; ++at) {
      switch (at->handler) {
        case kChunkTake: {
          const Lanes* const m = MOTE_AT(at->a);
          MOTE_EACH(MOTE_TAKE)
          break;
        }
        case kChunkKeep: {
          Lanes* const m = const_cast<Lanes*>(MOTE_AT(at->a));
          MOTE_EACH(MOTE_KEEP)
          break;
        }
        case kChunkLoadNarrow: {
          const uint8_t* const from = job.places[at->a] + size_t{position} * sizeof(uint16_t);
          Lanes some[kVectors];
          if (bytes < sizeof some) __builtin_memset(some, 0, sizeof some), __builtin_memcpy(some, from, bytes);
          const Anywhere* const m = reinterpret_cast<const Anywhere*>(bytes < sizeof some ? reinterpret_cast<uint8_t*>(some) : from);
          MOTE_EACH(MOTE_TAKE)
          break;
        }
        case kChunkStoreNarrow: {
          uint8_t* const to = job.places[at->a] + size_t{position} * sizeof(uint16_t);
          Lanes some[kVectors];
          Anywhere* const m = reinterpret_cast<Anywhere*>(bytes < sizeof some ? reinterpret_cast<uint8_t*>(some) : to);
          MOTE_EACH(MOTE_KEEP)
          if (bytes < sizeof some) __builtin_memcpy(to, some, bytes);
          break;
        }
        case kChunkLoadPeriod: {
          const ChunkPeriod& period = job.periods[at->a];
          const uint8_t* const from = job.places[at->a] + (position + period.phase) % period.period * sizeof(uint16_t);
          const Anywhere* const m = reinterpret_cast<const Anywhere*>(from);
          MOTE_EACH(MOTE_TAKE)
          break;
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
        default: break;  // none: IsHalfStage
      }
    }
    if (end - position <= kElements) return;
  }
}

}  // namespace

extern const ChunkHalves kChunkHalves;
const ChunkHalves kChunkHalves = {IsHalfStage, Run};

}  // namespace mote::runtime::fp16
