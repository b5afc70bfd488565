// Native kernels: looked up by content hash and parameter words; used only when they touch operands as the step's microcode may, which the
// verifier has proven, and no bytes outside the step's views.
#include "core/kernel_code.h"
#include "cpu/parallel.h"
#include "cpu/steps.h"

namespace mote::runtime {
namespace {

struct NativeJob {
  const mote_native_kernel* kernel;
  unsigned char* const* operands;
};

bool Fits(const StepContext& context, const mote_native_kernel& kernel) {
  const StepView& step = context.step;
  const uint32_t words = static_cast<uint32_t>(step.words + step.length - step.fields);
  if (kernel.param_count != words || kernel.operand_count != step.operands) return false;
  if (__builtin_memcmp(kernel.params, step.fields, words * 4u) != 0) return false;
  if (step.operands * sizeof(unsigned char*) > context.scratch_bytes) return false;
  const KernelCode code = KernelCodeOf(*context.instance->program, step.kernel);
  if (__builtin_memcmp(kernel.operand_types, code.operand_types, step.operands) != 0) return false;
  for (uint32_t i = 0; i < step.operands; ++i) {
    if (kernel.operand_bytes[i] > context.view(i).bytes) return false;
  }
  return true;
}

void NativePart(const void* job, const Part& part) {
  const NativeJob& native = *static_cast<const NativeJob*>(job);
  native.kernel->run(native.operands, part.begin, part.end);
}

}  // namespace

bool RunNative(StepContext& context, mote_code* code) {
  const mote_native_table* table = context.instance->program->natives;
  if (table == nullptr) return false;
  const uint64_t hash = HashOf(*context.instance->program, context.step.kernel);
  uint32_t low = 0, high = table->count;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (table->kernels[middle].hash < hash) low = middle + 1;
    else high = middle;
  }
  for (; low < table->count && table->kernels[low].hash == hash; ++low) {
    const mote_native_kernel& kernel = table->kernels[low];
    if (!Fits(context, kernel)) continue;
    unsigned char** operands = reinterpret_cast<unsigned char**>(context.scratch);
    for (uint32_t i = 0; i < context.step.operands; ++i) operands[i] = context.place(i);
    const NativeJob job = {&kernel, operands};
    // Groups are few and long, points many and short: a part is at least a sixteenth of the whole or 4096 of them.
    const uint32_t grain = kernel.extent / 16 > 4096 ? 4096 : kernel.extent / 16 + 1;
    *code = RunParts(context, kernel.extent, grain, 0, NativePart, &job);
    __builtin_memset(operands, 0, context.step.operands * sizeof(unsigned char*));  // a later kernel may read registers that it never wrote
    return true;
  }
  return false;
}

}  // namespace mote::runtime
