// A program's Vulkan variant as a Recording and actions: views become places in the four buffers, steps become launches and copies, runs of
// them between decisions become segments.
#include <string.h>

#include "core/step_work.h"
#include "vulkan/instance.h"

namespace mote::vulkan {
namespace {

using namespace mote::runtime;

constexpr uint64_t kTensorUnit = 256;

class Translator {
 public:
  Translator(mote_vulkan_device* device, const mote_program& program, mote_vulkan_instance* instance)
      : device_(device), program_(program), instance_(instance) {}
  ~Translator() {
    Release(shaders_);
    Release(places_);
    Release(counts_);
    Release(reached_);
  }

  mote_status Translate(uint32_t entry_number) {
    const EntryInfo entry = EntryOf(program_, entry_number);
    instance_->entry_block = entry.block;
    instance_->step_budget = entry.step_budget;
    MOTE_TRY(PlaceTensors(entry));
    MOTE_TRY(ChooseShaders());
    MOTE_TRY(FindRoom(entry.block));
    const uint64_t sizes[kBindings] = {program_.constants_bytes, program_.arena_bytes, input_bytes_, output_bytes_};
    Recording* recording = &instance_->recording;
    MOTE_TRY(RecordingCreate(device_, sizes, blocks_bytes_, shaders_, program_.kernels.count, segment_room_, recording));
    if (program_.constants_bytes) memcpy(RecordingHost(recording, kConstants), program_.constants, program_.constants_bytes);
    open_ = true;  // segment 0, with what the host wrote
    instance_->actions[action_count_++] = {Action::kSegment, 0, 0, 0, false, 0};
    MOTE_TRY(RecordBlock(entry.block, 0));
    if (!open_) MOTE_TRY(RecordingSplit(recording));
    RecordDownloads(recording);
    instance_->last_segment = recording->segment;
    for (uint32_t i = 0; i < reached_count_; ++i) {
      open_ = false;
      if (reached_[i] != entry.block) MOTE_TRY(RecordBlock(reached_[i], action_count_));
    }
    return RecordingFinish(recording);
  }

 private:
  mote_status PlaceTensors(const EntryInfo& entry) {
    mote_vulkan_instance* in = instance_;
    in->inputs = entry.inputs;
    in->outputs = entry.outputs;
    in->tensor_offsets = Allocate<uint64_t>(size_t{entry.inputs} + entry.outputs);
    in->tensor_bytes = Allocate<uint64_t>(size_t{entry.inputs} + entry.outputs);
    if (!in->tensor_offsets || !in->tensor_bytes) return Failure(MOTE_OUT_OF_MEMORY, Site::kVulkanHostMemory, entry.inputs + entry.outputs);
    for (uint32_t i = 0; i < entry.inputs + entry.outputs; ++i) {
      const bool output = i >= entry.inputs;
      mote_tensor tensor = {};
      if (!TensorOf(program_, entry, output, output ? i - entry.inputs : i, &tensor)) {
        return Failure(MOTE_MALFORMED, Site::kVulkanTensorSize, i);
      }
      uint64_t& end = output ? output_bytes_ : input_bytes_;
      in->tensor_offsets[i] = end;
      in->tensor_bytes[i] = tensor.bytes;
      end += (tensor.bytes + kTensorUnit - 1) / kTensorUnit * kTensorUnit;
    }
    return Done();
  }

  // The blocks that the entry reaches, the most operands of a step, what parameter blocks need, and how many actions and segments there
  // are.
  mote_status FindRoom(uint32_t entry_block) {
    reached_ = Allocate<uint32_t>(size_t{program_.block_count} * 2);  // the list, then a mark for each block
    if (!reached_) return Failure(MOTE_OUT_OF_MEMORY, Site::kVulkanHostMemory, program_.block_count);
    Reach(entry_block);
    uint32_t most = 1, actions = 1, branches = 0;
    segment_room_ = 2;
    for (uint32_t i = 0; i < reached_count_; ++i) {
      MOTE_TRY(ForEachStep(BlockOf(program_, reached_[i]), [&](const StepView& step) {
        most = step.operands > most ? step.operands : most;
        for (uint32_t o = 0; o < step.operands; ++o) {
          const uint32_t view = step.operand(o);
          if (ViewOf(program_, view).space > kMoteOutput) return Failure(MOTE_MISSING_FEATURE, Site::kVulkanSpace, view);
        }
        ++actions;  // at most one a step, and a segment behind each decision
        if (step.kind == StepKind::kWhile || step.kind == StepKind::kConditional) {
          segment_room_ += 2;
          const bool loop = step.kind == StepKind::kWhile;
          branches += loop ? 0 : step.param_count;
          for (uint32_t b = 0; b < (loop ? 2 : step.param_count); ++b) Reach(loop ? step.fields[b] : step.params[b]);
        } else if (step.kind != StepKind::kLaunch && step.kind != StepKind::kCopy) {
          return Failure(MOTE_MISSING_FEATURE, Site::kVulkanStepKind, static_cast<uint32_t>(step.kind));
        }
        return Done();
      }));
      ++segment_room_;
    }
    places_ = Allocate<Place>(most);
    counts_ = Allocate<uint32_t>(most);
    instance_->actions = Allocate<Action>(actions);
    instance_->blocks = Allocate<ActionRange>(program_.block_count);
    instance_->branches = Allocate<uint32_t>(branches + 1);
    instance_->pending = Allocate<uint32_t>(segment_room_);
    const bool all = places_ && counts_ && instance_->actions && instance_->blocks && instance_->branches && instance_->pending;
    if (!all) return Failure(MOTE_OUT_OF_MEMORY, Site::kVulkanHostMemory, actions);
    for (uint32_t i = 0; i < reached_count_; ++i) {
      MOTE_TRY(ForEachStep(BlockOf(program_, reached_[i]), [&](const StepView& step) {
        if (step.kind == StepKind::kLaunch) blocks_bytes_ += BlockBytes(LaunchOf(step));
        return Done();
      }));
    }
    return Done();
  }

