// Call steps: functions that the application registered by name, and those that hosts know themselves; what they are handed, and what the
// verifier asks. A file of its own: binaries that call nothing do not link it.
#include "core/instance.h"
#include "core/linked.h"
#include "core/verifier.h"
#include "cpu/steps.h"
#if !defined(MOTE_FIRMWARE)
#include "cpu/linear_algebra/known_calls.h"
#endif

namespace mote::runtime {
namespace {

FlatVector TextOf(const mote_program& program, uint32_t number, CallTableField field) {
  FlatReader reader(program.flat, program.flat_bytes);
  return reader.Vector(reader.TableOf(program.calls, number), field, 0);
}

const mote_custom_call* Find(const mote_program& program, const FlatVector& name) {
  for (uint32_t i = 0; i < program.function_count; ++i) {
    const mote_custom_call& function = program.functions[i];
    if (function.run != nullptr && function.name != nullptr && SameText(name, function.name)) return &function;
  }
  return nullptr;
}

#if defined(MOTE_FIRMWARE)
constexpr bool kKnowsCalls = false;  // firmware
int FindKnownCall(const FlatVector&) { return -1; }
mote_code RunKnownCall(int, const mote_call*) { return MOTE_FAILED; }
bool FitsKnown(const mote_program&, const StepView&, int) { return false; }
#else
constexpr bool kKnowsCalls = true;

bool FitsKnown(const mote_program& program, const StepView& step, int number) {
  if (number < 0 || step.operands > kMostKnownOperands) return false;
  ViewInfo views[kMostKnownOperands];
  for (uint32_t i = 0; i < step.operands; ++i) views[i] = ViewOf(program, step.operand(i));
  const FlatVector config = TextOf(program, step.fields[kMoteCallNumber], kCallConfig);
  return FitsKnownCall(number, config, step.fields[kMoteCallInputs], step.operands, views);
}
#endif

Site Names(const mote_program& program, WorkAccount* work) {
  for (uint32_t i = 0; i < program.calls.count; ++i) {
    FlatReader reader(program.flat, program.flat_bytes);
    const FlatTable table = reader.TableOf(program.calls, i);
    const FlatVector name = reader.Vector(table, kCallName, 0);
    (void)reader.Vector(table, kCallConfig, 0);
    if (reader.failed()) return work->At(reader.site(), reader.detail());
    // A name may begin like all the others.
    if (name.count > UINT16_MAX || !work->Spend(8 + name.count)) return Site::kWork;
    if (Find(program, name) == nullptr && FindKnownCall(name) < 0) return work->At(Site::kCallMissing, i);
  }
  return Site::kNone;
}

Site Verify(const mote_program& program, const StepView& step) {
  if (step.fields[kMoteCallNumber] >= program.calls.count || step.fields[kMoteCallInputs] > step.operands) return Site::kStepFields;
  if (step.param_count != 0) return Site::kStepParams;
  for (uint32_t i = step.fields[kMoteCallInputs]; i < step.operands; ++i) {
    const ViewInfo view = ViewOf(program, step.operand(i));
    if (view.space == kMoteConstant || view.space == kMoteInput) return Site::kStepOperandView;
  }
  if (kKnowsCalls) {
    const FlatVector name = TextOf(program, step.fields[kMoteCallNumber], kCallName);
    if (Find(program, name) == nullptr && !FitsKnown(program, step, FindKnownCall(name))) return Site::kStepOperandView;
  }
  return Site::kNone;
}

mote_operand OperandOf(const StepContext& context, uint32_t number) {
  const ViewInfo view = context.view(number);
  return {PlaceOf(*context.instance, view), view.bytes, view.type};
}

const StepContext& ContextOf(const mote_call* call) { return *reinterpret_cast<const StepContext*>(call); }

}  // namespace

const CallChecks kCallChecks = {Names, Verify};

mote_code RunCall(StepContext& context) {
  const mote_program& program = *context.instance->program;
  const FlatVector name = TextOf(program, context.step.fields[kMoteCallNumber], kCallName);
  const mote_custom_call* function = Find(program, name);
  const mote_call* call = reinterpret_cast<const mote_call*>(&context);
  if (kKnowsCalls && function == nullptr) return RunKnownCall(FindKnownCall(name), call);
  const mote_code code = function->run(function->user, call);
  return code == MOTE_OK || code == MOTE_WAIT ? code : MOTE_FAILED;
}

}  // namespace mote::runtime

using namespace mote::runtime;

extern "C" {

uint32_t mote_call_input_count(const mote_call* call) { return ContextOf(call).step.fields[kMoteCallInputs]; }

uint32_t mote_call_output_count(const mote_call* call) { return ContextOf(call).step.operands - mote_call_input_count(call); }

mote_operand mote_call_input(const mote_call* call, uint32_t number) {
  return number < mote_call_input_count(call) ? OperandOf(ContextOf(call), number) : mote_operand{};
}

mote_operand mote_call_output(const mote_call* call, uint32_t number) {
  return number < mote_call_output_count(call) ? OperandOf(ContextOf(call), mote_call_input_count(call) + number) : mote_operand{};
}

const char* mote_call_config(const mote_call* call, uint32_t* size) {
  const StepContext& context = ContextOf(call);
  const FlatVector config = TextOf(*context.instance->program, context.step.fields[kMoteCallNumber], kCallConfig);
  *size = config.count;
  return reinterpret_cast<const char*>(config.data);
}

}  // extern "C"
