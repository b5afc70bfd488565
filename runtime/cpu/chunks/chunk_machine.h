// A strip machine whose strips are chunks, which stay in registers from operation to operation; what has no form there it does as ever. One
// serves one part of one step; it lies on the stack, as its room does. Only for verified programs.
#ifndef MOTE_CPU_CHUNKS_CHUNK_MACHINE_H_
#define MOTE_CPU_CHUNKS_CHUNK_MACHINE_H_

#include "cpu/chunks/chunk_translator.h"

namespace mote::runtime {

class ChunkMachine : public Machine {
 public:
  // As a strip machine's.
  ChunkMachine(const StepContext& context, const KernelCode& code, uint32_t first_operand, uint8_t* scratch, uint32_t scratch_bytes,
               const ChunkLoop& loop)
      : Machine(context, code, first_operand, scratch, scratch_bytes), loop_(loop) {}

  // False: this kernel is for strips, and only what Machine has may be called. `room`: kChunkRoomBytes, aligned to kRoomUnit.
  bool Begin(uint8_t* room);
  // Launches: points of one map stage, or groups.
  void RunPart(uint32_t begin, uint32_t end);
  // Epilogues: whether this one is a DirectFinish, and which.
  bool Direct(DirectFinish* out) const;
  // Epilogues: `count` rows of `columns` points each, the first at `first`, one `step` behind the other, whose sums lie side by side.
  void RunRows(uint32_t first, uint32_t count, uint32_t step, uint32_t columns, const uint32_t* sums);

 private:
  void RunGroup(uint32_t group);
  void Act(const ChunkStage& stage);
  void Spread(const ChunkAction& action, uint32_t bits);
  void RunChunks(const ChunkStage& stage, uint32_t begin, uint32_t end);
  uint8_t* SpreadPeriod(uint32_t number, const uint8_t* from, uint32_t period, uint32_t phase, bool half);
  bool NarrowRows(uint32_t access, uint32_t first, uint32_t count, uint32_t step, uint32_t columns, uint8_t** place) const;
  bool SpreadRows(uint32_t number, uint32_t first, uint32_t count, uint32_t step, uint32_t columns, uint8_t** place);
  uint32_t StreamsFrom(const ChunkStage& stage, uint8_t* const* places, uint32_t begin) const;
  void FoldResult(const ChunkStage& stage, uint32_t extent);
  static LoadFunction LoadOf(const ElementAccess& element);
  void FindRows();
  static void Fill(void* machine, uint32_t place, uint32_t position, uint32_t n, uint8_t* to);
  void FillRow(const AccessNote& note, uint32_t index, uint8_t* to) const;
  void FillAxis(uint32_t axis, uint32_t n, uint8_t* to) const;
  static void RunRange(void* machine, uint32_t range, uint32_t position, uint32_t n);

  uint32_t BytesOf(const AccessNote& note) const { return elements_[note.type]->bytes; }
  uint8_t* RoomAt(uint32_t units) const { return room_ + size_t{units} * kRoomUnit; }
  // Where the present group's elements of an access begin; its operand has some.
  uint8_t* PlaceOfAccess(uint32_t access) const {
    const AccessNote& note = stage_notes_[access];
    return note.data + static_cast<size_t>(note.base) * BytesOf(note);
  }

  const ChunkFold& FormsOf(const ChunkStage& stage) const { return loop_.folds[stage.fold_word - kChunkFoldAddF]; }

  const ChunkLoop& loop_;
  ChunkProgram program_;
  uint8_t* room_ = nullptr;
  struct Rows {
    uint32_t run;  // points of a row, 0: a walk takes more than rows
    int32_t step;  // elements from row to row
  } rows_[kMostChunkPlaces];  // of what is filled
  uint32_t first_ = 0;  // point that the job's first one is
  ChunkPeriod periods_[kMostChunkPlaces] = {};
  const uint8_t* spread_[kMostChunkPlaces] = {};  // what was spread out last, of epilogues
  alignas(kRoomUnit) float sums_[kFoldLanes];     // partials of a reduction
};

}  // namespace mote::runtime

#endif
