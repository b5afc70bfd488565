// Buffers with their memory and the descriptor set over them: what a Recording owns and makes once.
#include "vulkan/recording.h"

namespace mote::vulkan {

namespace {

constexpr uint64_t kSizeUnit = 256;  // no device aligns offsets of storage buffers more coarsely

constexpr VkMemoryPropertyFlags kLocal = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, kVisible = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT,
                                kCoherent = VK_MEMORY_PROPERTY_HOST_COHERENT_BIT, kCached = VK_MEMORY_PROPERTY_HOST_CACHED_BIT;

// Best first. Memory that is cached and not coherent reads faster than memory that is coherent and not cached.
constexpr VkMemoryPropertyFlags kForDevice[] = {kLocal, 0};
constexpr VkMemoryPropertyFlags kForWriting[] = {kLocal | kVisible | kCoherent, kVisible | kCoherent, kVisible};
constexpr VkMemoryPropertyFlags kForReading[] = {kLocal | kVisible | kCoherent | kCached, kVisible | kCoherent | kCached,
                                                 kVisible | kCached, kVisible | kCoherent, kVisible};

// The best type among `allowed`, or UINT32_MAX.
template <size_t n>
uint32_t FindMemoryType(const VkPhysicalDeviceMemoryProperties& memory, uint32_t allowed, const VkMemoryPropertyFlags (&wanted)[n],
                        bool local) {
  for (const VkMemoryPropertyFlags flags : wanted) {
    if (!local && (flags & kVisible) && (flags & kLocal)) continue;  // staging memory stays the host's
    for (uint32_t i = 0; i < memory.memoryTypeCount; ++i) {
      if ((allowed & (1u << i)) && (memory.memoryTypes[i].propertyFlags & flags) == flags) return i;
    }
  }
  return UINT32_MAX;
}

mote_status MakeBuffer(mote_vulkan_device* d, uint64_t bytes, bool host, bool host_reads, Buffer* buffer) {
  buffer->size = (bytes + kSizeUnit - 1) / kSizeUnit * kSizeUnit;
  if (buffer->size == 0) buffer->size = kSizeUnit;
  const uint64_t limit = d->properties.limits.maxStorageBufferRange / kSizeUnit * kSizeUnit;
  buffer->range = buffer->size < limit ? buffer->size : limit;
  VkBufferCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
  info.size = buffer->size;
  info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
               VK_BUFFER_USAGE_TRANSFER_DST_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT;
  info.sharingMode = VK_SHARING_MODE_EXCLUSIVE;
  MOTE_VK_TRY(d->api.vkCreateBuffer(d->device, &info, nullptr, &buffer->buffer), kVulkanMemory);
  VkMemoryRequirements needs;
  d->api.vkGetBufferMemoryRequirements(d->device, buffer->buffer, &needs);
  const bool local = d->shares_memory;
  const uint32_t type = !host        ? FindMemoryType(d->memory, needs.memoryTypeBits, kForDevice, true)
                        : host_reads ? FindMemoryType(d->memory, needs.memoryTypeBits, kForReading, local)
                                     : FindMemoryType(d->memory, needs.memoryTypeBits, kForWriting, local);
  if (type == UINT32_MAX) return Failure(MOTE_DEVICE_ERROR, Site::kVulkanMemory, 0);
  buffer->by_hand = host && !(d->memory.memoryTypes[type].propertyFlags & kCoherent);
  if (buffer->by_hand) d->facts.incoherent = 1;
  VkMemoryAllocateInfo allocate = {};
  allocate.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
  allocate.allocationSize = needs.size;
  allocate.memoryTypeIndex = type;
  MOTE_VK_TRY(d->api.vkAllocateMemory(d->device, &allocate, nullptr, &buffer->memory), kVulkanMemory);
  MOTE_VK_TRY(d->api.vkBindBufferMemory(d->device, buffer->buffer, buffer->memory, 0), kVulkanMemory);
  if (!host) return Done();
  void* mapped = nullptr;
  MOTE_VK_TRY(d->api.vkMapMemory(d->device, buffer->memory, 0, VK_WHOLE_SIZE, 0, &mapped), kVulkanMemory);
  buffer->mapped = static_cast<uint8_t*>(mapped);
  return Done();
}

mote_status CreateBuffer(mote_vulkan_device* d, uint64_t bytes, bool host, bool host_reads, Buffer* buffer) {
  mote_status status = MakeBuffer(d, bytes, host, host_reads, buffer);
  if (status.code != MOTE_OK) status.detail = runtime::Detail(static_cast<size_t>(buffer->size));
  return status;
}

mote_status CreateDescriptorSet(Recording* r) {
  const Api& api = r->device->api;
  const VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC, kBindings};
  MOTE_TRY(AllocateSet(*r->device, size, r->device->set_layout, &r->descriptor_pool, &r->descriptor_set));
  VkDescriptorBufferInfo infos[kBindings] = {};
  VkWriteDescriptorSet writes[kBindings] = {};
  for (uint32_t b = 0; b < kBindings; ++b) {
    infos[b] = {r->buffers[b].buffer, 0, r->buffers[b].range};
    writes[b].sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    writes[b].dstSet = r->descriptor_set;
    writes[b].dstBinding = b;
    writes[b].descriptorCount = 1;
    writes[b].descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC;
    writes[b].pBufferInfo = &infos[b];
  }
  api.vkUpdateDescriptorSets(r->device->device, kBindings, writes, 0, nullptr);
  return Done();
}

}  // namespace

