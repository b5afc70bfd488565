// The public functions of an instance on a Vulkan device.
#include "vulkan/instance.h"

#include <string.h>

#include "vulkan/probes.h"

using namespace mote::runtime;
using namespace mote::vulkan;

namespace {

// The host's copy of a tensor; null when the number or the size is wrong.
uint8_t* TensorData(mote_vulkan_instance* instance, bool output, uint32_t number, size_t size) {
  if (!instance->ready || number >= (output ? instance->outputs : instance->inputs)) return nullptr;
  const uint32_t i = output ? instance->inputs + number : number;
  if (instance->tensor_bytes[i] != size) return nullptr;
  return RecordingHost(&instance->recording, output ? kOutputs : kInputs) + instance->tensor_offsets[i];
}

// Copies to or from the host's copy of a tensor, once it is settled.
mote_status CopyTensor(mote_vulkan_instance* instance, bool output, uint32_t number, uint8_t* out, const uint8_t* in, size_t size) {
  if (!instance) return Failure(MOTE_INVALID_ARGUMENT, Site::kVulkanTensorSize, number);
  if (!instance->ready) return Failure(MOTE_DEVICE_LOST, Site::kVulkanLost, 0);
  uint8_t* at = TensorData(instance, output, number, size);
  if (!at || (!out && !in && size)) return Failure(MOTE_INVALID_ARGUMENT, Site::kVulkanTensorSize, number);
  if (!instance->on_cpu) MOTE_TRY(RecordingSettle(&instance->recording));
  if (size) memcpy(out ? out : at, out ? at : in, size);
  return Done();
}

// Null takes the binding away.
mote_status BindTensor(mote_vulkan_instance* in, bool output, uint32_t number, const mote_vulkan_buffer* buffer) {
  if (!in || number >= (output ? in->outputs : in->inputs)) return Failure(MOTE_INVALID_ARGUMENT, Site::kVulkanTensorSize, number);
  if (!in->ready || in->on_cpu) return Failure(MOTE_DEVICE_LOST, Site::kVulkanLost, 0);
  const uint32_t i = output ? in->inputs + number : number;
  if (buffer) {
    const bool fits = buffer->buffer && buffer->offset <= buffer->size && in->tensor_bytes[i] <= buffer->size - buffer->offset;
    if (!fits) return Failure(MOTE_INVALID_ARGUMENT, Site::kVulkanBuffer, number);
  }
  if (in->host.state != kIdle) return Failure(MOTE_INVALID_ARGUMENT, Site::kVulkanArgument, number);
  MOTE_TRY(RecordingSettle(&in->recording));
  if (!in->foreign) in->foreign = Allocate<Foreign>(size_t{in->inputs} + in->outputs);
  if (!in->foreign) return Failure(MOTE_OUT_OF_MEMORY, Site::kVulkanHostMemory, in->inputs + in->outputs);
  in->foreign[i] = buffer ? Foreign{FromNumber<VkBuffer>(buffer->buffer), buffer->offset} : Foreign{};
  return RecordEnds(&in->recording, TensorsOf(*in));
}

mote_status Run(mote_vulkan_instance* in, uint64_t budget) {
  if (!in->ready) return Failure(MOTE_DEVICE_LOST, Site::kVulkanLost, 0);
  if (in->on_cpu) return mote_run(&in->host, budget);
  if (in->host.state == kIdle) {
    if (in->origin.device->facts.lost) return RunOnCpuInstead(in, Failure(MOTE_DEVICE_LOST, Site::kVulkanLost, 0), budget);
    in->waiting = 0;
    in->waiting_work = 0;
    if (in->recording.enters) MOTE_TRY(Submit(in, EnterOf(in->recording)));
    MOTE_TRY(Submit(in, 0));
  }
  const mote_status status = mote_run(&in->host, budget);
  return status.code == MOTE_DEVICE_LOST ? RunOnCpuInstead(in, status, budget) : status;
}

}  // namespace

namespace mote::vulkan {

mote_status Build(mote_vulkan_instance* in) {
  const uint8_t* first = nullptr;
  MOTE_TRY(Calibrate(in->origin.device));
  MOTE_TRY(FindingsOf(in, &first));
  MOTE_TRY(Translate(in, first, false));
  DropConstants(in->origin.device);  // the self-test's, where they are not the instance's
  in->ready = true;
  return in->origin.state_of ? Done() : ClearState(in);
}

void TearDown(mote_vulkan_instance* in) {
  RecordingDestroy(&in->recording);
  Release(in->tensor_offsets);
  Release(in->tensor_bytes);
  Release(in->foreign);
  Release(in->host.tensors);
  Release(in->host.scratch);
  Release(in->submissions);
  Release(in->shaders);
  Release(in->pending);
  Release(in->loops.all);
  Release(in->gated.all);
  Release(in->ends);
  Release(in->cpu_memory);
  const Origin origin = in->origin;
  const mote_transport transport = in->host.transport;
  const uint32_t members = in->host.members, member = in->host.member;
  const mote_vulkan_times times = in->times;
  *in = {};
  in->origin = origin;
  in->host.transport = transport;
  in->host.members = members;
  in->host.member = member;
  in->times = times;
}

mote_status ClearState(mote_vulkan_instance* in) {
  if (in->origin.program->state_bytes == 0) return Done();
  return RecordingRun(&in->recording, &in->clear_segment, 1);
}

}  // namespace mote::vulkan

