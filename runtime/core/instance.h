// The inside of an instance: where its spaces lie, and where the executor stands. For the executor and the steps it calls.
#ifndef MOTE_CORE_INSTANCE_H_
#define MOTE_CORE_INSTANCE_H_

#include "core/program.h"
#include "mote/instance.h"

namespace mote::runtime {

inline constexpr uint32_t kMostFrames = kMoteMaxLevel + 1;

// A block that is being run. `phase` belongs to the step at `at` when it calls blocks (executor.cpp).
struct Frame {
  uint32_t at, end;  // words
  uint8_t phase;
};

}  // namespace mote::runtime

struct mote_instance {
  const mote_program* program;
  mote::runtime::EntryInfo entry;
  uint8_t* arena;
  uint8_t* state;
  mote_threads threads;
  bool running;
  uint32_t depth;
  uint64_t work;   // of this run so far, where it is counted
  mote::runtime::Frame frames[mote::runtime::kMostFrames];
  uint8_t** tensors;  // of the caller: inputs, then outputs
};

namespace mote::runtime {

// Where a view starts. Inputs and outputs must be bound.
inline uint8_t* PlaceOf(const mote_instance& instance, const ViewInfo& view) {
  switch (view.space) {
    case kMoteConstant: return const_cast<uint8_t*>(instance.program->constants) + view.offset;
    case kMoteState: return instance.state + view.offset;
    case kMoteInput: return instance.tensors[view.number] + view.offset;
    case kMoteOutput: return instance.tensors[instance.entry.inputs + view.number] + view.offset;
    default: return instance.arena + view.offset;
  }
}

// What a step is run with.
struct StepContext {
  const mote_instance* instance;
  StepView step;
  uint8_t* scratch;
  uint32_t scratch_bytes;

  ViewInfo view(uint32_t operand) const { return ViewOf(*instance->program, step.operand(operand)); }
  uint8_t* place(uint32_t operand) const { return PlaceOf(*instance, view(operand)); }
};

using StepFunction = void (*)(const StepContext& context);

}  // namespace mote::runtime

#endif