mote_status CreateStaging(mote_vulkan_device* d, uint64_t bytes, Buffer* buffer) { return CreateBuffer(d, bytes, true, false, buffer); }

mote_status CreateConstants(mote_vulkan_device* d, uint64_t bytes, Buffer* buffer) {
  return CreateBuffer(d, bytes, d->shares_memory, false, buffer);
}

void DestroyBuffer(mote_vulkan_device* d, Buffer* buffer) {
  if (buffer->buffer) d->api.vkDestroyBuffer(d->device, buffer->buffer, nullptr);
  if (buffer->memory) d->api.vkFreeMemory(d->device, buffer->memory, nullptr);  // unmaps
  *buffer = {};
}

mote_status Synchronize(mote_vulkan_device* d, const Buffer& buffer, bool to_device) {
  if (!buffer.by_hand) return Done();
  VkMappedMemoryRange range = {};
  range.sType = VK_STRUCTURE_TYPE_MAPPED_MEMORY_RANGE;
  range.memory = buffer.memory;
  range.size = VK_WHOLE_SIZE;
  const auto call = to_device ? d->api.vkFlushMappedMemoryRanges : d->api.vkInvalidateMappedMemoryRanges;
  return FromVk(call(d->device, 1, &range), Site::kVulkanMemory);
}

mote_status AllocateSet(const mote_vulkan_device& device, const VkDescriptorPoolSize& size, VkDescriptorSetLayout layout,
                        VkDescriptorPool* pool, VkDescriptorSet* set) {
  VkDescriptorPoolCreateInfo create = {};
  create.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO;
  create.maxSets = 1;
  create.poolSizeCount = 1;
  create.pPoolSizes = &size;
  MOTE_VK_TRY(device.api.vkCreateDescriptorPool(device.device, &create, nullptr, pool), kVulkanDescriptors);
  VkDescriptorSetAllocateInfo allocate = {};
  allocate.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO;
  allocate.descriptorPool = *pool;
  allocate.descriptorSetCount = 1;
  allocate.pSetLayouts = &layout;
  MOTE_VK_TRY(device.api.vkAllocateDescriptorSets(device.device, &allocate, set), kVulkanDescriptors);
  return Done();
}

mote_status CreateBuffers(Recording* r, const RecordingShape& shape) {
  mote_vulkan_device* d = r->device;
  const uint64_t constants = r->constants_bytes + r->blocks_bytes;
  const uint64_t bytes[kBindings] = {constants, shape.sizes[kArena], shape.sizes[kInputs], shape.sizes[kOutputs]};
  for (uint32_t b = 0; b < kBindings; ++b) {
    const bool arena = b == kArena, direct = !arena && d->shares_memory, reads = arena || b == kOutputs;
    if (arena && shape.arena) {
      r->borrowed = true;
      r->buffers[b] = *shape.arena;
    } else if (b == kConstants && shape.constants && r->blocks_bytes == 0) {
      MOTE_TRY(ShareConstants(d, shape.constants, constants, &r->constants));
      r->buffers[b] = r->constants->buffer;
    } else {
      MOTE_TRY(CreateBuffer(d, bytes[b], direct, reads, &r->buffers[b]));
    }
    if (arena ? shape.mirror : !direct && b != kConstants) MOTE_TRY(CreateBuffer(d, bytes[b], true, reads, &r->staging[b]));
  }
  MOTE_TRY(CreateBuffer(d, uint64_t{r->segment_room} * 4, true, true, &r->flag));
  for (uint32_t b = 0; b < kBindings; ++b) r->by_hand |= r->buffers[b].by_hand || r->staging[b].by_hand;
  r->by_hand |= r->flag.by_hand;
  return CreateDescriptorSet(r);
}

void DestroyBuffers(Recording* r) {
  if (r->descriptor_pool) r->device->api.vkDestroyDescriptorPool(r->device->device, r->descriptor_pool, nullptr);
  for (uint32_t b = 0; b < kBindings; ++b) {
    const bool others = b == kArena ? r->borrowed : b == kConstants && r->constants;
    if (!others) DestroyBuffer(r->device, &r->buffers[b]);
    DestroyBuffer(r->device, &r->staging[b]);
  }
  DestroyBuffer(r->device, &r->flag);
}

}  // namespace mote::vulkan
