// The complete set of linked parts. Alone in its object, so that a binary with its own `mote_linked` does not pull it in.
#include "core/verifier.h"
#include "cpu/element_access.h"
#include "cpu/machine.h"
#include "cpu/operations.h"
#include "cpu/steps.h"

namespace mote::runtime {
namespace {

const ElementAccess* const kElements[kElementCodes] = {
    nullptr,
#define MOTE_ELEMENT_TYPE(id, code, ...) &kAccess##id,
#define kAccessC64 kAccessF32
#define kAccessC128 kAccessF32
#include "schema/element_types.def"
#undef kAccessC64
#undef kAccessC128
#undef MOTE_ELEMENT_TYPE
};

const StepFunction kSteps[kStepKinds] = {
    nullptr,
#define MOTE_STEP(id, code, ...) Run##id,
#include "schema/steps.def"
#undef MOTE_STEP
};

constexpr RoutineTable MakeRoutines() {
  RoutineTable table{};
#if defined(MOTE_FIRMWARE)
#define MOTE_ROUTINE_HOST(...)
#endif
#define MOTE_ROUTINE(id, code, ...) table.of[code - kMoteFirstRoutine] = &k##id;
#include "schema/routines.def"
#undef MOTE_ROUTINE
  return table;
}
constexpr RoutineTable kRoutineTable = MakeRoutines();

// Rows of an instruction set that this machine has not are proven, and run by none (mote_instance_init refuses). A small runtime has not
// even their proofs (mote_open refuses).
#if defined(MOTE_SMALL_RUNTIME)
#define MOTE_PROVEN_ALONE(...)
#define MOTE_PLACE_PROVEN(...)
#else
#define MOTE_PROVEN_ALONE(id, ...) constexpr FixedRoutine kProven##id = MakeFixed##id(nullptr);
#define MOTE_PLACE_PROVEN(id, number, ...) table.of[number] = &kProven##id;
#endif
#define MOTE_FIXED(...)
#ifndef MOTE_ARM_DSP
#define MOTE_FIXED_DSP MOTE_PROVEN_ALONE
#endif
#ifndef MOTE_HELIUM
#define MOTE_FIXED_HELIUM MOTE_PROVEN_ALONE
#endif
#include "schema/fixed_routines.def"
#undef MOTE_FIXED

constexpr FixedTable MakeFixed() {
  FixedTable table{};
#ifndef MOTE_ARM_DSP
#define MOTE_FIXED_DSP MOTE_PLACE_PROVEN
#endif
#ifndef MOTE_HELIUM
#define MOTE_FIXED_HELIUM MOTE_PLACE_PROVEN
#endif
#define MOTE_FIXED(id, number, ...) table.of[number] = &kFixed##id;
#include "schema/fixed_routines.def"
#undef MOTE_FIXED
  return table;
}
constexpr FixedTable kFixedRows = MakeFixed();

}  // namespace
}  // namespace mote::runtime

extern "C" const mote::runtime::Linked mote_linked = {
    mote::runtime::kSteps,
    mote::runtime::kRoutineTable.of,
    mote::runtime::kOperationInstances,
    mote::runtime::DetectIsa,
    mote::runtime::kElements,
    mote::runtime::RunNative,
    mote::runtime::RunChecked,
    &mote::runtime::kCallerTensors,
    &mote::runtime::kDeviceChecks,
    &mote::runtime::kSortChecks,
    &mote::runtime::kCallChecks,
    &mote::runtime::kExchangeChecks,
    &mote::runtime::kFixedChecks,
    mote::runtime::kFixedRows.of,
    &mote::runtime::kKernelChecks,
#if defined(MOTE_FIRMWARE)
    nullptr,
#else
    &mote::runtime::kChunkParts,
#endif
    &mote::runtime::kRegionChecks,
    &mote::runtime::kPipelineChecks,
};
