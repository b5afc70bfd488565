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

uint64_t CodeWork(const KernelCode& code, const uint32_t* params, const uint32_t* at, uint32_t words) {
  uint8_t axes[kMoteMaxLoopDepth];
  uint64_t times = 1, work = 1;
  uint32_t depth = 0;
  const uint32_t* end = at + words;
  for (const uint32_t* run = at; at < end;) {  // words from `run` on turn as often
    if ((*at & 0xff) == kMoteOpWide) ++at;
    const uint32_t word = *at++, op = word & 0xff;
    at += ExtraWords(op);
    if (op != kMoteOpLoop && op != kMoteOpEnd && at < end) continue;
    work = MultiplyAdd(times, static_cast<uint32_t>(at - run), work);
    run = at;
    if (op == kMoteOpLoop) axes[depth++] = static_cast<uint8_t>(word >> 16);
    if (op == kMoteOpEnd) --depth;
    // Once more from the outermost on: a product that was too large has no quotient.
    times = 1;
    for (uint32_t i = 0; i < depth; ++i) times = MultiplyAdd(times, code.extent(params, axes[i]), 0);
  }
  return work;
}

uint64_t SumWork(const StepView& step) {
  uint64_t work = 1;
  for (const uint8_t* list = step.routine->geometry->sum; *list != kMoteNoField; ++list) {
    if (step.fields[*list] != 0) work = MultiplyAdd(work, step.fields[*list], 0);
  }
  return work;
}

uint64_t WorkOf(const mote_program& program, const StepView& step) {
  if (step.kind == StepKind::kCopy || step.kind == StepKind::kExchange) {
    return uint64_t{1} + ViewOf(program, step.operand(step.operands - 1u)).bytes;
  }
  if (step.kind == StepKind::kFixed) return mote_linked.fixed->work(step);
  if (step.kind == StepKind::kPipeline) return mote_linked.pipelines->work(step);
  if (step.kernel == kMoteNoKernel) return 1;
  return mote_linked.kernels->work(program, step, KernelCodeOf(program, step.kernel));
}

}  // namespace mote::runtime
