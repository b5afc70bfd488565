// A Vulkan library in front of the machine's, which writes what its compiler says of each compute pipeline: registers, spills, code. As
// libvulkan.so.1 (its folder in LD_LIBRARY_PATH, the machine's in MOTE_SHIM_LIBRARY); one JSON object a pipeline is appended to the file
// that MOTE_STATISTICS names. Made for Mesa's null hardware: a device without memory says that it has some, and nothing is ever run.
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define VK_NO_PROTOTYPES 1
#include <vulkan/vulkan_core.h>

namespace {

PFN_vkGetInstanceProcAddr g_library;
VkInstance g_instance;
PFN_vkGetDeviceProcAddr g_of_device;

template <typename F>
F OfInstance(const char* name) {
  return reinterpret_cast<F>(g_library(g_instance, name));
}

VKAPI_ATTR VkResult VKAPI_CALL CreateInstance(const VkInstanceCreateInfo* info, const VkAllocationCallbacks* callbacks,
                                              VkInstance* instance) {
  const VkResult result = OfInstance<PFN_vkCreateInstance>("vkCreateInstance")(info, callbacks, instance);
  if (result == VK_SUCCESS) g_instance = *instance;
  return result;
}

VKAPI_ATTR void VKAPI_CALL MemoryProperties(VkPhysicalDevice physical, VkPhysicalDeviceMemoryProperties* memory) {
  OfInstance<PFN_vkGetPhysicalDeviceMemoryProperties>("vkGetPhysicalDeviceMemoryProperties")(physical, memory);
  if (memory->memoryTypeCount != 0) return;
  memory->memoryHeapCount = memory->memoryTypeCount = 1;
  memory->memoryHeaps[0] = {VkDeviceSize{4} << 30, VK_MEMORY_HEAP_DEVICE_LOCAL_BIT};
  constexpr VkMemoryPropertyFlags kVisible = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  memory->memoryTypes[0] = {VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT | kVisible, 0};
}

VKAPI_ATTR void VKAPI_CALL Requirements(VkDevice device, VkBuffer buffer, VkMemoryRequirements* requirements) {
  reinterpret_cast<PFN_vkGetBufferMemoryRequirements>(g_of_device(device, "vkGetBufferMemoryRequirements"))(device, buffer, requirements);
  if (requirements->memoryTypeBits == 0) requirements->memoryTypeBits = 1;
}

VKAPI_ATTR VkResult VKAPI_CALL CreateDevice(VkPhysicalDevice physical, const VkDeviceCreateInfo* info,
                                            const VkAllocationCallbacks* callbacks, VkDevice* device) {
  std::vector<const char*> extensions(info->ppEnabledExtensionNames, info->ppEnabledExtensionNames + info->enabledExtensionCount);
  extensions.push_back(VK_KHR_PIPELINE_EXECUTABLE_PROPERTIES_EXTENSION_NAME);
  VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR feature = {};
  feature.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR;
  feature.pNext = const_cast<void*>(info->pNext);
  feature.pipelineExecutableInfo = VK_TRUE;
  VkDeviceCreateInfo more = *info;
  more.pNext = &feature;
  more.enabledExtensionCount = static_cast<uint32_t>(extensions.size());
  more.ppEnabledExtensionNames = extensions.data();
  return OfInstance<PFN_vkCreateDevice>("vkCreateDevice")(physical, &more, callbacks, device);
}

void Write(VkDevice device, VkResult result, VkPipeline pipeline) {
  const char* path = std::getenv("MOTE_STATISTICS");
  std::FILE* file = path ? std::fopen(path, "a") : nullptr;
  if (!file) return;
  if (result != VK_SUCCESS) {
    std::fprintf(file, "{\"refused\": %d}\n", static_cast<int>(result));
    std::fclose(file);
    return;
  }
  VkPipelineExecutableInfoKHR which = {};
  which.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR;
  which.pipeline = pipeline;
  const auto get = reinterpret_cast<PFN_vkGetPipelineExecutableStatisticsKHR>(g_of_device(device, "vkGetPipelineExecutableStatisticsKHR"));
  uint32_t count = 0;
  if (get) (void)get(device, &which, &count, nullptr);
  VkPipelineExecutableStatisticKHR empty = {};
  empty.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_STATISTIC_KHR;
  std::vector<VkPipelineExecutableStatisticKHR> all(count, empty);
  if (get) (void)get(device, &which, &count, all.data());
  std::fputc('{', file);
  for (const VkPipelineExecutableStatisticKHR& one : all) {
    if (one.format != VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_UINT64_KHR) continue;
    std::fprintf(file, "%s\"%s\": %llu", &one == all.data() ? "" : ", ", one.name, static_cast<unsigned long long>(one.value.u64));
  }
  std::fputs("}\n", file);
  std::fclose(file);
}

VKAPI_ATTR VkResult VKAPI_CALL CreatePipelines(VkDevice device, VkPipelineCache cache, uint32_t count,
                                               const VkComputePipelineCreateInfo* infos, const VkAllocationCallbacks* callbacks,
                                               VkPipeline* pipelines) {
  std::vector<VkComputePipelineCreateInfo> asked(infos, infos + count);
  for (VkComputePipelineCreateInfo& info : asked) info.flags |= VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR;
  const auto create = reinterpret_cast<PFN_vkCreateComputePipelines>(g_of_device(device, "vkCreateComputePipelines"));
  const VkResult result = create(device, cache, count, asked.data(), callbacks, pipelines);
  for (uint32_t i = 0; i < count; ++i) Write(device, result, pipelines[i]);
  return result;
}

// Null hardware records no commands and has no fences, and nothing is to run: such calls do nothing, and succeed.
VKAPI_ATTR VkResult VKAPI_CALL Nothing() { return VK_SUCCESS; }
VKAPI_ATTR VkResult VKAPI_CALL Make(VkDevice, const void*, const VkAllocationCallbacks*, uint64_t* object) {
  static uint64_t made;
  *object = ++made;
  return VK_SUCCESS;
}
VKAPI_ATTR VkResult VKAPI_CALL AllocateCommands(VkDevice, const VkCommandBufferAllocateInfo* info, VkCommandBuffer* commands) {
  static char command;
  for (uint32_t i = 0; i < info->commandBufferCount; ++i) commands[i] = reinterpret_cast<VkCommandBuffer>(&command);
  return VK_SUCCESS;
}

template <typename F>
PFN_vkVoidFunction Any(F function) {
  return reinterpret_cast<PFN_vkVoidFunction>(function);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL GetDeviceProcAddr(VkDevice device, const char* name) {
#define CHANGED(function, ours) \
  if (std::strcmp(name, #function) == 0) return Any(ours)
  CHANGED(vkCreateComputePipelines, CreatePipelines);
  CHANGED(vkGetBufferMemoryRequirements, Requirements);
  CHANGED(vkAllocateCommandBuffers, AllocateCommands);
  for (const char* made : {"vkCreateFence", "vkCreateCommandPool", "vkCreateQueryPool"}) {
    if (std::strcmp(name, made) == 0) return Any(Make);
  }
  if (std::strstr(name, "Fence") || std::strstr(name, "Command") || std::strstr(name, "QueryPool")) return Any(Nothing);
  if (std::strncmp(name, "vkCmd", 5) == 0 || std::strncmp(name, "vkQueue", 7) == 0) return Any(Nothing);
  return g_of_device(device, name);
}

}  // namespace

extern "C" __attribute__((visibility("default"))) PFN_vkVoidFunction VKAPI_CALL vkGetInstanceProcAddr(VkInstance instance,
                                                                                                         const char* name) {
  if (!g_library) {
    const char* given = std::getenv("MOTE_SHIM_LIBRARY");
    void* library = given ? dlopen(given, RTLD_NOW | RTLD_LOCAL) : nullptr;
    if (library) g_library = reinterpret_cast<PFN_vkGetInstanceProcAddr>(dlsym(library, "vkGetInstanceProcAddr"));
    if (!g_library) return nullptr;
  }
  CHANGED(vkCreateInstance, CreateInstance);
  CHANGED(vkGetPhysicalDeviceMemoryProperties, MemoryProperties);
  CHANGED(vkCreateDevice, CreateDevice);
  if (std::strcmp(name, "vkGetDeviceProcAddr") == 0) {
    g_of_device = reinterpret_cast<PFN_vkGetDeviceProcAddr>(g_library(instance, name));
    return Any(GetDeviceProcAddr);
  }
  return g_library(instance, name);
}
