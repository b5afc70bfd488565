// Memory of others (file descriptors, the host's, Android's) as buffers that tensors can be bound to.
#include "vulkan/device.h"

namespace mote::vulkan {
namespace {

constexpr VkExternalMemoryHandleTypeFlagBits kHandleTypes[] = {VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT,
                                                               VK_EXTERNAL_MEMORY_HANDLE_TYPE_DMA_BUF_BIT_EXT,
                                                               VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT,
                                                               VK_EXTERNAL_MEMORY_HANDLE_TYPE_ANDROID_HARDWARE_BUFFER_BIT_ANDROID};

template <typename Function>
Function DeviceFunction(const mote_vulkan_device& d, const char* name) {
  return reinterpret_cast<Function>(d.api.vkGetDeviceProcAddr(d.device, name));
}

AHardwareBuffer* HardwareBufferOf(const mote_vulkan_import& import) { return static_cast<AHardwareBuffer*>(import.host); }

// In place of what the buffer takes: the types of memory that the import may have, of an opaque descriptor any of them, and its size, which
// an AHardwareBuffer says itself.
mote_status FindMemory(const mote_vulkan_device& d, const mote_vulkan_import& import, VkMemoryRequirements* needs) {
  const VkExternalMemoryHandleTypeFlagBits type = kHandleTypes[import.kind];
  const mote_status missing = Failure(MOTE_MISSING_FEATURE, Site::kVulkanImport, import.kind);
  uint32_t types = UINT32_MAX;
  uint64_t size = import.size;
  if (import.kind == MOTE_VULKAN_MEMORY_DMA_BUF) {
    const auto ask = DeviceFunction<PFN_vkGetMemoryFdPropertiesKHR>(d, "vkGetMemoryFdPropertiesKHR");
    VkMemoryFdPropertiesKHR properties = {};
    properties.sType = VK_STRUCTURE_TYPE_MEMORY_FD_PROPERTIES_KHR;
    if (!ask) return missing;
    MOTE_VK_TRY(ask(d.device, type, import.fd, &properties), kVulkanImport);
    types = properties.memoryTypeBits;
  } else if (import.kind == MOTE_VULKAN_MEMORY_HOST) {
    const auto ask = DeviceFunction<PFN_vkGetMemoryHostPointerPropertiesEXT>(d, "vkGetMemoryHostPointerPropertiesEXT");
    VkMemoryHostPointerPropertiesEXT properties = {};
    properties.sType = VK_STRUCTURE_TYPE_MEMORY_HOST_POINTER_PROPERTIES_EXT;
    if (!ask) return missing;
    MOTE_VK_TRY(ask(d.device, type, import.host, &properties), kVulkanImport);
    types = properties.memoryTypeBits;
  } else if (import.kind == MOTE_VULKAN_MEMORY_HARDWARE_BUFFER) {
    using Ask = PFN_vkGetAndroidHardwareBufferPropertiesANDROID;
    const auto ask = DeviceFunction<Ask>(d, "vkGetAndroidHardwareBufferPropertiesANDROID");
    VkAndroidHardwareBufferPropertiesANDROID properties = {};
    properties.sType = VK_STRUCTURE_TYPE_ANDROID_HARDWARE_BUFFER_PROPERTIES_ANDROID;
    if (!ask) return missing;
    MOTE_VK_TRY(ask(d.device, HardwareBufferOf(import), &properties), kVulkanImport);
    types = properties.memoryTypeBits;
    size = properties.allocationSize;
    if (needs->size > size) return Failure(MOTE_INVALID_ARGUMENT, Site::kVulkanArgument, runtime::Detail(static_cast<size_t>(size)));
  }
  needs->memoryTypeBits &= types;
  needs->size = size;
  return needs->memoryTypeBits ? Done() : missing;
}

mote_status AllocateImported(const mote_vulkan_device& d, const mote_vulkan_import& import, const VkMemoryRequirements& needs,
                             VkDeviceMemory* memory) {
  VkImportMemoryFdInfoKHR descriptor = {};
  descriptor.sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_FD_INFO_KHR;
  descriptor.handleType = kHandleTypes[import.kind];
  descriptor.fd = import.fd;
  VkImportMemoryHostPointerInfoEXT host = {};
  host.sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_HOST_POINTER_INFO_EXT;
  host.handleType = kHandleTypes[import.kind];
  host.pHostPointer = import.host;
  VkImportAndroidHardwareBufferInfoANDROID android = {};
  android.sType = VK_STRUCTURE_TYPE_IMPORT_ANDROID_HARDWARE_BUFFER_INFO_ANDROID;
  android.buffer = HardwareBufferOf(import);
  VkMemoryAllocateInfo allocate = {};
  allocate.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
  const void* const imports[] = {&descriptor, &descriptor, &host, &android};  // by kind
  allocate.pNext = imports[import.kind];
  allocate.allocationSize = needs.size;
  allocate.memoryTypeIndex = static_cast<uint32_t>(__builtin_ctz(needs.memoryTypeBits));
  return FromVk(d.api.vkAllocateMemory(d.device, &allocate, nullptr, memory), Site::kVulkanImport);
}

mote_status Import(const mote_vulkan_device& d, const mote_vulkan_import& import, VkBuffer* buffer, VkDeviceMemory* memory) {
  VkExternalMemoryBufferCreateInfo external = {};
  external.sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO;
  external.handleTypes = kHandleTypes[import.kind];
  VkBufferCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
  info.pNext = &external;
  info.size = import.size;
  info.usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  info.sharingMode = VK_SHARING_MODE_EXCLUSIVE;
  MOTE_VK_TRY(d.api.vkCreateBuffer(d.device, &info, nullptr, buffer), kVulkanImport);
  VkMemoryRequirements needs;
  d.api.vkGetBufferMemoryRequirements(d.device, *buffer, &needs);
  MOTE_TRY(FindMemory(d, import, &needs));
  MOTE_TRY(AllocateImported(d, import, needs, memory));
  return FromVk(d.api.vkBindBufferMemory(d.device, *buffer, *memory, 0), Site::kVulkanImport);
}

template <typename Handle>
uint64_t NumberOf(Handle handle) {
  uint64_t number;
  static_assert(sizeof handle == sizeof number, "a handle that is not dispatchable");
  __builtin_memcpy(&number, &handle, sizeof number);
  return number;
}

}  // namespace
}  // namespace mote::vulkan

