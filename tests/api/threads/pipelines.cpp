// Threads that make the pipelines of one recording, over a driver that makes nothing: what ThreadSanitizer watches of them.
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#include "vulkan/recording.h"

namespace mote::vulkan {

// Of the runtime's other files.
void* AllocateZeroed(size_t count, size_t size) { return std::calloc(count, size); }
void Release(void* memory) { std::free(memory); }
mote_status FromVk(VkResult result, Site site) { return result == VK_SUCCESS ? Done() : Failure(MOTE_DEVICE_ERROR, site, 0); }
VkPipelineCache PipelineCacheOf(mote_vulkan_device*) { return VK_NULL_HANDLE; }

namespace {

constexpr uint32_t kKernels = 40, kThreads = 4;
std::atomic<uint32_t> g_made{0}, g_gone{0}, g_failing{0};  // g_failing: the pipeline that cannot be made, from 1

VKAPI_ATTR VkResult VKAPI_CALL CreateModule(VkDevice, const VkShaderModuleCreateInfo*, const VkAllocationCallbacks*, VkShaderModule*) {
  return VK_SUCCESS;
}
VKAPI_ATTR void VKAPI_CALL DestroyModule(VkDevice, VkShaderModule, const VkAllocationCallbacks*) {}
VKAPI_ATTR VkResult VKAPI_CALL CreatePipeline(VkDevice, VkPipelineCache, uint32_t, const VkComputePipelineCreateInfo*,
                                              const VkAllocationCallbacks*, VkPipeline* pipeline) {
  const uint64_t number = ++g_made;
  if (number == g_failing) return VK_ERROR_UNKNOWN;
  *pipeline = FromNumber<VkPipeline>(number);
  return VK_SUCCESS;
}
VKAPI_ATTR void VKAPI_CALL DestroyPipeline(VkDevice, VkPipeline, const VkAllocationCallbacks*) { ++g_gone; }

void InParallel(void*, uint32_t count, mote_work work, void* context) {
  std::vector<std::thread> others;
  for (uint32_t part = 1; part < count; ++part) others.emplace_back([=] { work(context, part); });
  work(context, 0);
  for (std::thread& other : others) other.join();
}

// Whether a round went as it should: all there, or a failure told and nothing left.
bool Make(mote_vulkan_device* device, uint32_t failing) {
  static const uint32_t words[] = {0x07230203, 0x00010300, 0, 1, 0};
  std::vector<Shader> shaders(kKernels);
  for (Shader& shader : shaders) shader.words = words, shader.bytes = sizeof words;
  Recording r = {};
  r.device = device;
  g_made = g_gone = 0;
  g_failing = failing;
  bool right = CreatePipelines(&r, shaders.data(), kKernels).code == MOTE_OK;
  const uint32_t params[] = {1, 2, 3};
  std::vector<Pipeline*> wanted(kKernels);
  for (uint32_t k = 0; k < kKernels; ++k) {
    Launch launch = {};
    launch.kernel = k;
    launch.params = params;
    launch.param_count = 3;
    right = right && WantPipeline(&r, launch, k & 0xff, &wanted[k]).code == MOTE_OK;
  }
  right = right && (MakePipelines(&r).code == MOTE_OK) == (failing == 0);
  uint32_t there = 0;
  for (const Pipeline* pipeline : wanted) there += pipeline->pipeline != VK_NULL_HANDLE;
  right = right && (failing != 0 ? there == g_made - 1 : there == kKernels);
  DestroyPipelines(&r);
  return right && g_gone == there;
}

}  // namespace
}  // namespace mote::vulkan

int main() {
  using namespace mote::vulkan;
  mote_vulkan_device device = {};
  device.api.vkCreateShaderModule = CreateModule;
  device.api.vkDestroyShaderModule = DestroyModule;
  device.api.vkCreateComputePipelines = CreatePipeline;
  device.api.vkDestroyPipeline = DestroyPipeline;
  device.options.threads = {kThreads, nullptr, InParallel, 0};
  bool right = true;
  for (uint32_t round = 0; round < 100; ++round) right = right && Make(&device, round % 2 * (round % kKernels));
  std::printf("pipelines of %u kernels by %u threads: %s\n", kKernels, kThreads, right ? "right" : "WRONG");
  return right ? 0 : 1;
}
