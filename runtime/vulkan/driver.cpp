// The executor's driver for a device: work is submitted in one go up to where the host needs to know what it decides by, or computes a
// step itself.
#include <string.h>

#include "core/step_work.h"
#include "vulkan/instance.h"

namespace mote::vulkan {
namespace {

using namespace mote::runtime;

// The executor's instance is the first member.
mote_vulkan_instance* Of(mote_instance& host) { return reinterpret_cast<mote_vulkan_instance*>(&host); }

Submission At(const mote_vulkan_instance* in, const StepView& step) { return in->submissions[step.words - in->host.program->words]; }

uint32_t TakeWaiting(mote_vulkan_instance* in) {
  const uint32_t count = in->waiting;
  in->waiting = 0;
  in->waiting_work = 0;
  return count;
}

// On the CPU, between the transfers of its operands.
mote_status RunOnHost(mote_vulkan_instance* in, StepContext& context, uint32_t download) {
  if (context.progress.done == 0 && !context.completed) {
    MOTE_TRY(Submit(in, download));
    MOTE_TRY(Flush(in));
  }
  const mote_status status = RunOnCpu(in->host, context);
  return status.code == MOTE_OK ? Submit(in, download + 1) : status;
}

// Whether the block that runs is the condition of a loop that is counted, and not asked now.
bool IsUnasked(const mote_vulkan_instance* in) {
  if (in->host.depth < 2) return false;
  const Frame& outer = in->host.frames[in->host.depth - 2];
  if (!in->submissions[outer.at].counted || outer.progress % 2 == 0) return false;
  StepView loop;
  return ReadStep(*in->host.program, outer.at, outer.end, &loop) && outer.progress / 2 + 1 < loop.fields[kMoteWhileMost];
}

mote_status RunStep(mote_instance& host, StepContext& context) {
  mote_vulkan_instance* in = Of(host);
  const Submission at = At(in, context.step);
  if (at.on_host) return RunOnHost(in, context, at.segment - 1);
  return at.segment == 0 || IsUnasked(in) ? Done() : Submit(in, at.segment - 1);
}

constexpr uint64_t kMostWork = 1 << 26;  // that may wait

// A loop that is counted is asked before its last turn, where it must go on, and behind it, where it must end; both answers are looked at
// when all that waits has run. What waits is run before it is so much that the wait for it would be a long one.
mote_status DecideByCount(mote_vulkan_instance* in, const StepView& step, uint32_t* value) {
  const uint32_t turns = in->host.frames[in->host.depth - 1].progress / 2, all = step.fields[kMoteWhileMost];
  const uint32_t before = At(in, step).segment - 1;
  *value = turns < all;
  if (turns + 1 < all) return in->waiting_work > kMostWork ? Flush(in) : Done();
  return Submit(in, turns < all ? before : before + 1);
}

// What was asked of loops of known turns: none would take one more, and those that are counted took the last one.
mote_status CheckEnds(const mote_vulkan_instance* in, const uint32_t* segments, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t end = segments[i] < in->recording.segment_room ? in->ends[segments[i]] : 0;
    if (end == 0) continue;
    const bool goes_on = (*RecordingFlag(&in->recording, segments[i]) & 0xff) != 0;
    if (goes_on != ((end & 1) == static_cast<uint32_t>(LoopEnd::kBeforeLast))) return Fail(Site::kLoopTurns, (end >> 1) - 1);
  }
  return Done();
}

// In one workgroup: all of a loop of known turns, whose end is looked at when all that waits has run; else one launch, and then whether
// there is to be another. The executor finds nothing to do in its blocks.
mote_status DecideWhole(mote_vulkan_instance* in, const StepView& step, uint32_t* value) {
  const WholeLoop& loop = *in->loops.At(static_cast<uint32_t>(step.words - in->host.program->words));
  const uint32_t segment = At(in, step).segment - 1;
  *value = 0;
  if (loop.most != 0) {
    for (uint32_t turns = loop.rest; turns + 1 < loop.most; turns += loop.turns) {
      if (in->waiting_work > kMostWork) MOTE_TRY(Flush(in));
      MOTE_TRY(Submit(in, segment));
    }
    MOTE_TRY(Submit(in, segment + 1));
    return Submit(in, segment + 2);
  }
  MOTE_TRY(Submit(in, segment));
  MOTE_TRY(Flush(in));
  *value = *RecordingFlag(&in->recording, segment) & 0xff;
  if (*value != 0) in->host.work = MultiplyAdd(loop.turn_work, loop.turns - 1, in->host.work);  // the executor counts a turn
  return Done();
}

// Some turns ahead, of which the gate lets through what the condition does; then whether all were. The executor finds nothing to do in the
// loop's blocks, and counts what it does not find as one turn.
mote_status DecideGated(mote_vulkan_instance* in, const StepView& step, uint32_t* value) {
  constexpr uint32_t kFirst = 4, kMost = 64;
  GatedLoop& loop = *in->gated.At(static_cast<uint32_t>(step.words - in->host.program->words));
  const uint32_t first = At(in, step).segment - 1, most = step.fields[kMoteWhileMost];
  const auto segment = [first](GatedSegment which) { return first + static_cast<uint32_t>(which); };
  if (in->host.frames[in->host.depth - 1].progress == 1) loop.ahead = kFirst, loop.turns = 0;
  MOTE_TRY(Submit(in, segment(GatedSegment::kTable)));
  for (uint32_t i = 0; i < loop.ahead; ++i) MOTE_TRY(Submit(in, segment(GatedSegment::kTurn)));
  MOTE_TRY(Submit(in, segment(GatedSegment::kCount)));
  MOTE_TRY(Flush(in));
  uint32_t turns = 0;
  memcpy(&turns, RecordingFlag(&in->recording, segment(GatedSegment::kCount)), sizeof turns);
  loop.turns += turns;
  if (most != 0 && loop.turns > most) return Fail(Site::kLoopTurns, in->host.frames[in->host.depth - 1].at);
  *value = turns >= loop.ahead;
  if (turns > 1) in->host.work = MultiplyAdd(loop.turn_work, turns - 1, in->host.work);
  if (loop.ahead < kMost && MultiplyAdd(loop.turn_work, 2 * loop.ahead, 0) <= kMostWork) loop.ahead *= 2;
  return Done();
}

mote_status Decide(mote_instance& host, const StepView& step, uint32_t* value) {
  mote_vulkan_instance* in = Of(host);
  if (At(in, step).gated) return DecideGated(in, step, value);
  if (At(in, step).whole) return DecideWhole(in, step, value);
  if (At(in, step).counted) return DecideByCount(in, step, value);
  const uint32_t segment = At(in, step).segment - 1;
  MOTE_TRY(Submit(in, segment));
  MOTE_TRY(Flush(in));
  *value = DecidingValue(RecordingFlag(&in->recording, segment), ViewOf(*host.program, step.operand(0)).bytes);
  return Done();
}

// At the end of a run outputs leave the device.
mote_status FlushRun(mote_instance& host) {
  mote_vulkan_instance* in = Of(host);
  if (host.depth != 0) return Flush(in);
  if (in->leaves_open) {  // nobody looks at ends later
    bool ends = false;
    for (uint32_t i = 0; i < in->waiting; ++i) ends |= in->pending[i] < in->recording.segment_room && in->ends[in->pending[i]] != 0;
    if (ends) MOTE_TRY(Flush(in));
  }
  MOTE_TRY(Submit(in, LeaveOf(in->recording)));
  const uint32_t count = TakeWaiting(in);
  MOTE_TRY(RecordingSubmit(&in->recording, in->pending, count, true));
  if (in->leaves_open && !in->times.step) return Done();
  MOTE_TRY(RecordingSettle(&in->recording));
  if (in->times.step) TellTimes(in->recording, in->pending, count, in->times);
  return CheckEnds(in, in->pending, count);
}

}  // namespace

const Driver kVulkanDriver = {RunStep, Decide, FlushRun};

// A segment whose times are taken may not wait twice.
mote_status Submit(mote_vulkan_instance* in, uint32_t segment) {
  const bool once = !in->recording.repeats || (segment < in->recording.segment_room && in->ends[segment] != 0);
  bool full = in->waiting == in->pending_room;
  for (uint32_t i = 0; once && i < in->waiting; ++i) full |= in->pending[i] == segment;
  if (full) MOTE_TRY(Flush(in));
  in->pending[in->waiting++] = segment;
  in->waiting_work += RecordingWork(in->recording, segment);
  return Done();
}

mote_status Flush(mote_vulkan_instance* in) {
  const uint32_t count = TakeWaiting(in);
  if (count == 0) return Done();
  MOTE_TRY(RecordingRun(&in->recording, in->pending, count));
  if (in->times.step) TellTimes(in->recording, in->pending, count, in->times);
  return CheckEnds(in, in->pending, count);
}

}  // namespace mote::vulkan
