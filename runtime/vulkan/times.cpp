// When steps begin and end on the device: two timestamps each, read once their segment has run.
#include "vulkan/recording.h"

namespace mote::vulkan {

mote_status CreateTimes(Recording* r, uint32_t room) {
  VkQueryPoolCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO;
  info.queryType = VK_QUERY_TYPE_TIMESTAMP;
  info.queryCount = 2 * room;
  r->timed = Allocate<TimedStep>(room);
  if (!r->timed) return Failure(MOTE_OUT_OF_MEMORY, Site::kVulkanHostMemory, room);
  r->timed_room = room;
  MOTE_VK_TRY(r->device->api.vkCreateQueryPool(r->device->device, &info, nullptr, &r->queries), kVulkanCommands);
  return Done();
}

// Behind all earlier work, so that what a step waits for does not count.
void RecordBegin(Recording* r, uint32_t step) {
  if (r->timed_count == r->timed_room) return;
  const uint32_t first = 2 * r->timed_count;
  r->timed[r->timed_count] = {step, 0};
  r->device->api.vkCmdResetQueryPool(r->commands, r->queries, first, 2);
  r->device->api.vkCmdWriteTimestamp(r->commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, r->queries, first);
}

void RecordEnd(Recording* r) {
  if (r->timed_count == r->timed_room) return;
  r->device->api.vkCmdWriteTimestamp(r->commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, r->queries, 2 * r->timed_count + 1);
  r->timed[r->timed_count++].segment = r->segment;
}

void TellTimes(const Recording& r, const uint32_t* segments, uint32_t count, const mote_vulkan_times& to) {
  const Api& api = r.device->api;
  const double period = static_cast<double>(r.device->properties.limits.timestampPeriod);
  for (uint32_t i = 0; i < count; ++i) {
    uint32_t last = segments[i];
    while (last + 1 < r.segment_room && r.goes_on[last + 1]) ++last;
    for (uint32_t t = 0; t < r.timed_count; ++t) {
      if (r.timed[t].segment < segments[i] || r.timed[t].segment > last) continue;
      uint64_t ticks[2] = {};
      const VkResult read = api.vkGetQueryPoolResults(r.device->device, r.queries, 2 * t, 2, sizeof ticks, ticks, sizeof ticks[0],
                                                      VK_QUERY_RESULT_64_BIT);
      if (read != VK_SUCCESS) continue;
      const auto nanoseconds = [&](uint64_t tick) { return static_cast<uint64_t>(static_cast<double>(tick) * period); };
      to.step(to.user, r.timed[t].step, nanoseconds(ticks[0]), nanoseconds(ticks[1]));
    }
  }
}

void DestroyTimes(Recording* r) {
  if (r->queries) r->device->api.vkDestroyQueryPool(r->device->device, r->queries, nullptr);
  Release(r->timed);
}

}  // namespace mote::vulkan
