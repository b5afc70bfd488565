// Opens and closes a device. See mote/vulkan.h for the choice among several.
#include "vulkan/device.h"

#include <stdlib.h>
#include <string.h>

namespace mote::vulkan {

mote_status FromVk(VkResult result, Site site) {
  const uint32_t detail = static_cast<uint32_t>(result);
  switch (result) {
    case VK_SUCCESS: return Done();
    case VK_ERROR_DEVICE_LOST: return Failure(MOTE_DEVICE_LOST, site, detail);
    case VK_ERROR_OUT_OF_HOST_MEMORY:
    case VK_ERROR_OUT_OF_DEVICE_MEMORY: return Failure(MOTE_OUT_OF_MEMORY, site, detail);
    default: return Failure(MOTE_DEVICE_ERROR, site, detail);
  }
}

void* AllocateZeroed(size_t count, size_t size) { return calloc(count ? count : 1, size); }
void Release(void* memory) { free(memory); }

namespace {

const char kValidationLayer[] = "VK_LAYER_KHRONOS_validation";

VKAPI_ATTR VkBool32 VKAPI_CALL OnMessage(VkDebugUtilsMessageSeverityFlagBitsEXT, VkDebugUtilsMessageTypeFlagsEXT,
                                         const VkDebugUtilsMessengerCallbackDataEXT* data, void* user) {
  const mote_vulkan_options* options = static_cast<const mote_vulkan_options*>(user);
  if (options->message) options->message(options->user, data->pMessage ? data->pMessage : "");
  return VK_FALSE;
}

bool HasValidationLayer(const Api& api) {
  uint32_t count = 0;
  if (api.vkEnumerateInstanceLayerProperties(&count, nullptr) != VK_SUCCESS) return false;
  VkLayerProperties* layers = Allocate<VkLayerProperties>(count);
  if (!layers) return false;
  bool found = false;
  if (api.vkEnumerateInstanceLayerProperties(&count, layers) == VK_SUCCESS) {
    for (uint32_t i = 0; i < count; ++i) found = found || strcmp(layers[i].layerName, kValidationLayer) == 0;
  }
  Release(layers);
  return found;
}

mote_status CreateInstance(mote_vulkan_device* d) {
  Api& api = d->api;
  uint32_t version = 0;
  if (api.vkEnumerateInstanceVersion(&version) != VK_SUCCESS || version < VK_API_VERSION_1_1) {
    return Failure(MOTE_NO_DEVICE, Site::kVulkanLibrary, version);
  }
  VkApplicationInfo application = {};
  application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
  application.pApplicationName = "mote";
  application.apiVersion = VK_API_VERSION_1_1;
  VkInstanceCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
  info.pApplicationInfo = &application;

  const char* layer = kValidationLayer;
  const char* extension = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
  const VkValidationFeatureEnableEXT synchronization = VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT;
  VkValidationFeaturesEXT features = {};
  features.sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT;
  features.enabledValidationFeatureCount = 1;
  features.pEnabledValidationFeatures = &synchronization;
  VkDebugUtilsMessengerCreateInfoEXT messenger = {};
  messenger.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT;
  messenger.messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
  messenger.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT;
  messenger.pfnUserCallback = OnMessage;
  messenger.pUserData = &d->options;
  if (d->options.validation) {
    if (!HasValidationLayer(api)) return Failure(MOTE_NO_DEVICE, Site::kVulkanValidation, 0);
    messenger.pNext = &features;
    info.pNext = &messenger;
    info.enabledLayerCount = info.enabledExtensionCount = 1;
    info.ppEnabledLayerNames = &layer;
    info.ppEnabledExtensionNames = &extension;
  }
  const VkResult created = api.vkCreateInstance(&info, nullptr, &d->instance);
  if (created == VK_ERROR_INCOMPATIBLE_DRIVER) return Failure(MOTE_NO_DEVICE, Site::kVulkanInstance, static_cast<uint32_t>(created));
  MOTE_VK_TRY(created, kVulkanInstance);
  if (!LoadInstanceFunctions(&api, d->instance)) return Failure(MOTE_NO_DEVICE, Site::kVulkanLibrary, version);
  if (!d->options.validation) return Done();
  messenger.pNext = nullptr;
  const auto create =
      reinterpret_cast<PFN_vkCreateDebugUtilsMessengerEXT>(api.vkGetInstanceProcAddr(d->instance, "vkCreateDebugUtilsMessengerEXT"));
  if (!create) return Failure(MOTE_NO_DEVICE, Site::kVulkanValidation, 0);
  return FromVk(create(d->instance, &messenger, nullptr, &d->messenger), Site::kVulkanValidation);
}

// A queue family that computes, or UINT32_MAX.
uint32_t ComputeFamily(const Api& api, VkPhysicalDevice physical) {
  uint32_t count = 0;
  api.vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, nullptr);
  VkQueueFamilyProperties* families = Allocate<VkQueueFamilyProperties>(count);
  if (!families) return UINT32_MAX;
  api.vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, families);
  uint32_t found = UINT32_MAX;
  for (uint32_t i = count; i-- > 0;) {
    if (families[i].queueFlags & VK_QUEUE_COMPUTE_BIT) found = i;
  }
  Release(families);
  return found;
}

