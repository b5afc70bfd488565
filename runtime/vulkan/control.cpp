// Goes through the blocks of a program on the host: device work is submitted in one go up to where the host needs to know what it decides by.
#include "vulkan/instance.h"

namespace mote::vulkan {
namespace {

constexpr uint32_t kMostFrames = 16;  // as the CPU's executor

struct Frame {
  uint32_t at, end;
  uint32_t phase;  // of the control action at `at`
};

class Run {
 public:
  explicit Run(mote_vulkan_instance* instance) : in_(instance) {}

  mote_status All() {
    MOTE_TRY(Enter(in_->entry_block));
    while (depth_ > 0) {
      Frame& frame = frames_[depth_ - 1];
      if (frame.at == frame.end) {
        --depth_;
        continue;
      }
      const Action& action = in_->actions[frame.at];
      if (action.kind == Action::kSegment) {
        MOTE_TRY(Submit(action.first, action.second));
        ++frame.at;
      } else {
        MOTE_TRY(action.kind == Action::kWhile ? While(frame, action) : Conditional(frame, action));
      }
      if (in_->step_budget != 0 && steps_ > in_->step_budget) return runtime::Fail(Site::kStepBudget);
    }
    if (submitted_ != in_->last_segment) MOTE_TRY(Submit(in_->last_segment, 0));
    return Flush();
  }

 private:
  mote_status Enter(uint32_t block) {
    if (depth_ == kMostFrames) return runtime::Fail(Site::kCallDepth);
    const ActionRange range = in_->blocks[block];
    frames_[depth_++] = {range.first, range.first + range.count, 0};
    return Done();
  }

  // A segment may not wait twice; no compiler's program would make it.
  mote_status Submit(uint32_t segment, uint32_t steps) {
    for (uint32_t i = 0; i < waiting_; ++i) {
      if (in_->pending[i] == segment) {
        MOTE_TRY(Flush());
        break;
      }
    }
    in_->pending[waiting_++] = submitted_ = segment;
    steps_ += steps;
    return Done();
  }

  mote_status Flush() {
    const uint32_t count = waiting_;
    waiting_ = 0;
    return RecordingRun(&in_->recording, in_->pending, count);
  }

  mote_status Decide(const Action& action) {
    MOTE_TRY(Submit(action.flag, 1));
    return Flush();
  }

  // Phases: 0 not begun, 1 the condition has been entered, 2 the body has.
  mote_status While(Frame& frame, const Action& action) {
    if (frame.phase != 1) {
      frame.phase = 1;
      return Enter(action.first);
    }
    MOTE_TRY(Decide(action));
    if (*RecordingFlag(&in_->recording) != 0) {
      frame.phase = 2;
      return Enter(action.second);
    }
    frame.phase = 0;
    ++frame.at;
    return Done();
  }

  mote_status Conditional(Frame& frame, const Action& action) {
    if (frame.phase == 1) {
      frame.phase = 0;
      ++frame.at;
      return Done();
    }
    MOTE_TRY(Decide(action));
    const uint8_t* flag = RecordingFlag(&in_->recording);
    uint32_t branch = action.predicate ? (*flag == 0 ? 1 : 0) : *reinterpret_cast<const uint32_t*>(flag);
    if (branch >= action.second) branch = action.second - 1;
    frame.phase = 1;
    return Enter(in_->branches[action.first + branch]);
  }

  mote_vulkan_instance* in_;
  Frame frames_[kMostFrames] = {};
  uint32_t depth_ = 0, waiting_ = 0, submitted_ = UINT32_MAX;
  uint64_t steps_ = 0;
};

}  // namespace

mote_status RunActions(mote_vulkan_instance* instance) { return Run(instance).All(); }

}  // namespace mote::vulkan
