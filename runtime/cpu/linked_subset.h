// Defines `mote_linked` with only the parts that the including file lists, so that a firmware links nothing else:
//   #define MOTE_LINK_STEPS(X) X(Launch) X(Copy)                names of steps.def
//   #define MOTE_LINK_ROUTINES(X) X(DotF32)                     names of routines.def
//   #define MOTE_LINK_FIXED(X) X(Convolution)                   names of fixed_routines.def; none unless told
//   #define MOTE_LINK_OPERATIONS(X) X(AddF) X(MaxF)             names of scalar_ops.def
//   #define MOTE_LINK_ELEMENT_TYPES(X) X(F32)                   names of element_types.def
//   #define MOTE_LINK_CHECKED 1                                 loads and stores with computed offsets or predicates; 1 unless told
//   #define MOTE_LINK_NATIVES 1                                 native kernels; 1 unless told
//   #define MOTE_LINK_CALLERS 0                                 inputs and outputs at pointers of the caller; 1 unless told
//   #define MOTE_LINK_REGIONS 1                                 arenas of several regions; 0 unless told
//   #include "cpu/linked_subset.h"
// A program that needs more is refused with MOTE_MISSING_FEATURE when it is opened. Included by one file of a binary.
#include "core/verifier.h"
#include "cpu/element_access.h"
#include "cpu/machine.h"
#include "cpu/operations.h"
#include "cpu/steps.h"

#ifndef MOTE_LINK_FIXED
#define MOTE_LINK_FIXED(X)
#endif
#ifndef MOTE_LINK_CHECKED
#define MOTE_LINK_CHECKED 1
#endif
#ifndef MOTE_LINK_NATIVES
#define MOTE_LINK_NATIVES 1
#endif
#ifndef MOTE_LINK_CALLERS
#define MOTE_LINK_CALLERS 1
#endif
#ifndef MOTE_LINK_REGIONS
#define MOTE_LINK_REGIONS 0
#endif

namespace mote::runtime {
namespace {

enum : uint32_t {
#define MOTE_STEP(id, code, ...) kStepCode##id = code,
#include "schema/steps.def"
#undef MOTE_STEP
#define MOTE_ELEMENT_TYPE(id, code, ...) kTypeCode##id = code,
#include "schema/element_types.def"
#undef MOTE_ELEMENT_TYPE
};

constexpr OperationTable MakeSubset() {
  OperationTable table{};
#define MOTE_ROW(id) table.functions[kOp##id - kMoteFirstScalarOp] = base::Op##id;
  MOTE_LINK_OPERATIONS(MOTE_ROW)
#undef MOTE_ROW
  return table;
}
constexpr OperationTable kSubset = MakeSubset();
constexpr const OperationFunction* kOperationSubset[] = {kSubset.functions};

struct StepTable {
  StepFunction of[kStepKinds];
};
constexpr StepTable MakeSteps() {
  StepTable table{};
#define MOTE_ROW(id) table.of[kStepCode##id] = Run##id;
  MOTE_LINK_STEPS(MOTE_ROW)
#undef MOTE_ROW
  return table;
}
constexpr StepTable kStepSubset = MakeSteps();
constexpr bool Links(uint32_t step) { return kStepSubset.of[step] != nullptr; }

enum : uint32_t {
#define MOTE_ROUTINE(id, code, ...) kRoutineCode##id = code - kMoteFirstRoutine,
#include "schema/routines.def"
#undef MOTE_ROUTINE
};
constexpr RoutineTable MakeRoutines() {
  RoutineTable table{};
#define MOTE_ROW(id) table.of[kRoutineCode##id] = &k##id;
  MOTE_LINK_ROUTINES(MOTE_ROW)
#undef MOTE_ROW
  return table;
}
constexpr RoutineTable kRoutineSubset = MakeRoutines();

constexpr bool HasKernels() {
  for (const Routine* routine : kRoutineSubset.of) {
    if (routine != nullptr) return true;
  }
  return Links(kStepCodeLaunch) || Links(kStepCodeSort);
}
constexpr bool kHasKernels = HasKernels();

struct ElementTable {
  const ElementAccess* of[kElementCodes];
};
constexpr ElementAccess kNoAccess = {};  // of elements that only steps without kernels touch
constexpr ElementTable MakeElements() {
  ElementTable table{};
#define MOTE_ROW(id) table.of[kTypeCode##id] = kHasKernels ? &kAccess##id : &kNoAccess;
  MOTE_LINK_ELEMENT_TYPES(MOTE_ROW)
#undef MOTE_ROW
  return table;
}
constexpr ElementTable kElementSubset = MakeElements();

// Rows of an instruction set that this machine has not are not linked: programs with them are refused.
#ifdef MOTE_ARM_DSP
#define MOTE_FIXED_DSP(id, ...) constexpr bool kHasFixed##id = true;
#else
#define MOTE_FIXED_DSP(id, ...) constexpr bool kHasFixed##id = false;
#endif
#ifdef MOTE_HELIUM
#define MOTE_FIXED_HELIUM(id, ...) constexpr bool kHasFixed##id = true;
#else
#define MOTE_FIXED_HELIUM(id, ...) constexpr bool kHasFixed##id = false;
#endif
#define MOTE_FIXED(id, ...) constexpr bool kHasFixed##id = true;
#include "schema/fixed_routines.def"
#undef MOTE_FIXED
constexpr FixedTable MakeFixed() {
  FixedTable table{};
#define MOTE_ROW(id) table.of[kFixedNumber##id] = kHasFixed##id ? &kFixed##id : nullptr;
  MOTE_LINK_FIXED(MOTE_ROW)
#undef MOTE_ROW
  return table;
}
constexpr FixedTable kFixedSubset = MakeFixed();

}  // namespace
}  // namespace mote::runtime

extern "C" {
extern const mote::runtime::Linked mote_linked;
const mote::runtime::Linked mote_linked = {
    mote::runtime::kStepSubset.of,
    mote::runtime::kRoutineSubset.of,
    mote::runtime::kHasKernels ? mote::runtime::kOperationSubset : nullptr,
    nullptr,
    mote::runtime::kElementSubset.of,
#if MOTE_LINK_NATIVES
    mote::runtime::RunNative,
#else
    nullptr,
#endif
#if MOTE_LINK_CHECKED
    mote::runtime::RunChecked,
#else
    nullptr,
#endif
#if MOTE_LINK_CALLERS
    &mote::runtime::kCallerTensors,
#else
    nullptr,
#endif
    nullptr,
    mote::runtime::Links(mote::runtime::kStepCodeSort) ? &mote::runtime::kSortChecks : nullptr,
    mote::runtime::Links(mote::runtime::kStepCodeCall) ? &mote::runtime::kCallChecks : nullptr,
    mote::runtime::Links(mote::runtime::kStepCodeExchange) ? &mote::runtime::kExchangeChecks : nullptr,
    mote::runtime::Links(mote::runtime::kStepCodeFixed) ? &mote::runtime::kFixedChecks : nullptr,
    mote::runtime::kFixedSubset.of,
    mote::runtime::kHasKernels ? &mote::runtime::kKernelChecks : nullptr,
    nullptr,
#if MOTE_LINK_REGIONS
    &mote::runtime::kRegionChecks,
#else
    nullptr,
#endif
    mote::runtime::Links(mote::runtime::kStepCodePipeline) ? &mote::runtime::kPipelineChecks : nullptr,
};
}
