// Launch steps: from microcode in vector registers, by a native kernel when one is linked, else the strip machine; and the marks of the
// executor's own steps.
#include "cpu/machine.h"
#include "cpu/parallel.h"
#include "cpu/steps.h"

namespace mote::runtime {
namespace {

constexpr uint32_t kPointGrain = 4096;

struct LaunchJob {
  const StepContext* context;
  const KernelCode* code;
};

void LaunchPart(const void* job, const Part& part) {
  const LaunchJob& launch = *static_cast<const LaunchJob*>(job);
  Machine machine(*launch.context, *launch.code, 0, part.scratch, part.scratch_bytes);
  if (machine.flat()) machine.RunPoints(part.begin, part.end);
  else machine.RunGroups(part.begin, part.end);
}

}  // namespace

mote_code RunLaunch(StepContext& context) {
  mote_code result = MOTE_OK;
#if !defined(MOTE_FIRMWARE)
  const bool natives_first = context.instance->program->natives_first;
  const auto chunks = [&] {
    const KernelCode kernel = KernelCodeOf(*context.instance->program, context.step.kernel);
    return mote_linked.chunks != nullptr && mote_linked.chunks->launch(context, kernel, &result);
  };
  if (!natives_first && chunks()) return result;
#endif
  if (mote_linked.native != nullptr && mote_linked.native(context, &result)) return result;
#if !defined(MOTE_FIRMWARE)
  if (natives_first && chunks()) return result;
#endif
  const KernelCode code = KernelCodeOf(*context.instance->program, context.step.kernel);
  const StageCode first(code.first_stage);
  const bool flat = code.groups == 0 && code.stages == 1 && first.kind == kMoteStageMap;
  uint32_t total = 1;
  for (uint32_t i = 0; i < (flat ? first.lane_count : code.groups); ++i) {
    total *= code.extent(context.step.params, flat ? first.lane_axes[i] : i);
  }
  const LaunchJob job = {&context, &code};
  return RunParts(context, total, flat ? kPointGrain : 1, static_cast<uint32_t>(MoteMicrocodeScratch(code.words, kMoteMinStrip)) + 7,
                  LaunchPart, &job);
}

mote_code RunWhile(StepContext&) { return MOTE_OK; }
mote_code RunConditional(StepContext&) { return MOTE_OK; }

}  // namespace mote::runtime
