// The pipelines of a Recording: one for each kernel, each choice of what its shader reads as texels and each choice of the parameters that
// are its specialization constants. Launches want them first, then all are made at once, by the application's threads where it has some.
#include "vulkan/packed_words.h"
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

// As the device takes them, to be released; or null.
uint32_t* WordsOf(uint32_t float_modes, const Shader& shader, size_t* bytes) {
  if (shader.packed == nullptr) return WithFloatModes(float_modes, shader, bytes);
  Shader plain = shader;
  uint32_t* const words = Allocate<uint32_t>(shader.bytes / 4);
  if (!words) return nullptr;
  Unpack(shader.packed, words, shader.bytes / 4);
  plain.words = words;
  uint32_t* const made = WithFloatModes(float_modes, plain, bytes);
  Release(words);
  return made;
}

// Threads make pipelines beside each other: nothing is written but the pipeline.
mote_status CreatePipeline(const mote_vulkan_device* d, const Shader& shader, VkPipelineCache cache, Pipeline* made) {
  const Constants all(kMoteFirstParamConstant + made->param_count);  // constants that a shader does not name are no matter
  if (!all.values || !all.entries) return Failure(MOTE_OUT_OF_MEMORY, Site::kVulkanHostMemory, made->kernel);
  for (uint32_t i = 0; i < all.count; ++i) {
    all.values[i] = i < kMoteTexelOperands    ? made->texels >> i & 1
                    : i == kMoteExactConstant ? d->exact_floats
                                              : made->params[i - kMoteFirstParamConstant];
    all.entries[i] = {i, i * static_cast<uint32_t>(sizeof all.values[0]), sizeof all.values[0]};
  }
  const VkSpecializationInfo constants = {all.count, all.entries, all.count * sizeof all.values[0], all.values};
  VkShaderModuleCreateInfo module_info = {};
  module_info.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
  uint32_t* const words = WordsOf(d->facts.float_modes, shader, &module_info.codeSize);
  if (!words) return Failure(MOTE_OUT_OF_MEMORY, Site::kVulkanHostMemory, made->kernel);
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
  const VkResult result = d->api.vkCreateComputePipelines(d->device, cache, 1, &info, nullptr, &made->pipeline);
  d->api.vkDestroyShaderModule(d->device, module, nullptr);
  return FromVk(result, Site::kVulkanPipeline);
}

bool Serves(const Pipeline& made, const Launch& launch) {
  for (uint32_t i = 0; i < launch.param_count; ++i) {
    if (IsConstant(launch, i) && made.params[i] != launch.params[i]) return false;
  }
  return true;
}

// Of a kernel whose shader is the same, which the file has once.
Pipeline* FindEqual(const Recording& r, const Launch& launch, uint32_t texels) {
  for (uint32_t k = 0; k < r.kernel_count; ++k) {
    if (r.shaders[k].words != r.shaders[launch.kernel].words || r.shaders[k].packed != r.shaders[launch.kernel].packed) continue;
    for (Pipeline* at = r.pipelines[k]; at; at = at->next) {
      if (!at->equal && at->texels == texels && at->param_count == launch.param_count && Serves(*at, launch)) return at;
    }
  }
  return nullptr;
}

// What threads share: each takes the next pipeline until there is none left, or one has failed.
struct Making {
  const Recording* recording;
  VkPipelineCache cache;  // Vulkan's own locks guard it
  Pipeline** wanted;
  uint32_t count, next;
};

void MakeSome(void* context, uint32_t) {
  Making& all = *static_cast<Making*>(context);
  for (uint32_t i; (i = __atomic_fetch_add(&all.next, 1u, __ATOMIC_RELAXED)) < all.count;) {
    Pipeline* const made = all.wanted[i];
    made->status = CreatePipeline(all.recording->device, all.recording->shaders[made->kernel], all.cache, made);
    if (made->status.code != MOTE_OK) __atomic_store_n(&all.next, all.count, __ATOMIC_RELAXED);
  }
}

void MakeAll(const mote_threads& threads, Making* all) {
  const uint32_t parts = threads.count < all->count ? threads.count : all->count;
  if (parts < 2 || !threads.parallel) return MakeSome(all, 0);
  threads.parallel(threads.user, parts, MakeSome, all);
}

}  // namespace

mote_status WantPipeline(Recording* r, const Launch& launch, uint32_t texels, Pipeline** wanted) {
  Pipeline** at = &r->pipelines[launch.kernel];
  uint32_t others = 0;  // that read the same texels
  for (; *at && !((*at)->texels == texels && Serves(**at, launch)); at = &(*at)->next) others += (*at)->texels == texels;
  if (!*at) {
    if (others == kMoteMostChoices) return Failure(MOTE_MALFORMED, Site::kVulkanArgument, launch.kernel);
    Pipeline* made = Allocate<Pipeline>(1);
    if (!made) return Failure(MOTE_OUT_OF_MEMORY, Site::kVulkanHostMemory, launch.kernel);
    made->kernel = launch.kernel;
    made->texels = texels;
    made->params = launch.params;
    made->param_count = launch.param_count;
    made->equal = FindEqual(*r, launch, texels);
    r->unmade += !made->equal;
    *at = made;
  }
  *wanted = (*at)->equal ? (*at)->equal : *at;
  return Done();
}

mote_status MakePipelines(Recording* r) {
  if (r->unmade == 0) return Done();
  Making all = {r, PipelineCacheOf(r->device), Allocate<Pipeline*>(r->unmade), 0, 0};
  if (!all.wanted) return Failure(MOTE_OUT_OF_MEMORY, Site::kVulkanHostMemory, r->unmade);
  for (uint32_t k = 0; k < r->kernel_count; ++k) {
    for (Pipeline* at = r->pipelines[k]; at; at = at->next) {
      if (!at->pipeline && !at->equal) all.wanted[all.count++] = at;
    }
  }
  MakeAll(r->device->options.threads, &all);
  mote_status first = Done();
  for (uint32_t i = 0; i < all.count && first.code == MOTE_OK; ++i) first = all.wanted[i]->status;
  Release(all.wanted);
  if (first.code == MOTE_OK) r->unmade = 0;
  return first;
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
