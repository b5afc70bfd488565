// The split behind parallel.h: equal shares of scratch, equal numbers of grains.
#include "cpu/parallel.h"

#include "core/step_work.h"

namespace mote::runtime {
namespace {

struct Job {
  void (*work)(const void* job, const Part& part);
  const void* job;
  uint32_t first, total, share, count;
  uint8_t* scratch;
  uint32_t scratch_bytes;
};

void RunOne(void* context, uint32_t part) {
  const Job& job = *static_cast<const Job*>(context);
  if (part >= job.count) return;
  const uint32_t begin = part * job.share;  // below total: count was chosen so
  const uint32_t end = job.total - begin < job.share ? job.total : begin + job.share;
  job.work(job.job, {job.first + begin, job.first + end, job.scratch + static_cast<size_t>(part) * job.scratch_bytes, job.scratch_bytes});
}

// How many parts are worth a thread each. Firmware that brings threads knows what it shares out.
uint32_t MostParts(const StepContext& context, uint32_t count) {
#if !defined(MOTE_FIRMWARE)
  const uint32_t least = context.instance->threads.least_work;
  if (least == 0 || count <= 1) return count;
  const uint64_t work = context.progress.work != 0 ? context.progress.work : WorkOf(*context.instance->program, context.step);
  return work / least < count ? static_cast<uint32_t>(work / least) : count;
#else
  return static_cast<void>(context), count;
#endif
}

}  // namespace

mote_code RunParts(StepContext& context, uint32_t total, uint32_t grain, uint32_t least_scratch,
                   void (*work)(const void* job, const Part& part), const void* job) {
  const uint32_t first = context.progress.done, last = context.progress.EndOf(total), units = last - first;
  if (units == 0) return MOTE_OK;
  const mote_threads& threads = context.instance->threads;
  uint32_t count = threads.parallel == nullptr ? 1 : MostParts(context, threads.count);
  if (least_scratch != 0 && count > context.scratch_bytes / least_scratch) count = context.scratch_bytes / least_scratch;
  if (count <= 1 || units <= grain) {
    work(job, {first, last, context.scratch, context.scratch_bytes});
    return context.progress.Reach(last, total);
  }
  const uint32_t grains = (units - 1) / grain + 1;
  const uint32_t share = ((grains - 1) / count + 1) * grain;
  count = (units - 1) / share + 1;
  Job shared = {work, job, first, units, share, count, context.scratch, context.scratch_bytes / count & ~7u};
  threads.parallel(threads.user, count, RunOne, &shared);
  return context.progress.Reach(last, total);
}

}  // namespace mote::runtime
