// Which of a kernel's shaders a device takes, and how many points, tiles or groups a launch of it has.
#include "core/kernel_code.h"
#include "vulkan/instance.h"

namespace mote::vulkan {

using namespace mote::runtime;

bool IsFlat(const runtime::KernelCode& code) {
  return code.groups == 0 && code.stages == 1 && StageCode(code.first_stage).kind == kMoteStageMap;
}

bool Fits(const mote_vulkan_device& device, const ShaderInfo& shader) {
  const VkPhysicalDeviceLimits& limits = device.properties.limits;
  return (shader.features & ~device.enabled_features) == 0 && shader.local_size <= limits.maxComputeWorkGroupSize[0] &&
         shader.local_size <= limits.maxComputeWorkGroupInvocations && shader.shared_bytes <= limits.maxComputeSharedMemorySize;
}

bool ChooseShader(const mote_vulkan_device& device, const mote_program& program, uint32_t kernel, uint32_t first,
                  Shader* shader) {
  const uint32_t count = ShaderCount(program, kernel);
  for (uint32_t i = first; i < count; ++i) {
    const ShaderInfo info = ShaderOf(program, kernel, i);
    if (!Fits(device, info)) continue;
    const uint32_t* words = reinterpret_cast<const uint32_t*>(program.file + info.place);
    const bool lone = IsFlat(KernelCodeOf(program, kernel)) || (info.features & kMoteLoneRows);
    *shader = {words, info.bytes, info.local_size, lone ? info.local_size : 1, info.tiles, info.texels, i,
               info.constants.words(), info.constants.count};
    return true;
  }
  return false;
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
