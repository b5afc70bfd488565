// The split behind parallel.h: equal shares of scratch, equal numbers of grains.
#include "cpu/parallel.h"

namespace mote::runtime {
namespace {

struct Job {
  void (*work)(const void* job, const Part& part);
  const void* job;
  uint32_t total, share, count;
  uint8_t* scratch;
  uint64_t scratch_bytes;
};

void RunOne(void* context, uint32_t part) {
  const Job& job = *static_cast<const Job*>(context);
  const uint64_t begin = static_cast<uint64_t>(part) * job.share, end = begin + job.share;
  if (part >= job.count || begin >= job.total) return;
  const uint32_t last = end < job.total ? static_cast<uint32_t>(end) : job.total;
  job.work(job.job, {static_cast<uint32_t>(begin), last, job.scratch + part * job.scratch_bytes, job.scratch_bytes});
}

}  // namespace

void RunParts(const StepContext& context, uint32_t total, uint32_t grain, uint64_t least_scratch, void (*work)(const void* job, const Part& part), const void* job) {
  const mote_threads& threads = context.instance->threads;
  uint64_t count = threads.parallel == nullptr || threads.count == 0 ? 1 : threads.count;
  const uint64_t grains = (static_cast<uint64_t>(total) + grain - 1) / grain;
  if (count > grains) count = grains;
  if (least_scratch != 0 && count > context.scratch_bytes / least_scratch) count = context.scratch_bytes / least_scratch;
  if (count <= 1) {
    work(job, {0, total, context.scratch, context.scratch_bytes});
    return;
  }
  const uint64_t share = (grains + count - 1) / count * grain;
  Job shared = {work, job, total, share > UINT32_MAX ? UINT32_MAX : static_cast<uint32_t>(share), static_cast<uint32_t>(count), context.scratch,
                context.scratch_bytes / count & ~UINT64_C(7)};
  threads.parallel(threads.user, static_cast<uint32_t>(count), RunOne, &shared);
}

}  // namespace mote::runtime
