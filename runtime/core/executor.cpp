// The resumable machine behind mote_run: a fixed stack of blocks, one step after the other. Steps that compute are a driver's; here are
// only those that decide what runs next.
#include "core/executor.h"

#include "core/linked.h"
#include "core/step_work.h"

namespace mote::runtime {

mote_status RunOnCpu(mote_instance& instance, StepContext& context) {
  if (context.completed) return Done();
  const StepFunction run = context.step.routine != nullptr ? context.step.routine->run
                                                           : mote_linked.steps[static_cast<uint32_t>(context.step.kind)];
  context.instance = &instance;
  const mote_code code = run(context);
  const Site site = code == MOTE_FAILED ? Site::kCallFailed : code == MOTE_UNBOUND ? Site::kTransportMissing : Site::kNone;
  return {code, static_cast<uint16_t>(site), 0};
}

namespace {

mote_status DecideOnCpu(mote_instance& instance, const StepView& step, uint32_t* value) {
  const ViewInfo view = ViewOf(*instance.program, step.operand(0));
  *value = DecidingValue(PlaceOf(instance, view), view.bytes);
  return Done();
}

mote_status NothingToFlush(mote_instance&) { return Done(); }

void Push(mote_instance& instance, uint32_t block) {
  const BlockRange range = BlockOf(*instance.program, block);
  instance.frames[instance.depth++] = {range.first, range.first + range.count, 0};  // deep enough: levels have been proven
}

void Next(Frame& frame, const StepView& step) {
  frame.progress = 0;
  frame.at += step.length;
}

// Progress counts the blocks that were entered, condition and body in turn.
mote_status While(mote_instance& instance, Frame& frame, const StepView& step) {
  if (frame.progress % 2 == 1) {
    uint32_t predicate = 0;
    if (const mote_status status = instance.driver->decide(instance, step, &predicate); status.code != MOTE_OK) return status;
    if (predicate == 0) {
      Next(frame, step);
      return Done();
    }
    const uint32_t most = step.fields[kMoteWhileMost];
    if (most != 0 && frame.progress / 2 >= most) return Fail(Site::kLoopTurns, frame.at);
  }
  Push(instance, step.fields[frame.progress++ % 2 == 0 ? kMoteWhileCondition : kMoteWhileBody]);
  return Done();
}

mote_status Conditional(mote_instance& instance, Frame& frame, const StepView& step) {
  if (frame.progress == 1) {
    Next(frame, step);
    return Done();
  }
  uint32_t branch = 0;
  if (const mote_status status = instance.driver->decide(instance, step, &branch); status.code != MOTE_OK) return status;
  if (ViewOf(*instance.program, step.operand(0)).bytes == 1) branch = branch == 0 ? 1 : 0;
  if (branch >= step.param_count) branch = step.param_count - 1;
  frame.progress = 1;
  Push(instance, step.params[branch]);
  return Done();
}

// Of a step where somebody counts: notes its work. Whether it may begin.
mote_status Count(mote_instance& instance, bool resumed) {
  const uint64_t work = WorkOf(*instance.program, instance.context.step), limit = instance.entry.step_budget;
  instance.context.progress.work = work;
  if (!resumed) instance.work = AddWork(instance.work, work);
  return limit != 0 && instance.work > limit ? Fail(Site::kStepBudget) : Done();
}

// Of this call's budget, UINT64_MAX where there is none.
void Take(Progress& progress) {
  if (progress.budget != UINT64_MAX) progress.budget = progress.budget > progress.work ? progress.budget - progress.work : 0;
}

mote_status Compute(mote_instance& instance, Frame& frame) {
  StepContext& context = instance.context;
  context.progress.done = frame.progress;
  context.completed = instance.state == kCompleted;
  instance.state = kRunning;
  context.scratch = instance.scratch;
  context.scratch_bytes = instance.scratch_bytes;
  const mote_status status = instance.driver->run(instance, context);
  if (status.code == MOTE_OK) {
    Next(frame, context.step);
    return status;
  }
  frame.progress = context.progress.done;
  if (status.code == MOTE_WAIT && frame.progress == 0) instance.state = kWaiting;  // else the step asks again by itself
  return status;
}

mote_status Start(mote_instance& instance) {
  // The run before this one failed beside an exchange, and the transport still has its operands.
  if (__atomic_load_n(&instance.started, __ATOMIC_RELAXED) == kUnderWay) return {MOTE_WAIT, 0, 0};
  if (!instance.program->io_in_arena) {
    if (const mote_status status = mote_linked.callers->bound(instance); status.code != MOTE_OK) return status;
  }
  instance.depth = 0;
  instance.work = 0;
  instance.exchanges = 0;
  instance.state = kRunning;
  Push(instance, instance.entry.block);
  return Done();
}

// Steps up to the end of the program, of the budget, or of what is there.
mote_status Steps(mote_instance& instance, uint64_t budget) {
  const mote_program& program = *instance.program;
  const uint64_t limit = instance.entry.step_budget;
  // Without loops no run works more than all steps do.
  const bool counts = budget != 0 || (limit != 0 && (program.loops || program.work > limit));
  StepView& step = instance.context.step;
  Progress& progress = instance.context.progress;
  progress.budget = budget == 0 ? UINT64_MAX : budget, progress.work = 0;
  while (true) {
    while (instance.depth > 0 && instance.frames[instance.depth - 1].at == instance.frames[instance.depth - 1].end) --instance.depth;
    if (instance.depth == 0) return Done();
    if (progress.budget == 0) return {MOTE_MORE, 0, 0};
    Frame& frame = instance.frames[instance.depth - 1];
    if (!counts && mote_linked.fixed != nullptr && frame.progress == 0) {
      frame.at = mote_linked.fixed->sequence(instance, frame.at, frame.end);
      if (frame.at == frame.end) continue;
    }
    ReadStep(program, frame.at, frame.end, &step);
    const bool loop = step.kind == StepKind::kWhile, control = loop || step.kind == StepKind::kConditional;
    mote_status status = Done();
    if (counts) status = Count(instance, instance.state == kCompleted || (!control && frame.progress != 0));
    if (status.code != MOTE_OK) return status;
    if (loop) status = While(instance, frame, step);
    else if (control) status = Conditional(instance, frame, step);
    else status = Compute(instance, frame);
    if (status.code == MOTE_WAIT || status.code == MOTE_FAILED) status.detail = frame.at;
    if (status.code != MOTE_OK) return status;
    Take(progress);
  }
}

mote_status Run(mote_instance& instance, uint64_t budget) {
  if (instance.state == kWaiting) return {MOTE_WAIT, 0, instance.frames[instance.depth - 1].at};
  if (instance.state == kIdle) {
    if (const mote_status status = Start(instance); status.code != MOTE_OK) return status;
  }
  mote_status status = Steps(instance, budget);
  const mote_status flushed = instance.driver->flush(instance);
  if (flushed.code != MOTE_OK) status = flushed;
  if (status.code != MOTE_MORE && status.code != MOTE_WAIT) instance.state = kIdle;
  return status;
}

}  // namespace

const Driver kCpuDriver = {RunOnCpu, DecideOnCpu, NothingToFlush};

}  // namespace mote::runtime

extern "C" mote_status mote_run(mote_instance* instance, uint64_t budget) {
  if (instance == nullptr) return mote::runtime::Fail(mote::runtime::Site::kNullArgument);
  return mote::runtime::Run(*instance, budget);
}
