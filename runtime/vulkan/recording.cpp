// Records launches and copies into command buffers. Parameters that do not fit push constants go behind the constants.
#include "vulkan/recording.h"

#include <string.h>

namespace mote::vulkan {

namespace {

MoteShaderWords WordsOf(const Launch& launch) {
  uint32_t params = 0;
  for (uint32_t i = 0; i < launch.param_count; ++i) params += !IsConstant(launch, i);
  return {launch.operand_count, params, launch.counts != nullptr};
}

void MemoryBarrier(Recording* r, VkPipelineStageFlags from, VkAccessFlags wrote, VkPipelineStageFlags to, VkAccessFlags uses) {
  VkMemoryBarrier barrier = {};
  barrier.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
  barrier.srcAccessMask = wrote;
  barrier.dstAccessMask = uses;
  r->device->api.vkCmdPipelineBarrier(r->commands, from, to, 0, 1, &barrier, 0, nullptr, 0, nullptr);
}

constexpr VkPipelineStageFlags kWorkStages = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT;
constexpr VkAccessFlags kWorkWrites = VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT;
constexpr VkAccessFlags kWorkAccess = kWorkWrites | VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_TRANSFER_READ_BIT;

void WorkBarrier(Recording* r) {
  MemoryBarrier(r, kWorkStages, kWorkWrites, kWorkStages, kWorkAccess);
  r->touched = 0;
}

// The plan's barriers, which the audit proves by bytes. To synchronization validation all that a descriptor covers is one place, and four
// descriptors cover all operands: for its sake work on a buffer that may be written waits for any earlier work on it.
void Order(Recording* r, uint32_t bindings, bool barrier) {
  constexpr uint32_t kWritable = 1u << kArena | 1u << kOutputs;
  const bool same_buffer = (r->touched & bindings & kWritable) != 0;
  if (barrier || (same_buffer && r->device->options.validation)) WorkBarrier(r);
  r->touched |= bindings;
}

void CopyRegion(Recording* r, VkBuffer from, uint64_t from_offset, VkBuffer to, uint64_t to_offset, uint64_t bytes) {
  const VkBufferCopy region = {from_offset, to_offset, bytes};
  if (bytes) r->device->api.vkCmdCopyBuffer(r->commands, from, to, 1, &region);
}

mote_status BeginCommandBuffer(Recording* r) {
  VkCommandBufferBeginInfo begin = {};
  begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
  if (r->repeats) begin.flags = VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT;
  return FromVk(r->device->api.vkBeginCommandBuffer(r->commands, &begin), Site::kVulkanCommands);
}

mote_status BeginSegment(Recording* r) {
  r->commands = r->segments[r->segment];
  r->bound_pipeline = VK_NULL_HANDLE;
  r->work = 0;
  return BeginCommandBuffer(r);
}

mote_status BeginCommands(Recording* r) {
  const Api& api = r->device->api;
  VkCommandPoolCreateInfo pool = {};
  pool.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
  pool.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;  // RecordEnds
  pool.queueFamilyIndex = r->device->queue_family;
  MOTE_VK_TRY(api.vkCreateCommandPool(r->device->device, &pool, nullptr, &r->command_pool), kVulkanCommands);
  VkCommandBufferAllocateInfo allocate = {};
  allocate.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
  allocate.commandPool = r->command_pool;
  allocate.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  allocate.commandBufferCount = r->segment_room + 2;
  MOTE_VK_TRY(api.vkAllocateCommandBuffers(r->device->device, &allocate, r->segments), kVulkanCommands);
  VkFenceCreateInfo fence = {};
  fence.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO;
  MOTE_VK_TRY(api.vkCreateFence(r->device->device, &fence, nullptr, &r->fence), kVulkanCommands);
  return BeginSegment(r);
}

// Whatever is under way between the two ends of a run, in one segment's command buffer.
mote_status RecordEnter(Recording* r, const Tensors& t) {
  const Buffer &device = r->buffers[kInputs], &host = r->staging[kInputs];
  r->commands = r->segments[EnterOf(*r)];
  MOTE_TRY(BeginCommandBuffer(r));
  uint32_t foreign = 0;
  for (uint32_t i = 0; i < t.inputs; ++i) {
    if (!t.foreign || !t.foreign[i].buffer) continue;
    ++foreign;
    CopyRegion(r, t.foreign[i].buffer, t.foreign[i].offset, device.buffer, t.offsets[i], t.bytes[i]);
    // Steps on the CPU read inputs where the host would have written them.
    if (host.buffer) CopyRegion(r, t.foreign[i].buffer, t.foreign[i].offset, host.buffer, t.offsets[i], t.bytes[i]);
  }
  for (uint32_t i = 0; foreign && host.buffer && i < t.inputs; ++i) {
    if (!t.foreign[i].buffer) CopyRegion(r, host.buffer, t.offsets[i], device.buffer, t.offsets[i], t.bytes[i]);
  }
  if (!foreign && host.buffer) CopyRegion(r, host.buffer, 0, device.buffer, 0, host.size);
  r->enters = foreign || host.buffer;
  const VkPipelineStageFlags seen = kWorkStages | VK_PIPELINE_STAGE_HOST_BIT;
  if (r->enters) MemoryBarrier(r, kWorkStages, kWorkWrites, seen, kWorkAccess | VK_ACCESS_HOST_READ_BIT);
  return RecordingFinish(r);
}

mote_status RecordLeave(Recording* r, const Tensors& t) {
  const Buffer &device = r->buffers[kOutputs], &host = r->staging[kOutputs];
  r->commands = r->segments[LeaveOf(*r)];
  MOTE_TRY(BeginCommandBuffer(r));
  bool foreign = false;
  for (uint32_t i = t.inputs; t.foreign && i < t.inputs + t.outputs; ++i) foreign |= t.foreign[i].buffer != VK_NULL_HANDLE;
  if (foreign || host.buffer) WorkBarrier(r);
  for (uint32_t i = t.inputs; foreign && i < t.inputs + t.outputs; ++i) {
    const Foreign& to = t.foreign[i];
    if (to.buffer) CopyRegion(r, device.buffer, t.offsets[i], to.buffer, to.offset, t.bytes[i]);
  }
  if (host.buffer) CopyRegion(r, device.buffer, 0, host.buffer, 0, host.size);
  MemoryBarrier(r, kWorkStages, kWorkWrites, VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT);
  return RecordingFinish(r);
}

bool IsTexels(const TexelReads& reads, uint32_t operand, uint64_t* base) {
  for (uint32_t k = 0; k < kMoteTexelOperands; ++k) {
    if (!(reads.mask >> k & 1) || reads.operands[k] != operand) continue;
    *base = reads.bases[k];
    return true;
  }
  return false;
}

// The part of each buffer that a launch sees as storage. A buffer larger than the device binds at once is seen through a window around the
// operands.
mote_status FindWindows(const Recording* r, const Launch& launch, const TexelReads& reads, uint64_t block, uint32_t offsets[kBindings]) {
  const uint64_t alignment = r->device->properties.limits.minStorageBufferOffsetAlignment;
  for (uint32_t b = 0; b < kBindings; ++b) {
    offsets[b] = 0;
    const Buffer& buffer = r->buffers[b];
    if (buffer.range == buffer.size) continue;
    uint64_t low = buffer.size, high = 0;
    for (uint32_t i = 0; i < launch.operand_count; ++i) {
      const Place& place = launch.operands[i];
      uint64_t base = 0;
      if (place.binding != b || IsTexels(reads, i, &base)) continue;
      low = place.offset < low ? place.offset : low;
      high = place.offset + place.bytes > high ? place.offset + place.bytes : high;
    }
    if (b == kConstants && WordsOf(launch).InBlock()) {
      low = block < low ? block : low;
      high = block + BlockBytes(launch) > high ? block + BlockBytes(launch) : high;
    }
    if (low >= high) continue;
    uint64_t base = low - low % alignment;
    if (base > buffer.size - buffer.range) base = buffer.size - buffer.range;
    if (high - base > buffer.range || base > UINT32_MAX) return Failure(MOTE_MISSING_FEATURE, Site::kVulkanRange, b);
    offsets[b] = static_cast<uint32_t>(base);
  }
  return Done();
}

// What a launch is dispatched with.
struct Bound {
  VkPipeline pipeline;
  VkDescriptorSet texels;  // may be none
  uint32_t offsets[kBindings];
  uint32_t push[kMotePushWords];
  uint32_t push_words;
};

void Bind(Recording* r, const Bound& bound) {
  const Api& api = r->device->api;
  const VkPipelineLayout layout = r->device->pipeline_layout;
  if (r->bound_pipeline != bound.pipeline) api.vkCmdBindPipeline(r->commands, VK_PIPELINE_BIND_POINT_COMPUTE, bound.pipeline);
  r->bound_pipeline = bound.pipeline;
  if (bound.texels) api.vkCmdBindDescriptorSets(r->commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 1, 1, &bound.texels, 0, nullptr);
  api.vkCmdBindDescriptorSets(r->commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &r->descriptor_set, kBindings, bound.offsets);
}

// What follows goes to a submission of its own, behind this one.
mote_status Cut(Recording* r) {
  MOTE_TRY(RecordingSplit(r));
  r->goes_on[r->segment] = true;
  return Done();
}

// In as many dispatches as the device's limit and its submissions ask for; each computes points of its own.
mote_status Dispatch(Recording* r, const Launch& launch, Bound* bound) {
  const Api& api = r->device->api;
  if (launch.indirect) {  // a turn is one segment, and never cut
    Bind(r, *bound);
    api.vkCmdPushConstants(r->commands, r->device->pipeline_layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, bound->push_words * 4, bound->push);
    api.vkCmdDispatchIndirect(r->commands, r->buffers[kArena].buffer, launch.indirect);
    r->work += launch.work;
    return Done();
  }
  const uint64_t group_domain = r->shaders[launch.kernel].group_domain, most_work = r->device->submission_work;
  uint64_t groups = (launch.domain + group_domain - 1) / group_domain;
  const uint64_t pieces = LaunchPieces(*r->device, launch.work), piece = (groups + pieces - 1) / pieces;
  const uint64_t most = r->device->properties.limits.maxComputeWorkGroupCount[0], limit = piece < most ? piece : most;
  constexpr uint64_t kMostDispatches = 4096;
  if (groups / most >= kMostDispatches) return Failure(MOTE_MISSING_FEATURE, Site::kVulkanDispatches, launch.kernel);
  const uint64_t work = launch.work / pieces;
  if (r->work != 0 && work > most_work - (r->work < most_work ? r->work : most_work)) MOTE_TRY(Cut(r));
  Bind(r, *bound);
  for (uint64_t first = 0; groups > 0;) {
    const uint64_t now = groups < limit ? groups : limit;
    bound->push[0] = static_cast<uint32_t>(first);
    api.vkCmdPushConstants(r->commands, r->device->pipeline_layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, bound->push_words * 4, bound->push);
    api.vkCmdDispatch(r->commands, static_cast<uint32_t>(now), 1, 1);
    groups -= now;
    first += now * group_domain;
    if (pieces > 1 || groups == 0) r->work += work;
    if (groups == 0 || pieces == 1) continue;
    MOTE_TRY(Cut(r));
    Bind(r, *bound);
  }
  return Done();
}

}  // namespace

uint64_t BlockBytes(const Launch& launch) {
  const MoteShaderWords words = WordsOf(launch);
  return words.InBlock() ? uint64_t{words.Total()} * 4 : 0;
}

uint32_t LaunchPieces(const mote_vulkan_device& device, uint64_t work) {
  constexpr uint64_t kMostPieces = 256;
  const uint64_t pieces = work / device.submission_work + 1;
  return static_cast<uint32_t>(pieces < kMostPieces ? pieces : kMostPieces);
}

mote_status RecordingCreate(mote_vulkan_device* device, const RecordingShape& shape, Recording* r) {
  *r = {};
  r->device = device;
  r->segment_room = shape.segment_room;
  r->repeats = shape.repeats;
  r->segments = Allocate<VkCommandBuffer>(shape.segment_room + size_t{2});
  r->goes_on = Allocate<bool>(shape.segment_room + size_t{3});
  r->works = Allocate<uint64_t>(shape.segment_room + size_t{2});
  if (!r->segments || !r->goes_on || !r->works) return Failure(MOTE_OUT_OF_MEMORY, Site::kVulkanHostMemory, shape.segment_room);
  r->constants_bytes = (shape.sizes[kConstants] + 15) & ~uint64_t{15};
  r->blocks_bytes = shape.blocks_bytes;
  r->blocks = Allocate<uint8_t>(shape.blocks_bytes);
  if (!r->blocks) return Failure(MOTE_OUT_OF_MEMORY, Site::kVulkanHostMemory, 0);
  MOTE_TRY(CreateBuffers(r, shape));
  MOTE_TRY(CreatePipelines(r, shape.shaders, shape.kernel_count));
  if (shape.timed_room) MOTE_TRY(CreateTimes(r, shape.timed_room));
  return BeginCommands(r);
}

mote_status WantLaunch(Recording* r, const Launch& launch) {
  TexelReads reads;
  Pipeline* wanted = nullptr;
  MOTE_TRY(FindTexels(r, launch, &reads));
  return WantPipeline(r, launch, reads.mask, &wanted);
}

mote_status RecordLaunch(Recording* r, const Launch& launch) {
  if (launch.kernel >= r->kernel_count) return Failure(MOTE_MALFORMED, Site::kVulkanArgument, launch.kernel);
  uint32_t bindings = 0;
  for (uint32_t i = 0; i < launch.operand_count; ++i) bindings |= 1u << launch.operands[i].binding;
  Order(r, bindings, launch.barrier);
  const uint64_t block = r->constants_bytes + r->blocks_used, block_bytes = BlockBytes(launch);
  if (block_bytes > r->blocks_bytes - r->blocks_used) return Failure(MOTE_INVALID_ARGUMENT, Site::kVulkanArgument, launch.kernel);
  Bound bound = {};
  TexelReads reads;
  MOTE_TRY(FindTexels(r, launch, &reads));
  MOTE_TRY(FindWindows(r, launch, reads, block, bound.offsets));

  const MoteShaderWords at = WordsOf(launch);
  uint32_t* words = bound.push + 1;
  if (block_bytes) {
    bound.push[1] = static_cast<uint32_t>((block - bound.offsets[kConstants]) / 4);
    words = reinterpret_cast<uint32_t*>(r->blocks + r->blocks_used);
    r->blocks_used += block_bytes;
  }
  words[at.Domain()] = launch.domain;
  for (uint32_t i = 0; i < launch.operand_count; ++i) {
    const Place& place = launch.operands[i];
    uint64_t base = bound.offsets[place.binding];
    (void)IsTexels(reads, i, &base);
    words[at.Place(i)] = static_cast<uint32_t>((place.offset - base) / 4);
    if (launch.counts) words[at.Count(i)] = launch.counts[i];
  }
  for (uint32_t i = 0, next = 0; i < launch.param_count; ++i) {
    if (!IsConstant(launch, i)) words[at.Param(next++)] = launch.params[i];
  }

  Pipeline* wanted = nullptr;
  MOTE_TRY(WantPipeline(r, launch, reads.mask, &wanted));
  MOTE_TRY(MakePipelines(r));
  bound.pipeline = wanted->pipeline;
  bound.texels = reads.set;
  bound.push_words = block_bytes ? uint32_t{kMoteBlockPushWords} : 1 + at.Total();
  return Dispatch(r, launch, &bound);
}

mote_status RecordCopy(Recording* r, const Place& from, const Place& to, bool barrier) {
  if (from.bytes != to.bytes) return Failure(MOTE_MALFORMED, Site::kVulkanArgument, 0);
  Order(r, 1u << from.binding | 1u << to.binding, barrier);
  if (from.bytes == 0 || (from.binding == to.binding && from.offset == to.offset)) return Done();
  const VkBufferCopy region = {from.offset, to.offset, from.bytes};
  r->device->api.vkCmdCopyBuffer(r->commands, r->buffers[from.binding].buffer, r->buffers[to.binding].buffer, 1, &region);
  return Done();
}

void RecordTable(Recording* r, uint64_t offset, const uint32_t* words, uint32_t count) {
  WorkBarrier(r);
  r->device->api.vkCmdUpdateBuffer(r->commands, r->buffers[kArena].buffer, offset, uint64_t{count} * 4, words);
  RecordIndirectBarrier(r);
}

void RecordIndirectBarrier(Recording* r) {
  MemoryBarrier(r, kWorkStages, kWorkWrites, kWorkStages | VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT,
                kWorkAccess | VK_ACCESS_INDIRECT_COMMAND_READ_BIT);
  r->touched = 0;
}

mote_status RecordingSplit(Recording* r) {
  r->works[r->segment] = r->work;
  MOTE_TRY(RecordingFinish(r));
  if (++r->segment == r->segment_room) return Failure(MOTE_MALFORMED, Site::kVulkanArgument, r->segment);
  r->touched = ~0u;  // whatever ran before
  return BeginSegment(r);
}

mote_status RecordFlag(Recording* r, const Place& from) {
  const VkBufferCopy region = {from.offset, uint64_t{r->segment} * 4, 4};
  if (from.offset > r->buffers[from.binding].size - region.size) return Failure(MOTE_MALFORMED, Site::kVulkanArgument, 0);
  WorkBarrier(r);
  r->device->api.vkCmdCopyBuffer(r->commands, r->buffers[from.binding].buffer, r->flag.buffer, 1, &region);
  MemoryBarrier(r, kWorkStages, kWorkWrites, VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT);
  return Done();
}

namespace {

// What is written in place of what it reads has two operands there: two copies to the same bytes would race.
bool StandsBefore(const Place* places, uint32_t i) {
  const Place& place = places[i];
  while (i-- > 0) {
    if (places[i].binding == place.binding && places[i].offset == place.offset && places[i].bytes == place.bytes) return true;
  }
  return false;
}

}  // namespace

void RecordTransfers(Recording* r, const Place* places, uint32_t count, bool to_host) {
  WorkBarrier(r);
  for (uint32_t i = 0; i < count; ++i) {
    const Place& place = places[i];
    const Buffer &device = r->buffers[place.binding], &host = r->staging[place.binding];
    if (!host.buffer || place.bytes == 0 || StandsBefore(places, i)) continue;
    const VkBufferCopy region = {place.offset, place.offset, place.bytes};
    r->device->api.vkCmdCopyBuffer(r->commands, to_host ? device.buffer : host.buffer, to_host ? host.buffer : device.buffer, 1, &region);
  }
  MemoryBarrier(r, kWorkStages, kWorkWrites, kWorkStages | VK_PIPELINE_STAGE_HOST_BIT, kWorkAccess | VK_ACCESS_HOST_READ_BIT);
}

void RecordClear(Recording* r, uint64_t offset) {
  WorkBarrier(r);
  r->device->api.vkCmdFillBuffer(r->commands, r->buffers[kArena].buffer, offset, VK_WHOLE_SIZE, 0);
  WorkBarrier(r);
}

mote_status RecordingFinish(Recording* r) { return FromVk(r->device->api.vkEndCommandBuffer(r->commands), Site::kVulkanCommands); }

uint8_t* RecordingHost(const Recording* r, Binding binding) {
  return r->staging[binding].buffer ? r->staging[binding].mapped : r->buffers[binding].mapped;
}

const uint8_t* RecordingFlag(const Recording* r, uint32_t segment) { return r->flag.mapped + size_t{segment} * 4; }

mote_status RecordEnds(Recording* r, const Tensors& tensors) {
  r->works[r->segment] = r->work;
  MOTE_TRY(RecordEnter(r, tensors));
  return RecordLeave(r, tensors);
}

void RecordingDestroy(Recording* r) {
  if (!r->device) return;
  const Api& api = r->device->api;
  const VkDevice device = r->device->device;
  RecordingDrain(r);
  if (r->fence) api.vkDestroyFence(device, r->fence, nullptr);
  if (r->command_pool) api.vkDestroyCommandPool(device, r->command_pool, nullptr);
  DestroyTimes(r);
  DestroyPipelines(r);
  DestroyTexels(r);
  DestroyBuffers(r);
  Release(r->segments);
  Release(r->goes_on);
  Release(r->works);
  Release(r->blocks);
  *r = {};
}

}  // namespace mote::vulkan
