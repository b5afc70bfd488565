// The pipelines of a Recording: one for each kernel and each choice of what its shader reads as texels, made when a launch first wants it.
#include "vulkan/recording.h"

namespace mote::vulkan {
namespace {

mote_status CreatePipeline(mote_vulkan_device* d, const Shader& shader, uint32_t texels, VkPipeline* pipeline) {
  VkBool32 values[kMoteTexelOperands];
  VkSpecializationMapEntry entries[kMoteTexelOperands];
  for (uint32_t i = 0; i < kMoteTexelOperands; ++i) {
    values[i] = texels >> i & 1;
    entries[i] = {i, i * static_cast<uint32_t>(sizeof values[0]), sizeof values[0]};
  }
  const VkSpecializationInfo constants = {kMoteTexelOperands, entries, sizeof values, values};
  VkShaderModuleCreateInfo module_info = {};
  module_info.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
  module_info.codeSize = shader.bytes;
  module_info.pCode = shader.words;
  VkShaderModule module = VK_NULL_HANDLE;
  MOTE_VK_TRY(d->api.vkCreateShaderModule(d->device, &module_info, nullptr, &module), kVulkanPipeline);
  VkComputePipelineCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
  info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  info.stage.module = module;
  info.stage.pName = "main";
  info.stage.pSpecializationInfo = &constants;
  info.layout = d->pipeline_layout;
  const VkResult result = d->api.vkCreateComputePipelines(d->device, VK_NULL_HANDLE, 1, &info, nullptr, pipeline);
  d->api.vkDestroyShaderModule(d->device, module, nullptr);
  return FromVk(result, Site::kVulkanPipeline);
}

}  // namespace

mote_status FindPipeline(Recording* r, uint32_t kernel, uint32_t texels, VkPipeline* pipeline) {
  Pipeline** at = &r->pipelines[kernel];
  while (*at && (*at)->texels != texels) at = &(*at)->next;
  if (!*at) {
    Pipeline* made = Allocate<Pipeline>(1);
    if (!made) return Failure(MOTE_OUT_OF_MEMORY, Site::kVulkanHostMemory, kernel);
    made->texels = texels;
    *at = made;
    MOTE_TRY(CreatePipeline(r->device, r->shaders[kernel], texels, &made->pipeline));
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
