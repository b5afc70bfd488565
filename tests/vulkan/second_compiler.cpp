// The shaders of compiled programs through a driver's compiler, on null hardware: pipelines are made as the runtime makes them, of each
// form of each kernel that the device takes and of loops, and what the driver says of each is a line of JSON, with no numbers where there
// is no pipeline. Nothing runs.
// usage: second_compiler PROGRAM.mote…      second_compiler.py chooses the driver and reads the lines
#include <dlfcn.h>

#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "mote/mote.h"
#include "mote/vulkan.h"
#include "tool/stand_in_calls.h"
#include "vulkan/instance.h"

namespace mote {
namespace {

using namespace vulkan;

VkInstance g_instance = VK_NULL_HANDLE;
Api g_real;  // the driver's own of what the device's table has others for

PFN_vkVoidFunction FromLibrary(const char* name) {
  static void* const library = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
  static const auto get = library ? reinterpret_cast<PFN_vkGetInstanceProcAddr>(dlsym(library, "vkGetInstanceProcAddr")) : nullptr;
  return get ? get(g_instance, name) : nullptr;
}

// ---- in place of the driver's functions ----
VKAPI_ATTR VkResult VKAPI_CALL CreateDevice(VkPhysicalDevice physical, const VkDeviceCreateInfo* info,
                                            const VkAllocationCallbacks* callbacks, VkDevice* device) {
  VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR executables = {};
  executables.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR;
  executables.pipelineExecutableInfo = VK_TRUE;
  executables.pNext = const_cast<void*>(info->pNext);
  std::vector<const char*> extensions(info->ppEnabledExtensionNames, info->ppEnabledExtensionNames + info->enabledExtensionCount);
  extensions.push_back(VK_KHR_PIPELINE_EXECUTABLE_PROPERTIES_EXTENSION_NAME);
  VkDeviceCreateInfo more = *info;
  more.pNext = &executables;
  more.enabledExtensionCount = static_cast<uint32_t>(extensions.size());
  more.ppEnabledExtensionNames = extensions.data();
  return reinterpret_cast<PFN_vkCreateDevice>(FromLibrary("vkCreateDevice"))(physical, &more, callbacks, device);
}

// Mesa's null hardware tells no types of memory, and takes memory of the host whatever the type.
VKAPI_ATTR void VKAPI_CALL MemoryProperties(VkPhysicalDevice, VkPhysicalDeviceMemoryProperties* memory) {
  memory->memoryTypeCount = memory->memoryHeapCount = 1;
  memory->memoryTypes[0] = {VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT, 0};
  memory->memoryHeaps[0] = {VkDeviceSize{1} << 32, 0};
}

VKAPI_ATTR void VKAPI_CALL MemoryRequirements(VkDevice device, VkBuffer buffer, VkMemoryRequirements* needs) {
  g_real.vkGetBufferMemoryRequirements(device, buffer, needs);
  needs->memoryTypeBits = 1;
}

// The runtime makes one at a time.
VKAPI_ATTR VkResult VKAPI_CALL CreatePipelines(VkDevice device, VkPipelineCache cache, uint32_t count,
                                               const VkComputePipelineCreateInfo* info, const VkAllocationCallbacks* callbacks,
                                               VkPipeline* pipelines) {
  VkComputePipelineCreateInfo more = *info;
  more.flags |= VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR;
  return g_real.vkCreateComputePipelines(device, cache, count, &more, callbacks, pipelines);
}

template <typename R, typename... A>
void DoNothing(R(VKAPI_PTR*& function)(A...)) {
  function = [](A...) { return R(); };
}

void ReplaceDeviceFunctions(Api* api) {
  g_real = *api;
  api->vkGetBufferMemoryRequirements = MemoryRequirements;
  api->vkCreateComputePipelines = CreatePipelines;
  // Null hardware has neither commands nor fences.
#define DO_NOTHING(name) \
  if (std::strstr(#name, "Cmd") || std::strstr(#name, "Command") || std::strstr(#name, "Fence")) DoNothing(api->name);
  MOTE_VK_DEVICE_FUNCTIONS(DO_NOTHING)
#undef DO_NOTHING
}

PFN_vkVoidFunction VKAPI_CALL GetInstanceProcAddr(VkInstance instance, const char* name) {
  g_instance = instance;
  if (std::strcmp(name, "vkCreateDevice") == 0) return reinterpret_cast<PFN_vkVoidFunction>(CreateDevice);
  if (std::strcmp(name, "vkGetPhysicalDeviceMemoryProperties") == 0) return reinterpret_cast<PFN_vkVoidFunction>(MemoryProperties);
  return FromLibrary(name);
}

// ---- statistics ----
std::string NumberOf(const VkPipelineExecutableStatisticKHR& s) {
  if (s.format == VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_FLOAT64_KHR) return std::to_string(s.value.f64);
  return s.format == VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_BOOL32_KHR ? std::to_string(s.value.b32) : std::to_string(s.value.u64);
}

// Members of a JSON object; none where the driver says nothing.
std::string StatisticsOf(const mote_vulkan_device& d, VkPipeline pipeline) {
  const auto get = reinterpret_cast<PFN_vkGetPipelineExecutableStatisticsKHR>(
      d.api.vkGetDeviceProcAddr(d.device, "vkGetPipelineExecutableStatisticsKHR"));
  VkPipelineExecutableInfoKHR first = {};  // a shader alone has one executable
  first.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR;
  first.pipeline = pipeline;
  uint32_t count = 0;
  if (!get || get(d.device, &first, &count, nullptr) != VK_SUCCESS) return "";
  std::vector<VkPipelineExecutableStatisticKHR> all(count);
  for (auto& one : all) one.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_STATISTIC_KHR;
  if (get(d.device, &first, &count, all.data()) != VK_SUCCESS) return "";
  std::string text;
  for (const auto& one : all) text += std::string(", \"") + one.name + "\": " + NumberOf(one);
  return text;
}

std::string ReadFile(const char* name) {
  std::ifstream in(name, std::ios::binary);
  return std::string((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
}

// All pipelines of an entry: the best form of each kernel and what stands in place of loops, then the next form of those kernels until
// there is none; likewise each kernel by itself, as the self-test has it, which finds those that a loop's shader stands for.
// `made`: by kernel.
mote_status Compile(mote_vulkan_device* device, const mote_program* program, uint32_t entry, const char* name, std::vector<bool>* made) {
  const size_t kernels = made->size();
  std::vector<uint8_t> next(kernels);  // form
  for (const bool alone : {false, true}) {
    for (bool any = true; any;) {
      any = false;
      mote_vulkan_instance in = {};
      in.origin = {device, program, entry, nullptr, nullptr};
      const mote_status status = Translate(&in, next.data(), alone);
      const Recording& r = in.recording;
      for (uint32_t k = 0; status.code == MOTE_OK && k < r.kernel_count; ++k) {
        const bool loop = k >= kernels;
        for (const Pipeline* at = r.pipelines[k]; at; at = at->next) {
          const VkPipeline pipeline = (at->equal ? at->equal : at)->pipeline;
          std::printf("{\"program\": \"%s\", \"%s\": %u, \"form\": %u%s}\n", name, loop ? "loop" : "kernel",
                      loop ? in.loops.all[k - kernels].word : k, r.shaders[k].number, StatisticsOf(*device, pipeline).c_str());
        }
        if (loop || !r.pipelines[k]) continue;
        next[k] = static_cast<uint8_t>(r.shaders[k].number + 1);
        (*made)[k] = any = true;
      }
      TearDown(&in);
      if (status.code != MOTE_OK) return status;
    }
  }
  return {};
}

int Main(int count, char** names) {
  mote_vulkan_options options = {};
  options.get_instance_proc_addr = reinterpret_cast<mote_vulkan_function>(GetInstanceProcAddr);
  mote_vulkan_device* device = nullptr;
  const auto failed = [](const char* what, mote_status status) {
    std::fprintf(stderr, "%s: code %d, site %u, detail %u\n", what, status.code, status.site, status.detail);
    return 1;
  };
  if (const mote_status status = mote_vulkan_open(&options, &device); status.code != MOTE_OK) return failed("no device", status);
  ReplaceDeviceFunctions(&device->api);
  device->shares_memory = true;  // else constants would be uploaded
  for (int i = 1; i < count; ++i) {
    const std::string file = ReadFile(names[i]);
    std::vector<uint64_t> aligned(file.size() / 8 + 1), memory(mote_program_size() / 8 + 1);
    std::memcpy(aligned.data(), file.data(), file.size());
    const StandInCalls calls({reinterpret_cast<const uint8_t*>(aligned.data()), file.size()});
    mote_open_options open = {};
    open.target = "vulkan";
    open.trusted = 1;
    calls.AddTo(open);
    const mote_program* program = nullptr;
    mote_status status = mote_open(memory.data(), memory.size() * 8, aligned.data(), file.size(), &open, &program);
    std::vector<bool> made(status.code == MOTE_OK ? program->kernels.count : 0);
    for (uint32_t e = 0; status.code == MOTE_OK && e < mote_entry_count(program); ++e) {
      status = Compile(device, program, e, names[i], &made);
    }
    if (status.code != MOTE_OK) return failed(names[i], status);
    for (size_t k = 0; k < made.size(); ++k) {
      if (!made[k]) std::printf("{\"program\": \"%s\", \"kernel\": %zu, \"form\": 0}\n", names[i], k);
    }
  }
  mote_vulkan_close(device);
  return 0;
}

}  // namespace
}  // namespace mote

int main(int count, char** names) { return mote::Main(count, names); }
