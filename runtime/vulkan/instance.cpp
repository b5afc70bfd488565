// A program's Vulkan variant as a Recording: views become places in the four buffers, steps become launches and copies.
#include <string.h>

#include "core/program.h"
#include "vulkan/recording.h"

using namespace mote::runtime;
using mote::vulkan::Allocate;
using mote::vulkan::BlockBytes;
using mote::vulkan::Failure;
using mote::vulkan::kArena;
using mote::vulkan::kBindings;
using mote::vulkan::kConstants;
using mote::vulkan::kInputs;
using mote::vulkan::kOutputs;
using mote::vulkan::Launch;
using mote::vulkan::Place;
using mote::vulkan::Recording;
using mote::vulkan::Release;

struct mote_vulkan_instance {
  Recording recording;
  uint64_t* tensor_offsets;  // inputs, then outputs, in their buffers
  uint64_t* tensor_bytes;
  uint32_t inputs, outputs;
};

namespace {

constexpr uint64_t kTensorUnit = 256;
constexpr uint32_t kFeatureCounts = 1u << 8;  // schema/program.fbs

class Translator {
 public:
  Translator(mote_vulkan_device* device, const mote_program& program, mote_vulkan_instance* instance)
      : device_(device), program_(program), instance_(instance) {}
  ~Translator() {
    Release(kernels_);
    Release(places_);
    Release(counts_);
  }

  mote_status Translate(uint32_t entry_number) {
    const EntryInfo entry = EntryOf(program_, entry_number);
    MOTE_TRY(PlaceTensors(entry));
    MOTE_TRY(FindRoom(BlockOf(program_, entry.block)));
    MOTE_TRY(ReadKernels());
    const uint64_t sizes[kBindings] = {program_.constants_bytes, program_.arena_bytes, input_bytes_, output_bytes_};
    Recording* recording = &instance_->recording;
    MOTE_TRY(RecordingCreate(device_, sizes, blocks_bytes_, kernels_, kernel_count_, recording));
    if (program_.constants_bytes) memcpy(RecordingHost(recording, kConstants), program_.constants, program_.constants_bytes);
    MOTE_TRY(RecordSteps(BlockOf(program_, entry.block)));
    return RecordingFinish(recording);
  }

 private:
  mote_status PlaceTensors(const EntryInfo& entry) {
    mote_vulkan_instance* in = instance_;
    in->inputs = entry.inputs;
    in->outputs = entry.outputs;
    in->tensor_offsets = Allocate<uint64_t>(size_t{entry.inputs} + entry.outputs);
    in->tensor_bytes = Allocate<uint64_t>(size_t{entry.inputs} + entry.outputs);
    if (!in->tensor_offsets || !in->tensor_bytes) return Failure(MOTE_OUT_OF_MEMORY, Site::kVulkanHostMemory, 0);
    for (uint32_t i = 0; i < entry.inputs + entry.outputs; ++i) {
      const bool output = i >= entry.inputs;
      mote_tensor tensor = {};
      if (!TensorOf(program_, entry, output, output ? i - entry.inputs : i, &tensor)) return Failure(MOTE_MALFORMED, Site::kVulkanTensorSize, i);
      uint64_t& end = output ? output_bytes_ : input_bytes_;
      in->tensor_offsets[i] = end;
      in->tensor_bytes[i] = tensor.bytes;
      end += (tensor.bytes + kTensorUnit - 1) / kTensorUnit * kTensorUnit;
    }
    return Done();
  }

  // The most operands of a step, and what parameter blocks need in all.
  mote_status FindRoom(BlockRange block) {
    uint32_t most = 1;
    MOTE_TRY(ForEachStep(block, [&](const StepView& step) {
      if (step.kind != StepKind::kLaunch && step.kind != StepKind::kCopy) {
        return Failure(MOTE_MISSING_FEATURE, Site::kVulkanStepKind, static_cast<uint32_t>(step.kind));
      }
      most = step.operands > most ? step.operands : most;
      return Done();
    }));
    places_ = Allocate<Place>(most);
    counts_ = Allocate<uint32_t>(most);
    if (!places_ || !counts_) return Failure(MOTE_OUT_OF_MEMORY, Site::kVulkanHostMemory, most);
    return ForEachStep(block, [&](const StepView& step) {
      if (step.kind == StepKind::kLaunch) blocks_bytes_ += BlockBytes(LaunchOf(step));
      return Done();
    });
  }

  mote_status ReadKernels() {
    kernel_count_ = program_.kernels.count;
    kernels_ = Allocate<mote::vulkan::KernelCode>(kernel_count_);
    if (!kernels_) return Failure(MOTE_OUT_OF_MEMORY, Site::kVulkanHostMemory, kernel_count_);
    for (uint32_t k = 0; k < kernel_count_; ++k) {
      const KernelInfo info = KernelOf(program_, k);
      if (info.spirv_offset == 0) return Failure(MOTE_MISSING_FEATURE, Site::kVulkanFeature, k);
      const uint32_t* words = reinterpret_cast<const uint32_t*>(program_.file + info.spirv_offset);
      kernels_[k] = {words, info.spirv_bytes, info.local_size, info.points, info.features};
    }
    return Done();
  }

