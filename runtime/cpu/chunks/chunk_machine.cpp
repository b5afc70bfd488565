#include "cpu/chunks/chunk_machine.h"

#include "cpu/operation_blocks.h"
#include "cpu/scalar_math.h"

namespace mote::runtime {
bool ChunkMachine::Begin(uint8_t* room) {
  if (!TranslateToChunks(code_, params_, uniforms_, notes_, loop_, &program_)) return false;
  FindRows();
  room_ = slots_ = room;
  strip_ = loop_.elements;
  pitch_ = strip_ * 4;
  offsets_ = reinterpret_cast<uint32_t*>(slots_ + (code_.slots + (code_.epilogue ? size_t{1} : size_t{0})) * pitch_);
  for (uint32_t i = 0; i < program_.lasting_count; ++i) Spread(program_.lasting[i], uniforms_[program_.lasting[i].uniform]);
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

// A value that f16 holds, or a flag, in both halves of a word.
static uint32_t TwiceInHalves(uint32_t bits) { return (bits == 1 ? bits : F16OfF32(F32OfBits(bits))) * 0x10001; }

// What goes before a stage's chunks.
void ChunkMachine::Act(const ChunkStage& stage) {
  for (uint32_t i = 0; i < stage.action_count; ++i) {
    const ChunkAction& action = program_.actions[stage.actions + i];
    if (action.to != nullptr) {
      Run(action.from, action.to, 1);
      continue;
    }
    uint32_t value = 0;
    if (action.from == nullptr) value = uniforms_[action.uniform];
    else elements_[stage_notes_[action.uniform].type]->load(&value, PlaceOfAccess(action.uniform), 0, 1);
    Spread(action, stage.half ? TwiceInHalves(value) : value);
  }
}

void ChunkMachine::Spread(const ChunkAction& action, uint32_t bits) {
  uint8_t* const to = RoomAt(action.operand);
  if (action.whole) return loop_.spread(to, bits);
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
    if (place.period != 0) places[i] = SpreadPeriod(stage.places + i, places[i], stage_notes_[place.access].run, 0, stage.half);
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
  ChunkJob job = {words, room_, places, sums_, RunRange, Fill, this, periods_ + stage.places, 0, 0, false};
  if (stage.half) return loop_.halves->run(job, begin, end);
  const uint32_t head = StreamsFrom(stage, places, begin);
  if (head < end - begin) {
    if (head != 0) loop_.run(job, begin, begin + head);
    begin += head;
    job.streams = true;
  }
  loop_.run(job, begin, end);
}

// A period once, and again as far as a chunk reaches that begins at its end. `half`: of f16, as they are.
uint8_t* ChunkMachine::SpreadPeriod(uint32_t number, const uint8_t* from, uint32_t period, uint32_t phase, bool half) {
  uint8_t* const to = RoomAt(program_.places[number].period);
  const size_t bytes = size_t{period} * (half ? 2 : 4), end = bytes + size_t{loop_.elements} * 4;
  if (half) __builtin_memcpy(to, from, bytes);
  else elements_[stage_notes_[program_.places[number].access].type]->load(to, from, 1, period);
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

// Of places that words fill from: the rows that their elements lie in.
void ChunkMachine::FindRows() {
  for (uint32_t i = 0; i < code_.stages; ++i) {
    const ChunkStage& stage = program_.stages[i];
    for (uint32_t j = stage.places; j < uint32_t{stage.places} + stage.place_count; ++j) {
      if (program_.places[j].access == kChunkSums) continue;
      const AccessNote& note = notes_[stage.notes + program_.places[j].access];
      rows_[j] = {note.shape == kShapeLinear ? UINT32_MAX : note.run, 0};
      if (note.shape != kShapeGeneral) continue;
      Dimension lanes[3];
      if (MergeLanes(StageCode(stage.at), note, lanes, 3) == 2) rows_[j].step = lanes[1].stride;
      else rows_[j].run = 0;
    }
  }
}

// Into a register of 32 bits, whatever the element has.
ChunkMachine::LoadFunction ChunkMachine::LoadOf(const ElementAccess& element) {
  return element.load_narrow != nullptr ? element.load_narrow : element.load;
}

// A whole chunk, which lies within a row and begins with element `index`.
void ChunkMachine::FillRow(const AccessNote& note, uint32_t index, uint8_t* to) const {
  const ElementAccess& element = *elements_[note.type];
  const LoadFunction load = LoadOf(element);
  const uint8_t* const from = note.data + size_t{index} * element.bytes;
  if (note.stride == 0) {
    uint32_t value = 0;
    load(&value, from, 0, 1);
    return loop_.spread(to, value);
  }
  if (note.stride == -1 && element.bytes == 4) return loop_.reverse(to, from);
  load(to, from, note.stride, loop_.elements);
}

void ChunkMachine::FillAxis(uint32_t axis, uint32_t n, uint8_t* to) const {
  uint32_t inner = 1, i = stage_.lane_count;
  while (stage_.lane_axes[--i] != axis) inner *= code_.extent(params_, stage_.lane_axes[i]);
  const uint32_t extent = code_.extent(params_, axis), outer = position_ / inner, value = outer % extent;
  if (n == loop_.elements && inner == 1 && extent - value >= n) return loop_.count(to, value);
  if (n == loop_.elements && inner > 1 && inner - (position_ - outer * inner) >= n) return loop_.spread(to, value);
  Coordinates(axis, reinterpret_cast<uint32_t*>(to), n);
}

void ChunkMachine::Fill(void* machine, uint32_t place, uint32_t position, uint32_t n, uint8_t* to) {
  ChunkMachine& self = *static_cast<ChunkMachine*>(machine);
  self.position_ = self.first_ + position;
  if (place >= kChunkAxis) return self.FillAxis(place - kChunkAxis, n, to);
  const AccessNote& note = self.stage_notes_[self.program_.places[place].access];
  const Rows& rows = self.rows_[place];
  if (rows.run >= n && n == self.loop_.elements) {
    const uint32_t row = self.position_ / rows.run, rest = self.position_ % rows.run;
    if (rows.run - rest >= n) {
      return self.FillRow(note, note.base + row * static_cast<uint32_t>(rows.step) + rest * static_cast<uint32_t>(note.stride), to);
    }
  }
  const ElementAccess& element = *self.elements_[note.type];
  const LoadFunction load = LoadOf(element);
  if (self.LoadShortRuns(note, note.base, to, 2, load, n)) return;
  self.Walk(note, note.base, n, [&](uint32_t first, int32_t stride, uint32_t done, uint32_t count) {
    load(to + size_t{done} * 4, note.data + size_t{first} * element.bytes, stride, count);
  });
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
  const uint8_t* const source = PlaceOfAccess(access) + size_t{from} * BytesOf(stage_notes_[access]);
  *place = RoomAt(program_.places[number].period);
  if (source == spread_[number] && periods_[number].period == period) periods_[number].phase = phase;
  else SpreadPeriod(number, source, period, phase, false);
  spread_[number] = source;
  return true;
}

// False: the rows do not lie within one turn of what comes again and again.
bool ChunkMachine::NarrowRows(uint32_t access, uint32_t first, uint32_t count, uint32_t step, uint32_t columns, uint8_t** place) const {
  const AccessNote& note = stage_notes_[access];
  const uint32_t start = note.shape == kShapePeriodic ? first % note.run : first;
  *place = PlaceOfAccess(access) + size_t{start} * BytesOf(note);
  return note.shape == kShapeLinear || uint64_t{count - 1} * step + columns <= note.run - start;
}

void ChunkMachine::RunRows(uint32_t first, uint32_t count, uint32_t step, uint32_t columns, const uint32_t* sums) {
  const ChunkStage& stage = program_.stages[0];
  uint8_t* places[kMostChunkPlaces];
  bool fits = count == 1 || (columns % loop_.vector == 0 && !program_.strips_place);
  for (uint32_t i = 0; fits && i < stage.place_count; ++i) {
    const ChunkPlace& place = program_.places[i];
    if (place.access == kChunkSums) places[i] = reinterpret_cast<uint8_t*>(const_cast<uint32_t*>(sums));
    else if (place.period != 0) fits = SpreadRows(i, first, count, step, columns, &places[i]);
    else if (BytesOf(stage_notes_[place.access]) != 4) fits = NarrowRows(place.access, first, count, step, columns, &places[i]);
    else places[i] = PlaceOfAccess(place.access) + size_t{first} * 4;
  }
  if (!fits && count > 1) {
    for (uint32_t i = 0; i < count; ++i) RunRows(first + i * step, 1, 0, columns, sums + size_t{i} * columns);
    return;
  }
  if (!fits) return RunSums(first, columns, sums);
  first_ = first;
  const ChunkJob job = {program_.words, room_, places, sums_, RunRange, Fill, this, periods_, columns, size_t{step} * 4, false};
  loop_.run(job, 0, count * columns);
}

}  // namespace mote::runtime
