// A device's pipeline cache, and what the application keeps of it: a header that says whose it is, and the driver's bytes.
#include <string.h>

#include "vulkan/device.h"

namespace mote::vulkan {
namespace {

// 64 bytes, little-endian like every device that has Vulkan.
struct CacheHeader {
  char magic[8];  // "motevkpc"
  uint8_t uuid[VK_UUID_SIZE];
  uint32_t vendor, device, driver_version, reserved;  // 0
  uint64_t bytes;     // behind the header
  uint64_t checksum;  // of them
  uint64_t reserved_too;
};
static_assert(sizeof(CacheHeader) == 64, "no padding");

constexpr char kMagic[8] = {'m', 'o', 't', 'e', 'v', 'k', 'p', 'c'};

// FNV-1a, 64 bits.
uint64_t Checksum(const uint8_t* data, size_t size) {
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  for (size_t i = 0; i < size; ++i) hash = (hash ^ data[i]) * UINT64_C(0x100000001b3);
  return hash;
}

CacheHeader HeaderFor(const mote_vulkan_device& d, const uint8_t* data, size_t size) {
  CacheHeader header = {};
  memcpy(header.magic, kMagic, sizeof kMagic);
  memcpy(header.uuid, d.properties.pipelineCacheUUID, VK_UUID_SIZE);
  header.vendor = d.properties.vendorID;
  header.device = d.properties.deviceID;
  header.driver_version = d.properties.driverVersion;
  header.bytes = size;
  header.checksum = Checksum(data, size);
  return header;
}

// What the application kept, where it is whole and this driver's; else nothing. `kept` is to be released.
size_t Load(const mote_vulkan_device& d, uint8_t** kept) {
  const mote_vulkan_options& options = d.options;
  const size_t size = options.load_pipelines ? options.load_pipelines(options.user, nullptr, 0) : 0;
  if (size <= sizeof(CacheHeader)) return 0;
  *kept = Allocate<uint8_t>(size);
  if (!*kept || options.load_pipelines(options.user, *kept, size) != size) return 0;
  const CacheHeader header = HeaderFor(d, *kept + sizeof(CacheHeader), size - sizeof(CacheHeader));
  return memcmp(*kept, &header, sizeof header) == 0 ? size - sizeof header : 0;
}

}  // namespace

// A driver that makes no cache makes pipelines all the same.
VkPipelineCache PipelineCacheOf(mote_vulkan_device* d) {
  if (d->pipeline_cache) return d->pipeline_cache;
  uint8_t* kept = nullptr;
  VkPipelineCacheCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO;
  info.initialDataSize = Load(*d, &kept);
  info.pInitialData = info.initialDataSize ? kept + sizeof(CacheHeader) : nullptr;
  VkResult result = d->api.vkCreatePipelineCache(d->device, &info, nullptr, &d->pipeline_cache);
  if (result == VK_SUCCESS && info.initialDataSize) d->kept_pipelines = Checksum(kept + sizeof(CacheHeader), info.initialDataSize);
  if (result != VK_SUCCESS && info.initialDataSize) {
    info.initialDataSize = 0;
    info.pInitialData = nullptr;
    result = d->api.vkCreatePipelineCache(d->device, &info, nullptr, &d->pipeline_cache);
  }
  if (result != VK_SUCCESS) d->pipeline_cache = VK_NULL_HANDLE;
  Release(kept);
  return d->pipeline_cache;
}

void KeepPipelines(mote_vulkan_device* d) {
  size_t size = 0;
  if (!d->options.store_pipelines || !d->pipeline_cache) return;
  if (d->api.vkGetPipelineCacheData(d->device, d->pipeline_cache, &size, nullptr) != VK_SUCCESS || size == 0) return;
  uint8_t* data = Allocate<uint8_t>(sizeof(CacheHeader) + size);
  if (!data) return;
  uint8_t* const behind = data + sizeof(CacheHeader);
  if (d->api.vkGetPipelineCacheData(d->device, d->pipeline_cache, &size, behind) == VK_SUCCESS) {
    const CacheHeader header = HeaderFor(*d, behind, size);
    memcpy(data, &header, sizeof header);
    if (header.checksum != d->kept_pipelines) d->options.store_pipelines(d->options.user, data, sizeof header + size);
    d->kept_pipelines = header.checksum;
  }
  Release(data);
}

}  // namespace mote::vulkan
