// Which loops of an entry are gated, and the launches of the gate's shader.
#include "vulkan/gates.h"

#include "core/kernel_code.h"
#include "core/step_work.h"
#include "schema/vulkan_layout.h"
#include "vulkan/gate_shader.h"
#include "vulkan/instance.h"
#include "vulkan/packed_words.h"

namespace mote::vulkan {
namespace {

using namespace mote::runtime;

constexpr uint32_t kGateLocalSize = 64;
constexpr uint32_t kMostLoops = 64;  // others are asked turn by turn
constexpr uint8_t kTypes[] = {0, kOperandWritten};

class GateFinder {
 public:
  GateFinder(const mote_vulkan_device& device, const mote_program& program, const Shader* shaders)
      : device_(device), program_(program), shaders_(shaders) {}

  bool Find(const StepView& step, uint32_t word, GatedLoop* loop) {
    *loop = {word, step.fields[kMoteWhileCondition], step.fields[kMoteWhileBody], 1, 0, 0, 0};
    return ViewOf(program_, step.operand(0)).offset % 4 == 0 && AddBlock(loop->condition, loop) && AddBlock(loop->body, loop) &&
           loop->dispatches <= kMostGated && loop->turn_work <= device_.submission_work;
  }

 private:
  bool AddBlock(uint32_t block, GatedLoop* loop) {
    const BlockRange range = BlockOf(program_, block);
    const uint32_t end = range.first + range.count;
    StepView step;
    for (uint32_t at = range.first; at < end; at += step.length, ++loop->dispatches) {
      if (!ReadStep(program_, at, end, &step) || !IsOneDispatch(step)) return false;
      loop->turn_work = AddWork(loop->turn_work, WorkOf(program_, step));
    }
    return true;
  }

  bool IsOneDispatch(const StepView& step) const {
    const uint64_t most = device_.properties.limits.maxComputeWorkGroupCount[0];
    if (step.kind == StepKind::kCopy) {
      const ViewInfo from = ViewOf(program_, step.operand(0)), to = ViewOf(program_, step.operand(1));
      return (from.offset | to.offset) % 4 == 0 && from.bytes / (4 * kGateLocalSize) < most;
    }
    if (step.kind != StepKind::kLaunch || !shaders_[step.kernel].words) return false;
    const Shader& shader = shaders_[step.kernel];
    const uint64_t domain = DomainOf(KernelCodeOf(program_, step.kernel), step.params, shader.tiles);
    return domain / shader.group_domain < most;
  }

  const mote_vulkan_device& device_;
  const mote_program& program_;
  const Shader* shaders_;
};

// How many loops there are, or, with somewhere to put them, those that are gated.
mote_status Visit(const mote_vulkan_device& device, const mote_program& program, const EntryInfo& entry, const Shader* shaders,
                  const WholeLoops& whole, uint32_t* count, GatedLoop* all) {
  GateFinder finder(device, program, shaders);
  *count = 0;
  for (uint32_t block = entry.block; block < entry.end; ++block) {
    const BlockRange range = BlockOf(program, block);
    const uint32_t end = range.first + range.count;
    StepView step;
    for (uint32_t at = range.first; at < end; at += step.length) {
      if (!ReadStep(program, at, end, &step)) return Failure(MOTE_MALFORMED, Site::kStepLength, at);
      if (step.kind != StepKind::kWhile || *count == kMostLoops || whole.At(at)) continue;
      if ((step.flags & kMoteStepFlagCounted) != 0 && step.fields[kMoteWhileMost] != 0) continue;
      if (all && (!finder.Find(step, at, &all[*count]) || !HasOneCaller(program, entry, all[*count].condition) ||
                  !HasOneCaller(program, entry, all[*count].body))) {
        continue;
      }
      ++*count;
    }
  }
  return Done();
}

}  // namespace

Shader GateShader() {
  static constexpr auto kPacked = Pack<PackedBytes(kGateWords)>(kGateWords);
  return {nullptr, sizeof kGateWords, kGateLocalSize, kGateLocalSize, 0, 0, 0, nullptr, 0, kPacked.bytes};
}

Launch GateLaunch(uint32_t kernel, const Place* places, uint32_t table_words, uint32_t* params) {
  const uint64_t bytes = places[0].bytes;
  params[0] = places[0].binding, params[1] = places[1].binding;
  params[2] = bytes % 4 == 0 ? UINT32_MAX : (1u << 8 * (bytes % 4)) - 1;
  params[3] = table_words;
  Launch launch = {};
  launch.kernel = kernel;
  launch.domain = table_words != 0 ? table_words : static_cast<uint32_t>((bytes + 3) / 4);
  launch.operands = places;
  launch.operand_types = kTypes;
  launch.operand_count = 2;
  launch.params = params;
  launch.param_count = kGateParams;
  launch.work = launch.domain;
  return launch;
}

uint64_t GroupsOf(const Shader& shader, const Launch& launch) {
  return (uint64_t{launch.domain} + shader.group_domain - 1) / shader.group_domain;
}

mote_status FindGatedLoops(const mote_vulkan_device& device, const mote_program& program, const EntryInfo& entry, const Shader* shaders,
                           const WholeLoops& whole, GatedLoops* loops) {
  // Where the host computes, reading a word takes less than copies through storage do.
  if ((device.enabled_features & kMoteProcessor) != 0 || !IsSeenWhole(device, program, entry)) return Done();
  uint32_t all = 0;
  MOTE_TRY(Visit(device, program, entry, shaders, whole, &all, nullptr));
  if (all == 0) return Done();
  loops->all = Allocate<GatedLoop>(all);
  if (!loops->all) return Failure(MOTE_OUT_OF_MEMORY, Site::kVulkanHostMemory, all);
  return Visit(device, program, entry, shaders, whole, &loops->count, loops->all);
}

}  // namespace mote::vulkan
