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

Site Verify(const mote_program& program, const StepView& step) {
  if (RoutineOf(step) == nullptr) return Site::kRoutineMissing;
  const MoteFixedNeeds needs = NeedsOf(step);
  if (needs.output == 0) return Site::kStepFields;
  const auto inputs = static_cast<uint32_t>(needs.inputs), streams = needs.stream == 0 ? 0u : 1u;
  if (step.operands != inputs + streams + 1) return Site::kStepOperands;
  if (step.param_count != 0) return Site::kStepParams;
  for (uint32_t i = 0; i < step.operands; ++i) {
    const ViewInfo view = ViewOf(program, step.operand(i));
    const bool input = i < inputs, output = i + 1 == step.operands;
    if (view.bytes < (input ? needs.input : output ? needs.output : needs.stream)) return Site::kStepOperandView;
    if (view.type != (input || output ? kElementS8 : kElementU8)) return Site::kStepOperandView;
    if (output && (view.space == kMoteConstant || view.space == kMoteInput)) return Site::kStepOperandView;
    if (!input && !output && (view.space != kMoteConstant || view.offset % 4 != 0)) return Site::kStepOperandView;
  }
  return needs.scratch > program.scratch_bytes ? Site::kStepScratch : Site::kNone;
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
  call.begin = part.begin, call.end = part.end, call.scratch = part.scratch;
  job.routine->run(call);
}

// Rows over rows: the output in front of the input grows towards it, one behind it grows from the end.
void RunInOrder(const void* opaque, const Part& part) {
  const FixedJob& job = *static_cast<const FixedJob*>(opaque);
  FixedCall call = job.call;
  call.scratch = part.scratch;
  for (uint32_t row = part.begin; row < part.end; ++row) {
    call.begin = call.output > call.input ? job.rows - 1 - row : row;
    call.end = call.begin + 1;
    job.routine->run(call);
  }
}

bool Overlap(const int8_t* a, int64_t a_bytes, const int8_t* b, int64_t b_bytes) {
  const auto from = reinterpret_cast<uintptr_t>(a), to = reinterpret_cast<uintptr_t>(b);
  return from < to + static_cast<uintptr_t>(b_bytes) && to < from + static_cast<uintptr_t>(a_bytes);
}

}  // namespace

const FixedChecks kFixedChecks = {Verify, Work};

mote_code RunFixed(StepContext& context) {
  const StepView& step = context.step;
  const MoteFixedNeeds needs = NeedsOf(step);
  const auto bytes = [&](uint32_t operand) { return reinterpret_cast<int8_t*>(context.place(operand)); };
  FixedJob job = {{FieldsOf(step), bytes(0), bytes(needs.inputs == 2 ? 1 : 0), context.place(step.operands - 2u), bytes(step.operands - 1u),
                   0, 0, nullptr},
                  RoutineOf(step),
                  step.fields[kMoteFixedBatch] * step.fields[kMoteFixedOutH]};
  const FixedCall& c = job.call;
  // One and the same place is for routines of single elements. A grain of all rows: they are not shared out.
  const bool in_order = c.input != c.output && Overlap(c.input, needs.input, c.output, needs.output);
  return RunParts(context, job.rows, in_order ? job.rows : 1, static_cast<uint32_t>(needs.scratch), in_order ? RunInOrder : RunPart, &job);
}

}  // namespace mote::runtime
