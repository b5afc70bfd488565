// The resumable machine behind mote_run: a fixed stack of blocks, one step after the other. Steps that compute are in cpu/; here are only
// those that decide what runs next.
#include "core/instance.h"
#include "core/linked.h"
#include "core/step_work.h"

namespace mote::runtime {
namespace {

void Push(mote_instance& instance, uint32_t block) {
  const BlockRange range = BlockOf(*instance.program, block);
  instance.frames[instance.depth++] = {range.first, range.first + range.count, 0};  // deep enough: levels have been proven
}

uint8_t* Operand(const mote_instance& instance, const StepView& step) {
  return PlaceOf(instance, ViewOf(*instance.program, step.operand(0)));
}

// Phases: 0 not begun, 1 the condition has run, 2 the body has run.
void While(mote_instance& instance, Frame& frame, const StepView& step) {
  if (frame.phase == 1 && *Operand(instance, step) == 0) {
    frame.phase = 0;
    frame.at += step.length;
    return;
  }
  frame.phase = frame.phase == 1 ? 2 : 1;
  Push(instance, step.fields[frame.phase == 1 ? 0 : 1]);
}

void Conditional(mote_instance& instance, Frame& frame, const StepView& step) {
  if (frame.phase == 1) {
    frame.phase = 0;
    frame.at += step.length;
    return;
  }
  const uint8_t* at = Operand(instance, step);
  uint32_t branch = ViewOf(*instance.program, step.operand(0)).bytes == 1 ? (*at == 0 ? 1 : 0) : *reinterpret_cast<const uint32_t*>(at);
  if (branch >= step.param_count) branch = step.param_count - 1;
  frame.phase = 1;
  Push(instance, step.params[branch]);
}

// One step of the innermost block, already read.
void Step(mote_instance& instance, StepContext& context) {
  Frame& frame = instance.frames[instance.depth - 1];
  if (context.step.kind == StepKind::kWhile) return While(instance, frame, context.step);
  if (context.step.kind == StepKind::kConditional) return Conditional(instance, frame, context.step);
  const mote_program& program = *instance.program;
  context.instance = &instance;
  context.scratch = instance.arena + program.scratch_offset;
  context.scratch_bytes = program.scratch_bytes;
  (context.step.routine != nullptr ? context.step.routine->run : mote_linked.steps[static_cast<uint32_t>(context.step.kind)])(context);
  frame.at += context.step.length;
}

mote_status Start(mote_instance& instance) {
  if (!instance.program->io_in_arena) {
    if (const mote_status status = mote_linked.callers->bound(instance); status.code != MOTE_OK) return status;
  }
  instance.depth = 0;
  instance.work = 0;
  instance.running = true;
  Push(instance, instance.entry.block);
  return Done();
}

mote_status Run(mote_instance& instance, uint64_t budget) {
  if (!instance.running) {
    if (const mote_status status = Start(instance); status.code != MOTE_OK) return status;
  }
  const mote_program& program = *instance.program;
  const uint64_t limit = instance.entry.step_budget;
  // Without loops no run works more than all steps do.
  const bool count = budget != 0 || (limit != 0 && (program.loops || program.work > limit));
  uint64_t worked = 0;  // in this call; both counts stay at the largest number
  while (true) {
    while (instance.depth > 0 && instance.frames[instance.depth - 1].at == instance.frames[instance.depth - 1].end) --instance.depth;
    if (instance.depth == 0) break;
    if (budget != 0 && worked >= budget) return {MOTE_MORE, 0, 0};
    StepContext context;
    const Frame& frame = instance.frames[instance.depth - 1];
    ReadStep(program, frame.at, frame.end, &context.step);
    if (count) {
      const uint64_t work = WorkOf(program, context.step);
      worked = AddWork(worked, work);
      instance.work = AddWork(instance.work, work);
      if (limit != 0 && instance.work > limit) {
        instance.running = false;
        return Fail(Site::kStepBudget);
      }
    }
    Step(instance, context);
  }
  instance.running = false;
  return Done();
}

}  // namespace
}  // namespace mote::runtime

extern "C" mote_status mote_run(mote_instance* instance, uint64_t budget) {
  if (instance == nullptr) return mote::runtime::Fail(mote::runtime::Site::kNullArgument);
  return mote::runtime::Run(*instance, budget);
}
