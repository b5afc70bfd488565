// Counts element operations: a word of microcode carried out for one element, a multiply-add of a routine, a byte of a copy.
#include "core/step_work.h"

#include "core/instance.h"
#include "core/linked.h"

namespace mote::runtime {

__attribute__((noinline)) uint64_t MultiplyAdd(uint64_t a, uint32_t b, uint64_t sum) {
  const uint64_t low = (a & UINT32_MAX) * b, high = (a >> 32) * b + (low >> 32);
  return high >> 32 != 0 ? UINT64_MAX : AddWork(high << 32 | static_cast<uint32_t>(low), sum);
}

// Divisions of 32 bits, with work in 256ths: what is lost makes parts smaller.
uint32_t Progress::EndOf(uint32_t total) const {
  if (budget >= work || done >= total) return total;
  uint64_t most = budget, all = work;
  while (all >> 24 != 0) all >>= 1, most >>= 1;
  const uint32_t count = (static_cast<uint32_t>(most) << 8) / ((static_cast<uint32_t>(all) << 8) / total + 1);
  return count >= total - done ? total : done + (count == 0 ? 1 : count);
}

namespace {

// Words of body and combiner for one point, those in loops as often as the loops turn; 1 more for the point itself.
uint64_t CodeWork(const KernelCode& code, const uint32_t* params, const uint32_t* at, uint32_t words) {
  if (code.loops == 0) return words + 1u;
  uint64_t times[kMoteMaxLoopDepth + 1], work = 1;
  times[0] = 1;
  uint32_t depth = 0;
  const uint32_t* end = at + words;
  for (const uint32_t* run = at; at < end;) {  // words from `run` on turn as often
    if ((*at & 0xff) == kMoteOpWide) ++at;
    const uint32_t word = *at++, op = word & 0xff;
    at += ExtraWords(op);
    if (op != kMoteOpLoop && op != kMoteOpEnd && at < end) continue;
    work = MultiplyAdd(times[depth], static_cast<uint32_t>(at - run), work);
    run = at;
    if (op == kMoteOpLoop) times[depth + 1] = MultiplyAdd(times[depth], code.extent(params, (word >> 16) & 0xff), 0), ++depth;
    if (op == kMoteOpEnd) --depth;
  }
  return work;
}

// Multiply-adds of a routine for one output. Extents of 0 count as 1: loops around an empty one turn too.
uint64_t SumWork(const StepView& step) {
  uint64_t work = 1;
  for (const uint8_t* list = step.routine->geometry->sum; *list != kMoteNoField; ++list) {
    if (step.fields[*list] != 0) work = MultiplyAdd(work, step.fields[*list], 0);
  }
  return work;
}

}  // namespace

uint64_t WorkOf(const mote_program& program, const StepView& step) {
  if (step.kind == StepKind::kCopy || step.kind == StepKind::kExchange) {
    return uint64_t{1} + ViewOf(program, step.operand(step.operands - 1u)).bytes;
  }
  if (step.kind == StepKind::kFixed) return mote_linked.fixed->work(step);
  if (step.kind == StepKind::kPipeline) return mote_linked.pipelines->work(step);
  if (step.kernel == kMoteNoKernel) return 1;
  return mote_linked.kernels->work(step, KernelCodeOf(program, step.kernel));
}

uint64_t KernelWork(const StepView& step, const KernelCode& code) {
  const uint64_t sum = code.epilogue ? SumWork(step) : 0;
  uint64_t work = 1;  // of a group
  const uint32_t* at = code.first_stage;
  for (uint32_t i = 0; i < code.stages; ++i) {
    const StageCode stage(at);
    uint32_t points = 1;  // proven to be below 2^31
    for (uint32_t j = 0; j < stage.lane_count; ++j) points *= code.extent(step.params, stage.lane_axes[j]);
    if (stage.combiner_words != 0) points += stage.lanes;  // the partials are combined too
    AccessCode access{stage.access_words};
    for (uint32_t j = 0; j < stage.accesses; ++j) access = AccessCode{access.next()};
    const uint32_t words = static_cast<uint32_t>(stage.body_words) + stage.combiner_words;
    work = MultiplyAdd(AddWork(CodeWork(code, step.params, access.words, words), sum), points, work);
    work = MultiplyAdd(stage.accesses, 1u + stage.lane_count, work);  // each begins anew
    at = access.words + words;
  }
  for (uint32_t i = 0; i < code.groups; ++i) work = MultiplyAdd(work, code.extent(step.params, i), 0);
  return step.kind == StepKind::kSort ? mote_linked.sorts->work(step, work) : work;
}

}  // namespace mote::runtime
