// Fixed steps: what the verifier asks of one, its work, and its rows shared out between threads. A file of its own: binaries without
// fixed-point steps have none of it.
#include "core/fixed.h"

#include "core/executor.h"
#include "core/linked.h"
#include "cpu/parallel.h"
#include "cpu/steps.h"

namespace mote::runtime {
namespace {

static_assert(kMoteFixedFields == 21, "the fixed fields of steps.def");

const int32_t* FieldsOf(const StepView& step) { return reinterpret_cast<const int32_t*>(step.fields); }

// Null: no such routine, or one that is not linked.
const FixedRoutine* RoutineOf(const StepView& step) {
  const uint32_t number = step.fields[kMoteFixedRoutine];
  return number < kFixedRoutines ? mote_linked.fixed_routines[number] : nullptr;
}

MoteFixedNeeds NeedsOf(const StepView& step) {
  MoteFixedNeeds needs;
  RoutineOf(step)->needs(FieldsOf(step), &needs);
  return needs;
}

// A step as it is run: in the instance, where it takes no stack. Machines of 32 bits whose tensors lie in the arena keep all of them, made
// by the first run that comes to each; others have one.
struct FixedJob {
  FixedCall call;  // of all rows
  const FixedRoutine* routine;
  uint32_t rows, at;
  uint32_t in_order;  // whether some rows are written over what others read
};
constexpr bool kKeepsAll = sizeof(void*) == 4;
constexpr uint32_t kJobBytes = 56;
static_assert(!kKeepsAll || sizeof(FixedJob) == kJobBytes);

Site Verify(mote_program& program, const StepView& step, uint64_t* work) {
  const uint32_t bytes = program.fixed_bytes == 0 ? sizeof(FixedJob) : kJobBytes;
  program.fixed_bytes += bytes, program.room_bytes += bytes;
  if (RoutineOf(step) == nullptr) return Site::kRoutineMissing;
  if (RoutineOf(step)->run == nullptr) program.foreign = static_cast<uint16_t>(step.fields[kMoteFixedRoutine] + 1);
  const MoteFixedNeeds needs = NeedsOf(step);
  if (needs.output == 0) return Site::kStepFields;
  *work = static_cast<uint64_t>(needs.work);
  const uint32_t inputs = static_cast<uint32_t>(needs.inputs), streams = needs.stream == 0 ? 0 : 1;
  const uint32_t outputs = inputs + streams;
  const bool own = step.operands == outputs + 2;  // scratch of its own
  if (step.operands != outputs + 1 && !own) return Site::kStepOperands;
  if (step.param_count != 0) return Site::kStepParams;
  if (own) {
    const ViewInfo view = ViewOf(program, step.operand(outputs + 1));
    if (view.type != kElementU8 || view.space != kMoteArena || view.offset % 8 != 0 || view.bytes < needs.scratch) {
      return Site::kStepOperandView;
    }
    // A routine may keep addresses there.
    const ViewInfo out = ViewOf(program, step.operand(outputs));
    const bool apart = out.space != kMoteArena || out.offset >= view.offset + view.bytes || view.offset >= out.offset + out.bytes;
    if (!apart) return Site::kStepOperandView;
  }
  for (uint32_t i = 0; i <= outputs; ++i) {
    const ViewInfo view = ViewOf(program, step.operand(i));
    const bool input = i < inputs, output = i == outputs;
    if (view.bytes < (input ? needs.input : output ? needs.output : needs.stream)) return Site::kStepOperandView;
    static_assert(kElementS16 == kElementS8 + 1, "the types of elements of 1 and 2 bytes");
    const uint32_t type = input || output ? kElementS8 - 1 + static_cast<uint32_t>(needs.element) : uint32_t{kElementU8};
    if (view.type != type) return Site::kStepOperandView;
    if (output && (view.space == kMoteConstant || view.space == kMoteInput)) return Site::kStepOperandView;
    if (!input && !output && (view.space != kMoteConstant || view.offset % 4 != 0)) return Site::kStepOperandView;
  }
  return !own && needs.scratch > program.scratch_bytes ? Site::kStepScratch : Site::kNone;
}

uint64_t Work(const StepView& step) { return static_cast<uint64_t>(NeedsOf(step).work); }

void RunPart(const void* opaque, const Part& part) {
  const FixedJob& job = *static_cast<const FixedJob*>(opaque);
  FixedCall call = job.call;
  call.begin = part.begin, call.end = part.end;
  call.scratch = part.scratch;
  job.routine->run(call);
}

// How many rows may be computed at once from row `at` on (`down`: up to it), where the output lies `apart` bytes in front of the input
// (`down`: behind it), so that none is written over what they read. At least one: whoever writes the step has seen to that.
uint32_t FreeRows(const int32_t* f, uint32_t at, int32_t apart, bool down) {
  const auto height = static_cast<uint32_t>(f[kMoteFixedOutH]);
  const int32_t reach = (f[kMoteFixedKernelH] - 1) * f[kMoteFixedDilationY] + 1;
  const int32_t top = static_cast<int32_t>(at % height) * f[kMoteFixedStrideY] - f[kMoteFixedPadY], y = down ? top + reach : top;
  const int32_t inside = y < 0 ? 0 : y > f[kMoteFixedInH] ? f[kMoteFixedInH] : y;  // the first row that it reads; down: behind the last
  const int32_t in_row = f[kMoteFixedInW] * f[kMoteFixedInC], out_row = f[kMoteFixedOutW] * f[kMoteFixedOutC];
  const auto row = static_cast<int32_t>(at);
  const int32_t read = (static_cast<int32_t>(at / height) * f[kMoteFixedInH] + inside) * in_row;
  int32_t rows = (apart + read) / out_row - row;
  if (down) rows = row + 1 - (read <= apart ? 0 : (read - apart - 1) / out_row + 1);
  return rows < 1 ? 1 : static_cast<uint32_t>(rows);
}

// Whether a block of rows is free at each of them, upwards. Of one image without padding above, free rows fall towards an end or to both.
bool AlwaysFree(const FixedJob& job, int32_t apart) {
  const int32_t* f = job.call.fields;
  return f[kMoteFixedBatch] == 1 && f[kMoteFixedPadY] == 0 && FreeRows(f, 0, apart, false) >= kMoteFixedPixels &&
         FreeRows(f, job.rows - 1, apart, false) >= kMoteFixedPixels;
}

// Rows over rows: the output in front of the input grows towards it, one behind it grows from the end. Uses the job's call up.
[[gnu::noinline]] void RunInOrder(FixedJob& job) {
  FixedCall& call = job.call;
  const uint32_t begin = call.begin, end = call.end;
  call.down = call.output > call.input;
  const size_t distance = static_cast<size_t>(call.down ? call.output - call.input : call.input - call.output);
  const int32_t most = kMoteFixedMost, apart = distance > kMoteFixedMost ? most : static_cast<int32_t>(distance);
  const FixedOrder order = job.routine->order;
  if (order == FixedOrder::kRows || (order == FixedOrder::kBlocks && !call.down && AlwaysFree(job, apart))) return job.routine->run(call);
  const bool down = call.down;
  call.down = false;  // for routines that go through all rows
  for (uint32_t row = begin; row < end; call.again = true) {
    const uint32_t at = down ? job.rows - 1 - row : row, left = end - row, free = FreeRows(call.fields, at, apart, down);
    // in whole blocks of pixels, however wide, or whole tiles
    const uint32_t many = free >= kMoteFixedPixels ? free / kMoteFixedPixels * kMoteFixedPixels : free == 3 ? 2 : free;
    const uint32_t count = many < left ? many : left;
    call.begin = down ? at + 1 - count : at;
    call.end = call.begin + count;
    job.routine->run(call);
    row += count;
  }
}

// Rows that are worth another thread: multiply-adds of about 10 microseconds. Each architecture numbers its instruction sets by what they
// do at once.
uint32_t RowsOfPart(int64_t work, uint32_t rows, uint8_t isa) {
  const int64_t parts = work >> (17 + isa);
  return parts <= 1 ? rows : parts >= rows ? 1 : (rows - 1) / static_cast<uint32_t>(parts) + 1;
}

bool Overlap(const int8_t* a, int64_t a_bytes, const int8_t* b, int64_t b_bytes) {
  const auto from = reinterpret_cast<uintptr_t>(a), to = reinterpret_cast<uintptr_t>(b);
  return from < to + static_cast<uintptr_t>(b_bytes) && to < from + static_cast<uintptr_t>(a_bytes);
}

// By several threads, which share scratch. Apart from RunFixed: what needs are told in takes stack.
[[gnu::noinline]] mote_code RunShared(StepContext& context, const FixedJob& job) {
  const MoteFixedNeeds needs = NeedsOf(context.step);
  const uint32_t grain = RowsOfPart(needs.work, job.rows, job.call.isa);
  return RunParts(context, job.rows, grain, static_cast<uint32_t>(needs.scratch), RunPart, &job);
}

[[gnu::noinline]] int8_t* PlaceAnywhere(const mote_instance& instance, uint32_t number) {
  return reinterpret_cast<int8_t*>(PlaceOf(instance, ViewOf(*instance.program, number)));
}
// Where a view lies. Quick for constants and for an arena of one region.
int8_t* Place(const mote_instance& instance, uint32_t number) {
  const mote_program& program = *instance.program;
  const uint32_t* view = program.views + kMoteViewWords * number;
  const uint32_t space = view[kMoteViewPlace] & ~0xff00u;
  const size_t offset = static_cast<size_t>(view[kMoteViewOffset]) << program.unit_shift;
  if (space == kMoteArena) return reinterpret_cast<int8_t*>(instance.arena[0] + offset);
  if (space == kMoteConstant) return const_cast<int8_t*>(reinterpret_cast<const int8_t*>(program.constants + offset));
  return PlaceAnywhere(instance, number);
}

// All rows of the step at word `at`.
void Prepare(const mote_instance& instance, uint32_t at, FixedJob& job) {
  const mote_program& program = *instance.program;
  const uint32_t *words = program.words + at, operands = words[1] >> 16;
  const auto* operand = reinterpret_cast<const uint16_t*>(words + 2);
  const uint32_t* fields = words + 2 + (operands + 1) / 2;
  FixedCall& call = job.call;
  int8_t *input = Place(instance, operand[0]), *other = input, *stream = nullptr, *output = input;
  // Inputs, a stream, the output, scratch. Operands that a routine has not are others of the step here, and left alone by it.
  uint32_t last = operands - 1;
  const bool own = (program.views[kMoteViewWords * operand[last] + kMoteViewPlace] >> 8 & 0xff) == kElementU8;
  call.scratch = own ? reinterpret_cast<uint8_t*>(Place(instance, operand[last--])) : instance.scratch;
  for (uint32_t k = 1; k <= last; ++k) {
    stream = output, output = Place(instance, operand[k]);
    if (k == 1) other = output;
  }
  call.fields = reinterpret_cast<const int32_t*>(fields);
  call.input = input, call.other = other, call.stream = reinterpret_cast<const uint8_t*>(stream), call.output = output;
  call.begin = 0, call.end = job.rows = fields[kMoteFixedBatch] * fields[kMoteFixedOutH];
  call.isa = program.isa, call.again = call.down = call.later = call.more = false;
  job.routine = mote_linked.fixed_routines[fields[kMoteFixedRoutine]];
  job.at = at;
  // One and the same place is for routines of single elements.
  const auto bytes = [&](uint32_t k) { return program.views[kMoteViewWords * operand[k] + kMoteViewBytes]; };
  job.in_order = input != output && Overlap(input, bytes(0), output, bytes(last)) ? 1 : 0;
}

// The job of the step at word `at`, made unless it is kept: a verified step has room for one.
[[gnu::noinline]] FixedJob& JobAt(mote_instance& instance, uint32_t at) {
  auto* job = reinterpret_cast<FixedJob*>(RoomOf(instance));
  if (kKeepsAll && instance.program->io_in_arena) {
    const void* const end = instance.prepared == nullptr ? job : instance.prepared;
    for (; job != end; ++job) {
      if (job->at == at) return *job;
    }
    instance.prepared = job + 1;
  }
  Prepare(instance, at, *job);
  return *job;
}

void RunWhole(FixedJob& job) {
  if (job.in_order == 0) return job.routine->run(job.call);
  RunInOrder(job);
  job.call.begin = 0, job.call.end = job.rows, job.call.again = job.call.down = false;
}

uint32_t RunSequence(mote_instance& instance, uint32_t at, uint32_t end) {
  const uint32_t* words = instance.program->words;
  if (instance.driver != &kCpuDriver || instance.threads.parallel != nullptr) return at;  // somebody watches steps, or shares them out
  const bool kept = kKeepsAll && instance.program->io_in_arena;
  auto* job = reinterpret_cast<FixedJob*>(RoomOf(instance));
  for (; at != end && (words[at] & 0xff) == static_cast<uint32_t>(StepKind::kFixed); at += words[at] >> 16, ++job) {
    if (!kept || job >= instance.prepared || job->at != at) job = &JobAt(instance, at);
    RunWhole(*job);
  }
  return at;
}

}  // namespace

const FixedChecks kFixedChecks = {Verify, Work, RunSequence};

mote_code RunFixed(StepContext& context) {
  auto& instance = const_cast<mote_instance&>(*context.instance);  // what it keeps of the step
  FixedJob& job = JobAt(instance, static_cast<uint32_t>(context.step.words - instance.program->words));
  const bool own = job.call.scratch != context.scratch;
  if (instance.threads.parallel != nullptr && job.in_order == 0 && !own) return RunShared(context, job);
  // All on this thread and stack, which is why it does not go by RunParts.
  const uint32_t begin = context.progress.done, end = context.progress.EndOf(job.rows);
  if (begin == end) return MOTE_OK;
  job.call.begin = begin, job.call.end = end;
  RunWhole(job);
  job.call.begin = 0, job.call.end = job.rows;
  return context.progress.Reach(end, job.rows);
}

}  // namespace mote::runtime
