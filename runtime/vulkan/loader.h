// The Vulkan library, found at run time, and the table of its functions. Nothing here knows of programs.
#ifndef MOTE_VULKAN_LOADER_H_
#define MOTE_VULKAN_LOADER_H_

#define VK_NO_PROTOTYPES 1
#include <vulkan/vulkan_core.h>
#include <vulkan/vulkan_android.h>  // needs nothing of Android's

namespace mote::vulkan {

// Functions by what they are asked of: nothing, the VkInstance, the VkDevice.
#define MOTE_VK_GLOBAL_FUNCTIONS(X)                                                                                                      \
  X(vkCreateInstance) X(vkEnumerateInstanceVersion) X(vkEnumerateInstanceLayerProperties) X(vkEnumerateInstanceExtensionProperties)
#define MOTE_VK_INSTANCE_FUNCTIONS(X)                                                                                                    \
  X(vkDestroyInstance) X(vkEnumeratePhysicalDevices) X(vkGetPhysicalDeviceProperties) X(vkGetPhysicalDeviceFeatures2)                     \
  X(vkGetPhysicalDeviceQueueFamilyProperties) X(vkGetPhysicalDeviceMemoryProperties) X(vkCreateDevice) X(vkGetDeviceProcAddr)             \
  X(vkEnumerateDeviceExtensionProperties) X(vkGetPhysicalDeviceProperties2)
#define MOTE_VK_DEVICE_FUNCTIONS(X)                                                                                                      \
  X(vkDestroyDevice) X(vkGetDeviceQueue) X(vkCreateBuffer) X(vkDestroyBuffer) X(vkGetBufferMemoryRequirements) X(vkAllocateMemory)        \
  X(vkFreeMemory) X(vkBindBufferMemory) X(vkMapMemory) X(vkCreateDescriptorSetLayout) X(vkDestroyDescriptorSetLayout)                     \
  X(vkCreatePipelineLayout) X(vkDestroyPipelineLayout) X(vkCreateShaderModule) X(vkDestroyShaderModule) X(vkCreateComputePipelines)       \
  X(vkDestroyPipeline) X(vkCreateDescriptorPool) X(vkDestroyDescriptorPool) X(vkAllocateDescriptorSets) X(vkUpdateDescriptorSets)         \
  X(vkCreateCommandPool) X(vkDestroyCommandPool) X(vkAllocateCommandBuffers) X(vkBeginCommandBuffer) X(vkEndCommandBuffer)                \
  X(vkCmdBindPipeline) X(vkCmdBindDescriptorSets) X(vkCmdPushConstants) X(vkCmdDispatch) X(vkCmdCopyBuffer) X(vkCmdPipelineBarrier)       \
  X(vkCmdDispatchIndirect) X(vkCmdUpdateBuffer) X(vkCmdFillBuffer) X(vkCreateBufferView) X(vkDestroyBufferView) X(vkCreateFence)          \
  X(vkDestroyFence) X(vkResetFences)                                                                                                      \
  X(vkWaitForFences) X(vkQueueSubmit) X(vkQueueWaitIdle) X(vkCreatePipelineCache) X(vkDestroyPipelineCache) X(vkGetPipelineCacheData)      \
  X(vkFlushMappedMemoryRanges) X(vkInvalidateMappedMemoryRanges) X(vkCreateQueryPool) X(vkDestroyQueryPool) X(vkCmdResetQueryPool)        \
  X(vkCmdWriteTimestamp) X(vkGetQueryPoolResults)

struct Api {
  void* library;
  PFN_vkGetInstanceProcAddr vkGetInstanceProcAddr;
#define MOTE_VK_MEMBER(name) PFN_##name name;
  MOTE_VK_GLOBAL_FUNCTIONS(MOTE_VK_MEMBER)
  MOTE_VK_INSTANCE_FUNCTIONS(MOTE_VK_MEMBER)
  MOTE_VK_DEVICE_FUNCTIONS(MOTE_VK_MEMBER)
#undef MOTE_VK_MEMBER
};

// Each gives false when the library or one of its functions is missing. `given`: the application's, null: the library is loaded.
bool LoadLibrary(Api* api, PFN_vkGetInstanceProcAddr given);
bool LoadInstanceFunctions(Api* api, VkInstance instance);
bool LoadDeviceFunctions(Api* api, VkDevice device);
void UnloadLibrary(Api* api);

}  // namespace mote::vulkan

#endif
