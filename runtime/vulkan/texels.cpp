// What a launch reads as texels: views of the buffers, and the descriptor sets over those. Views and sets are made when a launch first
// wants them, and kept by the Recording.
#include "vulkan/recording.h"

namespace mote::vulkan {
namespace {

constexpr uint64_t kWordBytes = 4, kFourBytes = 16;  // of a texel: R32_UINT, R32G32B32A32_UINT, which every device has

// A device may keep texels in a cache that stores do not reach, and compilers take buffers of two kinds for different memory.
bool OverlapsWritten(const Launch& launch, const Place& place) {
  for (uint32_t i = 0; i < launch.operand_count; ++i) {
    const Place& other = launch.operands[i];
    if (!(launch.operand_types[i] & kOperandWritten) || other.binding != place.binding) continue;
    if (other.offset < place.offset + place.bytes && place.offset < other.offset + other.bytes) return true;
  }
  return false;
}

mote_status FindView(Recording* r, uint32_t binding, uint64_t base, uint64_t bytes, bool fours, VkBufferView* view) {
  TexelView** at = &r->texel_views;
  while (*at && !((*at)->binding == binding && (*at)->base == base && (*at)->bytes == bytes && (*at)->fours == fours)) at = &(*at)->next;
  if (!*at) {
    TexelView* made = Allocate<TexelView>(1);
    if (!made) return Failure(MOTE_OUT_OF_MEMORY, Site::kVulkanHostMemory, binding);
    *made = {binding, fours, base, bytes, VK_NULL_HANDLE, nullptr};
    *at = made;
    VkBufferViewCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO;
    info.buffer = r->buffers[binding].buffer;
    info.format = fours ? VK_FORMAT_R32G32B32A32_UINT : VK_FORMAT_R32_UINT;
    info.offset = base;
    info.range = bytes;
    MOTE_VK_TRY(r->device->api.vkCreateBufferView(r->device->device, &info, nullptr, &made->view), kVulkanDescriptors);
  }
  *view = (*at)->view;
  return Done();
}

// All of the buffer where the device takes that, else the operand's part of it. What cannot be read so gets views all the same: its
// shader names them.
mote_status FindWindow(Recording* r, const Launch& launch, uint32_t operand, uint32_t bit, TexelReads* reads) {
  const VkPhysicalDeviceLimits& limits = r->device->properties.limits;
  const Place& place = launch.operands[operand];
  const uint32_t texels = r->shaders[launch.kernel].texels;
  const bool words = texels >> bit & 1, fours = texels >> (bit + kMoteTexelOperands) & 1;
  const uint64_t unit = words ? kWordBytes : kFourBytes, limit = r->device->texel_limit * unit, size = r->buffers[place.binding].size;
  const uint64_t least = limits.minTexelBufferOffsetAlignment, alignment = least > kFourBytes ? least : kFourBytes;  // powers of two
  uint64_t base = size > limit ? place.offset - place.offset % alignment : 0;
  const uint64_t needed = (place.offset - base + place.bytes + kFourBytes - 1) / kFourBytes * kFourBytes;
  if (needed > limit || OverlapsWritten(launch, place)) {
    base = 0;
  } else {
    reads->mask |= 1u << bit;
    reads->bases[bit] = base;
  }
  const auto find = [&](bool by_fours, VkBufferView* view) {
    const uint64_t most = limits.maxTexelBufferElements * (by_fours ? kFourBytes : kWordBytes);
    return FindView(r, place.binding, base, size - base < most ? size - base : most, by_fours, view);
  };
  if (words) MOTE_TRY(find(false, &reads->views[bit]));
  return fours ? find(true, &reads->views[bit + kMoteTexelOperands]) : Done();
}

bool Same(const TexelSet& set, const TexelReads& reads) {
  for (uint32_t i = 0; i < kMoteTexelBindings; ++i) {
    if (set.views[i] != reads.views[i]) return false;
  }
  return true;
}

mote_status CreateSet(Recording* r, const TexelReads& reads, TexelSet* set) {
  const Api& api = r->device->api;
  const VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, kMoteTexelBindings};
  MOTE_TRY(AllocateSet(*r->device, size, r->device->texel_layout, &set->pool, &set->set));
  VkWriteDescriptorSet writes[kMoteTexelBindings] = {};
  uint32_t count = 0;
  for (uint32_t i = 0; i < kMoteTexelBindings; ++i) {
    set->views[i] = reads.views[i];
    if (!reads.views[i]) continue;
    VkWriteDescriptorSet& write = writes[count++];
    write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    write.dstSet = set->set;
    write.dstBinding = i;
    write.descriptorCount = 1;
    write.descriptorType = VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
    write.pTexelBufferView = &set->views[i];
  }
  api.vkUpdateDescriptorSets(r->device->device, count, writes, 0, nullptr);
  return Done();
}

}  // namespace

mote_status FindTexels(Recording* r, const Launch& launch, TexelReads* reads) {
  *reads = {};
  const uint32_t texels = r->shaders[launch.kernel].texels;
  uint32_t bit = 0;
  for (uint32_t i = 0; i < launch.operand_count && bit < kMoteTexelOperands; ++i) {
    if (launch.operand_types[i] & kOperandWritten) continue;
    reads->operands[bit] = i;
    if ((texels | texels >> kMoteTexelOperands) >> bit & 1) MOTE_TRY(FindWindow(r, launch, i, bit, reads));
    ++bit;
  }
  if (texels == 0) return Done();
  TexelSet** at = &r->texel_sets;
  while (*at && !Same(**at, *reads)) at = &(*at)->next;
  if (!*at) {
    *at = Allocate<TexelSet>(1);
    if (!*at) return Failure(MOTE_OUT_OF_MEMORY, Site::kVulkanHostMemory, launch.kernel);
    MOTE_TRY(CreateSet(r, *reads, *at));
  }
  reads->set = (*at)->set;
  return Done();
}

void DestroyTexels(Recording* r) {
  const Api& api = r->device->api;
  for (TexelSet *at = r->texel_sets, *next; at; at = next) {
    next = at->next;
    if (at->pool) api.vkDestroyDescriptorPool(r->device->device, at->pool, nullptr);
    Release(at);
  }
  for (TexelView *at = r->texel_views, *next; at; at = next) {
    next = at->next;
    if (at->view) api.vkDestroyBufferView(r->device->device, at->view, nullptr);
    Release(at);
  }
}

}  // namespace mote::vulkan
