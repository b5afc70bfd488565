// The chunk machine: launches whose stages are straight code, on processors with vector registers. A strip machine whose strips are chunks,
// which stay in registers from operation to operation; what has no chunk form it does as ever. Everything of its own is on the stack.
#include "cpu/chunks/chunk_translator.h"
#include "cpu/chunks/moves.h"
#include "cpu/operations.h"
#include "cpu/parallel.h"
#include "cpu/steps.h"

namespace mote::runtime {
namespace {

constexpr uint32_t kPointGrain = 4096;
constexpr uint32_t kStreamBytes = 8 << 20;

class ChunkMachine : public Machine {
 public:
  ChunkMachine(const StepContext& context, const KernelCode& code, const Part& part, const ChunkLoop& loop)
      : Machine(context, code, 0, part.scratch, part.scratch_bytes), loop_(loop) {}

  // False: this kernel is for strips, and nothing has been done.
  bool Begin(uint8_t* room) {
    if (!TranslateToChunks(code_, params_, notes_, loop_.elements, &program_)) return false;
    room_ = slots_ = room;
    strip_ = loop_.elements;
    pitch_ = strip_ * 4;
    offsets_ = reinterpret_cast<uint32_t*>(slots_ + static_cast<size_t>(code_.slots) * pitch_);
    for (uint32_t i = 0; i < program_.lasting_count; ++i) Spread(program_.lasting[i], uniforms_ + program_.lasting[i].uniform);
    return true;
  }

  void RunPart(uint32_t begin, uint32_t end) {
    if (!flat()) {
      for (uint32_t group = begin; group < end; ++group) RunGroup(group);
      return;
    }
    stage_notes_ = notes_;
    EnterStage(program_.stages[0].at);
    RunChunks(program_.stages[0], begin, end);
  }

 private:
  void RunGroup(uint32_t group) {
    if (code_.groups != 0) EnterGroup(group);
    for (uint32_t i = 0; i < code_.stages; ++i) {
      const ChunkStage& stage = program_.stages[i];
      stage_notes_ = notes_ + stage.notes;
      EnterStage(stage.at);
      if (stage_.kind == kMoteStageScalar) {
        RunStage();
        continue;
      }
      const uint32_t points = StagePoints();
      if (points != 0) RunChunks(stage, 0, points);
      if (stage.folds) FoldResult(stage, points);
    }
  }

  void Spread(const ChunkAction& action, const uint32_t* value) {
    uint32_t* to = reinterpret_cast<uint32_t*>(room_ + size_t{action.operand} * kRoomUnit);
    const uint32_t bits = *value;
    for (uint32_t i = 0; i < loop_.elements; ++i) to[i] = bits;
  }

  // Where the present group's elements of an access begin; its operand has some.
  uint8_t* PlaceOfAccess(uint32_t access) const {
    const AccessNote& note = stage_notes_[access];
    return note.data + static_cast<size_t>(note.base) * 4;
  }

  void RunChunks(const ChunkStage& stage, uint32_t begin, uint32_t end) {
    if (begin >= end) return;
    position_ = begin;
    for (uint32_t i = 0; i < stage.action_count; ++i) {
      const ChunkAction& action = program_.actions[stage.actions + i];
      if (action.to != nullptr) Run(action.from, action.to, 1);
      else Spread(action, action.from == nullptr ? uniforms_ + action.uniform : reinterpret_cast<uint32_t*>(PlaceOfAccess(action.uniform)));
    }
    uint8_t* places[kMostChunkPlaces];
    for (uint32_t i = 0; i < stage.place_count; ++i) places[i] = PlaceOfAccess(program_.places[stage.places + i]);
    const ChunkJob job = {program_.words + stage.words, room_, places, sums_, RunRange, this, Streams(stage, places)};
    loop_.run(job, begin, end);
  }