  mote_status RecordSteps(BlockRange block) {
    return ForEachStep(block, [&](const StepView& step) {
      const bool barrier = (step.flags & kMoteStepFlagBarrier) != 0;
      if (step.kind == StepKind::kCopy) {
        return RecordCopy(&instance_->recording, PlaceOf(step.operand(0)), PlaceOf(step.operand(1)), barrier);
      }
      return RecordLaunch(&instance_->recording, LaunchOf(step));
    });
  }

  template <typename Visit>
  mote_status ForEachStep(BlockRange block, Visit visit) {
    const uint32_t* words = program_.words + block.first;
    for (uint32_t left = block.count; left > 0;) {
      StepView step;
      if (!ReadStep(words, left, &step)) return Failure(MOTE_MALFORMED, Site::kVulkanStepKind, block.count - left);
      MOTE_TRY(visit(step));
      words += step.length;
      left -= step.length;
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
    launch.counts = (KernelOf(program_, step.kernel).features & kFeatureCounts) ? counts_ : nullptr;
    launch.domain = step.params[0];
    launch.params = step.params + 1;
    launch.param_count = step.param_count - 1;
    launch.barrier = (step.flags & kMoteStepFlagBarrier) != 0;
    return launch;
  }

  mote_vulkan_device* device_;
  const mote_program& program_;
  mote_vulkan_instance* instance_;
  uint64_t input_bytes_ = 0, output_bytes_ = 0, blocks_bytes_ = 0;
  mote::vulkan::KernelCode* kernels_ = nullptr;
  uint32_t kernel_count_ = 0;
  Place* places_ = nullptr;
  uint32_t* counts_ = nullptr;
};

// The host's copy of a tensor; null when the number or the size is wrong.
uint8_t* TensorData(mote_vulkan_instance* instance, bool output, uint32_t number, size_t size) {
  if (!instance || number >= (output ? instance->outputs : instance->inputs)) return nullptr;
  const uint32_t i = output ? instance->inputs + number : number;
  if (instance->tensor_bytes[i] != size) return nullptr;
  return RecordingHost(&instance->recording, output ? kOutputs : kInputs) + instance->tensor_offsets[i];
}

}  // namespace

extern "C" {

mote_status mote_vulkan_instance_create(mote_vulkan_device* device, const mote_program* program, uint32_t entry, mote_vulkan_instance** instance) {
  if (!instance) return Failure(MOTE_INVALID_ARGUMENT, Site::kVulkanArgument, 0);
  *instance = nullptr;
  if (!device || !program || entry >= mote_entry_count(program)) return Failure(MOTE_INVALID_ARGUMENT, Site::kVulkanArgument, entry);
  if (!program->device) return Failure(MOTE_NO_VARIANT, Site::kVulkanArgument, 0);
  mote_vulkan_instance* made = Allocate<mote_vulkan_instance>(1);
  if (!made) return Failure(MOTE_OUT_OF_MEMORY, Site::kVulkanHostMemory, 0);
  const mote_status status = Translator(device, *program, made).Translate(entry);
  if (status.code == MOTE_OK) {
    *instance = made;
  } else {
    mote_vulkan_instance_destroy(made);
  }
  return status;
}

void mote_vulkan_instance_destroy(mote_vulkan_instance* instance) {
  if (!instance) return;
  RecordingDestroy(&instance->recording);
  Release(instance->tensor_offsets);
  Release(instance->tensor_bytes);
  Release(instance);
}

mote_status mote_vulkan_write_input(mote_vulkan_instance* instance, uint32_t number, const void* data, size_t size) {
  uint8_t* at = TensorData(instance, false, number, size);
  if (!at || (!data && size)) return Failure(MOTE_INVALID_ARGUMENT, Site::kVulkanTensorSize, number);
  if (size) memcpy(at, data, size);
  return Done();
}

mote_status mote_vulkan_run(mote_vulkan_instance* instance) {
  if (!instance) return Failure(MOTE_INVALID_ARGUMENT, Site::kVulkanArgument, 0);
  return RecordingRun(&instance->recording);
}

mote_status mote_vulkan_read_output(mote_vulkan_instance* instance, uint32_t number, void* data, size_t size) {
  const uint8_t* at = TensorData(instance, true, number, size);
  if (!at || (!data && size)) return Failure(MOTE_INVALID_ARGUMENT, Site::kVulkanTensorSize, number);
  if (size) memcpy(data, at, size);
  return Done();
}

}  // extern "C"
