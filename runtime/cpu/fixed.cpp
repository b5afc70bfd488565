// Fixed steps: what the verifier asks of one, its work, and its rows shared out between threads. A file of its own: binaries without
// fixed-point steps have none of it.
#include "core/fixed.h"

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

Site Verify(mote_program& program, const StepView& step) {
  if (RoutineOf(step) == nullptr) return Site::kRoutineMissing;
  if (RoutineOf(step)->run == nullptr) program.foreign = static_cast<uint16_t>(step.fields[kMoteFixedRoutine] + 1);
  const MoteFixedNeeds needs = NeedsOf(step);
  if (needs.output == 0) return Site::kStepFields;
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
    if (view.type != (input || output ? kElementS8 : kElementU8)) return Site::kStepOperandView;
    if (output && (view.space == kMoteConstant || view.space == kMoteInput)) return Site::kStepOperandView;
    if (!input && !output && (view.space != kMoteConstant || view.offset % 4 != 0)) return Site::kStepOperandView;
  }
  return !own && needs.scratch > program.scratch_bytes ? Site::kStepScratch : Site::kNone;
}

uint64_t Work(const StepView& step) { return static_cast<uint64_t>(NeedsOf(step).work); }

struct FixedJob {
  FixedCall call;
  const FixedRoutine* routine;
  uint32_t rows;
};

void RunPart(const void* opaque, const Part& part) {
  const FixedJob& job = *static_cast<const FixedJob*>(opaque);
  FixedCall call = job.call;
  call.begin = part.begin, call.end = part.end;
  if (call.scratch == nullptr) call.scratch = part.scratch;
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

}  // namespace

const FixedChecks kFixedChecks = {Verify, Work};

mote_code RunFixed(StepContext& context) {
  const StepView& step = context.step;
  FixedJob job = {{FieldsOf(step), nullptr, nullptr, nullptr, nullptr, 0, 0, nullptr, context.instance->program->isa},
                  RoutineOf(step), step.fields[kMoteFixedBatch] * step.fields[kMoteFixedOutH]};
  FixedCall& call = job.call;
  uint32_t first = 0, last = 0;  // bytes of the views of input and output
  // Inputs, a stream, the output, scratch. Operands that a routine has not are others of the step here, and left alone by it.
  for (uint32_t k = 0; k < step.operands; ++k) {
    const ViewInfo view = ViewOf(*context.instance->program, step.operand(k));
    auto* place = reinterpret_cast<int8_t*>(PlaceOf(*context.instance, view));
    if (k + 1 == step.operands && view.type == kElementU8) {
      call.scratch = reinterpret_cast<uint8_t*>(place);
      break;
    }
    if (k == 0) call.input = place, first = view.bytes;
    if (k < 2) call.other = place;
    call.stream = reinterpret_cast<const uint8_t*>(call.output), call.output = place, last = view.bytes;
  }
  // One and the same place is for routines of single elements.
  const bool in_order = call.input != call.output && Overlap(call.input, first, call.output, last);
  if (context.instance->threads.parallel != nullptr && !in_order && call.scratch == nullptr) return RunShared(context, job);
  // All on this thread and stack, which is why it does not go by RunParts.
  const uint32_t end = context.progress.EndOf(job.rows);
  call.begin = context.progress.done, call.end = end;
  if (call.begin == end) return MOTE_OK;
  if (call.scratch == nullptr) call.scratch = context.scratch;
  if (in_order) RunInOrder(job);
  else job.routine->run(call);
  return context.progress.Reach(end, job.rows);
}

}  // namespace mote::runtime