int RankOf(VkPhysicalDeviceType type) {
  switch (type) {
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU: return 0;
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU: return 1;
    case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU: return 2;
    case VK_PHYSICAL_DEVICE_TYPE_CPU: return 3;
    default: return 4;
  }
}

mote_status ChoosePhysical(mote_vulkan_device* d) {
  const Api& api = d->api;
  uint32_t count = 0;
  MOTE_VK_TRY(api.vkEnumeratePhysicalDevices(d->instance, &count, nullptr), kVulkanInstance);
  VkPhysicalDevice* all = Allocate<VkPhysicalDevice>(count);
  if (!all) return Failure(MOTE_OUT_OF_MEMORY, Site::kVulkanHostMemory, count);
  const VkResult listed = api.vkEnumeratePhysicalDevices(d->instance, &count, all);
  int best_rank = INT32_MAX;
  for (uint32_t i = 0; listed == VK_SUCCESS && i < count; ++i) {
    VkPhysicalDeviceProperties properties;
    api.vkGetPhysicalDeviceProperties(all[i], &properties);
    const uint32_t family = ComputeFamily(api, all[i]);
    const bool usable = properties.apiVersion >= VK_API_VERSION_1_1 && family != UINT32_MAX;
    const bool wanted = d->options.device == 0 || d->options.device == i + 1;
    if (!usable || !wanted || RankOf(properties.deviceType) >= best_rank) continue;
    best_rank = RankOf(properties.deviceType);
    d->physical = all[i];
    d->properties = properties;
    d->queue_family = family;
  }
  Release(all);
  MOTE_VK_TRY(listed, kVulkanInstance);
  if (!d->physical) return Failure(MOTE_NO_DEVICE, Site::kVulkanNoDevice, d->options.device);
  api.vkGetPhysicalDeviceMemoryProperties(d->physical, &d->memory);
  return Done();
}

bool HasExtension(const mote_vulkan_device* d, const char* name) {
  uint32_t count = 0;
  if (d->api.vkEnumerateDeviceExtensionProperties(d->physical, nullptr, &count, nullptr) != VK_SUCCESS) return false;
  VkExtensionProperties* extensions = Allocate<VkExtensionProperties>(count);
  if (!extensions) return false;
  bool found = false;
  if (d->api.vkEnumerateDeviceExtensionProperties(d->physical, nullptr, &count, extensions) == VK_SUCCESS) {
    for (uint32_t i = 0; i < count; ++i) found = found || strcmp(extensions[i].extensionName, name) == 0;
  }
  Release(extensions);
  return found;
}

void FillFacts(mote_vulkan_device* d, const VkPhysicalDeviceFeatures& has, bool storage16, bool storage8) {
  mote_vulkan_facts& facts = d->facts;
  memcpy(facts.name, d->properties.deviceName, sizeof facts.name);
  facts.name[sizeof facts.name - 1] = 0;
  facts.software = d->properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
  facts.storage16 = storage16;
  facts.storage8 = storage8;
  facts.int64 = has.shaderInt64;
  facts.float64 = has.shaderFloat64;
  facts.api_version = d->properties.apiVersion;
  facts.driver_version = d->properties.driverVersion;
  facts.vendor = d->properties.vendorID;
  facts.device = d->properties.deviceID;
}

