// The VkInstance, the devices of a machine, what they are and which one is taken.
#include <stdlib.h>
#include <string.h>

#include "vulkan/device.h"

namespace mote::vulkan {
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

// Without its flag a loader hides devices that are no full Vulkan, as those over Metal are.
bool HasPortabilityFlag(const Api& api) {
  uint32_t count = 0;
  if (api.vkEnumerateInstanceExtensionProperties(nullptr, &count, nullptr) != VK_SUCCESS) return false;
  VkExtensionProperties* extensions = Allocate<VkExtensionProperties>(count);
  if (!extensions) return false;
  bool found = false;
  if (api.vkEnumerateInstanceExtensionProperties(nullptr, &count, extensions) == VK_SUCCESS) {
    for (uint32_t i = 0; i < count; ++i) found |= strcmp(extensions[i].extensionName, VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME) == 0;
  }
  Release(extensions);
  return found;
}

}  // namespace

mote_status CreateInstance(mote_vulkan_device* d) {
  Api& api = d->api;
  uint32_t version = 0;
  MOTE_VK_TRY(api.vkEnumerateInstanceVersion(&version), kVulkanLibrary);
  if (version < VK_API_VERSION_1_1) return Failure(MOTE_NO_DEVICE, Site::kVulkanLibrary, version);
  VkApplicationInfo application = {};
  application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
  application.pApplicationName = "mote";
  application.apiVersion = VK_API_VERSION_1_1;
  VkInstanceCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
  info.pApplicationInfo = &application;

  const char* layer = kValidationLayer;
  const char* extensions[2];
  info.ppEnabledExtensionNames = extensions;
  if (HasPortabilityFlag(api)) {
    info.flags = VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR;
    extensions[info.enabledExtensionCount++] = VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME;
  }
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
    info.enabledLayerCount = 1;
    info.ppEnabledLayerNames = &layer;
    extensions[info.enabledExtensionCount++] = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
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


namespace {

// A queue family that computes, and how much of its timestamps counts; false when there is none.
bool ComputeFamily(const Api& api, VkPhysicalDevice physical, uint32_t* family, uint32_t* timestamp_bits) {
  uint32_t count = 0;
  api.vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, nullptr);
  VkQueueFamilyProperties* families = Allocate<VkQueueFamilyProperties>(count);
  if (!families) return false;
  api.vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, families);
  bool found = false;
  for (uint32_t i = count; i-- > 0;) {
    if (!(families[i].queueFlags & VK_QUEUE_COMPUTE_BIT)) continue;
    found = true;
    *family = i;
    *timestamp_bits = families[i].timestampValidBits;
  }
  Release(families);
  return found;
}

int RankOf(uint32_t type) {
  switch (type) {
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU: return 0;
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU: return 1;
    case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU: return 2;
    case VK_PHYSICAL_DEVICE_TYPE_CPU: return 4;
    default: return 3;
  }
}

// Names of the device's extensions, to be released; null where it tells none.
VkExtensionProperties* ExtensionsOf(const Api& api, VkPhysicalDevice physical, uint32_t* count) {
  *count = 0;
  if (api.vkEnumerateDeviceExtensionProperties(physical, nullptr, count, nullptr) != VK_SUCCESS) return nullptr;
  VkExtensionProperties* extensions = Allocate<VkExtensionProperties>(*count);
  if (!extensions) return nullptr;
  if (api.vkEnumerateDeviceExtensionProperties(physical, nullptr, count, extensions) == VK_SUCCESS) return extensions;
  Release(extensions);
  return nullptr;
}

void Join(char* to, size_t room, const char* name, const char* info) {
  size_t used = 0;
  const char* const parts[] = {name, " ", info};
  for (const char* part : parts) {
    for (; *part && used + 1 < room; ++part) to[used++] = *part;
  }
  to[used] = 0;
}

// A byte of bits a width: f32, f64, f16. Where widths are told alike, all of them are told or none; where f32 alone is apart, f64 is left.
uint32_t FloatModesOf(const VkPhysicalDeviceFloatControlsProperties& p) {
  const auto widths = [](uint32_t mode, VkShaderFloatControlsIndependence independence, VkBool32 f32, VkBool32 f64, VkBool32 f16) {
    const uint32_t has = (f32 ? mode : 0) | (f64 ? mode << 8 : 0), all = mode | mode << 8 | mode << 16;
    if (independence == VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_ALL) return has;
    if (independence == VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_32_BIT_ONLY) return has & mode;
    return f32 && f64 && f16 ? all : 0;
  };
  return widths(MOTE_VULKAN_KEEPS_SUBNORMALS, p.denormBehaviorIndependence, p.shaderDenormPreserveFloat32, p.shaderDenormPreserveFloat64,
                p.shaderDenormPreserveFloat16) |
         widths(MOTE_VULKAN_KEEPS_NANS, VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_ALL, p.shaderSignedZeroInfNanPreserveFloat32,
                p.shaderSignedZeroInfNanPreserveFloat64, VK_FALSE) |
         widths(MOTE_VULKAN_ROUNDS_TO_EVEN, p.roundingModeIndependence, p.shaderRoundingModeRTEFloat32, p.shaderRoundingModeRTEFloat64,
                p.shaderRoundingModeRTEFloat16);
}

