// Which of a kernel's shaders a device takes, and how many points, tiles or groups a launch of it has.
#include "core/kernel_code.h"
#include "vulkan/instance.h"

namespace mote::vulkan {
namespace {

using namespace mote::runtime;

bool IsFlat(const runtime::KernelCode& code) {
  return code.groups == 0 && code.stages == 1 && StageCode(code.first_stage).kind == kMoteStageMap;
}

// Why the device cannot take it; none when it can.
Site Against(const mote_vulkan_device& device, const ShaderInfo& shader) {
  const VkPhysicalDeviceLimits& limits = device.properties.limits;
  if (shader.features & ~device.enabled_features) return Site::kVulkanFeature;
  if (shader.local_size > limits.maxComputeWorkGroupSize[0] || shader.local_size > limits.maxComputeWorkGroupInvocations ||
      shader.shared_bytes > limits.maxComputeSharedMemorySize) {
    return Site::kVulkanLocalSize;
  }
  return Site::kNone;
}

}  // namespace

mote_status ChooseShader(const mote_vulkan_device& device, const mote_program& program, uint32_t kernel, Shader* shader) {
  const uint32_t count = ShaderCount(program, kernel);
  Site against = Site::kVulkanFeature;
  for (uint32_t i = 0; i < count; ++i) {
    const ShaderInfo info = ShaderOf(program, kernel, i);
    against = Against(device, info);
    if (against != Site::kNone) continue;
    const uint32_t* words = reinterpret_cast<const uint32_t*>(program.file + info.place);
    *shader = {words, info.bytes, info.local_size, IsFlat(KernelCodeOf(program, kernel)) ? info.local_size : 1, info.tiles, i};
    return Done();
  }
  return Failure(MOTE_MISSING_FEATURE, against, kernel);
}

uint32_t DomainOf(const KernelCode& code, const uint32_t* params, uint32_t tiles) {
  uint32_t domain = 1;
  for (uint32_t i = 0; i < code.groups; ++i) domain *= code.extent(params, i);
  if (!IsFlat(code)) return domain;
  const StageCode stage(code.first_stage);
  for (uint32_t i = 0; i < stage.lane_count; ++i) {
    const uint32_t tile = MoteTileOf(tiles, i), extent = code.extent(params, stage.lane_axes[i]);
    domain *= extent / tile + (extent % tile != 0);
  }
  return domain;
}

}  // namespace mote::vulkan
