// Goes through the blocks of a program on the host: device work is submitted in one go up to where the host needs to know what it decides
// by.
#include "core/step_work.h"
#include "vulkan/instance.h"

namespace mote::vulkan {
namespace {

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
        work_ = runtime::AddWork(work_, action.work);
        MOTE_TRY(Submit(action.first));
        ++frame.at;
      } else {
        MOTE_TRY(action.kind == Action::kWhile ? While(frame, action) : Conditional(frame, action));
      }
      if (in_->step_budget != 0 && work_ > in_->step_budget) return runtime::Fail(Site::kStepBudget);
    }
    if (submitted_ != in_->last_segment) MOTE_TRY(Submit(in_->last_segment));
    return Flush();
  }

 private:
  mote_status Enter(uint32_t block) {
    const ActionRange range = in_->blocks[block];
    frames_[depth_++] = {range.first, range.first + range.count, 0};
    return Done();
  }

  // A segment may not wait twice; no compiler's program would make it.
  mote_status Submit(uint32_t segment) {
    for (uint32_t i = 0; i < waiting_; ++i) {
      if (in_->pending[i] == segment) {
        MOTE_TRY(Flush());
        break;
      }
    }
    in_->pending[waiting_++] = submitted_ = segment;
    return Done();
  }

  mote_status Flush() {
    const uint32_t count = waiting_;
    waiting_ = 0;
    return RecordingRun(&in_->recording, in_->pending, count);
  }

  mote_status Decide(const Action& action) {
    work_ = runtime::AddWork(work_, 1);
    MOTE_TRY(Submit(action.flag));
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
  Frame frames_[kMoteMaxLevel + 1] = {};
  uint32_t depth_ = 0, waiting_ = 0, submitted_ = UINT32_MAX;
  uint64_t work_ = 0;
};

}  // namespace

mote_status RunActions(mote_vulkan_instance* instance) { return Run(instance).All(); }

}  // namespace mote::vulkan
