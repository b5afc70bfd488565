// An open Vulkan device: instance, physical device, one compute queue, and what is fixed for every program on it.
#ifndef MOTE_VULKAN_DEVICE_H_
#define MOTE_VULKAN_DEVICE_H_

#include "core/failure.h"
#include "mote/vulkan.h"
#include "schema/vulkan_layout.h"
#include "vulkan/loader.h"

namespace mote::vulkan {

constexpr uint32_t kBindings = kMoteBindings;

using runtime::Done;
using runtime::Failure;
using runtime::Site;

// VK_SUCCESS gives MOTE_OK; a lost device and exhausted memory have codes of their own.
mote_status FromVk(VkResult result, Site site);

#define MOTE_VK_TRY(call, site)                                             \
  do {                                                                      \
    const mote_status tried_ = ::mote::vulkan::FromVk((call), ::mote::runtime::Site::site); \
    if (tried_.code != MOTE_OK) return tried_;                              \
  } while (0)
#define MOTE_TRY(call)                         \
  do {                                         \
    const mote_status tried_ = (call);         \
    if (tried_.code != MOTE_OK) return tried_; \
  } while (0)

// Handles that an application gives as numbers, whatever Vulkan's headers make of them.
template <typename Handle>
Handle FromNumber(uint64_t number) {
  static_assert(sizeof(Handle) == sizeof number, "a handle that is not dispatchable");
  Handle handle;
  __builtin_memcpy(&handle, &number, sizeof handle);
  return handle;
}

// Memory of the host, zeroed; null when there is none or the product overflows.
void* AllocateZeroed(size_t count, size_t size);
template <typename T>
T* Allocate(size_t count) {
  return static_cast<T*>(AllocateZeroed(count, sizeof(T)));
}
void Release(void* memory);

// An extension that stands in vulkan_beta.h, and must be enabled where a device has it.
constexpr char kPortabilitySubset[] = "VK_KHR_portability_subset";

// choose.cpp
mote_status CreateInstance(mote_vulkan_device* device);
using DeviceVisit = void (*)(void* user, VkPhysicalDevice physical, uint32_t queue_family, const mote_vulkan_facts& facts);
mote_status EnumerateDevices(mote_vulkan_device* device, DeviceVisit visit, void* user);  // those that compute
mote_status ChoosePhysical(mote_vulkan_device* device);
// All but its number and whether it has timestamps.
void FillFacts(const Api& api, VkPhysicalDevice physical, mote_vulkan_facts* facts);
// device.cpp
bool UsableContext(const mote_vulkan_context* context);
mote_status OpenDevice(mote_vulkan_device* device);  // with an instance and a physical device, or a context; on failure half made
void CloseDevice(mote_vulkan_device* device);        // what OpenDevice made
uint32_t ProcessorFeatures();  // of a device that is this machine's processor, by CPUID
// self_test.cpp
struct Findings;
void ForgetFindings(mote_vulkan_device* device);
// constants.cpp
struct SharedConstants;
void DropConstants(mote_vulkan_device* device);  // what no instance uses
// pipeline_cache.cpp
// Null where the driver makes none. The first call loads what the application kept.
VkPipelineCache PipelineCacheOf(mote_vulkan_device* device);
// Gives the application what the driver holds, where that is new.
void KeepPipelines(mote_vulkan_device* device);

}  // namespace mote::vulkan

struct mote_vulkan_device {
  mote::vulkan::Api api;
  mote_vulkan_options options;
  mote_vulkan_context context;  // of the application; its locks alone are read where `owned`
  bool owned;                   // instance and device are mote's
  VkInstance instance;
  VkDebugUtilsMessengerEXT messenger;
  VkPhysicalDevice physical;
  VkPhysicalDeviceProperties properties;
  VkPhysicalDeviceMemoryProperties memory;
  mote_vulkan_facts facts;
  uint32_t enabled_features;  // MoteVulkanFeature
  bool calibrated;            // the probes have chosen (probes.h)
  uint32_t queue_family;
  VkDevice device;
  VkQueue queue;
  VkDescriptorSetLayout set_layout, texel_layout;
  uint32_t texel_limit;        // the longest window that is read as texels; 0: none is
  VkPipelineLayout pipeline_layout;
  VkPipelineCache pipeline_cache;  // from the first pipeline on
  uint64_t kept_pipelines;     // checksum of what the application keeps; 0: nothing
  mote_vulkan_instance* instances;   // in the order they were made
  mote::vulkan::Findings* findings;  // of programs
  mote::vulkan::SharedConstants* constants;  // likewise
  uint64_t submission_work;    // element operations that are submitted at once
  uint64_t upload_bytes;       // of constants that go to the device at once
  bool exact_floats;   // quotients and roots of f32 are rounded as IEEE asks; elsewhere shaders see to it
  bool shares_memory;  // host and device use the same memory: no staging copies
};

#endif
