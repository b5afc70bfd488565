// Chooses the numbers of a step: parameter words of a kernel, fields of a routine. Extents and strides come from limits first; then
// strides are cut until every access lies in a view that can be had, and the views are as long as the accesses reach. Not a copy of the
// verifier: it reasons from SPEC.md, and what it makes may be refused.
#pragma once

#include "core/routine.h"
#include "kernel_code_maker.h"

namespace mote::fault {

// What a step should not exceed.
struct StepLimits {
  uint64_t bytes = 1 << 12;  // of an operand
  double points = 1 << 12;   // of a stage, groups and loops included
};

// A row of schema/routines.def.
struct RoutineRow {
  uint32_t code, types[2];
  const MoteRoutineGeometry* geometry;
  int64_t (*scratch)(int64_t strip, const int64_t* fields);
};
const std::vector<RoutineRow>& Routines();
inline constexpr uint32_t kStepCodes = kMoteFirstRoutine + runtime::kRoutines;

struct StepValues {
  std::vector<uint32_t> fields, params;
  std::vector<uint64_t> elements;  // a view must have, an operand
  double work = 0;                 // instructions times points, about
  double outer = 1;                // extent that threads share
};

// A launch of the kernel.
StepValues ChooseLaunch(Random& random, const MadeKernel& kernel, const StepLimits& limits);
// A routine with the epilogue `kernel`; operands 0 and 1 are the routine's.
StepValues ChooseRoutine(Random& random, const RoutineRow& routine, const MadeKernel& kernel, const StepLimits& limits);

// Bytes that a planner keeps for the routine, beside the epilogue's.
int64_t RoutineScratch(const RoutineRow& routine, int strip, const StepValues& values);

}  // namespace mote::fault
