// The pipelines of a Recording: one for each kernel, each choice of what its shader reads as texels and each choice of the parameters that
// are its specialization constants; made when a launch first wants it.
#include "vulkan/recording.h"

namespace mote::vulkan {
namespace {

// The specialization constants of a pipeline: first what is read as texels, then the parameter words.
struct Constants {
  explicit Constants(uint32_t count)
      : count(count), values(Allocate<uint32_t>(count)), entries(Allocate<VkSpecializationMapEntry>(count)) {}
  ~Constants() {
    Release(values);
    Release(entries);
  }
  const uint32_t count;
  uint32_t* const values;
  VkSpecializationMapEntry* const entries;
};

mote_status CreatePipeline(mote_vulkan_device* d, const Shader& shader, const Launch& launch, uint32_t texels, VkPipeline* pipeline) {
  const Constants all(kMoteFirstParamConstant + launch.param_count);  // constants that a shader does not name are no matter
  if (!all.values || !all.entries) return Failure(MOTE_OUT_OF_MEMORY, Site::kVulkanHostMemory, launch.kernel);
  for (uint32_t i = 0; i < all.count; ++i) {
    all.values[i] = i < kMoteTexelOperands    ? texels >> i & 1
                    : i == kMoteExactConstant ? d->exact_floats
                                              : launch.params[i - kMoteFirstParamConstant];
    all.entries[i] = {i, i * static_cast<uint32_t>(sizeof all.values[0]), sizeof all.values[0]};
  }
  const VkSpecializationInfo constants = {all.count, all.entries, all.count * sizeof all.values[0], all.values};
  VkShaderModuleCreateInfo module_info = {};
  module_info.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
  uint32_t* const words = WithFloatModes(d->facts.float_modes, shader, &module_info.codeSize);
  if (!words) return Failure(MOTE_OUT_OF_MEMORY, Site::kVulkanHostMemory, launch.kernel);
  module_info.pCode = words;
  VkShaderModule module = VK_NULL_HANDLE;
  const VkResult compiled = d->api.vkCreateShaderModule(d->device, &module_info, nullptr, &module);
  Release(words);
  MOTE_VK_TRY(compiled, kVulkanPipeline);
  VkComputePipelineCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
  info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  info.stage.module = module;
  info.stage.pName = "main";
  info.stage.pSpecializationInfo = &constants;
  info.layout = d->pipeline_layout;
  const VkResult result = d->api.vkCreateComputePipelines(d->device, PipelineCacheOf(d), 1, &info, nullptr, pipeline);
  d->api.vkDestroyShaderModule(d->device, module, nullptr);
  return FromVk(result, Site::kVulkanPipeline);
}

bool Serves(const Pipeline& made, const Launch& launch) {
  for (uint32_t i = 0; i < launch.param_count; ++i) {
    if (IsConstant(launch, i) && made.params[i] != launch.params[i]) return false;
  }
  return true;
}

}  // namespace

mote_status FindPipeline(Recording* r, const Launch& launch, uint32_t texels, VkPipeline* pipeline) {
  Pipeline** at = &r->pipelines[launch.kernel];
  uint32_t others = 0;  // that read the same texels
  for (; *at && !((*at)->texels == texels && Serves(**at, launch)); at = &(*at)->next) others += (*at)->texels == texels;
  if (!*at) {
    if (others == kMoteMostChoices) return Failure(MOTE_MALFORMED, Site::kVulkanArgument, launch.kernel);
    Pipeline* made = Allocate<Pipeline>(1);
    if (!made) return Failure(MOTE_OUT_OF_MEMORY, Site::kVulkanHostMemory, launch.kernel);
    made->texels = texels;
    made->params = launch.params;
    *at = made;
    MOTE_TRY(CreatePipeline(r->device, r->shaders[launch.kernel], launch, texels, &made->pipeline));
  }
  *pipeline = (*at)->pipeline;
  return Done();
}

mote_status CreatePipelines(Recording* r, const Shader* shaders, uint32_t count) {
  r->pipelines = Allocate<Pipeline*>(count);
  r->shaders = Allocate<Shader>(count);
  if (!r->pipelines || !r->shaders) return Failure(MOTE_OUT_OF_MEMORY, Site::kVulkanHostMemory, count);
  r->kernel_count = count;
  for (uint32_t i = 0; i < count; ++i) r->shaders[i] = shaders[i];
  return Done();
}

void DestroyPipelines(Recording* r) {
  for (uint32_t i = 0; r->pipelines && i < r->kernel_count; ++i) {
    for (Pipeline *at = r->pipelines[i], *next; at; at = next) {
      next = at->next;
      if (at->pipeline) r->device->api.vkDestroyPipeline(r->device->device, at->pipeline, nullptr);
      Release(at);
    }
  }
  Release(r->pipelines);
  Release(r->shaders);
}

}  // namespace mote::vulkan