extern "C" {

using namespace mote::vulkan;

mote_status mote_vulkan_import_memory(mote_vulkan_device* d, const mote_vulkan_import* import, mote_vulkan_imported* imported) {
  if (imported) *imported = {};
  bool sound = d && import && imported && import->size != 0 && import->kind <= MOTE_VULKAN_MEMORY_HARDWARE_BUFFER;
  if (sound && import->kind == MOTE_VULKAN_MEMORY_HARDWARE_BUFFER) sound = import->host != nullptr;
  if (!sound) return Failure(MOTE_INVALID_ARGUMENT, Site::kVulkanArgument, 0);
  if (d->facts.lost) return Failure(MOTE_DEVICE_LOST, Site::kVulkanLost, 0);
  const uint32_t has[] = {d->facts.opaque_fd, d->facts.dma_buf, d->facts.host_memory, d->facts.hardware_buffer};
  if (!has[import->kind]) return Failure(MOTE_MISSING_FEATURE, Site::kVulkanImport, import->kind);
  VkBuffer buffer = VK_NULL_HANDLE;
  VkDeviceMemory memory = VK_NULL_HANDLE;
  const mote_status status = Import(*d, *import, &buffer, &memory);
  *imported = {{NumberOf(buffer), import->size, 0}, NumberOf(memory)};
  if (status.code != MOTE_OK) mote_vulkan_release(d, imported);
  return status;
}

void mote_vulkan_release(mote_vulkan_device* d, mote_vulkan_imported* imported) {
  if (!d || !imported) return;
  if (imported->buffer.buffer) d->api.vkDestroyBuffer(d->device, FromNumber<VkBuffer>(imported->buffer.buffer), nullptr);
  if (imported->memory) d->api.vkFreeMemory(d->device, FromNumber<VkDeviceMemory>(imported->memory), nullptr);
  *imported = {};
}

}  // extern "C"
