// Checks of what only Vulkan variants have: shaders in the file and the dispatches of launches. A file of its own: firmware does not link
// it.
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

// Shaders address words, so operands start at them; the domain is what the kernel's extents say, which have been proven small: no product
// overflows.
bool Dispatch(const mote_program& program, const StepView& step, WorkAccount* work) {
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
  const uint32_t trips = step.fields[kMoteDispatchTrips];
  return step.fields[kMoteDispatchDomain] == domain && trips <= kMoteMaxTrips && Trips(code, step.params, kernel.local_size, work) <= trips;
}

}  // namespace

const DeviceChecks kDeviceChecks = {Shader, Dispatch};

}  // namespace mote::runtime
