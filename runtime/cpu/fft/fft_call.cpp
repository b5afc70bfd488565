// What the call mote.fft asks of its operands, and how its work is shared out.
#include "core/instance.h"
#include "core/routine.h"
#include "cpu/fft/fft.h"

namespace mote::runtime {
namespace {

constexpr int64_t kMost = INT32_MAX;

// A number of 1 to 2^31 - 1 and what stands behind it.
bool ReadNumber(const char* text, uint32_t size, uint32_t* at, int64_t* value) {
  const uint32_t from = *at;
  for (*value = 0; *at < size && text[*at] >= '0' && text[*at] <= '9'; ++*at) {
    *value = *value * 10 + (text[*at] - '0');
    if (*value > kMost) return false;
  }
  return *at != from && *value > 0 && (*at == size || text[(*at)++] == ' ');
}

bool Read(const char* text, uint32_t size, MoteFft* f) {
  uint32_t at = 0;
  int64_t product = 1;
  int64_t* const fields[] = {&f->blocks, &f->outer, &f->n, &f->inner};
  for (int64_t* field : fields) {
    if (!ReadNumber(text, size, &at, field)) return false;
  }
  for (f->stages = 0; at < size; ++f->stages) {
    int64_t radix = 0;
    if (f->stages == kMoteFftMostStages || !ReadNumber(text, size, &at, &radix)) return false;
    if (radix < 2 || radix > kMoteFftLargestRadix) return false;
    f->radices[f->stages] = static_cast<uint8_t>(radix);
    product *= radix;
    if (product > f->n) return false;
  }
  return f->stages != 0 && product == f->n;
}

bool Has(const ViewInfo& view, int64_t elements) {
  return view.type == kElementF32 && elements <= kMost && static_cast<uint64_t>(elements) * 4 == view.bytes;
}

struct Share {
  const FftJob* job;
  FftUnits run;
  int64_t units, each;  // of a thread
};

void RunShare(void* context, uint32_t part) {
  const Share& share = *static_cast<const Share*>(context);
  const int64_t begin = part * share.each, end = share.units - begin < share.each ? share.units : begin + share.each;
  if (begin < end) share.run(*share.job, begin, end, share.job->scratch + part * MoteFftScratchOfBlock(&share.job->shape));
}

// Element operations: each value takes part in so many products a stage.
int64_t WorkOf(const MoteFft& f) {
  int64_t work = 0;
  for (uint32_t s = 0; s < f.stages; ++s) work += 2 * f.radices[s];
  return work * f.n * f.outer * f.inner;
}

}  // namespace

bool FitsFft(const FlatVector& config, uint32_t inputs, uint32_t operands, const ViewInfo* views) {
  MoteFft f;
  if (!Read(reinterpret_cast<const char*>(config.data), config.count, &f)) return false;
  if (f.outer > kMost / f.n || f.inner > kMost / (f.outer * f.n)) return false;
  if ((inputs != 2 && inputs != 3) || operands != inputs + 3) return false;
  const int64_t elements = f.outer * f.n * f.inner, block = MoteFftScratchOfBlock(&f);
  for (uint32_t i = 0; i < operands; ++i) {
    const int64_t scratch = block > kMost / f.blocks ? kMost + 1 : f.blocks * block;
    if (!Has(views[i], i == inputs - 1 ? MoteFftTable(&f) : i + 1 < operands ? elements : scratch)) return false;
  }
  return true;
}

mote_code RunFft(const mote_call* call) {
  uint32_t size = 0;
  const char* config = mote_call_config(call, &size);
  FftJob job;
  if (!Read(config, size, &job.shape)) return MOTE_FAILED;
  const bool complex = mote_call_input_count(call) == 3;
  job.re = static_cast<const float*>(mote_call_input(call, 0).data);
  job.im = complex ? static_cast<const float*>(mote_call_input(call, 1).data) : nullptr;
  job.table = static_cast<const float*>(mote_call_input(call, complex ? 2 : 1).data);
  job.to_re = static_cast<float*>(mote_call_output(call, 0).data);
  job.to_im = static_cast<float*>(mote_call_output(call, 1).data);
  job.scratch = static_cast<float*>(mote_call_output(call, 2).data);
  const mote_instance& instance = *reinterpret_cast<const StepContext*>(call)->instance;
  const mote_threads& threads = instance.threads;
  int64_t parts = threads.parallel == nullptr ? 1 : threads.count;
  if (parts > job.shape.blocks) parts = job.shape.blocks;
  if (threads.least_work != 0 && parts > WorkOf(job.shape) / threads.least_work) parts = WorkOf(job.shape) / threads.least_work;
  Share share = {&job, kFftInstances[instance.program->isa], MoteFftUnits(&job.shape), 0};
  if (parts < 1) parts = 1;
  share.each = (share.units + parts - 1) / parts;
  if (parts == 1) RunShare(&share, 0);
  else threads.parallel(threads.user, static_cast<uint32_t>(parts), RunShare, &share);
  return MOTE_OK;
}

}  // namespace mote::runtime
