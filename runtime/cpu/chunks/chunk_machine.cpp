#include "cpu/chunks/chunk_machine.h"

#include "cpu/operation_blocks.h"

namespace mote::runtime {
bool ChunkMachine::Begin(uint8_t* room) {
  if (!TranslateToChunks(code_, params_, uniforms_, notes_, loop_.elements, &program_)) return false;
  room_ = slots_ = room;
  strip_ = loop_.elements;
  pitch_ = strip_ * 4;
  offsets_ = reinterpret_cast<uint32_t*>(slots_ + (code_.slots + (code_.epilogue ? size_t{1} : size_t{0})) * pitch_);
  for (uint32_t i = 0; i < program_.lasting_count; ++i) Spread(program_.lasting[i], uniforms_ + program_.lasting[i].uniform);
  if (code_.epilogue) {
    BeginPoints();
    Act(program_.stages[0]);
  }
  return true;
}

void ChunkMachine::RunPart(uint32_t begin, uint32_t end) {
  if (!flat()) {
    for (uint32_t group = begin; group < end; ++group) RunGroup(group);
    return;
  }
  BeginPoints();
  RunChunks(program_.stages[0], begin, end);
}

void ChunkMachine::RunGroup(uint32_t group) {
  if (code_.groups != 0) EnterGroup(group);
  for (uint32_t i = 0; i < code_.stages; ++i) {
    const ChunkStage& stage = program_.stages[i];
    stage_notes_ = notes_ + stage.notes;
    stage_ = StageCode(stage.at);
    if (stage_.kind == kMoteStageScalar) {
      position_ = 0;
      Run(stage.body, stage.body + stage_.body_words, 1);
      continue;
    }
    RunChunks(stage, 0, stage.points);
    if (stage.fold_word != 0) FoldResult(stage, stage.points);
  }
}

// What goes before a stage's chunks.
void ChunkMachine::Act(const ChunkStage& stage) {
  for (uint32_t i = 0; i < stage.action_count; ++i) {
    const ChunkAction& action = program_.actions[stage.actions + i];
    if (action.to != nullptr) Run(action.from, action.to, 1);
    else Spread(action, action.from == nullptr ? uniforms_ + action.uniform : reinterpret_cast<uint32_t*>(PlaceOfAccess(action.uniform)));
  }
}

void ChunkMachine::Spread(const ChunkAction& action, const uint32_t* value) {
  uint8_t* const to = RoomAt(action.operand);
  if (action.whole) return loop_.spread(to, *value);
  const uint32_t bits = *value;  // by itself: `to` might be where it stands, for all that the compiler knows
  for (uint32_t i = 0; i < kRoomUnit; i += 4) __builtin_memcpy(to + i, &bits, 4);
}

void ChunkMachine::RunChunks(const ChunkStage& stage, uint32_t begin, uint32_t end) {
  if (begin >= end) return;
  position_ = begin;
  Act(stage);
  uint8_t* places[kMostChunkPlaces];
  for (uint32_t i = 0; i < stage.place_count; ++i) {
    const ChunkPlace& place = program_.places[stage.places + i];
    places[i] = PlaceOfAccess(place.access);
    if (place.period != 0) places[i] = SpreadPeriod(stage.places + i, places[i], stage_notes_[place.access].run, 0);
  }
  const ChunkWord* const words = program_.words + stage.words;
  if (stage.fold_word != 0 && words[0].handler == kChunkLoad && words[1].handler == stage.fold_word) {
    return FormsOf(stage).memory(sums_, places[words[0].a], end);
  }
  // A variance's.
  if (words[0].handler == kChunkLoad && words[1].handler == kChunkSubF_U && words[2].handler == kChunkSquare &&
      words[3].handler == kChunkFoldAddF && end % kFoldLanes == 0) {
    return loop_.squares(sums_, places[words[0].a], end / kFoldLanes, RoomAt(words[1].a));
  }
  ChunkJob job = {words, room_, places, sums_, RunRange, this, periods_ + stage.places, 0, 0, false};
  const uint32_t head = StreamsFrom(stage, places, begin);
  if (head < end - begin) {
    if (head != 0) loop_.run(job, begin, begin + head);
    begin += head;
    job.streams = true;
  }
  loop_.run(job, begin, end);
}

// A period once, and again as far as a chunk reaches that begins at its end.
uint8_t* ChunkMachine::SpreadPeriod(uint32_t number, const uint8_t* from, uint32_t period, uint32_t phase) {
  uint8_t* const to = RoomAt(program_.places[number].period);
  const size_t bytes = size_t{period} * 4, end = bytes + size_t{loop_.elements} * 4;
  __builtin_memcpy(to, from, bytes);
  for (size_t done = bytes; done < end;) {
    const size_t count = done < end - done ? done : end - done;
    __builtin_memcpy(to + done, to, count);
    done += count;
  }
  periods_[number] = {period, phase};
  return to;
}

// After how many points stores may bypass the caches: where what this launch stores is so much that they would lose it before anybody reads
// it, stands apart from what it loads, and begins at a kRoomUnit together. UINT32_MAX: nowhere.
uint32_t ChunkMachine::StreamsFrom(const ChunkStage& stage, uint8_t* const* places, uint32_t begin) const {
  constexpr uint32_t kNowhere = UINT32_MAX;
  if (!flat() || points_ < kStreamBytes / 4) return kNowhere;
  const ChunkWord* const first = program_.words + stage.words;
  uint32_t from = kNowhere;
  for (const ChunkWord* word = first; word->handler != kChunkEnd; ++word) {
    if (word->handler != kChunkStore) continue;
    const uint32_t behind = static_cast<uint32_t>((reinterpret_cast<uintptr_t>(places[word->a]) + size_t{begin} * 4) % kRoomUnit);
    const uint32_t points = (kRoomUnit - behind) % kRoomUnit / 4;
    if (behind % 4 != 0 || (from != kNowhere && points != from)) return kNowhere;
    from = points;
    for (const ChunkWord* load = first; load->handler != kChunkEnd; ++load) {
      if (load->handler == kChunkLoad && places[load->a] == places[word->a]) return kNowhere;
    }
  }
  return from;
}

void ChunkMachine::RunRange(void* machine, uint32_t range, uint32_t position, uint32_t n) {
  ChunkMachine& self = *static_cast<ChunkMachine*>(machine);
  self.position_ = self.first_ + position;
  // A routine's sums are a slot here.
  if (self.code_.epilogue) self.partials_ = self.slots_ + size_t{self.code_.slots} * self.pitch_;
  self.Run(self.program_.ranges[range].from, self.program_.ranges[range].to, n);
}

// Machine::FoldPartials for a combiner that is one operation.
void ChunkMachine::FoldResult(const ChunkStage& stage, uint32_t extent) {
  const uint32_t* words = stage_.result_words;
  uint32_t value = uniforms_[(words[0] >> 16) & 0x7fff];
  uint32_t* const result = uniforms_ + (words[1] & 0x7fff);
  if (extent >= kFoldLanes) {
    FormsOf(stage).halve(sums_, &value);
    *result = value;
    return;
  }
  const auto combine = [&](void* to, const void* from, uint32_t n) {
    RunOperation(operations_[stage.fold - kMoteFirstScalarOp], ShapeOf(stage.fold), {to, {to, from, nullptr}, n, 0});
  };
  for (uint32_t h = kFoldLanes / 2; h > 0; h /= 2) {
    const uint32_t count = extent <= h ? 0 : extent - h < h ? extent - h : h;
    if (count != 0) combine(sums_, sums_ + h, count);
  }
  if (extent != 0) combine(&value, sums_, 1);
  *result = value;
}

// Elements that come again and again along the points, as rows see them. False: the room has no place for what they see.
bool ChunkMachine::SpreadRows(uint32_t number, uint32_t first, uint32_t count, uint32_t step, uint32_t columns, uint8_t** place) {
  const uint32_t access = program_.places[number].access, run = stage_notes_[access].run, start = first % run;
  uint32_t period = run, phase = start, from = 0;
  if (count > 1 || run > kMostChunkPeriod) {
    if (columns > run - start || columns > kMostChunkPeriod || (count > 1 && step % run != 0)) return false;
    period = columns, phase = 0, from = start;
  }
  const uint8_t* const source = PlaceOfAccess(access) + size_t{from} * 4;
  *place = RoomAt(program_.places[number].period);
  if (source == spread_[number] && periods_[number].period == period) periods_[number].phase = phase;
  else SpreadPeriod(number, source, period, phase);
  spread_[number] = source;
  return true;
}

// False: the rows do not lie within one turn of what comes again and again.
bool ChunkMachine::TruthRows(uint32_t access, uint32_t first, uint32_t count, uint32_t step, uint32_t columns, uint8_t** place) const {
  const AccessNote& note = stage_notes_[access];
  const uint32_t start = note.shape == kShapePeriodic ? first % note.run : first;
  *place = PlaceOfAccess(access) + start;
  return note.shape == kShapeLinear || uint64_t{count - 1} * step + columns <= note.run - start;
}

void ChunkMachine::RunRows(uint32_t first, uint32_t count, uint32_t step, uint32_t columns, const uint32_t* sums) {
  const ChunkStage& stage = program_.stages[0];
  uint8_t* places[kMostChunkPlaces];
  bool fits = count == 1 || (columns % loop_.vector == 0 && !program_.strips_place);
  for (uint32_t i = 0; fits && i < stage.place_count; ++i) {
    const ChunkPlace& place = program_.places[i];
    if (place.access == kChunkSums) places[i] = reinterpret_cast<uint8_t*>(const_cast<uint32_t*>(sums));
    else if (IsTruths(stage_notes_[place.access])) fits = TruthRows(place.access, first, count, step, columns, &places[i]);
    else if (place.period != 0) fits = SpreadRows(i, first, count, step, columns, &places[i]);
    else places[i] = PlaceOfAccess(place.access) + size_t{first} * 4;
  }
  if (!fits && count > 1) {
    for (uint32_t i = 0; i < count; ++i) RunRows(first + i * step, 1, 0, columns, sums + size_t{i} * columns);
    return;
  }
  if (!fits) return RunSums(first, columns, sums);
  first_ = first;
  const ChunkJob job = {program_.words, room_, places, sums_, RunRange, this, periods_, columns, size_t{step} * 4, false};
  loop_.run(job, 0, count * columns);
}

}  // namespace mote::runtime
