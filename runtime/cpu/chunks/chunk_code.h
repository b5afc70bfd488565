// The chunk machine's words: what a stage's microcode becomes for machines with vector registers (chunk_translator.h), and the loop that
// runs them (chunk_loop.inc), once an instruction set. A chunk is eight or sixteen vectors of elements; one of its values, the accumulator,
// stays in registers from word to word.
#ifndef MOTE_CPU_CHUNKS_CHUNK_CODE_H_
#define MOTE_CPU_CHUNKS_CHUNK_CODE_H_

#include <stddef.h>
#include <stdint.h>

#include "cpu/chunks/chunk_functions.h"

namespace mote::runtime {

struct AccessNote;  // cpu/machine.h

inline constexpr uint32_t kRoomUnit = 64;  // bytes: operands lie at multiples of it
inline constexpr uint32_t kFoldLanes = 32;

#define MOTE_CHUNK_FOLDS(row) \
  row(AddF) row(MulF) row(MinF) row(MaxF) row(AddI) row(MulI) row(AndI) row(OrI) row(XorI) row(MinSI) row(MaxSI) row(MinUI) row(MaxUI)

enum ChunkHandler : uint16_t {
  kChunkEnd,        // of the words: the next chunk, or out
  kChunkTake,       // the accumulator from a
  kChunkKeep,       // the accumulator to a
  kChunkLoad,       // the accumulator from place a
  kChunkStore,      // the accumulator to place a
  kChunkLoadRows,   // the same where rows of the job's columns lie apart, as outputs of a routine do
  kChunkStoreRows,
  kChunkLoadPeriod, // the accumulator from place a, a period that stands there once and then as far as a chunk reaches
  kChunkLoadNarrow, // the same of elements of fewer bits; b: twice the ChunkElement, and 1 for rows
  kChunkStoreNarrow,
  kChunkFill,       // the accumulator, and b, from place a, wherever its elements lie, or the coordinates of an axis
  kChunkStrip,      // leaves range a of the microcode to the strip machine; the accumulator is lost
  kChunkSelectIf,   // select, the accumulator being its first, second, third operand; a, b: the others in their order
  kChunkSelectThen,
  kChunkSelectElse,
  kChunkSquare,
  // Two operands, the accumulator and a; _U: a is one value all over; _R: the other way round.
  kChunkRaise,      // x < y ? y : x, as a comparison and a select have it
  kChunkRaise_U,
  kChunkRaise_R,
  kChunkRaise_R_U,
  kChunkLower,      // x < y ? x : y
  kChunkLower_U,
  kChunkLower_R,
  kChunkLower_R_U,
  kChunkSext,       // of the low b bits
  kChunkZext,
  kChunkRoundF16,
#define MOTE_CHUNK_COMMUTES(id, ...) kChunk##id, kChunk##id##_U,
#define MOTE_CHUNK_ORDERED(id, ...) kChunk##id, kChunk##id##_U, kChunk##id##_R, kChunk##id##_R_U,
#define MOTE_CHUNK_ONE(id, ...) kChunk##id,
#define MOTE_CHUNK_DIVIDES(id) kChunk##id, kChunk##id##_U, kChunk##id##_R, kChunk##id##_R_U,
#include "cpu/chunks/chunk_operations.def"
#define MOTE_CHUNK_FOLD(id) kChunkFold##id,
  MOTE_CHUNK_FOLDS(MOTE_CHUNK_FOLD)  // combines the accumulator into the partials
#undef MOTE_CHUNK_FOLD
#define MOTE_CHUNK_FUNCTION(id) kChunk##id,
  MOTE_CHUNK_FUNCTIONS(MOTE_CHUNK_FUNCTION)
#undef MOTE_CHUNK_FUNCTION
  kChunkHandlers
};

// What loads and stores find in memory.
enum ChunkElement : uint16_t { kChunkWord, kChunkPred, kChunkS8, kChunkU8, kChunkS16, kChunkU16, kChunkF16, kChunkBF16, kChunkNone };
constexpr uint32_t BytesOf(uint32_t element) { return element == kChunkWord ? 4 : element <= kChunkU8 ? 1 : 2; }

// Operands: offsets in the room, in kRoomUnits, but for places and ranges, which are numbers.
struct ChunkWord {
  uint16_t handler, a, b;
};

// Element t of a job is element (t + phase) % period of the place.
struct ChunkPeriod {
  uint32_t period, phase;
};

struct ChunkJob {
  const ChunkWord* code;
  uint8_t* room;            // aligned to kRoomUnit
  uint8_t* const* places;   // where the domain's first point lies, by number; elements side by side
  float* partials;          // kFoldLanes of them; written first by the chunk at `begin`
  void (*strip)(void* machine, uint32_t range, uint32_t position, uint32_t n);
  void (*fill)(void* machine, uint32_t place, uint32_t position, uint32_t n, uint8_t* to);
  void* machine;
  const ChunkPeriod* periods;  // by number of place, of kChunkLoadPeriod
  uint32_t columns;         // of kChunkLoadRows and kChunkStoreRows; 0: there are none. A multiple of a vector, or there is one row
  size_t row_bytes;         // from where a row begins to where the next one does
  bool streams;             // stores bypass the caches: they begin at a kRoomUnit, and so many bytes follow that none would stay
};

// Windows side by side, of eight columns at least: of each, `rows` times `taps` elements of every column, in this order, begun with init.
// Steps are in bytes.
struct ChunkWindows {
  const uint8_t* from;
  uint8_t* to;  // columns side by side, apart from what is read
  uint32_t init, columns, windows, rows, taps;
  ptrdiff_t from_step, to_step, row_bytes, tap_bytes;
};

// Reductions of 32-bit elements in memory, by one of MOTE_CHUNK_FOLDS. Partials and sums are aligned to kRoomUnit.
struct ChunkFold {
  void (*memory)(float* partials, const uint8_t* from, uint32_t n);  // n > 0 elements side by side; as many partials as there are elements
  void (*halve)(const float* partials, uint32_t* result);            // all 32 into one, which the result is combined with
  // Into each of the sums, one after the other, the rows' element above it. There is room for whole vectors of sums.
  void (*columns)(float* sums, const uint8_t* from, ptrdiff_t row_bytes, uint32_t rows, uint32_t columns);
  void (*windows)(const ChunkWindows& windows);  // null: windows are for strips
};

// Rows of products with factors that hold along them: to[row][c] = init + Σ factors[t] · from[row · dot.row + t · dot.term + c], each
// term fused, in ascending order; results side by side. Strides count elements.
struct ChunkDot {
  const uint32_t* factors;  // bits, `terms` > 0 of them
  uint32_t terms;
  ptrdiff_t term;
  uint32_t rows;
  ptrdiff_t row;
  uint32_t columns;
  float init;
};

constexpr uint32_t kStreamBytes = 8 << 20;  // from so many on none of what is stored would stay in a cache

// A map stage, asked about: its body, its notes; of uniforms their values, where no stage writes them (null: not known), and a bit each:
// whether a stage writes it, and what it has not rounded to f16.
struct HalfQuestion {
  const uint32_t *body, *end;
  const AccessNote* notes;
  const uint32_t *uniforms, *written, *unrounded;
};

// Stages whose values are all f16, in lanes of 16 bits. Chunks have twice the elements and as many bytes; elements lie in the room, places
// and periods as f16, and no word rounds.
struct ChunkHalves {
  bool (*takes)(const HalfQuestion& question);
  void (*run)(const ChunkJob& job, uint32_t begin, uint32_t end);
};

// One instruction set's.
struct ChunkLoop {
  uint32_t elements, vector;  // of a chunk, a multiple of kFoldLanes; of a vector
  void (*run)(const ChunkJob& job, uint32_t begin, uint32_t end);  // points, begin < end
  // to[row · to_row + column] = from[column · from_row + row], in words. `streams`: past the caches, rows at `to` begin with a line.
  void (*transpose)(uint32_t* to, int32_t to_row, const uint32_t* from, int32_t from_row, uint32_t rows, uint32_t columns, bool streams);
  // To a whole chunk: one value; from a whole number on, one more each; words in descending order of where they lie.
  void (*spread)(uint8_t* to, uint32_t bits);
  void (*count)(uint8_t* to, uint32_t first);
  void (*reverse)(uint8_t* to, const uint8_t* from);
  const ChunkFold* folds;                      // in the order of MOTE_CHUNK_FOLDS
  // Into the partials sums of (element - less)², of `blocks` > 0 times kFoldLanes elements side by side; `less` fills a kRoomUnit.
  void (*squares)(float* partials, const uint8_t* from, uint32_t blocks, const uint8_t* less);
  void (*dot)(float* to, const float* from, const ChunkDot& dot);  // null: it has no fused multiply-add
  const ChunkHalves* halves;                                       // null: it does not compute in f16
};

// By number of instruction set, as in operations.h; null: none for it.
extern const ChunkLoop* const kChunkInstances[];

}  // namespace mote::runtime

#endif
