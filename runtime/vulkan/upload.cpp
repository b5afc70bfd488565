// Constants and parameter blocks on their way to the device: once; to memory that the host does not see in pieces, through a buffer that
// then goes.
#include <string.h>

#include "vulkan/recording.h"

namespace mote::vulkan {
namespace {

// One piece, which is there when this returns.
mote_status SubmitPiece(Recording* r, const Buffer& staging, uint64_t offset, uint64_t bytes) {
  const Api& api = r->device->api;
  VkCommandBufferAllocateInfo allocate = {};
  allocate.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
  allocate.commandPool = r->command_pool;
  allocate.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  allocate.commandBufferCount = 1;
  VkCommandBuffer commands = VK_NULL_HANDLE;  // goes with its pool
  MOTE_VK_TRY(api.vkAllocateCommandBuffers(r->device->device, &allocate, &commands), kVulkanCommands);
  VkCommandBufferBeginInfo begin = {};
  begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
  begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
  MOTE_VK_TRY(api.vkBeginCommandBuffer(commands, &begin), kVulkanCommands);
  const VkBufferCopy region = {0, offset, bytes};
  api.vkCmdCopyBuffer(commands, staging.buffer, r->buffers[kConstants].buffer, 1, &region);
  VkMemoryBarrier barrier = {};
  barrier.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
  barrier.srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
  barrier.dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_TRANSFER_READ_BIT;
  api.vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT,
                           0, 1, &barrier, 0, nullptr, 0, nullptr);
  MOTE_VK_TRY(api.vkEndCommandBuffer(commands), kVulkanCommands);
  MOTE_TRY(SubmitBatch(r, &commands, 1, true, false));
  return RecordingSettle(r);
}

// The bytes [from, from + count) of constants and blocks, which stand behind each other; what lies between them is left.
void Fill(const Recording& r, const uint8_t* constants, uint64_t bytes, uint64_t from, uint64_t count, uint8_t* to) {
  const uint64_t end = from + count, blocks = r.constants_bytes;
  if (from < bytes) memcpy(to, constants + from, (bytes < end ? bytes : end) - from);
  if (end <= blocks) return;
  const uint64_t first = from < blocks ? blocks : from;
  memcpy(to + (first - from), r.blocks + (first - blocks), end - first);
}

mote_status Upload(Recording* r, const uint8_t* constants, uint64_t bytes) {
  const uint64_t all = r->constants_bytes + r->blocks_bytes;
  if (uint8_t* mapped = r->buffers[kConstants].mapped) {
    Fill(*r, constants, bytes, 0, all, mapped);
    return Synchronize(r->device, r->buffers[kConstants], true);
  }
  Buffer staging = {};
  const uint64_t piece = r->device->upload_bytes;
  mote_status status = CreateStaging(r->device, all < piece ? all : piece, &staging);
  for (uint64_t at = 0; status.code == MOTE_OK && at < all; at += piece) {
    const uint64_t now = all - at < piece ? all - at : piece;
    Fill(*r, constants, bytes, at, now, staging.mapped);
    status = Synchronize(r->device, staging, true);
    if (status.code == MOTE_OK) status = SubmitPiece(r, staging, at, now);
  }
  RecordingDrain(r);
  DestroyBuffer(r->device, &staging);
  return status;
}

}  // namespace

mote_status RecordingUpload(Recording* r, const uint8_t* constants, uint64_t bytes) {
  if (r->constants && r->constants->there) return Done();
  MOTE_TRY(Upload(r, constants, bytes));
  if (r->constants) r->constants->there = true;
  return Done();
}

}  // namespace mote::vulkan