void FillLimits(const VkPhysicalDeviceProperties& p, mote_vulkan_facts* facts) {
  memcpy(facts->name, p.deviceName, sizeof facts->name);
  facts->name[sizeof facts->name - 1] = 0;
  facts->type = p.deviceType;
  facts->software = p.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
  facts->api_version = p.apiVersion;
  facts->driver_version = p.driverVersion;
  facts->vendor = p.vendorID;
  facts->device = p.deviceID;
  facts->workgroup_invocations = p.limits.maxComputeWorkGroupInvocations;
  facts->shared_bytes = p.limits.maxComputeSharedMemorySize;
  facts->texels = p.limits.maxTexelBufferElements;
  facts->storage_bytes = p.limits.maxStorageBufferRange;
}

}  // namespace

void FillFacts(const Api& api, VkPhysicalDevice physical, mote_vulkan_facts* facts) {
  uint32_t count = 0;
  VkExtensionProperties* extensions = ExtensionsOf(api, physical, &count);
  const auto has = [&](const char* name) {
    bool found = false;
    for (uint32_t i = 0; extensions && i < count; ++i) found = found || strcmp(extensions[i].extensionName, name) == 0;
    return found;
  };
  const bool drivers = has(VK_KHR_DRIVER_PROPERTIES_EXTENSION_NAME), bytes = has(VK_KHR_8BIT_STORAGE_EXTENSION_NAME);
  const bool controls = has(VK_KHR_SHADER_FLOAT_CONTROLS_EXTENSION_NAME);
  const bool dots = has(VK_KHR_SHADER_INTEGER_DOT_PRODUCT_EXTENSION_NAME);
  const bool timelines = has(VK_KHR_TIMELINE_SEMAPHORE_EXTENSION_NAME), halves = has(VK_KHR_SHADER_FLOAT16_INT8_EXTENSION_NAME);
  facts->opaque_fd = has(VK_KHR_EXTERNAL_MEMORY_FD_EXTENSION_NAME);
  facts->dma_buf = facts->opaque_fd && has(VK_EXT_EXTERNAL_MEMORY_DMA_BUF_EXTENSION_NAME);
  facts->host_memory = has(VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME);
  facts->hardware_buffer = has(VK_ANDROID_EXTERNAL_MEMORY_ANDROID_HARDWARE_BUFFER_EXTENSION_NAME) &&
                           has(VK_EXT_QUEUE_FAMILY_FOREIGN_EXTENSION_NAME);
  facts->portability = has(kPortabilitySubset);
  Release(extensions);

  VkPhysicalDeviceDriverProperties driver = {};
  driver.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES;
  VkPhysicalDeviceIDProperties id = {};
  id.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES;
  VkPhysicalDeviceFloatControlsProperties floats = {};
  floats.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FLOAT_CONTROLS_PROPERTIES;
  floats.pNext = drivers ? &driver : nullptr;
  VkPhysicalDeviceShaderIntegerDotProductPropertiesKHR quick = {};
  quick.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_INTEGER_DOT_PRODUCT_PROPERTIES_KHR;
  quick.pNext = controls ? &floats : floats.pNext;
  VkPhysicalDeviceSubgroupProperties subgroup = {};
  subgroup.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES;
  subgroup.pNext = dots ? &quick : quick.pNext;
  id.pNext = &subgroup;
  VkPhysicalDeviceProperties2 properties = {};
  properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
  properties.pNext = &id;
  api.vkGetPhysicalDeviceProperties2(physical, &properties);
  FillLimits(properties.properties, facts);
  const bool shuffles = (subgroup.supportedStages & VK_SHADER_STAGE_COMPUTE_BIT) &&
                        (subgroup.supportedOperations & VK_SUBGROUP_FEATURE_SHUFFLE_BIT);
  facts->subgroup = shuffles ? subgroup.subgroupSize : 0;
  if (controls) facts->float_modes = FloatModesOf(floats);
  memcpy(facts->uuid, id.deviceUUID, sizeof facts->uuid);
  if (drivers) Join(facts->driver, sizeof facts->driver, driver.driverName, driver.driverInfo);

  VkPhysicalDeviceTimelineSemaphoreFeatures timeline = {};
  timeline.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_FEATURES;
  VkPhysicalDevice8BitStorageFeatures storage8 = {};
  storage8.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_8BIT_STORAGE_FEATURES;
  VkPhysicalDeviceShaderIntegerDotProductFeaturesKHR dot = {};
  dot.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_INTEGER_DOT_PRODUCT_FEATURES_KHR;
  VkPhysicalDeviceShaderFloat16Int8Features float16 = {};
  float16.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT16_INT8_FEATURES;
  float16.pNext = timelines ? &timeline : nullptr;
  dot.pNext = halves ? &float16 : float16.pNext;
  storage8.pNext = dots ? &dot : dot.pNext;
  VkPhysicalDevice16BitStorageFeatures storage16 = {};
  storage16.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES;
  storage16.pNext = bytes ? &storage8 : storage8.pNext;
  VkPhysicalDeviceFeatures2 features = {};
  features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
  features.pNext = &storage16;
  api.vkGetPhysicalDeviceFeatures2(physical, &features);
  facts->storage16 = storage16.storageBuffer16BitAccess && storage16.uniformAndStorageBuffer16BitAccess;
  facts->storage8 = bytes && storage8.storageBuffer8BitAccess && storage8.uniformAndStorageBuffer8BitAccess;
  facts->int64 = features.features.shaderInt64;
  facts->float64 = features.features.shaderFloat64;
  facts->timeline_semaphores = timelines && timeline.timelineSemaphore;
  facts->float16 = !halves || !float16.shaderFloat16 ? 0 : facts->software ? 1 : 2;
  facts->integer_dot = !dots || !dot.shaderIntegerDotProduct ? 0 : quick.integerDotProduct4x8BitPackedSignedAccelerated ? 2 : 1;

  VkPhysicalDeviceMemoryProperties memory;
  api.vkGetPhysicalDeviceMemoryProperties(physical, &memory);
  for (uint32_t i = 0; i < memory.memoryHeapCount; ++i) {
    const VkMemoryHeap& heap = memory.memoryHeaps[i];
    if ((heap.flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) && heap.size > facts->memory_bytes) facts->memory_bytes = heap.size;
  }
}

