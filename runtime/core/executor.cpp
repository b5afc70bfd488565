// The resumable machine behind mote_run: a fixed stack of blocks, one step after the other. Steps that compute are in cpu/; here are only those
// that decide what runs next.
#include "core/instance.h"
#include "core/linked.h"

namespace mote::runtime {
namespace {

mote_status Unbound(const mote_instance& instance) {
  const mote_program& program = *instance.program;
  if (program.io_in_arena) return Done();
  for (uint32_t i = 0; i < instance.entry.inputs + instance.entry.outputs; ++i) {
    if (instance.tensors[i] != nullptr) continue;
    const bool output = i >= instance.entry.inputs;
    const uint32_t number = output ? i - instance.entry.inputs : i;
    if (ViewOf(program, TensorView(program, instance.entry, output, number)).bytes == 0) continue;
    return Fail(output ? Site::kOutputUnbound : Site::kInputUnbound, number);
  }
  return Done();
}

bool Push(mote_instance& instance, uint32_t block) {
  if (instance.depth == kMostFrames) return false;
  const BlockRange range = BlockOf(*instance.program, block);
  instance.frames[instance.depth++] = {range.first, range.first + range.count, 0};
  return true;
}

uint8_t* Operand(const mote_instance& instance, const StepView& step) { return PlaceOf(instance, ViewOf(*instance.program, step.operand(0))); }

// Phases: 0 not begun, 1 the condition has run, 2 the body has run.
bool While(mote_instance& instance, Frame& frame, const StepView& step) {
  if (frame.phase == 1 && *Operand(instance, step) == 0) {
    frame.phase = 0;
    frame.at += step.length;
    return true;
  }
  frame.phase = frame.phase == 1 ? 2 : 1;
  return Push(instance, step.fields[frame.phase == 1 ? 0 : 1]);
}

bool Conditional(mote_instance& instance, Frame& frame, const StepView& step) {
  if (frame.phase == 1) {
    frame.phase = 0;
    frame.at += step.length;
    return true;
  }
  const uint8_t* at = Operand(instance, step);
  uint32_t branch = ViewOf(*instance.program, step.operand(0)).bytes == 1 ? (*at == 0 ? 1 : 0) : *reinterpret_cast<const uint32_t*>(at);
  if (branch >= step.param_count) branch = step.param_count - 1;
  frame.phase = 1;
  return Push(instance, step.params[branch]);
}

// One step of the innermost block; false when blocks nest too deep.
bool Step(mote_instance& instance) {
  Frame& frame = instance.frames[instance.depth - 1];
  StepContext context;
  const mote_program& program = *instance.program;
  ReadStep(program.words + frame.at, frame.end - frame.at, &context.step);
  if (context.step.kind == StepKind::kWhile) return While(instance, frame, context.step);
  if (context.step.kind == StepKind::kConditional) return Conditional(instance, frame, context.step);
  context.instance = &instance;
  context.scratch = instance.arena + program.scratch_offset;
  context.scratch_bytes = context.step.kernel == kMoteNoKernel ? 0 : ScratchOf(program, context.step);
  mote_linked.steps[static_cast<uint32_t>(context.step.kind)](context);
  frame.at += context.step.length;
  return true;
}

mote_status Run(mote_instance& instance, uint32_t budget) {
  if (!instance.running) {
    if (const mote_status status = Unbound(instance); status.code != MOTE_OK) return status;
    instance.depth = 0;
    instance.steps = 0;
    instance.running = true;
    Push(instance, instance.entry.block);
  }
  for (uint32_t done = 0;;) {
    while (instance.depth > 0 && instance.frames[instance.depth - 1].at == instance.frames[instance.depth - 1].end) --instance.depth;
    if (instance.depth == 0) break;
    if (budget != 0 && done++ == budget) return {MOTE_MORE, 0, 0};
    if (instance.entry.step_budget != 0 && instance.steps++ == instance.entry.step_budget) {
      instance.running = false;
      return Fail(Site::kStepBudget);
    }
    if (!Step(instance)) {
      instance.running = false;
      return Fail(Site::kCallDepth);
    }
  }
  instance.running = false;
  return Done();
}

}  // namespace
}  // namespace mote::runtime

extern "C" mote_status mote_run(mote_instance* instance, uint32_t budget) {
  if (instance == nullptr) return mote::runtime::Fail(mote::runtime::Site::kNullArgument);
  return mote::runtime::Run(*instance, budget);
}