extern "C" {

mote_status mote_vulkan_instance_create(mote_vulkan_device* device, const mote_program* program, uint32_t entry,
                                        mote_vulkan_instance* state_of, mote_vulkan_instance** instance) {
  if (!instance) return Failure(MOTE_INVALID_ARGUMENT, Site::kVulkanArgument, 0);
  *instance = nullptr;
  if (!device || !program || entry >= mote_entry_count(program)) return Failure(MOTE_INVALID_ARGUMENT, Site::kVulkanArgument, entry);
  if (device->facts.lost) return Failure(MOTE_DEVICE_LOST, Site::kVulkanLost, 0);
  if (!program->device) return Failure(MOTE_NO_VARIANT, Site::kVulkanArgument, 0);
  if (!program->trusted) return Failure(MOTE_NOT_ALLOWED, Site::kVulkanUntrusted, 0);
  const bool shared = !state_of || (state_of->host.program == program && state_of->recording.device == device);
  if (!shared) return Failure(MOTE_INVALID_ARGUMENT, Site::kVulkanState, 0);
  mote_vulkan_instance* made = Allocate<mote_vulkan_instance>(1);
  if (!made) return Failure(MOTE_OUT_OF_MEMORY, Site::kVulkanHostMemory, 1);
  made->origin = {device, program, entry, state_of, nullptr};
  mote_vulkan_instance** at = &device->instances;
  while (*at) at = &(*at)->origin.next;
  *at = made;
  const mote_status status = Build(made);
  if (status.code == MOTE_OK) {
    KeepPipelines(device);
    *instance = made;
  } else {
    mote_vulkan_instance_destroy(made);
  }
  return status;
}

void mote_vulkan_instance_destroy(mote_vulkan_instance* instance) {
  if (!instance) return;
  mote_vulkan_instance** at = &instance->origin.device->instances;
  while (*at != instance) at = &(*at)->origin.next;
  *at = instance->origin.next;
  TearDown(instance);
  DropConstants(instance->origin.device);
  Release(instance);
}

mote_status mote_vulkan_write_input(mote_vulkan_instance* instance, uint32_t number, const void* data, size_t size) {
  return CopyTensor(instance, false, number, nullptr, static_cast<const uint8_t*>(data), size);
}

mote_status mote_vulkan_bind_input(mote_vulkan_instance* instance, uint32_t number, const mote_vulkan_buffer* buffer) {
  return BindTensor(instance, false, number, buffer);
}

mote_status mote_vulkan_bind_output(mote_vulkan_instance* instance, uint32_t number, const mote_vulkan_buffer* buffer) {
  return BindTensor(instance, true, number, buffer);
}

mote_status mote_vulkan_run(mote_vulkan_instance* instance, uint64_t budget) {
  return instance ? Run(instance, budget) : Failure(MOTE_INVALID_ARGUMENT, Site::kVulkanArgument, 0);
}

mote_status mote_vulkan_run_async(mote_vulkan_instance* instance, const mote_vulkan_sync* sync) {
  if (!instance || instance->host.state != kIdle) return Failure(MOTE_INVALID_ARGUMENT, Site::kVulkanArgument, 0);
  if (!instance->ready || instance->on_cpu) return Failure(MOTE_DEVICE_LOST, Site::kVulkanLost, 0);
  const bool values = sync && (sync->wait_value || sync->signal_value);
  if (values && !instance->origin.device->facts.timeline_semaphores) return Failure(MOTE_MISSING_FEATURE, Site::kVulkanTimeline, 0);
  MOTE_TRY(RecordingSettle(&instance->recording));
  instance->recording.sync = sync ? *sync : mote_vulkan_sync{};
  instance->leaves_open = true;
  const mote_status status = Run(instance, 0);
  instance->leaves_open = false;
  if (status.code != MOTE_WAIT) instance->recording.sync = {};
  return status;
}

mote_status mote_vulkan_wait(mote_vulkan_instance* instance, uint32_t milliseconds) {
  if (!instance) return Failure(MOTE_INVALID_ARGUMENT, Site::kVulkanArgument, 0);
  return instance->ready ? RecordingWait(&instance->recording, milliseconds) : Failure(MOTE_DEVICE_LOST, Site::kVulkanLost, 0);
}

mote_status mote_vulkan_complete(mote_vulkan_instance* instance, mote_code result) {
  return mote_complete(instance ? &instance->host : nullptr, result);
}

mote_status mote_vulkan_set_transport(mote_vulkan_instance* instance, const mote_transport* transport) {
  return mote_set_transport(instance ? &instance->host : nullptr, transport);
}

mote_status mote_vulkan_clear_state(mote_vulkan_instance* instance) {
  if (!instance) return Failure(MOTE_INVALID_ARGUMENT, Site::kVulkanArgument, 0);
  if (!instance->ready) return Failure(MOTE_DEVICE_LOST, Site::kVulkanLost, 0);
  return ClearState(instance);
}

void mote_vulkan_steps(const mote_vulkan_instance* instance, uint32_t* device, uint32_t* host) {
  *device = instance->device_steps + instance->exchange_steps;
  *host = instance->host_steps;
}

void mote_vulkan_self_tested(const mote_vulkan_instance* instance, mote_vulkan_findings* findings) { *findings = instance->findings; }

int32_t mote_vulkan_shader_of(const mote_vulkan_instance* instance, uint32_t step) {
  return instance->ready && step < instance->origin.program->word_count ? instance->shaders[step] - 1 : -1;
}

void mote_vulkan_set_times(mote_vulkan_instance* instance, const mote_vulkan_times* times) {
  instance->times = times ? *times : mote_vulkan_times{};
}

mote_status mote_vulkan_read_output(mote_vulkan_instance* instance, uint32_t number, void* data, size_t size) {
  if (!data && size) return Failure(MOTE_INVALID_ARGUMENT, Site::kVulkanTensorSize, number);
  uint8_t nothing;
  return CopyTensor(instance, true, number, size ? static_cast<uint8_t*>(data) : &nothing, nullptr, size);
}

}  // extern "C"
