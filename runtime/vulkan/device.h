// An open Vulkan device: instance, physical device, one compute queue, and what is fixed for every program on it.
#ifndef MOTE_VULKAN_DEVICE_H_
#define MOTE_VULKAN_DEVICE_H_

#include "mote/vulkan.h"
#include "vulkan/loader.h"

namespace mote::vulkan {

constexpr uint32_t kBindings = 4;        // constants, arena, inputs, outputs
constexpr uint32_t kPushBytes = 128;

// Where a failure was found, as mote_status.site. `detail` is the VkResult as unsigned, unless the line says otherwise.
enum Site : uint16_t {
  kSiteArgument = 3000,       // a null argument or a number out of range; detail: the number
  kSiteLibrary = 3001,        // no Vulkan library, or one before 1.1
  kSiteInstance = 3002,
  kSiteValidation = 3003,     // the validation layer is not installed
  kSiteNoDevice = 3004,       // no physical device of that number with a compute queue; detail: the number
  kSiteDevice = 3005,
  kSiteMemory = 3006,
  kSitePipeline = 3007,
  kSiteDescriptors = 3008,
  kSiteCommands = 3009,
  kSiteSubmit = 3010,
  kSiteStepKind = 3011,       // a step of a kind that Vulkan does not run; detail: the kind
  kSiteFeature = 3012,        // a kernel needs a feature that the device lacks; detail: the kernel
  kSiteRange = 3013,          // a step's operands lie further apart than the device can bind; detail: the binding
  kSiteTensorSize = 3014,     // the size given is not the tensor's; detail: the tensor
  kSiteHostMemory = 3015,
};

mote_status Failure(mote_code code, Site site, uint32_t detail);
inline mote_status Done() { return {MOTE_OK, 0, 0}; }
// VK_SUCCESS gives MOTE_OK; a lost device and exhausted memory have codes of their own.
mote_status FromVk(VkResult result, Site site);

#define MOTE_VK_TRY(call, site)                                             \
  do {                                                                      \
    const mote_status tried_ = ::mote::vulkan::FromVk((call), ::mote::vulkan::site); \
    if (tried_.code != MOTE_OK) return tried_;                              \
  } while (0)
#define MOTE_TRY(call)                         \
  do {                                         \
    const mote_status tried_ = (call);         \
    if (tried_.code != MOTE_OK) return tried_; \
  } while (0)

// Memory of the host, zeroed; null when there is none or the product overflows.
void* AllocateZeroed(size_t count, size_t size);
template <typename T>
T* Allocate(size_t count) {
  return static_cast<T*>(AllocateZeroed(count, sizeof(T)));
}
void Release(void* memory);

}  // namespace mote::vulkan

struct mote_vulkan_device {
  mote::vulkan::Api api;
  mote_vulkan_options options;
  VkInstance instance;
  VkDebugUtilsMessengerEXT messenger;
  VkPhysicalDevice physical;
  VkPhysicalDeviceProperties properties;
  VkPhysicalDeviceMemoryProperties memory;
  mote_vulkan_facts facts;
  uint32_t enabled_features;  // bits as in schema/program.fbs, Kernel.features
  uint32_t queue_family;
  VkDevice device;
  VkQueue queue;
  VkDescriptorSetLayout set_layout;
  VkPipelineLayout pipeline_layout;
  bool shares_memory;  // host and device use the same memory: no staging copies
};

#endif
