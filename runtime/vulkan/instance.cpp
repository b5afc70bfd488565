// The public functions of an instance on a Vulkan device.
#include "vulkan/instance.h"

#include <string.h>

using namespace mote::runtime;
using mote::vulkan::Allocate;
using mote::vulkan::Done;
using mote::vulkan::Failure;
using mote::vulkan::kInputs;
using mote::vulkan::kOutputs;
using mote::vulkan::Release;

namespace {

// The host's copy of a tensor; null when the number or the size is wrong.
uint8_t* TensorData(mote_vulkan_instance* instance, bool output, uint32_t number, size_t size) {
  if (!instance || number >= (output ? instance->outputs : instance->inputs)) return nullptr;
  const uint32_t i = output ? instance->inputs + number : number;
  if (instance->tensor_bytes[i] != size) return nullptr;
  return RecordingHost(&instance->recording, output ? kOutputs : kInputs) + instance->tensor_offsets[i];
}

}  // namespace

extern "C" {

mote_status mote_vulkan_instance_create(mote_vulkan_device* device, const mote_program* program, uint32_t entry,
                                        mote_vulkan_instance* state_of, mote_vulkan_instance** instance) {
  if (!instance) return Failure(MOTE_INVALID_ARGUMENT, Site::kVulkanArgument, 0);
  *instance = nullptr;
  if (!device || !program || entry >= mote_entry_count(program)) return Failure(MOTE_INVALID_ARGUMENT, Site::kVulkanArgument, entry);
  if (!program->device) return Failure(MOTE_NO_VARIANT, Site::kVulkanArgument, 0);
  if (!program->trusted) return Failure(MOTE_NOT_ALLOWED, Site::kVulkanUntrusted, 0);
  const bool shared = !state_of || (state_of->host.program == program && state_of->recording.device == device);
  if (!shared) return Failure(MOTE_INVALID_ARGUMENT, Site::kVulkanState, 0);
  mote_vulkan_instance* made = Allocate<mote_vulkan_instance>(1);
  if (!made) return Failure(MOTE_OUT_OF_MEMORY, Site::kVulkanHostMemory, 1);
  mote_status status = mote::vulkan::Translate(device, *program, entry, state_of, made);
  if (status.code == MOTE_OK && !state_of) status = mote_vulkan_clear_state(made);
  if (status.code == MOTE_OK) {
    mote::vulkan::KeepPipelines(device);
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
  Release(instance->host.tensors);
  Release(instance->host.scratch);
  Release(instance->submissions);
  Release(instance->pending);
  Release(instance);
}

mote_status mote_vulkan_write_input(mote_vulkan_instance* instance, uint32_t number, const void* data, size_t size) {
  uint8_t* at = TensorData(instance, false, number, size);
  if (!at || (!data && size)) return Failure(MOTE_INVALID_ARGUMENT, Site::kVulkanTensorSize, number);
  if (const mote_status status = RecordingSettle(&instance->recording); status.code != MOTE_OK) return status;
  if (size) memcpy(at, data, size);
  return Done();
}

mote_status mote_vulkan_run(mote_vulkan_instance* instance, uint64_t budget) {
  if (!instance) return Failure(MOTE_INVALID_ARGUMENT, Site::kVulkanArgument, 0);
  if (instance->host.state == kIdle) {
    instance->waiting = 0;
    if (const mote_status status = mote::vulkan::Submit(instance, 0); status.code != MOTE_OK) return status;
  }
  return mote_run(&instance->host, budget);
}

mote_status mote_vulkan_complete(mote_vulkan_instance* instance, mote_code result) {
  return mote_complete(instance ? &instance->host : nullptr, result);
}

mote_status mote_vulkan_set_transport(mote_vulkan_instance* instance, const mote_transport* transport) {
  return mote_set_transport(instance ? &instance->host : nullptr, transport);
}

mote_status mote_vulkan_clear_state(mote_vulkan_instance* instance) {
  if (!instance) return Failure(MOTE_INVALID_ARGUMENT, Site::kVulkanArgument, 0);
  if (instance->host.program->state_bytes == 0) return Done();
  return mote::vulkan::RecordingRun(&instance->recording, &instance->clear_segment, 1);
}

void mote_vulkan_steps(const mote_vulkan_instance* instance, uint32_t* device, uint32_t* host) {
  *device = instance->device_steps + instance->exchange_steps;
  *host = instance->host_steps;
}

mote_status mote_vulkan_read_output(mote_vulkan_instance* instance, uint32_t number, void* data, size_t size) {
  const uint8_t* at = TensorData(instance, true, number, size);
  if (!at || (!data && size)) return Failure(MOTE_INVALID_ARGUMENT, Site::kVulkanTensorSize, number);
  if (const mote_status status = RecordingSettle(&instance->recording); status.code != MOTE_OK) return status;
  if (size) memcpy(data, at, size);
  return Done();
}

}  // extern "C"