mote_status EnumerateDevices(mote_vulkan_device* d, DeviceVisit visit, void* user) {
  const Api& api = d->api;
  uint32_t count = 0;
  MOTE_VK_TRY(api.vkEnumeratePhysicalDevices(d->instance, &count, nullptr), kVulkanInstance);
  VkPhysicalDevice* all = Allocate<VkPhysicalDevice>(count);
  if (!all) return Failure(MOTE_OUT_OF_MEMORY, Site::kVulkanHostMemory, count);
  const VkResult listed = api.vkEnumeratePhysicalDevices(d->instance, &count, all);
  for (uint32_t i = 0; listed == VK_SUCCESS && i < count; ++i) {
    uint32_t family = 0, timestamp_bits = 0;
    VkPhysicalDeviceProperties properties;
    api.vkGetPhysicalDeviceProperties(all[i], &properties);
    if (properties.apiVersion < VK_API_VERSION_1_1 || !ComputeFamily(api, all[i], &family, &timestamp_bits)) continue;
    mote_vulkan_facts facts = {};
    FillFacts(api, all[i], &facts);
    facts.number = i + 1;
    facts.timestamps = timestamp_bits != 0;
    visit(user, all[i], family, facts);
  }
  Release(all);
  return FromVk(listed, Site::kVulkanInstance);
}

mote_status ChoosePhysical(mote_vulkan_device* d) {
  const auto consider = [](void* user, VkPhysicalDevice physical, uint32_t family, const mote_vulkan_facts& facts) {
    mote_vulkan_device* device = static_cast<mote_vulkan_device*>(user);
    const mote_vulkan_options& o = device->options;
    if (o.device ? o.device != facts.number : facts.software && !o.software && !o.accept) return;
    if (o.accept && !o.accept(o.user, &facts)) return;
    if (device->physical && RankOf(facts.type) >= RankOf(device->facts.type)) return;
    device->physical = physical;
    device->queue_family = family;
    device->facts = facts;
  };
  MOTE_TRY(EnumerateDevices(d, consider, d));
  return d->physical ? Done() : Failure(MOTE_NO_DEVICE, Site::kVulkanNoDevice, d->options.device);
}

}  // namespace mote::vulkan
