// Opens and closes a device, of its own or of the application. choose.cpp chooses among several.
#include "vulkan/device.h"

#include <stdlib.h>
#include <string.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

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

bool UsableContext(const mote_vulkan_context* c) {
  return c && c->get_instance_proc_addr && c->instance && c->physical_device && c->device && c->queue && !c->lock == !c->unlock &&
         (c->features & MOTE_VULKAN_ROBUST_ACCESS);
}

namespace {

// With every optional feature that kernels may use, or with none; robustBufferAccess always (every device has it).
mote_status CreateDevice(mote_vulkan_device* d) {
  mote_vulkan_facts& f = d->facts;
  if (d->options.minimal_features) {
    f.storage16 = f.storage8 = f.int64 = f.float64 = f.timeline_semaphores = f.opaque_fd = f.dma_buf = f.host_memory = f.float_modes = 0;
    f.integer_dot = f.hardware_buffer = f.float16 = f.subgroup = 0;
  }
  VkPhysicalDeviceShaderFloat16Int8Features float16 = {};
  float16.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT16_INT8_FEATURES;
  float16.shaderFloat16 = VK_TRUE;
  VkPhysicalDeviceShaderIntegerDotProductFeaturesKHR dots = {};
  dots.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_INTEGER_DOT_PRODUCT_FEATURES_KHR;
  dots.shaderIntegerDotProduct = VK_TRUE;
  VkPhysicalDeviceTimelineSemaphoreFeatures timeline = {};
  timeline.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_FEATURES;
  timeline.timelineSemaphore = VK_TRUE;
  VkPhysicalDevice8BitStorageFeatures storage8 = {};
  storage8.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_8BIT_STORAGE_FEATURES;
  storage8.storageBuffer8BitAccess = storage8.uniformAndStorageBuffer8BitAccess = VK_TRUE;
  VkPhysicalDevice16BitStorageFeatures storage16 = {};
  storage16.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES;
  storage16.storageBuffer16BitAccess = storage16.uniformAndStorageBuffer16BitAccess = VK_TRUE;
  VkPhysicalDeviceFeatures2 features = {};
  features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
  features.features.robustBufferAccess = VK_TRUE;
  features.features.shaderInt64 = f.int64;
  features.features.shaderFloat64 = f.float64;

  VkDeviceCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
  const char* extensions[11];
  info.ppEnabledExtensionNames = extensions;
  const auto enable = [&](const char* name) { extensions[info.enabledExtensionCount++] = name; };
  const auto chain = [&](auto* more) {
    more->pNext = features.pNext;
    features.pNext = more;
  };
  if (f.storage16) chain(&storage16);
  if (f.storage8) chain(&storage8), enable(VK_KHR_8BIT_STORAGE_EXTENSION_NAME);
  if (f.timeline_semaphores) chain(&timeline), enable(VK_KHR_TIMELINE_SEMAPHORE_EXTENSION_NAME);
  if (f.integer_dot) chain(&dots), enable(VK_KHR_SHADER_INTEGER_DOT_PRODUCT_EXTENSION_NAME);
  if (f.float16) chain(&float16), enable(VK_KHR_SHADER_FLOAT16_INT8_EXTENSION_NAME);
  if (f.opaque_fd) enable(VK_KHR_EXTERNAL_MEMORY_FD_EXTENSION_NAME);
  if (f.dma_buf) enable(VK_EXT_EXTERNAL_MEMORY_DMA_BUF_EXTENSION_NAME);
  if (f.float_modes) enable(VK_KHR_SHADER_FLOAT_CONTROLS_EXTENSION_NAME);
  if (f.host_memory) enable(VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME);
  if (f.hardware_buffer) {
    enable(VK_ANDROID_EXTERNAL_MEMORY_ANDROID_HARDWARE_BUFFER_EXTENSION_NAME);
    enable(VK_EXT_QUEUE_FAMILY_FOREIGN_EXTENSION_NAME);
  }
  if (f.portability) enable(kPortabilitySubset);
  const float priority = d->options.low_priority ? 0.0f : 1.0f;
  VkDeviceQueueCreateInfo queue = {};
  queue.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
  queue.queueFamilyIndex = d->queue_family;
  queue.queueCount = 1;
  queue.pQueuePriorities = &priority;
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queue;
  info.pNext = &features;
  MOTE_VK_TRY(d->api.vkCreateDevice(d->physical, &info, nullptr, &d->device), kVulkanDevice);
  if (!LoadDeviceFunctions(&d->api, d->device)) return Failure(MOTE_DEVICE_ERROR, Site::kVulkanDevice, 0);
  d->api.vkGetDeviceQueue(d->device, d->queue_family, 0, &d->queue);
  return Done();
}

template <typename Handle>
Handle HandleOf(void* handle) {
  return reinterpret_cast<Handle>(handle);
}

// The application's device, with the features that it enabled.
mote_status Adopt(mote_vulkan_device* d) {
  const mote_vulkan_context& c = d->context;
  d->api.vkGetInstanceProcAddr = reinterpret_cast<PFN_vkGetInstanceProcAddr>(c.get_instance_proc_addr);
  d->instance = HandleOf<VkInstance>(c.instance);
  d->physical = HandleOf<VkPhysicalDevice>(c.physical_device);
  d->device = HandleOf<VkDevice>(c.device);
  d->queue = HandleOf<VkQueue>(c.queue);
  d->queue_family = c.queue_family;
  if (!LoadInstanceFunctions(&d->api, d->instance)) return Failure(MOTE_NO_DEVICE, Site::kVulkanLibrary, 0);
  if (!LoadDeviceFunctions(&d->api, d->device)) return Failure(MOTE_DEVICE_ERROR, Site::kVulkanDevice, 0);
  mote_vulkan_facts& f = d->facts;
  FillFacts(d->api, d->physical, &f);
  f.storage16 = (c.features & MOTE_VULKAN_STORAGE16) != 0;
  f.storage8 = (c.features & MOTE_VULKAN_STORAGE8) != 0;
  f.int64 = (c.features & MOTE_VULKAN_INT64) != 0;
  f.float64 = (c.features & MOTE_VULKAN_FLOAT64) != 0;
  f.timeline_semaphores = (c.features & MOTE_VULKAN_TIMELINE) != 0;
  f.opaque_fd = (c.features & MOTE_VULKAN_OPAQUE_FD) != 0;
  f.dma_buf = (c.features & MOTE_VULKAN_DMA_BUF) != 0;
  f.host_memory = (c.features & MOTE_VULKAN_HOST_MEMORY) != 0;
  f.hardware_buffer = (c.features & MOTE_VULKAN_HARDWARE_BUFFER) != 0;
  if (!(c.features & MOTE_VULKAN_FLOAT_CONTROLS)) f.float_modes = 0;
  if (!(c.features & MOTE_VULKAN_INTEGER_DOT)) f.integer_dot = 0;
  if (!(c.features & MOTE_VULKAN_FLOAT16)) f.float16 = 0;
  f.storage_megabytes = f.texel_megabytes = f.megaflops = 0;  // it may be another than before a reset
  uint32_t count = c.queue_family + 1;
  VkQueueFamilyProperties* families = Allocate<VkQueueFamilyProperties>(count);
  if (!families) return Failure(MOTE_OUT_OF_MEMORY, Site::kVulkanHostMemory, count);
  d->api.vkGetPhysicalDeviceQueueFamilyProperties(d->physical, &count, families);
  f.timestamps = count > c.queue_family && families[c.queue_family].timestampValidBits != 0;
  Release(families);
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

// Estimated work of a submission that a GPU computes in 10 ms: a slow one does some 10 G operations a second, a slow one with memory of its
// own 20 times as many. Less at once would leave a large one without work: a product of 1024 by 1024 in eleven pieces took an H200 11 ms.
// Where probes tell what a device does, they choose.
constexpr uint64_t kSubmissionWork = 100000000, kDiscreteSubmissionWork = 20 * kSubmissionWork;

constexpr uint32_t kLeastSubgroup = 8;  // of kMoteSubgroups: with fewer, barriers are hardly fewer

void FillRest(mote_vulkan_device* d) {
  d->api.vkGetPhysicalDeviceProperties(d->physical, &d->properties);
  d->api.vkGetPhysicalDeviceMemoryProperties(d->physical, &d->memory);
  const mote_vulkan_facts& f = d->facts;
  d->enabled_features = (f.storage16 ? uint32_t{kMoteStorage16} : 0) | (f.storage8 ? uint32_t{kMoteStorage8} : 0) |
                        (f.int64 ? uint32_t{kMoteInt64} : 0) | (f.float64 ? uint32_t{kMoteFloat64} : 0) |
                        (f.integer_dot == 2 ? uint32_t{kMoteIntegerDot} : 0) | (f.float16 == 2 ? uint32_t{kMoteFloat16} : 0) |
                        (f.subgroup >= kLeastSubgroup ? uint32_t{kMoteSubgroups} : 0) |
                        (f.software && !d->options.minimal_features ? ProcessorFeatures() : 0);
  d->calibrated = false;
  d->upload_bytes = uint64_t{16} << 20;
  d->exact_floats = f.software;  // a processor's own; of GPUs, Vulkan asks for 2.5 units
  d->shares_memory = f.software || f.type == VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU;
  d->submission_work = f.software                                       ? UINT64_MAX
                       : f.type == VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU ? kDiscreteSubmissionWork
                                                                        : kSubmissionWork;
}

mote_status Open(mote_vulkan_device* d) {
  const mote_vulkan_function given = d->owned ? d->options.get_instance_proc_addr : d->context.get_instance_proc_addr;
  if (!LoadLibrary(&d->api, reinterpret_cast<PFN_vkGetInstanceProcAddr>(given))) return Failure(MOTE_NO_DEVICE, Site::kVulkanLibrary, 0);
  if (!d->owned) return OpenDevice(d);
  MOTE_TRY(CreateInstance(d));
  MOTE_TRY(ChoosePhysical(d));
  return OpenDevice(d);
}

mote_vulkan_device* NewDevice(const mote_vulkan_options* options) {
  mote_vulkan_device* d = Allocate<mote_vulkan_device>(1);
  if (d && options) d->options = *options;
  if (d) d->owned = true;
  return d;
}

mote_status Finish(mote_status status, mote_vulkan_device* d, mote_vulkan_device** device) {
  if (status.code == MOTE_OK) {
    *device = d;
  } else {
    mote_vulkan_close(d);
  }
  return status;
}

// What mote_vulkan_list hands out.
struct Listing {
  mote_vulkan_facts* facts;
  uint32_t room, count;
};

}  // namespace

// What a driver makes of a read of storage, element by element, takes x86-64 without AVX-512 twenty times as long as a fetch of texels.
uint32_t ProcessorFeatures() {
#if defined(__x86_64__)
  uint32_t a = 0, b = 0, c = 0, d = 0;
  const bool quick = __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b >> 31 & 1) != 0;  // AVX512VL
#else
  const bool quick = false;  // not known
#endif
  return kMoteLoneRows | kMoteProcessor | (quick ? uint32_t{kMoteQuickStorage} : 0);
}

