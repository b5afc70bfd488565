// A device that is lost: the run under way begins again on the CPU, and mote_vulkan_reset makes everything anew.
#include "core/kernel_code.h"
#include "vulkan/instance.h"

namespace mote::vulkan {
namespace {

using namespace mote::runtime;

constexpr size_t kLine = 64;

// Memory for all steps on the CPU: the arena and a scratch that serves every kernel.
mote_status TakeMemory(mote_vulkan_instance* in) {
  const mote_program& program = *in->origin.program;
  uint32_t scratch = in->host.scratch_bytes;
  for (uint32_t k = 0; k < program.kernels.count; ++k) {
    const int64_t bytes = MoteMicrocodeScratch(KernelCodeOf(program, k).words, program.strip);
    if (bytes > scratch) scratch = static_cast<uint32_t>(bytes);
  }
  if (!in->cpu_memory) in->cpu_memory = Allocate<uint8_t>(program.arena_bytes + scratch + 2 * kLine);
  if (!in->cpu_memory) return Failure(MOTE_OUT_OF_MEMORY, Site::kVulkanHostMemory, Detail(program.arena_bytes));
  uint8_t* const arena = in->cpu_memory + (kLine - reinterpret_cast<uintptr_t>(in->cpu_memory) % kLine) % kLine;
  in->host.arena[0] = arena;
  Release(in->host.scratch);
  in->host.scratch = Allocate<uint8_t>(scratch);
  in->host.scratch_bytes = in->host.scratch ? scratch : 0;
  return in->host.scratch ? Done() : Failure(MOTE_OUT_OF_MEMORY, Site::kVulkanHostMemory, scratch);
}

// Whether all that a run reads is known to the host.
bool HostKnowsAll(const mote_vulkan_instance& in) {
  const mote_vulkan_sync& sync = in.recording.sync;
  for (uint32_t i = 0; in.foreign && i < in.inputs + in.outputs; ++i) {
    if (in.foreign[i].buffer) return false;
  }
  const bool synced = sync.wait || sync.signal || sync.fence;
  return in.origin.program->state_bytes == 0 && in.exchange_steps == 0 && !synced && !in.leaves_open;
}

}  // namespace

mote_status RunOnCpuInstead(mote_vulkan_instance* in, mote_status lost, uint64_t budget) {
  in->origin.device->facts.lost = 1;
  in->host.state = kIdle;
  if (!HostKnowsAll(*in)) return lost;
  RecordingDrain(&in->recording);
  MOTE_TRY(TakeMemory(in));
  in->host.driver = &kCpuDriver;
  in->on_cpu = true;
  return mote_run(&in->host, budget);
}

}  // namespace mote::vulkan

extern "C" mote_status mote_vulkan_reset(mote_vulkan_device* d, const mote_vulkan_context* context) {
  using namespace mote::vulkan;
  if (!d || d->owned != !context || (context && !UsableContext(context))) return Failure(MOTE_INVALID_ARGUMENT, Site::kVulkanArgument, 0);
  for (mote_vulkan_instance* in = d->instances; in; in = in->origin.next) TearDown(in);
  CloseDevice(d);
  if (context) d->context = *context;
  d->facts.lost = 1;
  mote_status status = OpenDevice(d);
  for (mote_vulkan_instance* in = d->instances; in && status.code == MOTE_OK; in = in->origin.next) status = Build(in);
  if (status.code != MOTE_OK) {
    for (mote_vulkan_instance* in = d->instances; in; in = in->origin.next) TearDown(in);
    CloseDevice(d);
    return status;
  }
  d->facts.lost = 0;
  KeepPipelines(d);
  return status;
}
