// From a stage's verified microcode to words of the chunk machine: which value waits in the accumulator, which in the room, and what is
// left to the strip machine. Translates only; nothing is checked again.
#ifndef MOTE_CPU_CHUNKS_CHUNK_TRANSLATOR_H_
#define MOTE_CPU_CHUNKS_CHUNK_TRANSLATOR_H_

#include "core/kernel_code.h"
#include "cpu/chunks/chunk_code.h"
#include "core/routine.h"
#include "cpu/machine.h"

namespace mote::runtime {

inline constexpr uint32_t kMostChunkSlots = 64;      // a bit each
inline constexpr uint32_t kMostChunkUniforms = 512;
inline constexpr uint32_t kMostChunkWords = 768, kMostChunkActions = 64, kMostChunkPlaces = 48, kMostChunkRanges = 32, kMostChunkStages = 8;
inline constexpr uint32_t kChunkRoomBytes = 24 << 10;  // should stay in the first cache
inline constexpr uint32_t kMostChunkPeriod = 1024;     // elements that come again and again, to be spread out in the room

// Before a stage's chunks, in this order: uniform instructions [from, to) once, or with `to` null a value all over a part of the room:
// a uniform or, with `from` not null, an element of an access.
struct ChunkAction {
  const uint32_t *from, *to;
  uint16_t uniform;  // or the number of the access
  uint16_t operand;
  bool whole;        // a chunk of it, not kRoomUnit alone
};

struct StripRange {
  const uint32_t *from, *to;
};

struct ChunkStage {
  const uint32_t *at, *body;  // its own words
  uint32_t points;            // of a group
  uint16_t notes;             // the first
  uint16_t words, places, actions, action_count, place_count;
  uint16_t fold_word;         // of a reduce stage, what carries out its combiner `fold`; 0: it is none
  uint32_t fold;              // operation
  bool half;                  // for ChunkHalves
};

// A load or a store: an access of the stage, and where in the room its period is spread out; 0: it has none.
struct ChunkPlace {
  uint16_t access, period;
};
inline constexpr uint16_t kChunkAxis = 0x8000;  // of a fill: an axis and not a place
inline constexpr uint16_t kChunkSums = 0xffff;  // in place of an access: a routine's sums

// All that is translated of a kernel. One part of one step has one, on its stack.
struct ChunkProgram {
  ChunkStage stages[kMostChunkStages];
  ChunkWord words[kMostChunkWords];
  ChunkAction actions[kMostChunkActions];
  StripRange ranges[kMostChunkRanges];
  ChunkPlace places[kMostChunkPlaces];
  ChunkAction lasting[kMostChunkActions];  // uniforms that hold for the whole step
  uint16_t lasting_count;
  uint32_t room_units;                // of the room, in kRoomUnits
  bool strips_place;                  // what is left to the strip machine asks where points lie
};

// By the code of an element type; kChunkNone: strips load and store it.
ChunkElement ChunkElementOf(uint32_t type);

// The word that folds by an operation of scalar_ops.def; 0: there is none.
uint16_t FoldOf(uint32_t op);
// The same over memory, of an operation that has such a word.
inline const ChunkFold& FoldFormsOf(const ChunkLoop& loop, uint32_t op) { return loop.folds[FoldOf(op) - kChunkFoldAddF]; }

// False when strips serve this kernel better, or a table is too short. `uniforms`: their values where no stage writes them; null: not
// known. `notes`: of the step. Slots begin at the room's start.
bool TranslateToChunks(const KernelCode& code, const uint32_t* params, const uint32_t* uniforms, const AccessNote* notes,
                       const ChunkLoop& loop, ChunkProgram* out);

}  // namespace mote::runtime

#endif