  // Whether what this launch stores is so much that caches would lose it before anybody reads it, and stands apart from what it loads.
  bool Streams(const ChunkStage& stage, uint8_t* const* places) const {
    if (!flat() || points_ < kStreamBytes / 4) return false;
    const ChunkWord* const first = program_.words + stage.words;
    bool stores = false;
    for (const ChunkWord* word = first; word->handler != kChunkEnd; ++word) {
      if (word->handler != kChunkStore) continue;
      stores = true;
      if (reinterpret_cast<uintptr_t>(places[word->a]) % kRoomUnit != 0) return false;
      for (const ChunkWord* load = first; load->handler != kChunkEnd; ++load) {
        if (load->handler == kChunkLoad && places[load->a] == places[word->a]) return false;
      }
    }
    return stores;
  }

  static void RunRange(void* machine, uint32_t range, uint32_t position, uint32_t n) {
    ChunkMachine& self = *static_cast<ChunkMachine*>(machine);
    self.position_ = position;
    self.Run(self.program_.ranges[range].from, self.program_.ranges[range].to, n);
  }

  // Machine::FoldPartials for a combiner that is one operation.
  void FoldResult(const ChunkStage& stage, uint32_t extent) {
    const OperationFunction combine = operations_[stage.fold - kMoteFirstScalarOp];
    const uint32_t valid = extent < kFoldLanes ? extent : kFoldLanes;
    float* const partials = sums_;
    for (uint32_t h = kFoldLanes / 2; h > 0; h /= 2) {
      const uint32_t count = valid <= h ? 0 : valid - h < h ? valid - h : h;
      if (count != 0) combine(partials, partials, partials + h, nullptr, count, 0);
    }
    const uint32_t* result = stage_.result_words;
    uint32_t value = uniforms_[(result[0] >> 16) & 0x7fff];
    if (extent != 0) combine(&value, &value, partials, nullptr, 1, 0);
    uniforms_[result[1] & 0x7fff] = value;
  }

  const ChunkLoop& loop_;
  ChunkProgram program_;
  uint8_t* room_ = nullptr;
  alignas(kRoomUnit) float sums_[kFoldLanes];  // partials of a reduction
};

struct ChunkPart {
  const StepContext* context;
  const KernelCode* code;
  const ChunkLoop* loop;
};

void RunChunkPart(const void* job, const Part& part) {
  const ChunkPart& launch = *static_cast<const ChunkPart*>(job);
  alignas(kRoomUnit) uint8_t room[kChunkRoomBytes];
  ChunkMachine machine(*launch.context, *launch.code, part, *launch.loop);
  if (machine.Begin(room)) return machine.RunPart(part.begin, part.end);
  if (machine.flat()) machine.RunPoints(part.begin, part.end);
  else machine.RunGroups(part.begin, part.end);
}

}  // namespace

bool RunNativeOrChunks(StepContext& context, mote_code* code) {
  if (RunNative(context, code)) return true;
  const ChunkLoop* loop = kChunkInstances[context.instance->program->isa];
  if (loop == nullptr) return false;
  const KernelCode kernel = KernelCodeOf(*context.instance->program, context.step.kernel);
  if (RunTransposition(context, kernel, *loop, code) || RunRowGather(context, kernel, code)) return true;
  if (kernel.loops != 0) return false;
  const StageCode first(kernel.first_stage);
  const bool flat = kernel.groups == 0 && kernel.stages == 1 && first.kind == kMoteStageMap;
  uint32_t total = 1;
  for (uint32_t i = 0; i < (flat ? first.lane_count : kernel.groups); ++i) {
    total *= kernel.extent(context.step.params, flat ? first.lane_axes[i] : i);
  }
  if (flat && total < 2 * loop->elements) return false;  // not worth the translation
  const ChunkPart job = {&context, &kernel, loop};
  *code = RunParts(context, total, flat ? kPointGrain : 1, static_cast<uint32_t>(MoteMicrocodeScratch(kernel.words, kMoteMinStrip)) + 7,
                   RunChunkPart, &job);
  return true;
}

}  // namespace mote::runtime