mote_status OpenDevice(mote_vulkan_device* d) {
  MOTE_TRY(d->owned ? CreateDevice(d) : Adopt(d));
  FillRest(d);
  return CreateLayouts(d);
}

void CloseDevice(mote_vulkan_device* d) {
  const Api& api = d->api;
  DropConstants(d);
  if (d->device && api.vkDestroyDevice) {
    if (d->pipeline_cache) api.vkDestroyPipelineCache(d->device, d->pipeline_cache, nullptr);
    if (d->pipeline_layout) api.vkDestroyPipelineLayout(d->device, d->pipeline_layout, nullptr);
    if (d->texel_layout) api.vkDestroyDescriptorSetLayout(d->device, d->texel_layout, nullptr);
    if (d->set_layout) api.vkDestroyDescriptorSetLayout(d->device, d->set_layout, nullptr);
    if (d->owned) api.vkDestroyDevice(d->device, nullptr);
  }
  d->pipeline_cache = VK_NULL_HANDLE;
  d->pipeline_layout = VK_NULL_HANDLE;
  d->texel_layout = d->set_layout = VK_NULL_HANDLE;
  d->device = VK_NULL_HANDLE;
}

}  // namespace mote::vulkan

extern "C" {

using namespace mote::vulkan;

mote_status mote_vulkan_open(const mote_vulkan_options* options, mote_vulkan_device** device) {
  if (!device) return Failure(MOTE_INVALID_ARGUMENT, Site::kVulkanArgument, 0);
  *device = nullptr;
  mote_vulkan_device* d = NewDevice(options);
  if (!d) return Failure(MOTE_OUT_OF_MEMORY, Site::kVulkanHostMemory, 1);
  return Finish(Open(d), d, device);
}

mote_status mote_vulkan_open_with(const mote_vulkan_context* context, const mote_vulkan_options* options, mote_vulkan_device** device) {
  if (!device) return Failure(MOTE_INVALID_ARGUMENT, Site::kVulkanArgument, 0);
  *device = nullptr;
  if (!UsableContext(context)) return Failure(MOTE_INVALID_ARGUMENT, Site::kVulkanArgument, 0);
  mote_vulkan_device* d = NewDevice(options);
  if (!d) return Failure(MOTE_OUT_OF_MEMORY, Site::kVulkanHostMemory, 1);
  d->owned = false;
  d->context = *context;
  d->options.validation = d->options.minimal_features = 0;
  return Finish(Open(d), d, device);
}

mote_status mote_vulkan_list(const mote_vulkan_options* options, mote_vulkan_facts* facts, uint32_t* count) {
  if (!count || (!facts && *count)) return Failure(MOTE_INVALID_ARGUMENT, Site::kVulkanArgument, 0);
  Listing listing = {facts, *count, 0};
  *count = 0;
  mote_vulkan_device* d = NewDevice(options);
  if (!d) return Failure(MOTE_OUT_OF_MEMORY, Site::kVulkanHostMemory, 1);
  const auto list = [](void* user, VkPhysicalDevice, uint32_t, const mote_vulkan_facts& one) {
    Listing& to = *static_cast<Listing*>(user);
    if (to.count < to.room) to.facts[to.count] = one;
    ++to.count;
  };
  const PFN_vkGetInstanceProcAddr given = reinterpret_cast<PFN_vkGetInstanceProcAddr>(d->options.get_instance_proc_addr);
  mote_status status = LoadLibrary(&d->api, given) ? CreateInstance(d) : Failure(MOTE_NO_DEVICE, Site::kVulkanLibrary, 0);
  if (status.code == MOTE_OK) status = EnumerateDevices(d, list, &listing);
  mote_vulkan_close(d);
  if (status.code == MOTE_OK) *count = listing.count;
  return status;
}

void mote_vulkan_close(mote_vulkan_device* d) {
  if (!d) return;
  const Api& api = d->api;
  CloseDevice(d);
  if (d->messenger) {
    const auto destroy =
        reinterpret_cast<PFN_vkDestroyDebugUtilsMessengerEXT>(api.vkGetInstanceProcAddr(d->instance, "vkDestroyDebugUtilsMessengerEXT"));
    if (destroy) destroy(d->instance, d->messenger, nullptr);
  }
  if (d->owned && d->instance && api.vkDestroyInstance) api.vkDestroyInstance(d->instance, nullptr);
  UnloadLibrary(&d->api);
  ForgetFindings(d);
  Release(d);
}

void mote_vulkan_query(const mote_vulkan_device* d, mote_vulkan_facts* facts) {
  *facts = d->facts;
  facts->quick_storage = (d->enabled_features & kMoteQuickStorage) != 0;
  facts->reads_texels = d->texel_limit != 0;
  facts->submission_work = d->submission_work == UINT64_MAX ? 0 : d->submission_work;
}

void mote_vulkan_context_of(const mote_vulkan_device* d, mote_vulkan_context* context) {
  *context = d->context;
  if (!d->owned) return;
  const mote_vulkan_facts& f = d->facts;
  context->get_instance_proc_addr = reinterpret_cast<mote_vulkan_function>(d->api.vkGetInstanceProcAddr);
  context->instance = d->instance;
  context->physical_device = d->physical;
  context->device = d->device;
  context->queue = d->queue;
  context->queue_family = d->queue_family;
  context->features = MOTE_VULKAN_ROBUST_ACCESS | (f.storage16 ? MOTE_VULKAN_STORAGE16 : 0) | (f.storage8 ? MOTE_VULKAN_STORAGE8 : 0) |
                      (f.int64 ? MOTE_VULKAN_INT64 : 0) | (f.float64 ? MOTE_VULKAN_FLOAT64 : 0) |
                      (f.timeline_semaphores ? MOTE_VULKAN_TIMELINE : 0) | (f.opaque_fd ? MOTE_VULKAN_OPAQUE_FD : 0) |
                      (f.dma_buf ? MOTE_VULKAN_DMA_BUF : 0) | (f.host_memory ? MOTE_VULKAN_HOST_MEMORY : 0) |
                      (f.float_modes ? MOTE_VULKAN_FLOAT_CONTROLS : 0) | (f.integer_dot ? MOTE_VULKAN_INTEGER_DOT : 0) |
                      (f.hardware_buffer ? MOTE_VULKAN_HARDWARE_BUFFER : 0) | (f.float16 ? MOTE_VULKAN_FLOAT16 : 0);
}

}  // extern "C"
