// A device's pipeline cache, and what the application keeps of it: a header that says whose it is, and the driver's bytes.
#include <string.h>

#include "vulkan/findings.h"
#include "vulkan/probes.h"

namespace mote::vulkan {
namespace {

// 64 bytes, little-endian like every device that has Vulkan.
struct CacheHeader {
  char magic[8];  // "motevkpc"
  uint8_t uuid[VK_UUID_SIZE];
  uint32_t vendor, device, driver_version;
  uint32_t findings;  // bytes of what the probes measured and the self-test found, behind the driver's
  uint64_t bytes;     // behind the header: the driver's, then those
  uint64_t checksum;  // of them, and the number of those
  uint64_t reserved;  // 0
};
static_assert(sizeof(CacheHeader) == 64, "no padding");

// Of a program; a byte for each kernel follows.
struct FindingsHeader {
  uint64_t hash;
  uint32_t kernels;
  mote_vulkan_findings counts;
};
static_assert(sizeof(FindingsHeader) == 24, "no padding");

// What the probes measured, in front of those: as of a program without kernels.
struct MeasuredRecord {
  uint64_t hash;
  uint32_t kernels, storage, texels, operations;
};
static_assert(sizeof(MeasuredRecord) == sizeof(FindingsHeader), "one of them");

// A software device is another on another processor.
uint64_t MeasuredHash(const mote_vulkan_device& d) {
  return UINT64_C(0x70726f6265730000) + (d.facts.software ? ProcessorFeatures() : 0);  // "probes"
}

constexpr char kMagic[8] = {'m', 'o', 't', 'e', 'v', 'k', 'p', 'c'};

// FNV-1a, 64 bits.
uint64_t Checksum(const uint8_t* data, size_t size) {
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  for (size_t i = 0; i < size; ++i) hash = (hash ^ data[i]) * UINT64_C(0x100000001b3);
  return hash;
}

CacheHeader HeaderFor(const mote_vulkan_device& d, const uint8_t* data, size_t size, uint32_t findings) {
  CacheHeader header = {};
  memcpy(header.magic, kMagic, sizeof kMagic);
  memcpy(header.uuid, d.properties.pipelineCacheUUID, VK_UUID_SIZE);
  header.vendor = d.properties.vendorID;
  header.device = d.properties.deviceID;
  header.driver_version = d.properties.driverVersion;
  header.findings = findings;
  header.bytes = size;
  header.checksum = Checksum(data, size) + findings;
  return header;
}

void TakeFindings(mote_vulkan_device* d, const uint8_t* at, size_t size) {
  FindingsHeader header;
  while (size >= sizeof header) {
    memcpy(&header, at, sizeof header);
    at += sizeof header, size -= sizeof header;
    if (header.kernels > size) return;
    if (header.hash == MeasuredHash(*d) && header.kernels == 0) {
      MeasuredRecord measured;
      memcpy(&measured, at - sizeof measured, sizeof measured);
      SetMeasured(&d->facts, measured.storage, measured.texels, measured.operations);
      continue;
    }
    Findings* found = NewFindings(header.hash, header.kernels);
    if (!found) return;
    found->counts = header.counts;
    memcpy(found->first, at, header.kernels);
    found->next = d->findings;
    d->findings = found;
    at += header.kernels, size -= header.kernels;
  }
}

size_t FindingsBytes(const mote_vulkan_device& d) {
  size_t bytes = d.facts.megaflops ? sizeof(MeasuredRecord) : 0;
  for (const Findings* f = d.findings; f; f = f->next) bytes += sizeof(FindingsHeader) + f->kernels;
  return bytes;
}

void PutFindings(const mote_vulkan_device& d, uint8_t* to) {
  const MeasuredRecord measured = {MeasuredHash(d), 0, d.facts.storage_megabytes, d.facts.texel_megabytes, d.facts.megaflops};
  if (d.facts.megaflops) {
    memcpy(to, &measured, sizeof measured);
    to += sizeof measured;
  }
  for (const Findings* f = d.findings; f; f = f->next) {
    const FindingsHeader header = {f->hash, f->kernels, f->counts};
    memcpy(to, &header, sizeof header);
    memcpy(to + sizeof header, f->first, f->kernels);
    to += sizeof header + f->kernels;
  }
}

// What the application kept, where it is whole and this driver's; else nothing. `kept` is to be released. How much of it is the driver's.
size_t Load(mote_vulkan_device* d, uint8_t** kept) {
  const mote_vulkan_options& options = d->options;
  const size_t size = options.load_pipelines ? options.load_pipelines(options.user, nullptr, 0) : 0;
  if (size <= sizeof(CacheHeader)) return 0;
  *kept = Allocate<uint8_t>(size);
  if (!*kept || options.load_pipelines(options.user, *kept, size) != size) return 0;
  CacheHeader told;
  memcpy(&told, *kept, sizeof told);
  const uint8_t* const data = *kept + sizeof told;
  const size_t bytes = size - sizeof told;
  const CacheHeader header = HeaderFor(*d, data, bytes, told.findings);
  if (memcmp(&told, &header, sizeof header) != 0 || told.findings > bytes) return 0;
  if (!d->findings) TakeFindings(d, data + bytes - told.findings, told.findings);
  d->kept_pipelines = told.checksum;
  return bytes - told.findings;
}

}  // namespace

// A driver that makes no cache makes pipelines all the same.
VkPipelineCache PipelineCacheOf(mote_vulkan_device* d) {
  if (d->pipeline_cache) return d->pipeline_cache;
  uint8_t* kept = nullptr;
  VkPipelineCacheCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO;
  info.initialDataSize = Load(d, &kept);
  info.pInitialData = info.initialDataSize ? kept + sizeof(CacheHeader) : nullptr;
  VkResult result = d->api.vkCreatePipelineCache(d->device, &info, nullptr, &d->pipeline_cache);
  if (result != VK_SUCCESS && info.initialDataSize) {
    d->kept_pipelines = 0;
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
  const size_t findings = FindingsBytes(*d);
  uint8_t* data = Allocate<uint8_t>(sizeof(CacheHeader) + size + findings);
  if (!data) return;
  uint8_t* const behind = data + sizeof(CacheHeader);
  if (d->api.vkGetPipelineCacheData(d->device, d->pipeline_cache, &size, behind) == VK_SUCCESS) {
    PutFindings(*d, behind + size);
    const CacheHeader header = HeaderFor(*d, behind, size + findings, static_cast<uint32_t>(findings));
    memcpy(data, &header, sizeof header);
    if (header.checksum != d->kept_pipelines) d->options.store_pipelines(d->options.user, data, sizeof header + size + findings);
    d->kept_pipelines = header.checksum;
  }
  Release(data);
}

}  // namespace mote::vulkan
