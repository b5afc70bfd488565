// Checks of what only Vulkan variants have: shaders in the file and the dispatches of launches. A file of its own: firmware does not link
// it.
#include "core/kernel_code.h"
#include "core/linked.h"
#include "core/verifier.h"
#include "schema/vulkan_layout.h"

namespace mote::runtime {
namespace {

// As bits, those operands that a shader may read as texels.
uint32_t TexelOperands(const KernelCode& code) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < code.operands && count < kMoteTexelOperands; ++i) count += (code.operand_types[i] & 0x80) == 0;
  return ((1u << count) - 1) * (1u << kMoteTexelOperands | 1u);
}

// No bit at or above `end` is set.
bool EndsBefore(const FlatVector& bits, uint32_t end) {
  for (uint32_t i = 0; i < bits.count; ++i) {
    const uint32_t left = i < end / 32 ? 32 : i == end / 32 ? end % 32 : 0;
    if (left < 32 && bits.words()[i] >> left != 0) return false;
  }
  return true;
}

bool Shaders(const mote_program& program, uint32_t kernel) {
  const KernelCode code = KernelCodeOf(program, kernel);
  const uint32_t texels = TexelOperands(code);
  const uint32_t count = ShaderCount(program, kernel);
  for (uint32_t i = 0; i < count && count <= kMoteMostShaders; ++i) {
    const ShaderInfo shader = ShaderOf(program, kernel, i);
    const bool inside = shader.place <= program.file_bytes && shader.bytes <= program.file_bytes - shader.place;
    if (!inside || shader.place % 4 != 0 || shader.bytes % 4 != 0 || shader.bytes == 0 || shader.local_size == 0) return false;
    if (!EndsBefore(shader.constants, code.param_words)) return false;
    if ((shader.features & kMoteFloat16) != 0 && !AllowsFloat16(program)) return false;
    if ((shader.texels & ~texels) != 0 || (shader.alignment != 4 && shader.alignment != 16)) return false;
  }
  return count <= kMoteMostShaders;
}

constexpr uint64_t kTooMany = uint64_t{kMoteMaxTrips} + 1;  // where counting stops

uint64_t Capped(uint64_t trips) { return trips < kTooMany ? trips : kTooMany; }

// Iterations of the loops in a stage's code for one point.
uint64_t LoopTrips(const KernelCode& code, const uint32_t* params, const uint32_t* at, uint32_t words) {
  if (code.loops == 0) return 0;
  uint64_t times[kMoteMaxLoopDepth + 1] = {1}, trips = 0;
  uint32_t depth = 0;
  for (const uint32_t* end = at + words; at < end;) {
    const Instruction in = ReadInstruction(at);
    at += ExtraWords(in.op);
    if (in.op == kMoteOpEnd) --depth;
    if (in.op != kMoteOpLoop) continue;
    times[depth + 1] = Capped(times[depth] * code.extent(params, (in.raw >> 16) & 0xff));
    trips = Capped(trips + times[++depth]);
  }
  return trips;
}

// Iterations of all loops of one invocation (SPEC.md section 5), those in which a workgroup shares a stage included. Too many when the
// account ends.
uint64_t Trips(const KernelCode& code, const uint32_t* params, uint32_t local_size, WorkAccount* work) {
  uint64_t trips = 0;
  const uint32_t* at = code.first_stage;
  for (uint32_t i = 0; i < code.stages; ++i) {
    const StageCode stage(at);
    AccessCode access{stage.access_words};
    for (uint32_t j = 0; j < stage.accesses; ++j) access = AccessCode{access.next()};
    const uint32_t words = static_cast<uint32_t>(stage.body_words) + stage.combiner_words;
    if (!work->Spend(4u + stage.lane_count + stage.accesses + (code.loops == 0 ? 0u : words))) return kTooMany;
    const uint64_t body = LoopTrips(code, params, access.words, words);
    at = access.words + words;
    if (stage.kind == kMoteStageScalar || (code.groups == 0 && code.stages == 1 && stage.kind == kMoteStageMap)) {
      trips = Capped(trips + body);
      continue;
    }
    uint32_t points = 1, share = local_size;  // points are proven to be below 2^31
    for (uint32_t j = 0; j < stage.lane_count; ++j) points *= code.extent(params, stage.lane_axes[j]);
    if (stage.kind == kMoteStageReduce) {
      share = stage.lanes;
      for (uint32_t reach = share / 2; reach > 0; reach /= 2) ++trips;
    }
    trips = Capped(trips + (uint64_t{points} + share - 1) / share * (1 + body));
  }
  return trips;
}

// Shaders address words or four of them at once, so operands start at them. The fewer invocations share a group, the longer each loops.
bool Dispatch(const mote_program& program, const StepView& step, WorkAccount* work) {
  if (ShaderCount(program, step.kernel) == 0) return true;  // the host runs it
  uint32_t local_size = UINT32_MAX, alignment = 4;
  for (uint32_t i = ShaderCount(program, step.kernel); i-- > 0;) {
    const ShaderInfo shader = ShaderOf(program, step.kernel, i);
    const uint32_t share = shader.features & kMoteLoneRows ? uint32_t{kMoteLoneRowPoints} : shader.local_size;
    local_size = share < local_size ? share : local_size;
    alignment = shader.alignment > alignment ? shader.alignment : alignment;
  }
  for (uint32_t i = 0; i < step.operands; ++i) {
    if (ViewOf(program, step.operand(i)).offset % alignment != 0) return false;
  }
  const uint32_t trips = step.fields[kMoteDispatchTrips];
  return trips <= kMoteMaxTrips && Trips(KernelCodeOf(program, step.kernel), step.params, local_size, work) <= trips;
}

}  // namespace

const DeviceChecks kDeviceChecks = {Shaders, Dispatch};

}  // namespace mote::runtime