// With every optional feature that kernels may use, or with none; robustBufferAccess always (every device has it).
mote_status CreateDevice(mote_vulkan_device* d) {
  const bool minimal = d->options.minimal_features != 0;
  const bool has_8bit = HasExtension(d, VK_KHR_8BIT_STORAGE_EXTENSION_NAME);
  VkPhysicalDevice8BitStorageFeatures storage8 = {};
  storage8.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_8BIT_STORAGE_FEATURES;
  VkPhysicalDevice16BitStorageFeatures storage16 = {};
  storage16.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES;
  storage16.pNext = has_8bit ? &storage8 : nullptr;
  VkPhysicalDeviceFeatures2 features = {};
  features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
  features.pNext = &storage16;
  d->api.vkGetPhysicalDeviceFeatures2(d->physical, &features);
  const VkPhysicalDeviceFeatures has = features.features;
  FillFacts(d, has, storage16.storageBuffer16BitAccess, has_8bit && storage8.storageBuffer8BitAccess);

  features.features = {};
  features.features.robustBufferAccess = VK_TRUE;
  features.features.shaderInt64 = has.shaderInt64;
  features.features.shaderFloat64 = has.shaderFloat64;
  storage16.storagePushConstant16 = storage16.storageInputOutput16 = VK_FALSE;
  storage8.storagePushConstant8 = VK_FALSE;
  const char* extension = VK_KHR_8BIT_STORAGE_EXTENSION_NAME;
  VkPhysicalDeviceFeatures only_robust = {};
  only_robust.robustBufferAccess = VK_TRUE;
  const float priority = 1.0f;
  VkDeviceQueueCreateInfo queue = {};
  queue.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
  queue.queueFamilyIndex = d->queue_family;
  queue.queueCount = 1;
  queue.pQueuePriorities = &priority;
  VkDeviceCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queue;
  if (minimal) {
    info.pEnabledFeatures = &only_robust;
  } else {
    info.pNext = &features;
    info.enabledExtensionCount = has_8bit ? 1 : 0;
    info.ppEnabledExtensionNames = &extension;
    const mote_vulkan_facts& f = d->facts;
    if (f.storage16) d->enabled_features |= kMoteStorage16;
    if (f.storage8) d->enabled_features |= kMoteStorage8;
    if (f.int64) d->enabled_features |= kMoteInt64;
    if (f.float64) d->enabled_features |= kMoteFloat64;
    if (f.software) d->enabled_features |= kMoteLoneRows;
  }
  MOTE_VK_TRY(d->api.vkCreateDevice(d->physical, &info, nullptr, &d->device), kVulkanDevice);
  if (!LoadDeviceFunctions(&d->api, d->device)) return Failure(MOTE_DEVICE_ERROR, Site::kVulkanDevice, 0);
  d->api.vkGetDeviceQueue(d->device, d->queue_family, 0, &d->queue);
  return Done();
}

// Set 1: the operands that may be read as texels.
mote_status CreateTexelLayout(mote_vulkan_device* d) {
  VkDescriptorSetLayoutBinding bindings[kMoteTexelBindings] = {};
  for (uint32_t i = 0; i < kMoteTexelBindings; ++i) {
    bindings[i] = {i, VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr};
  }
  VkDescriptorSetLayoutCreateInfo set = {};
  set.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO;
  set.bindingCount = kMoteTexelBindings;
  set.pBindings = bindings;
  MOTE_VK_TRY(d->api.vkCreateDescriptorSetLayout(d->device, &set, nullptr, &d->texel_layout), kVulkanDescriptors);
  d->texel_limit = d->properties.limits.maxTexelBufferElements;
  return Done();
}

