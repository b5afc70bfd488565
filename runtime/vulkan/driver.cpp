// The executor's driver for a device: work is submitted in one go up to where the host needs to know what it decides by, or computes a
// step itself.
#include "vulkan/instance.h"

namespace mote::vulkan {
namespace {

using namespace mote::runtime;

// The executor's instance is the first member.
mote_vulkan_instance* Of(mote_instance& host) { return reinterpret_cast<mote_vulkan_instance*>(&host); }

Submission At(const mote_vulkan_instance* in, const StepView& step) { return in->submissions[step.words - in->host.program->words]; }

// On the CPU, between the transfers of its operands.
mote_status RunOnHost(mote_vulkan_instance* in, StepContext& context, uint32_t download) {
  if (context.progress.done == 0 && !context.completed) {
    MOTE_TRY(Submit(in, download));
    MOTE_TRY(Flush(in));
  }
  const mote_status status = RunOnCpu(in->host, context);
  return status.code == MOTE_OK ? Submit(in, download + 1) : status;
}

mote_status RunStep(mote_instance& host, StepContext& context) {
  mote_vulkan_instance* in = Of(host);
  const Submission at = At(in, context.step);
  if (at.on_host) return RunOnHost(in, context, at.segment - 1);
  return at.segment == 0 ? Done() : Submit(in, at.segment - 1);
}

mote_status Decide(mote_instance& host, const StepView& step, uint32_t* value) {
  mote_vulkan_instance* in = Of(host);
  MOTE_TRY(Submit(in, At(in, step).segment - 1));
  MOTE_TRY(Flush(in));
  *value = DecidingValue(RecordingFlag(&in->recording), ViewOf(*host.program, step.operand(0)).bytes);
  return Done();
}

// At the end of a run outputs come to the host too.
mote_status FlushRun(mote_instance& host) {
  mote_vulkan_instance* in = Of(host);
  if (host.depth == 0 && in->submitted != in->last_segment) MOTE_TRY(Submit(in, in->last_segment));
  return Flush(in);
}

}  // namespace

const Driver kVulkanDriver = {RunStep, Decide, FlushRun};

// A segment may not wait twice.
mote_status Submit(mote_vulkan_instance* in, uint32_t segment) {
  for (uint32_t i = 0; i < in->waiting; ++i) {
    if (in->pending[i] == segment) {
      MOTE_TRY(Flush(in));
      break;
    }
  }
  in->pending[in->waiting++] = in->submitted = segment;
  return Done();
}

mote_status Flush(mote_vulkan_instance* in) {
  const uint32_t count = in->waiting;
  in->waiting = 0;
  return RecordingRun(&in->recording, in->pending, count);
}

}  // namespace mote::vulkan
