// Dot and Convolution steps: hands a step's fields to the f32 routines and their sums to the epilogue, which the strip machine runs while
// they are still in cache.
#include "cpu/f32_routines.h"
#include "cpu/machine.h"
#include "cpu/parallel.h"
#include "cpu/steps.h"
#include "schema/routine_scratch.h"

namespace mote::runtime {
namespace {

const F32Instance& InstanceFor(uint8_t isa) {
#if defined(__x86_64__)
  if (isa == kIsaAvx512) return *Avx512F32();
  if (isa == kIsaAvx2) return *Avx2F32();
#endif
  static_cast<void>(isa);
  return *PortableF32();
}

struct RoutineJob {
  const StepContext* context;
  const KernelCode* code;
  uint32_t others;  // outputs of a row
};

// Bytes of a part's scratch that the epilogue's registers take, for a strip as long as the part has outputs; the routine has the rest for
// its sums and panels. Where both do not fit, sums of all outputs come first, as far as a quarter is left for the registers.
uint32_t MachineShare(const RoutineJob& job, const Part& part) {
  constexpr uint32_t kSums = kMoteRoutineSumBytes;
  const uint32_t bytes = part.scratch_bytes, outputs = (part.end - part.begin) * job.others;
  uint32_t strip = job.context->instance->program->strip;
  if (strip > outputs) strip = (outputs + kMoteMinStrip - 1) & ~(kMoteMinStrip - 1u);
  const uint32_t wanted = static_cast<uint32_t>(MoteMicrocodeScratch(job.code->words, strip));  // below 2^31: 32768 slots in strips of 4096
  const uint32_t least = static_cast<uint32_t>(MoteMicrocodeScratch(job.code->words, kMoteMinStrip));
  const uint32_t sums = outputs < kSums / 4 ? outputs * 4 : kSums;
  uint32_t machine = bytes / 4;
  if (bytes > sums + machine) machine = bytes - sums;
  if (machine > wanted) machine = wanted;
  if (machine < least) machine = least;
  return machine & ~7u;  // `least` is a multiple of 8
}

void Finished(void* machine, uint32_t first, uint32_t count, const float* sums) {
  static_cast<Machine*>(machine)->RunSums(first, count, sums);
}

template <class Routine>
void RunPart(const RoutineJob& job, const Part& part, Routine routine) {
  const uint32_t share = MachineShare(job, part);
  Machine machine(*job.context, *job.code, 2, part.scratch, share);
  machine.BeginPoints();
  routine(InstanceFor(job.context->instance->program->isa), part.scratch + share, part.scratch_bytes - share, Finish{&machine, Finished});
}

const float* Floats(const StepContext& context, uint32_t operand) { return reinterpret_cast<const float*>(context.place(operand)); }

// A step's fields as a routine's arguments, where they stand in the same order, strides last. Strides of a routine that reads nothing have
// not been proven: no address is made of them.
template <class Arguments>
Arguments ArgumentsOf(const StepContext& context, uint32_t fields, uint32_t first_stride, bool reads) {
  Arguments arguments;
  arguments.lhs = Floats(context, 0);
  arguments.rhs = Floats(context, 1);
  uint8_t* const words = reinterpret_cast<uint8_t*>(&arguments) + offsetof(Arguments, batch);
  __builtin_memcpy(words, context.step.fields, fields * 4);
  if (!reads) __builtin_memset(words + first_stride * 4, 0, (fields - first_stride) * 4);
  return arguments;
}
static_assert(offsetof(DotArguments, k) == offsetof(DotArguments, batch) + kMoteDotK * 4);
static_assert(offsetof(DotArguments, rhs_n) == offsetof(DotArguments, batch) + kMoteDotRhsN * 4);
static_assert(offsetof(ConvolutionArguments, pad_x) == offsetof(ConvolutionArguments, batch) + kMoteConvPadX * 4);
static_assert(offsetof(ConvolutionArguments, rhs_o) == offsetof(ConvolutionArguments, batch) + kMoteConvRhsO * 4);

void DotPart(const void* opaque, const Part& part) {
  const RoutineJob& job = *static_cast<const RoutineJob*>(opaque);
  const bool reads = job.context->step.fields[kMoteDotK] != 0;
  const DotArguments arguments = ArgumentsOf<DotArguments>(*job.context, kMoteDotFields, kMoteDotLhsB, reads);
  RunPart(job, part, [&](const F32Instance& instance, void* scratch, size_t bytes, const Finish& finish) {
    DotF32(instance, arguments, part.begin, part.end, scratch, bytes, finish);
  });
}

void ConvolutionPart(const void* opaque, const Part& part) {
  const RoutineJob& job = *static_cast<const RoutineJob*>(opaque);
  const uint32_t* f = job.context->step.fields;
  const bool reads =
      f[kMoteConvInH] != 0 && f[kMoteConvInW] != 0 && f[kMoteConvKernelH] != 0 && f[kMoteConvKernelW] != 0 && f[kMoteConvInPerGroup] != 0;
  const ConvolutionArguments arguments = ArgumentsOf<ConvolutionArguments>(*job.context, kMoteConvFields, kMoteConvLhsB, reads);
  RunPart(job, part, [&](const F32Instance& instance, void* scratch, size_t bytes, const Finish& finish) {
    ConvolutionF32(instance, arguments, part.begin, part.end, scratch, bytes, finish);
  });
}

void RunRoutine(const StepContext& context, uint32_t rows, uint32_t others, void (*part)(const void*, const Part&)) {
  if (rows == 0 || others == 0) return;
  const KernelCode code = KernelCodeOf(*context.instance->program, context.step.kernel);
  const RoutineJob job = {&context, &code, others};
  RunParts(context, rows, 1, static_cast<uint32_t>(MoteMicrocodeScratch(code.words, kMoteMinStrip)) + kMoteRoutineMinimum + 16, part, &job);
}

}  // namespace

void RunDot(const StepContext& context) {
  const uint32_t* f = context.step.fields;
  RunRoutine(context, f[kMoteDotBatch] * f[kMoteDotM], f[kMoteDotN], DotPart);
}

void RunConvolution(const StepContext& context) {
  const uint32_t* f = context.step.fields;
  RunRoutine(context, f[kMoteConvBatch] * f[kMoteConvOutH], f[kMoteConvOutW] * f[kMoteConvGroups] * f[kMoteConvOutPerGroup],
             ConvolutionPart);
}

}  // namespace mote::runtime
