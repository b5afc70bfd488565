// The public functions of an instance on a Vulkan device.
#include "vulkan/instance.h"

#include <string.h>

using namespace mote::runtime;
using mote::vulkan::Allocate;
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
                                        mote_vulkan_instance** instance) {
  if (!instance) return Failure(MOTE_INVALID_ARGUMENT, Site::kVulkanArgument, 0);
  *instance = nullptr;
  if (!device || !program || entry >= mote_entry_count(program)) return Failure(MOTE_INVALID_ARGUMENT, Site::kVulkanArgument, entry);
  if (!program->device) return Failure(MOTE_NO_VARIANT, Site::kVulkanArgument, 0);
  if (!program->trusted) return Failure(MOTE_NOT_ALLOWED, Site::kVulkanUntrusted, 0);
  mote_vulkan_instance* made = Allocate<mote_vulkan_instance>(1);
  if (!made) return Failure(MOTE_OUT_OF_MEMORY, Site::kVulkanHostMemory, 1);
  const mote_status status = mote::vulkan::Translate(device, *program, entry, made);
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
  Release(instance->actions);
  Release(instance->blocks);
  Release(instance->branches);
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

mote_status mote_vulkan_run(mote_vulkan_instance* instance) {
  if (!instance) return Failure(MOTE_INVALID_ARGUMENT, Site::kVulkanArgument, 0);
  return mote::vulkan::RunActions(instance);
}

mote_status mote_vulkan_read_output(mote_vulkan_instance* instance, uint32_t number, void* data, size_t size) {
  const uint8_t* at = TensorData(instance, true, number, size);
  if (!at || (!data && size)) return Failure(MOTE_INVALID_ARGUMENT, Site::kVulkanTensorSize, number);
  if (const mote_status status = RecordingSettle(&instance->recording); status.code != MOTE_OK) return status;
  if (size) memcpy(data, at, size);
  return Done();
}

}  // extern "C"
