// What of a step goes to the chunk machine, and where its parts begin.
#include "core/program.h"
#include "cpu/chunks/chunk_machine.h"
#include "cpu/chunks/moves.h"
#include "cpu/parallel.h"

namespace mote::runtime {
namespace {

constexpr uint32_t kPointGrain = 4096;
constexpr uint64_t kLeastWork = 8192;    // words of microcode carried out for an element
constexpr uint32_t kLeastToMove = 1024;  // elements

struct ChunkLaunch {
  const StepContext* context;
  const KernelCode* code;
  const ChunkLoop* loop;
};

void RunLaunchPart(const void* job, const Part& part) {
  const ChunkLaunch& launch = *static_cast<const ChunkLaunch*>(job);
  alignas(kRoomUnit) uint8_t room[kChunkRoomBytes];
  ChunkMachine machine(*launch.context, *launch.code, 0, part.scratch, part.scratch_bytes, *launch.loop);
  if (machine.Begin(room)) return machine.RunPart(part.begin, part.end);
  if (machine.flat()) machine.RunPoints(part.begin, part.end);
  else machine.RunGroups(part.begin, part.end);
}

// Points of a stage of a group, at most 2^31.
uint32_t PointsOf(const KernelCode& code, const StageCode& stage, const uint32_t* params) {
  uint32_t points = 1;
  for (uint32_t i = 0; i < stage.lane_count; ++i) points *= code.extent(params, stage.lane_axes[i]);
  return points;
}

// Whether a kernel works enough for its translation, which takes about a microsecond.
bool IsWorthIt(const KernelCode& code, const uint32_t* params, uint32_t groups) {
  const uint32_t* at = code.first_stage;
  uint64_t words = 0;
  for (uint32_t i = 0; i < code.stages && words < kLeastWork; ++i) {
    const StageCode stage(at);
    words += uint64_t{PointsOf(code, stage, params)} * (static_cast<uint32_t>(stage.body_words) + stage.combiner_words);
    AccessCode access{stage.access_words};
    for (uint32_t j = 0; j < stage.accesses; ++j) access = AccessCode{access.next()};
    at = access.words + stage.body_words + stage.combiner_words;
  }
  return words >= kLeastWork || words * groups >= kLeastWork;
}

bool Launch(StepContext& context, const KernelCode& code, mote_code* result) {
  const ChunkLoop* loop = kChunkInstances[context.instance->program->isa];
  if (loop == nullptr) return false;
  const StageCode first(code.first_stage);
  const bool flat = code.groups == 0 && code.stages == 1 && first.kind == kMoteStageMap;
  const uint32_t points = PointsOf(code, first, context.step.params);
  uint32_t groups = 1;
  for (uint32_t i = 0; i < code.groups; ++i) groups *= code.extent(context.step.params, i);
  if (code.loops != 0 && (RunRowScatter(context, code, result) || RunLineScan(context, code, result))) return true;
  if (uint64_t{points} * groups < 2 * kFoldLanes) return false;  // nothing more to ask of the many small ones that loops run
  if (code.loops != 0) {
    return RunColumnFold(context, code, *loop, result) || RunWindowFold(context, code, *loop, result) ||
           RunLoopDot(context, code, *loop, result);
  }
  const uint32_t total = flat ? points : groups;
  const bool moves = flat && points >= kLeastToMove;
  if (moves && (RunTransposition(context, code, *loop, result) || RunRowGather(context, code, result))) return true;
  if (RunRowFold(context, code, *loop, result)) return true;
  if (!IsWorthIt(code, context.step.params, groups)) return false;
  const ChunkLaunch job = {&context, &code, loop};
  const uint32_t least = static_cast<uint32_t>(MoteMicrocodeScratch(code.words, kMoteMinStrip)) + 7;
  *result = RunParts(context, total, flat ? kPointGrain : 1, least, RunLaunchPart, &job);
  return true;
}

void FinishSums(void* machine, uint32_t first, uint32_t count, const void* sums) {
  static_cast<ChunkMachine*>(machine)->RunRows(first, 1, 0, count, static_cast<const uint32_t*>(sums));
}
void FinishRows(void* machine, uint32_t first, uint32_t count, uint32_t step, uint32_t columns, const void* sums) {
  static_cast<ChunkMachine*>(machine)->RunRows(first, count, step, columns, static_cast<const uint32_t*>(sums));
}

bool Sums(const StepContext& context, const KernelCode& code, const RoutineCall& call, const Part& part, uint32_t share) {
  const ChunkLoop* loop = kChunkInstances[call.isa];
  if (loop == nullptr || code.loops != 0 || !IsWorthIt(code, context.step.params, 1)) return false;
  alignas(kRoomUnit) uint8_t room[kChunkRoomBytes];
  ChunkMachine machine(context, code, 2, part.scratch, share, *loop);
  if (!machine.Begin(room)) return false;
  DirectFinish direct;
  context.step.routine->sums(call, part.begin, part.end, part.scratch + share, part.scratch_bytes - share,
                             Finish{&machine, FinishSums, FinishRows, machine.Direct(&direct) ? &direct : nullptr});
  return true;
}

}  // namespace

const ChunkParts kChunkParts = {Launch, Sums};

}  // namespace mote::runtime