  void Reach(uint32_t block) {
    uint32_t& mark = reached_[program_.block_count + block];
    if (mark) return;
    mark = 1;
    reached_[reached_count_++] = block;
  }

  mote_status ChooseShaders() {
    const uint32_t count = program_.kernels.count;
    shaders_ = Allocate<Shader>(count);
    if (!shaders_) return Failure(MOTE_OUT_OF_MEMORY, Site::kVulkanHostMemory, count);
    for (uint32_t k = 0; k < count; ++k) MOTE_TRY(ChooseShader(*device_, program_, k, &shaders_[k]));
    return Done();
  }

  // `first`: of the block's actions; what is open belongs to it.
  mote_status RecordBlock(uint32_t block, uint32_t first) {
    MOTE_TRY(ForEachStep(BlockOf(program_, block), [&](const StepView& step) {
      if (step.kind == StepKind::kWhile || step.kind == StepKind::kConditional) return RecordDecision(step);
      if (!open_) {
        MOTE_TRY(RecordingSplit(&instance_->recording));
        instance_->actions[action_count_++] = {Action::kSegment, instance_->recording.segment, 0, 0, false, 0};
        open_ = true;
      }
      uint64_t& work = instance_->actions[action_count_ - 1].work;
      work = AddWork(work, WorkOf(program_, step));
      const bool barrier = (step.flags & kMoteStepFlagBarrier) != 0;
      if (step.kind == StepKind::kCopy) {
        return RecordCopy(&instance_->recording, PlaceOf(step.operand(0)), PlaceOf(step.operand(1)), barrier);
      }
      return RecordLaunch(&instance_->recording, LaunchOf(step));
    }));
    instance_->blocks[block] = {first, action_count_ - first};
    return Done();
  }

  // What decides is read in a segment of its own.
  mote_status RecordDecision(const StepView& step) {
    MOTE_TRY(RecordingSplit(&instance_->recording));
    MOTE_TRY(RecordFlag(&instance_->recording, PlaceOf(step.operand(0))));
    open_ = false;
    Action& action = instance_->actions[action_count_++];
    action.flag = instance_->recording.segment;
    if (step.kind == StepKind::kWhile) {
      action = {Action::kWhile, step.fields[0], step.fields[1], action.flag, false, 0};
      return Done();
    }
    action = {Action::kConditional, branch_count_, step.param_count, action.flag, ViewOf(program_, step.operand(0)).bytes == 1, 0};
    for (uint32_t b = 0; b < step.param_count; ++b) instance_->branches[branch_count_++] = step.params[b];
    return Done();
  }

  template <typename Visit>
  mote_status ForEachStep(BlockRange block, Visit visit) {
    const uint32_t end = block.first + block.count;
    StepView step;
    for (uint32_t at = block.first; at < end; at += step.length) {
      if (!ReadStep(program_, at, end, &step)) return Failure(MOTE_MALFORMED, Site::kStepLength, at);
      MOTE_TRY(visit(step));
    }
    return Done();
  }

  Place PlaceOf(uint32_t number) const {
    const ViewInfo view = ViewOf(program_, number);
    uint64_t base = 0;
    if (view.space == kMoteInput) base = instance_->tensor_offsets[view.number];
    if (view.space == kMoteOutput) base = instance_->tensor_offsets[instance_->inputs + view.number];
    return {view.space, base + view.offset, view.bytes};
  }

  Launch LaunchOf(const StepView& step) {
    Launch launch = {};
    launch.kernel = step.kernel;
    launch.operand_count = step.operands;
    for (uint32_t i = 0; i < step.operands; ++i) {
      const ViewInfo view = ViewOf(program_, step.operand(i));
      places_[i] = PlaceOf(step.operand(i));
      const uint32_t bytes = ElementOf(view.type).bytes;
      counts_[i] = bytes ? view.bytes / bytes : 0;
    }
    launch.operands = places_;
    const runtime::KernelCode code = KernelCodeOf(program_, step.kernel);
    launch.counts = code.checked ? counts_ : nullptr;
    launch.domain = DomainOf(code, step.params, shaders_[step.kernel].tiles);
    launch.params = step.params;
    launch.param_count = step.param_count;
    launch.barrier = (step.flags & kMoteStepFlagBarrier) != 0;
    return launch;
  }

  mote_vulkan_device* device_;
  const mote_program& program_;
  mote_vulkan_instance* instance_;
  uint64_t input_bytes_ = 0, output_bytes_ = 0, blocks_bytes_ = 0;
  Shader* shaders_ = nullptr;  // of kernels
  uint32_t segment_room_ = 0, action_count_ = 0, branch_count_ = 0, reached_count_ = 0;
  bool open_ = false;  // a segment takes the next step
  Place* places_ = nullptr;
  uint32_t* counts_ = nullptr;
  uint32_t* reached_ = nullptr;
};

}  // namespace

mote_status Translate(mote_vulkan_device* device, const mote_program& program, uint32_t entry, mote_vulkan_instance* instance) {
  return Translator(device, program, instance).Translate(entry);
}

}  // namespace mote::vulkan
