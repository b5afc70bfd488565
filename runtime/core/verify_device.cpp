// Checks of what only Vulkan variants have: shaders in the file and the dispatches of launches. A file of its own: firmware does not link it.
#include "core/kernel_code.h"
#include "core/linked.h"
#include "core/verifier.h"

namespace mote::runtime {
namespace {

bool Shader(const mote_program& program, uint32_t number) {
  const KernelInfo kernel = KernelOf(program, number);
  const bool inside = kernel.spirv_offset <= program.file_bytes && kernel.spirv_bytes <= program.file_bytes - kernel.spirv_offset;
  const bool words = kernel.spirv_offset % 4 == 0 && kernel.spirv_bytes % 4 == 0 && kernel.spirv_bytes != 0;
  return inside && words && kernel.local_size != 0;
}

// The size of the tile that an invocation computes along a dimension of the flat domain (program.fbs, Kernel.tiles).
uint32_t TileOf(uint32_t tiles, uint32_t dimension) {
  uint32_t size = 1;
  for (uint32_t half = 0; half < 2; ++half, tiles >>= 16) {
    if ((tiles & 0xff) == dimension && ((tiles >> 8) & 0xff) != 0) size *= (tiles >> 8) & 0xff;
  }
  return size;
}

// Shaders address words, so operands start at them; the domain is what the kernel's extents say, which have been proven small: no product overflows.
bool Dispatch(const mote_program& program, const StepView& step) {
  for (uint32_t i = 0; i < step.operands; ++i) {
    if (ViewOf(program, step.operand(i)).offset % 4 != 0) return false;
  }
  const KernelCode code = KernelCodeOf(program, step.kernel);
  const KernelInfo kernel = KernelOf(program, step.kernel);
  uint64_t domain = 1;
  if (code.groups != 0) {
    for (uint32_t i = 0; i < code.groups; ++i) domain *= code.extent(step.params, i);
  } else if (code.stages == 1) {
    const StageCode stage(code.first_stage);
    for (uint32_t i = 0; i < stage.lane_count; ++i) {
      const uint32_t tile = TileOf(kernel.tiles, i), extent = code.extent(step.params, stage.lane_axes[i]);
      domain *= extent / tile + (extent % tile != 0);
    }
  }
  return step.fields[kMoteDispatchDomain] == domain;
}

}  // namespace

const DeviceChecks kDeviceChecks = {Shader, Dispatch};

}  // namespace mote::runtime