mote_status CreateLayouts(mote_vulkan_device* d) {
  VkDescriptorSetLayoutBinding bindings[kBindings] = {};
  for (uint32_t i = 0; i < kBindings; ++i) {
    bindings[i].binding = i;
    bindings[i].descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC;
    bindings[i].descriptorCount = 1;
    bindings[i].stageFlags = VK_SHADER_STAGE_COMPUTE_BIT;
  }
  VkDescriptorSetLayoutCreateInfo set = {};
  set.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO;
  set.bindingCount = kBindings;
  set.pBindings = bindings;
  MOTE_VK_TRY(d->api.vkCreateDescriptorSetLayout(d->device, &set, nullptr, &d->set_layout), kVulkanDescriptors);
  MOTE_TRY(CreateTexelLayout(d));
  const VkDescriptorSetLayout sets[] = {d->set_layout, d->texel_layout};
  const VkPushConstantRange push = {VK_SHADER_STAGE_COMPUTE_BIT, 0, kMotePushBytes};
  VkPipelineLayoutCreateInfo layout = {};
  layout.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
  layout.setLayoutCount = 2;
  layout.pSetLayouts = sets;
  layout.pushConstantRangeCount = 1;
  layout.pPushConstantRanges = &push;
  return FromVk(d->api.vkCreatePipelineLayout(d->device, &layout, nullptr, &d->pipeline_layout), Site::kVulkanPipeline);
}

mote_status Open(mote_vulkan_device* d) {
  if (!LoadLibrary(&d->api)) return Failure(MOTE_NO_DEVICE, Site::kVulkanLibrary, 0);
  MOTE_TRY(CreateInstance(d));
  MOTE_TRY(ChoosePhysical(d));
  MOTE_TRY(CreateDevice(d));
  const VkPhysicalDeviceType type = d->properties.deviceType;
  d->upload_bytes = uint64_t{16} << 20;
  d->shares_memory = type == VK_PHYSICAL_DEVICE_TYPE_CPU || type == VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU;
  return CreateLayouts(d);
}

}  // namespace
}  // namespace mote::vulkan

extern "C" {

mote_status mote_vulkan_open(const mote_vulkan_options* options, mote_vulkan_device** device) {
  using namespace mote::vulkan;
  if (!device) return Failure(MOTE_INVALID_ARGUMENT, Site::kVulkanArgument, 0);
  *device = nullptr;
  mote_vulkan_device* d = Allocate<mote_vulkan_device>(1);
  if (!d) return Failure(MOTE_OUT_OF_MEMORY, Site::kVulkanHostMemory, 1);
  if (options) d->options = *options;
  const mote_status status = Open(d);
  if (status.code == MOTE_OK) {
    *device = d;
  } else {
    mote_vulkan_close(d);
  }
  return status;
}

void mote_vulkan_close(mote_vulkan_device* d) {
  if (!d) return;
  const mote::vulkan::Api& api = d->api;
  if (d->device && api.vkDestroyDevice) {
    if (d->pipeline_cache) api.vkDestroyPipelineCache(d->device, d->pipeline_cache, nullptr);
    if (d->pipeline_layout) api.vkDestroyPipelineLayout(d->device, d->pipeline_layout, nullptr);
    if (d->texel_layout) api.vkDestroyDescriptorSetLayout(d->device, d->texel_layout, nullptr);
    if (d->set_layout) api.vkDestroyDescriptorSetLayout(d->device, d->set_layout, nullptr);
    api.vkDestroyDevice(d->device, nullptr);
  }
  if (d->messenger) {
    const auto destroy =
        reinterpret_cast<PFN_vkDestroyDebugUtilsMessengerEXT>(api.vkGetInstanceProcAddr(d->instance, "vkDestroyDebugUtilsMessengerEXT"));
    if (destroy) destroy(d->instance, d->messenger, nullptr);
  }
  if (d->instance && api.vkDestroyInstance) api.vkDestroyInstance(d->instance, nullptr);
  mote::vulkan::UnloadLibrary(&d->api);
  mote::vulkan::Release(d);
}

void mote_vulkan_query(const mote_vulkan_device* d, mote_vulkan_facts* facts) { *facts = d->facts; }

}  // extern "C"
