// Steps of routines: hands a step's fields to the routine and its sums to the epilogue, which the strip machine runs while they are still
// in cache.
#include "cpu/machine.h"
#include "cpu/parallel.h"
#include "cpu/steps.h"
#include "schema/routine_scratch.h"

namespace mote::runtime {
namespace {

constexpr uint32_t kMostFields = kMoteCenteredConvolutionGeometry.fields;  // of any geometry
#define MOTE_ROUTINE(id, code, name, geometry, ...) static_assert(kMote##geometry##Geometry.fields <= kMostFields);
#include "schema/routines.def"
#undef MOTE_ROUTINE

struct RoutineJob {
  const StepContext* context;
  const KernelCode* code;
  RoutineCall call;
  uint32_t others;  // outputs of a row
};

// Bytes of a part's scratch that the epilogue's registers take, for a strip as long as the part has outputs; the routine has the rest for
// its sums and panels. Where both do not fit, sums of all outputs come first, as far as a quarter is left for the registers.
uint32_t MachineShare(const RoutineJob& job, const Part& part) {
  constexpr uint32_t kSums = kMoteRoutineSumBytes;
  const uint32_t bytes = part.scratch_bytes, outputs = (part.end - part.begin) * job.others;
  uint32_t strip = job.context->instance->program->strip;
  if (strip > outputs) strip = (outputs + kMoteMinStrip - 1) & ~(kMoteMinStrip - 1u);
  const uint32_t wanted = static_cast<uint32_t>(MoteMicrocodeScratch(job.code->words, strip));  // below 2^31: 32768 slots in strips of 4096
  const uint32_t least = static_cast<uint32_t>(MoteMicrocodeScratch(job.code->words, kMoteMinStrip));
  const uint32_t sums = outputs < kSums / 4 ? outputs * 4 : kSums;
  uint32_t machine = bytes / 4;
  if (bytes > sums + machine) machine = bytes - sums;
  if (machine > wanted) machine = wanted;
  if (machine < least) machine = least;
  return machine & ~7u;  // `least` is a multiple of 8
}

void Finished(void* machine, uint32_t first, uint32_t count, const void* sums) {
  static_cast<Machine*>(machine)->RunSums(first, count, static_cast<const uint32_t*>(sums));
}

void RunPart(const void* opaque, const Part& part) {
  const RoutineJob& job = *static_cast<const RoutineJob*>(opaque);
  const uint32_t share = MachineShare(job, part);
#if !defined(MOTE_FIRMWARE)
  if (mote_linked.chunks != nullptr && mote_linked.chunks->sums(*job.context, *job.code, job.call, part, share)) return;
#endif
  Machine machine(*job.context, *job.code, 2, part.scratch, share);
  machine.BeginPoints();
  job.context->step.routine->sums(job.call, part.begin, part.end, part.scratch + share, part.scratch_bytes - share,
                                  Finish{&machine, Finished});
}

bool Reads(const MoteRoutineGeometry& geometry, const uint32_t* fields) {
  for (const MoteRoutineTerm(&operand)[5] : geometry.operands) {
    for (const MoteRoutineTerm* term = operand; term->extent != kMoteNoField; ++term) {
      if (fields[term->extent] == 0 || (term->times != kMoteNoField && fields[term->times] == 0)) return false;
    }
  }
  return true;
}

// Rows that are computed together, so that parts do not share any where they need not, and the scratch that a part wants at least.
struct PartNeeds {
  uint32_t grain, scratch;
};
PartNeeds NeedsOf(const KernelCode& code, [[maybe_unused]] const MoteRoutineGeometry& geometry, [[maybe_unused]] const int32_t* fields) {
  const uint32_t least = static_cast<uint32_t>(MoteMicrocodeScratch(code.words, kMoteMinStrip)) + kMoteRoutineMinimum + 16;
#if !defined(MOTE_FIRMWARE)
  if (&geometry == &kMoteWinogradGeometry) {  // without room for a few tiles it would go output by output
    constexpr int64_t kFewTiles = 4, kMost = INT32_MAX;
    const int64_t out = fields[kMoteConvOutPerGroup], columns = out < kMoteTiledColumns ? out : int64_t{kMoteTiledColumns};
    const int64_t wanted = least + MoteTiledBlock(kFewTiles, fields[kMoteConvInPerGroup], columns) * 4 / 3;
    return {kMoteTiledOutputs, static_cast<uint32_t>(wanted < kMost ? wanted : kMost)};
  }
#endif
  return {1, least};
}

#if !defined(MOTE_FIRMWARE)
struct ColumnJob {
  RoutineJob job;
  uint32_t rows;
  ColumnParts parts;
};

void RunColumns(const void* opaque, const Part& part) {
  const ColumnJob& columns = *static_cast<const ColumnJob*>(opaque);
  RoutineJob job = columns.job;
  const auto unit = static_cast<uint32_t>(columns.parts.unit), total = static_cast<uint32_t>(columns.parts.total);
  job.call.first_column = static_cast<int32_t>(part.begin * unit);
  job.call.last_column = static_cast<int32_t>(part.end * unit < total ? part.end * unit : total);
  RunPart(&job, {0, columns.rows, part.scratch, part.scratch_bytes});
}
#endif

mote_code RunWith(StepContext& context, const int32_t* fields) {
  const MoteRoutineGeometry& geometry = *context.step.routine->geometry;
  uint32_t rows = 1, others = 1;
  for (uint32_t i = 0; geometry.domain[i] != kMoteNoField; ++i) {
    (i < kMoteRoutineRows ? rows : others) *= context.step.fields[geometry.domain[i]];
  }
  if (rows == 0 || others == 0) return MOTE_OK;
  const KernelCode code = KernelCodeOf(*context.instance->program, context.step.kernel);
  const Routine& routine = *context.step.routine;
  const auto first = [&](uint32_t operand, uint32_t type) {
    const auto bytes = static_cast<ptrdiff_t>(ElementOf(type).bytes);
    return context.place(operand) + static_cast<ptrdiff_t>(fields[geometry.offsets[operand]]) * bytes;
  };
  const RoutineCall call = {first(0, routine.lhs_type), first(1, routine.rhs_type), fields, context.instance->program->isa};
  const RoutineJob job = {&context, &code, call, others};
  const PartNeeds needs = NeedsOf(code, geometry, fields);
#if !defined(MOTE_FIRMWARE)
  const ColumnParts parts = routine.columns != nullptr ? routine.columns(fields) : ColumnParts{};
  if (parts.unit != 0) {
    const ColumnJob columns = {job, rows, parts};
    return RunParts(context, static_cast<uint32_t>((parts.total - 1) / parts.unit + 1), 1, needs.scratch, RunColumns, &columns);
  }
#endif
  return RunParts(context, rows, needs.grain, needs.scratch, RunPart, &job);
}

// Strides and offsets of a routine that reads nothing have not been proven: no address is made of them. Apart: the others, which do, have
// no room for fields on their stack.
[[gnu::noinline]] mote_code RunUnread(StepContext& context) {
  const MoteRoutineGeometry& geometry = *context.step.routine->geometry;
  int32_t fields[kMostFields] = {};
  __builtin_memcpy(fields, context.step.fields, geometry.first_stride * sizeof(int32_t));
  return RunWith(context, fields);
}

}  // namespace

mote_code RunRoutine(StepContext& context) {
  if (!Reads(*context.step.routine->geometry, context.step.fields)) return RunUnread(context);
  return RunWith(context, reinterpret_cast<const int32_t*>(context.step.fields));
}

}  // namespace mote::runtime
