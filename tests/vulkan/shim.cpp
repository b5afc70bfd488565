// Every function of the runtime's table goes through Wrapped::Call, which counts and fails; those that are changed have a function here.
#include "shim.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <vector>

#include "vulkan/loader.h"

namespace mote::shim {
namespace {

#define SHIM_FUNCTIONS(X) MOTE_VK_GLOBAL_FUNCTIONS(X) MOTE_VK_INSTANCE_FUNCTIONS(X) MOTE_VK_DEVICE_FUNCTIONS(X)
enum Function : int {
#define SHIM_NUMBER(name) k_##name,
  SHIM_FUNCTIONS(SHIM_NUMBER)
#undef SHIM_NUMBER
  kFunctions
};
constexpr const char* kNames[] = {
#define SHIM_NAME(name) #name,
    SHIM_FUNCTIONS(SHIM_NAME)
#undef SHIM_NAME
};

PFN_vkVoidFunction g_real[kFunctions];
State g_state;
std::mutex g_mutex;  // of the state, where pipelines are made

PFN_vkGetInstanceProcAddr Library() {
  static PFN_vkGetInstanceProcAddr found = nullptr;
  if (found) return found;
  const char* given = std::getenv("MOTE_SHIM_LIBRARY");
  void* library = dlopen(given ? given : "libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library) found = reinterpret_cast<PFN_vkGetInstanceProcAddr>(dlsym(library, "vkGetInstanceProcAddr"));
  return found;
}

bool Starts(const char* text, const char* with) { return std::strncmp(text, with, std::strlen(with)) == 0; }

void CountObject(const char* name, int change) {
  std::string kind = name + (change > 0 ? std::strlen("vkCreate") : std::strlen("vkDestroy"));
  if (kind == "ComputePipelines") kind = "Pipeline";
  const std::lock_guard lock(g_mutex);
  g_state.objects[kind] += change;
}

// A wait comes first, whatever it gives: work that is under way is not pulled from under the driver.
bool Fails(const char* name) {
  const std::lock_guard lock(g_mutex);
  if (!g_state.fail_name.empty() && g_state.fail_name != name) return false;
  const uint32_t call = ++g_state.calls;
  if (g_state.fail_at == 0 || call < g_state.fail_at || call - g_state.fail_at >= g_state.fail_count) return false;
  ++g_state.failed;
  g_state.last = name;
  return true;
}

template <typename F, int function>
struct Wrapped;
template <typename R, typename... A, int function>
struct Wrapped<R(VKAPI_PTR*)(A...), function> {
  static R VKAPI_CALL Call(A... arguments) {
    const auto real = reinterpret_cast<R(VKAPI_PTR*)(A...)>(g_real[function]);
    const char* name = kNames[function];
    if constexpr (std::is_same_v<R, VkResult>) {
      if (Fails(name)) {
        if (function == k_vkWaitForFences) (void)real(arguments...);
        return g_state.code;
      }
      const VkResult result = real(arguments...);
      if (function == k_vkWaitForFences) ++g_state.waits;
      if (result == VK_SUCCESS && Starts(name, "vkCreate")) CountObject(name, 1);
      return result;
    } else {
      if (Starts(name, "vkDestroy")) CountObject(name, -1);
      return real(arguments...);
    }
  }
};
#define CALL(name) Wrapped<PFN_##name, k_##name>::Call

// ---- memory that is not coherent: the host sees a copy ----
struct Mapping {
  uint8_t *real = nullptr, *copy = nullptr;
  VkDeviceSize size = 0;
};
std::map<VkDeviceMemory, Mapping> g_memories;

VKAPI_ATTR VkResult VKAPI_CALL AllocateMemory(VkDevice device, const VkMemoryAllocateInfo* info, const VkAllocationCallbacks* callbacks,
                                              VkDeviceMemory* memory) {
  VkMemoryAllocateInfo own = *info;
  const auto* import = static_cast<const VkImportAndroidHardwareBufferInfoANDROID*>(info->pNext);
  if (import && import->sType == VK_STRUCTURE_TYPE_IMPORT_ANDROID_HARDWARE_BUFFER_INFO_ANDROID) {
    g_state.hardware_buffer = import->buffer;
    g_state.hardware_bytes = info->allocationSize;
    own.pNext = nullptr;
  }
  const VkResult result = CALL(vkAllocateMemory)(device, &own, callbacks, memory);
  if (result != VK_SUCCESS) return result;
  ++g_state.objects["Memory"];
  g_state.memory += static_cast<int64_t>(info->allocationSize);
  g_memories[*memory].size = info->allocationSize;
  return result;
}

VKAPI_ATTR void VKAPI_CALL FreeMemory(VkDevice device, VkDeviceMemory memory, const VkAllocationCallbacks* callbacks) {
  --g_state.objects["Memory"];
  g_state.memory -= static_cast<int64_t>(g_memories[memory].size);
  delete[] g_memories[memory].copy;
  g_memories.erase(memory);
  CALL(vkFreeMemory)(device, memory, callbacks);
}

VKAPI_ATTR VkResult VKAPI_CALL MapMemory(VkDevice device, VkDeviceMemory memory, VkDeviceSize offset, VkDeviceSize size,
                                         VkMemoryMapFlags flags, void** data) {
  const VkResult result = CALL(vkMapMemory)(device, memory, offset, size, flags, data);
  if (result != VK_SUCCESS || !g_state.incoherent) return result;
  Mapping& m = g_memories[memory];
  m.real = static_cast<uint8_t*>(*data);
  m.copy = new uint8_t[m.size];
  std::memset(m.copy, 0xcd, m.size);
  *data = m.copy;
  return result;
}

VKAPI_ATTR VkResult VKAPI_CALL Flush(VkDevice device, uint32_t count, const VkMappedMemoryRange* ranges) {
  const VkResult result = CALL(vkFlushMappedMemoryRanges)(device, count, ranges);
  for (uint32_t i = 0; i < count && result == VK_SUCCESS; ++i) {
    const Mapping& m = g_memories[ranges[i].memory];
    if (m.copy) std::memcpy(m.real, m.copy, m.size);
    ++g_state.flushes;
  }
  return result;
}

VKAPI_ATTR VkResult VKAPI_CALL Invalidate(VkDevice device, uint32_t count, const VkMappedMemoryRange* ranges) {
  const VkResult result = CALL(vkInvalidateMappedMemoryRanges)(device, count, ranges);
  for (uint32_t i = 0; i < count && result == VK_SUCCESS; ++i) {
    const Mapping& m = g_memories[ranges[i].memory];
    if (m.copy) std::memcpy(m.copy, m.real, m.size);
    ++g_state.invalidates;
  }
  return result;
}

VKAPI_ATTR void VKAPI_CALL MemoryProperties(VkPhysicalDevice physical, VkPhysicalDeviceMemoryProperties* memory) {
  CALL(vkGetPhysicalDeviceMemoryProperties)(physical, memory);
  for (uint32_t i = 0; i < memory->memoryTypeCount && g_state.incoherent; ++i) {
    memory->memoryTypes[i].propertyFlags &= ~VkMemoryPropertyFlags{VK_MEMORY_PROPERTY_HOST_COHERENT_BIT};
  }
}

// ---- extensions that the machine's need not have ----
constexpr char kPortability[] = "VK_KHR_portability_subset";

std::vector<const char*> Added() {
  std::vector<const char*> names;
  if (g_state.portability) names.push_back(kPortability);
  if (g_state.android_bytes) names.push_back(VK_ANDROID_EXTERNAL_MEMORY_ANDROID_HARDWARE_BUFFER_EXTENSION_NAME);
  if (g_state.android_bytes) names.push_back(VK_EXT_QUEUE_FAMILY_FOREIGN_EXTENSION_NAME);
  return names;
}

VKAPI_ATTR VkResult VKAPI_CALL HardwareBufferProperties(VkDevice, const AHardwareBuffer*,
                                                        VkAndroidHardwareBufferPropertiesANDROID* properties) {
  if (Fails("vkGetAndroidHardwareBufferPropertiesANDROID")) return g_state.code;
  properties->allocationSize = g_state.android_bytes;
  properties->memoryTypeBits = UINT32_MAX;
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL CreateBuffer(VkDevice device, const VkBufferCreateInfo* info, const VkAllocationCallbacks* callbacks,
                                            VkBuffer* buffer) {
  VkBufferCreateInfo own = *info;
  const auto* external = static_cast<const VkExternalMemoryBufferCreateInfo*>(info->pNext);
  if (external && external->handleTypes == VK_EXTERNAL_MEMORY_HANDLE_TYPE_ANDROID_HARDWARE_BUFFER_BIT_ANDROID) own.pNext = nullptr;
  return CALL(vkCreateBuffer)(device, &own, callbacks, buffer);
}

VKAPI_ATTR VkResult VKAPI_CALL InstanceExtensions(const char* layer, uint32_t* count, VkExtensionProperties* extensions) {
  if (!g_state.portability) return CALL(vkEnumerateInstanceExtensionProperties)(layer, count, extensions);
  if (Fails("vkEnumerateInstanceExtensionProperties")) return g_state.code;
  *count = 1;
  if (extensions) std::strcpy(extensions->extensionName, VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME);
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL PhysicalDevices(VkInstance instance, uint32_t* count, VkPhysicalDevice* devices) {
  const bool hidden = g_state.portability && !(g_state.instance_flags & VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR);
  if (hidden) *count = 0;
  return hidden ? VK_SUCCESS : CALL(vkEnumeratePhysicalDevices)(instance, count, devices);
}

// ---- a device at the floor ----
void Lower(VkPhysicalDeviceProperties* p) {
  VkPhysicalDeviceLimits& l = p->limits;
  if (g_state.largest_buffer) l.maxStorageBufferRange = g_state.largest_buffer;
  if (g_state.most_groups) l.maxComputeWorkGroupCount[0] = g_state.most_groups;
  if (g_state.discrete) p->deviceType = VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU;
  if (!g_state.floor) return;
  p->apiVersion = VK_API_VERSION_1_1;
  std::strncpy(p->deviceName, "floor device", sizeof p->deviceName);
  l.maxStorageBufferRange = 1u << 27;
  l.maxUniformBufferRange = 16384;
  l.maxTexelBufferElements = 65536;
  l.maxPushConstantsSize = 128;
  l.maxMemoryAllocationCount = 4096;
  l.maxBoundDescriptorSets = 4;
  l.maxPerStageDescriptorStorageBuffers = 4;
  l.maxPerStageDescriptorSampledImages = 16;
  l.maxPerStageResources = 128;
  l.maxDescriptorSetStorageBuffersDynamic = 4;
  l.maxComputeSharedMemorySize = 16384;
  l.maxComputeWorkGroupInvocations = 128;
  const uint32_t sizes[] = {128, 128, 64};
  for (int i = 0; i < 3; ++i) l.maxComputeWorkGroupCount[i] = 65535, l.maxComputeWorkGroupSize[i] = sizes[i];
  l.minTexelBufferOffsetAlignment = l.minStorageBufferOffsetAlignment = l.minUniformBufferOffsetAlignment = l.nonCoherentAtomSize = 256;
  l.timestampComputeAndGraphics = VK_FALSE;
}

VKAPI_ATTR void VKAPI_CALL Properties(VkPhysicalDevice physical, VkPhysicalDeviceProperties* properties) {
  CALL(vkGetPhysicalDeviceProperties)(physical, properties);
  Lower(properties);
}

VKAPI_ATTR void VKAPI_CALL Properties2(VkPhysicalDevice physical, VkPhysicalDeviceProperties2* properties) {
  CALL(vkGetPhysicalDeviceProperties2)(physical, properties);
  Lower(&properties->properties);
  for (auto* at = static_cast<VkBaseOutStructure*>(properties->pNext); at; at = at->pNext) {
    if (at->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_INTEGER_DOT_PRODUCT_PROPERTIES_KHR && g_state.quick_dots) {
      auto* p = reinterpret_cast<VkPhysicalDeviceShaderIntegerDotProductPropertiesKHR*>(at);
      p->integerDotProduct4x8BitPackedSignedAccelerated = VK_TRUE;
    }
    if (at->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES && g_state.floor) {
      auto* p = reinterpret_cast<VkPhysicalDeviceSubgroupProperties*>(at);
      p->subgroupSize = 1;
      p->supportedOperations = VK_SUBGROUP_FEATURE_BASIC_BIT;
    }
  }
}

VKAPI_ATTR void VKAPI_CALL Features2(VkPhysicalDevice physical, VkPhysicalDeviceFeatures2* features) {
  CALL(vkGetPhysicalDeviceFeatures2)(physical, features);
  if (!g_state.floor) return;
  features->features = {};
  features->features.robustBufferAccess = VK_TRUE;
  for (auto* at = static_cast<VkBaseOutStructure*>(features->pNext); at; at = at->pNext) {
    if (at->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES) {
      auto* f = reinterpret_cast<VkPhysicalDevice16BitStorageFeatures*>(at);
      f->storageBuffer16BitAccess = f->uniformAndStorageBuffer16BitAccess = f->storagePushConstant16 = f->storageInputOutput16 = VK_FALSE;
    }
  }
}

VKAPI_ATTR VkResult VKAPI_CALL Extensions(VkPhysicalDevice physical, const char* layer, uint32_t* count,
                                          VkExtensionProperties* extensions) {
  if (g_state.floor) *count = 0;
  if (g_state.floor) return VK_SUCCESS;
  const std::vector<const char*> added = Added();
  const auto more = static_cast<uint32_t>(added.size());
  if (extensions) *count -= more;  // as many are asked for as were told
  const VkResult result = CALL(vkEnumerateDeviceExtensionProperties)(physical, layer, count, extensions);
  for (uint32_t i = 0; extensions && i < more; ++i) std::strcpy(extensions[*count + i].extensionName, added[i]);
  *count += more;
  return result;
}

VKAPI_ATTR VkResult VKAPI_CALL CreateDevice(VkPhysicalDevice physical, const VkDeviceCreateInfo* info,
                                            const VkAllocationCallbacks* callbacks, VkDevice* device) {
  const std::vector<const char*> added = Added();
  std::vector<const char*> own;
  g_state.enabled.clear();
  for (uint32_t i = 0; i < info->enabledExtensionCount; ++i) {
    const std::string name = info->ppEnabledExtensionNames[i];
    g_state.enabled.insert(name);
    if (std::find(added.begin(), added.end(), name) == added.end()) own.push_back(info->ppEnabledExtensionNames[i]);
  }
  if (g_state.portability && g_state.enabled.count(kPortability) == 0) return VK_ERROR_INITIALIZATION_FAILED;
  VkDeviceCreateInfo other = *info;
  other.enabledExtensionCount = static_cast<uint32_t>(own.size());
  other.ppEnabledExtensionNames = own.data();
  return CALL(vkCreateDevice)(physical, &other, callbacks, device);
}

VKAPI_ATTR void VKAPI_CALL Families(VkPhysicalDevice physical, uint32_t* count, VkQueueFamilyProperties* families) {
  CALL(vkGetPhysicalDeviceQueueFamilyProperties)(physical, count, families);
  for (uint32_t i = 0; families && i < *count; ++i) {
    if (g_state.no_compute) families[i].queueFlags &= ~VkQueueFlags{VK_QUEUE_COMPUTE_BIT};
    if (g_state.floor) families[i].timestampValidBits = 0;
  }
}

VKAPI_ATTR VkResult VKAPI_CALL Version(uint32_t* version) {
  const VkResult result = CALL(vkEnumerateInstanceVersion)(version);
  if (g_state.version) *version = g_state.version;
  return result;
}

// ---- shaders that compute wrong values ----
VKAPI_ATTR VkResult VKAPI_CALL ShaderModule(VkDevice device, const VkShaderModuleCreateInfo* info, const VkAllocationCallbacks* callbacks,
                                            VkShaderModule* module) {
  constexpr uint32_t kFirstInstruction = 5, kOpControlBarrier = 224, kOpFAdd = 129, kOpFSub = 131, kOpSDot = 4450, kOpUDot = 4451;
  constexpr uint32_t kOpCapability = 17, kFloat16 = 9, kOpFMul = 133, kOpShuffle = 345, kOpShuffleXor = 346;
  std::vector<uint32_t> words(info->pCode, info->pCode + info->codeSize / 4);
  bool waits = false, halves = false, changed = false;
  const auto each = [&](auto visit) {
    for (size_t at = kFirstInstruction; at < words.size() && words[at] >> 16; at += words[at] >> 16) visit(words[at], words[at] & 0xffff);
  };
  each([&](uint32_t& word, uint32_t op) {
    waits |= op == kOpControlBarrier;
    halves |= op == kOpCapability && (&word)[1] == kFloat16;
  });
  const bool meant = waits ? g_state.wrong_groups : g_state.wrong_lone;
  each([&](uint32_t& word, uint32_t op) {
    if (op == kOpFAdd && meant) word = (word & 0xffff0000u) | kOpFSub, changed = true;
    if (op == kOpFAdd && halves && g_state.wrong_halves) word = (word & 0xffff0000u) | kOpFMul, changed = true;
    if (op == kOpShuffleXor && g_state.wrong_shuffles) word = (word & 0xffff0000u) | kOpShuffle, changed = true;
    if (op == kOpSDot && g_state.wrong_dots) word = (word & 0xffff0000u) | kOpUDot, changed = true;
  });
  {
    const std::lock_guard lock(g_mutex);
    g_state.wrong_shaders += changed;
    g_state.makers.insert(std::this_thread::get_id());
  }
  VkShaderModuleCreateInfo other = *info;
  other.pCode = words.data();
  return CALL(vkCreateShaderModule)(device, &other, callbacks, module);
}

// ---- one instance of the machine's for all: making one opens every driver that is installed ----
VkInstance g_instance = VK_NULL_HANDLE;

VKAPI_ATTR VkResult VKAPI_CALL CreateInstance(const VkInstanceCreateInfo* info, const VkAllocationCallbacks* callbacks,
                                              VkInstance* instance) {
  g_state.instance_flags = info->flags;
  if (!g_instance || info->enabledLayerCount) {
    VkInstanceCreateInfo own = *info;
    if (g_state.portability) own.flags = own.enabledExtensionCount = 0;  // the machine's need not have it
    const VkResult result = CALL(vkCreateInstance)(&own, callbacks, instance);
    if (result == VK_SUCCESS && !info->enabledLayerCount) g_instance = *instance;
    return result;
  }
  if (Fails("vkCreateInstance")) return g_state.code;
  CountObject("vkCreateInstance", 1);
  *instance = g_instance;
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL DestroyInstance(VkInstance instance, const VkAllocationCallbacks* callbacks) {
  if (instance != g_instance) return CALL(vkDestroyInstance)(instance, callbacks);
  CountObject("vkDestroyInstance", -1);
}

// ---- counters ----
VKAPI_ATTR VkResult VKAPI_CALL Submit(VkQueue queue, uint32_t count, const VkSubmitInfo* submits, VkFence fence) {
  ++g_state.submissions;
  return CALL(vkQueueSubmit)(queue, count, submits, fence);
}
VKAPI_ATTR void VKAPI_CALL Copy(VkCommandBuffer commands, VkBuffer from, VkBuffer to, uint32_t count, const VkBufferCopy* regions) {
  ++g_state.copies;
  CALL(vkCmdCopyBuffer)(commands, from, to, count, regions);
}
VKAPI_ATTR void VKAPI_CALL Dispatch(VkCommandBuffer commands, uint32_t x, uint32_t y, uint32_t z) {
  ++g_state.dispatches;
  CALL(vkCmdDispatch)(commands, x, y, z);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL GetDeviceProcAddr(VkDevice device, const char* name);

template <typename F>
PFN_vkVoidFunction Any(F function) {
  return reinterpret_cast<PFN_vkVoidFunction>(function);
}

PFN_vkVoidFunction Changed(const char* name) {
  static const std::map<std::string, PFN_vkVoidFunction> functions = {
      {"vkCreateInstance", Any(CreateInstance)}, {"vkDestroyInstance", Any(DestroyInstance)},
      {"vkEnumerateInstanceExtensionProperties", Any(InstanceExtensions)}, {"vkEnumeratePhysicalDevices", Any(PhysicalDevices)},
      {"vkCreateDevice", Any(CreateDevice)}, {"vkCreateBuffer", Any(CreateBuffer)},
      {"vkAllocateMemory", Any(AllocateMemory)}, {"vkFreeMemory", Any(FreeMemory)}, {"vkMapMemory", Any(MapMemory)},
      {"vkFlushMappedMemoryRanges", Any(Flush)}, {"vkInvalidateMappedMemoryRanges", Any(Invalidate)},
      {"vkGetPhysicalDeviceMemoryProperties", Any(MemoryProperties)}, {"vkGetPhysicalDeviceProperties", Any(Properties)},
      {"vkGetPhysicalDeviceProperties2", Any(Properties2)}, {"vkGetPhysicalDeviceFeatures2", Any(Features2)},
      {"vkEnumerateDeviceExtensionProperties", Any(Extensions)}, {"vkGetPhysicalDeviceQueueFamilyProperties", Any(Families)},
      {"vkEnumerateInstanceVersion", Any(Version)}, {"vkCreateShaderModule", Any(ShaderModule)}, {"vkQueueSubmit", Any(Submit)},
      {"vkCmdCopyBuffer", Any(Copy)}, {"vkCmdDispatch", Any(Dispatch)}, {"vkGetDeviceProcAddr", Any(GetDeviceProcAddr)}};
  const auto found = functions.find(name);
  return found == functions.end() ? nullptr : found->second;
}

// `real`: what the driver has under this name.
PFN_vkVoidFunction Wrap(const char* name, PFN_vkVoidFunction real) {
  if (g_state.missing == name) return nullptr;
  if (!real) return nullptr;
#define SHIM_WRAP(function)                                                       \
  if (std::strcmp(name, #function) == 0) {                                        \
    g_real[k_##function] = real;                                                  \
    const PFN_vkVoidFunction changed = Changed(name);                             \
    return changed ? changed : Any(Wrapped<PFN_##function, k_##function>::Call);  \
  }
  SHIM_FUNCTIONS(SHIM_WRAP)
#undef SHIM_WRAP
  return real;
}

PFN_vkVoidFunction VKAPI_CALL GetDeviceProcAddr(VkDevice device, const char* name) {
  const bool android = g_state.android_bytes && std::strcmp(name, "vkGetAndroidHardwareBufferPropertiesANDROID") == 0;
  if (android && g_state.missing != name) return Any(HardwareBufferProperties);
  return Wrap(name, reinterpret_cast<PFN_vkGetDeviceProcAddr>(g_real[k_vkGetDeviceProcAddr])(device, name));
}

}  // namespace

State& The() { return g_state; }

PFN_vkVoidFunction VKAPI_CALL GetInstanceProcAddr(VkInstance instance, const char* name) {
  const PFN_vkGetInstanceProcAddr library = Library();
  return library ? Wrap(name, library(instance, name)) : nullptr;
}

}  // namespace mote::shim

// As a library of its own.
extern "C" __attribute__((visibility("default"))) PFN_vkVoidFunction VKAPI_CALL vkGetInstanceProcAddr(VkInstance instance,
                                                                                                         const char* name) {
  static const bool told = [] {
    const char* words = std::getenv("MOTE_SHIM");
    const std::string all = words ? words : "";
    mote::shim::State& state = mote::shim::The();
    state.floor = all.find("floor") != std::string::npos;
    state.discrete = all.find("discrete") != std::string::npos;
    state.incoherent = all.find("incoherent") != std::string::npos;
    state.wrong_lone = all.find("lone") != std::string::npos;
    state.wrong_groups = all.find("groups") != std::string::npos;
    state.quick_dots = all.find("dots") != std::string::npos;
    state.wrong_dots = all.find("unsigned_dots") != std::string::npos;
    state.wrong_shuffles = all.find("wrong_shuffles") != std::string::npos;
    state.wrong_halves = all.find("wrong_halves") != std::string::npos;
    return true;
  }();
  (void)told;
  return mote::shim::GetInstanceProcAddr(instance, name);
}
