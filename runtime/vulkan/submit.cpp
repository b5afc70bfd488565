// Submits what a Recording holds, and waits for it. The only place that uses the queue.
#include "vulkan/recording.h"

namespace mote::vulkan {
namespace {

// Who else uses the application's queue stands back meanwhile.
class QueueLock {
 public:
  explicit QueueLock(const mote_vulkan_device& device) : context_(device.context) {
    if (context_.lock) context_.lock(context_.user);
  }
  ~QueueLock() {
    if (context_.unlock) context_.unlock(context_.user);
  }

 private:
  const mote_vulkan_context& context_;
};

mote_status SynchronizeAll(Recording* r, bool to_device) {
  if (!r->by_hand) return Done();
  for (uint32_t b = 0; b < kBindings; ++b) {
    if (b != kArena || !r->borrowed) MOTE_TRY(Synchronize(r->device, r->buffers[b], to_device));
    MOTE_TRY(Synchronize(r->device, r->staging[b], to_device));
  }
  return to_device ? Done() : Synchronize(r->device, r->flag, false);
}

// A fence of the application stands for nothing but the work before it.
mote_status SignalFence(const mote_vulkan_device& d, uint64_t fence) {
  const QueueLock lock(d);
  return FromVk(d.api.vkQueueSubmit(d.queue, 0, nullptr, FromNumber<VkFence>(fence)), Site::kVulkanSubmit);
}

}  // namespace

mote_status SubmitBatch(Recording* r, const VkCommandBuffer* commands, uint32_t count, bool last, bool end_of_run) {
  const mote_vulkan_device& d = *r->device;
  if (last) MOTE_VK_TRY(d.api.vkResetFences(d.device, 1, &r->fence), kVulkanSubmit);
  VkSubmitInfo submit = {};
  submit.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
  submit.commandBufferCount = count;
  submit.pCommandBuffers = commands;
  const VkSemaphore wait = FromNumber<VkSemaphore>(r->sync.wait), signal = FromNumber<VkSemaphore>(r->sync.signal);
  const VkPipelineStageFlags stages = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
  submit.waitSemaphoreCount = r->sync.wait ? 1 : 0;
  submit.pWaitSemaphores = &wait;
  submit.pWaitDstStageMask = &stages;
  submit.signalSemaphoreCount = r->sync.signal && end_of_run ? 1 : 0;
  submit.pSignalSemaphores = &signal;
  VkTimelineSemaphoreSubmitInfo values = {};
  values.sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO;
  values.waitSemaphoreValueCount = submit.waitSemaphoreCount;
  values.pWaitSemaphoreValues = &r->sync.wait_value;
  values.signalSemaphoreValueCount = submit.signalSemaphoreCount;
  values.pSignalSemaphoreValues = &r->sync.signal_value;
  if (d.facts.timeline_semaphores && (r->sync.wait || r->sync.signal)) submit.pNext = &values;
  {
    const QueueLock lock(d);
    MOTE_VK_TRY(d.api.vkQueueSubmit(d.queue, 1, &submit, last ? r->fence : VK_NULL_HANDLE), kVulkanSubmit);
  }
  r->sync.wait = 0;
  r->busy = true;
  r->fenced = last;
  if (!end_of_run) return Done();
  const uint64_t fence = r->sync.fence;
  r->sync = {};
  return fence ? SignalFence(d, fence) : Done();
}

uint64_t RecordingWork(const Recording& r, uint32_t segment) {
  uint64_t work = r.works[segment];
  for (uint32_t s = segment + 1; r.goes_on[s]; ++s) work += r.works[s];
  return work;
}

mote_status RecordingSubmit(Recording* r, const uint32_t* segments, uint32_t count, bool end_of_run) {
  constexpr uint32_t kBatch = 16;
  MOTE_TRY(RecordingSettle(r));
  MOTE_TRY(SynchronizeAll(r, true));
  VkCommandBuffer batch[kBatch];
  uint32_t held = 0;
  uint64_t work = 0;  // of those held
  for (uint32_t i = 0; i < count; ++i) {
    for (uint32_t s = segments[i]; s == segments[i] || r->goes_on[s]; ++s) {
      const uint64_t more = r->works[s];
      const bool full = held == kBatch || s != segments[i] || (more != 0 && work != 0 && work + more > r->device->submission_work);
      if (held != 0 && full) {
        MOTE_TRY(SubmitBatch(r, batch, held, false, false));
        held = 0, work = 0;
      }
      batch[held++] = r->segments[s];
      work += more;
    }
  }
  return SubmitBatch(r, batch, held, true, end_of_run);
}

mote_status RecordingRun(Recording* r, const uint32_t* segments, uint32_t count) {
  MOTE_TRY(RecordingSubmit(r, segments, count, false));
  return RecordingSettle(r);
}

mote_status RecordingWait(Recording* r, uint32_t milliseconds) {
  if (!r->busy) return Done();
  if (!r->fenced) {  // a submission failed behind others
    RecordingDrain(r);
    return Done();
  }
  const uint64_t nanoseconds = uint64_t{milliseconds} * 1000000;
  const VkResult result = r->device->api.vkWaitForFences(r->device->device, 1, &r->fence, VK_TRUE, nanoseconds);
  if (result == VK_TIMEOUT) return Failure(MOTE_TIMEOUT, Site::kVulkanTimeout, milliseconds);
  if (result != VK_SUCCESS && result != VK_ERROR_DEVICE_LOST) return FromVk(result, Site::kVulkanSubmit);
  r->busy = false;
  if (result != VK_SUCCESS) r->device->facts.lost = 1;
  MOTE_VK_TRY(result, kVulkanSubmit);
  return SynchronizeAll(r, false);
}

mote_status RecordingSettle(Recording* r) {
  // Software makes machine code when a pipeline first runs, in minutes for a large one on a busy processor.
  constexpr uint32_t kUsualWait = 60000, kUsualOfSoftware = 300000;
  const uint32_t usual = r->device->facts.software ? kUsualOfSoftware : kUsualWait;
  return RecordingWait(r, r->device->options.wait_ms ? r->device->options.wait_ms : usual);
}

void RecordingDrain(Recording* r) {
  if (!r->busy) return;
  const QueueLock lock(*r->device);
  (void)r->device->api.vkQueueWaitIdle(r->device->queue);
  r->busy = false;
}

}  // namespace mote::vulkan
