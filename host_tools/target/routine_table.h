// The rows of schema/routines.def for the compiler: which routine computes what, from which types, with how much scratch.
#pragma once

#include <cstdint>
#include <span>

#include "hlo/element_type.h"
#include "schema/routine_geometry.h"
#include "target/routine_set.h"

namespace mote {

struct RoutineRow {
  Routine id{};
  const char* name;  // "dot_f32"
  const MoteRoutineGeometry* geometry;
  ElementType lhs{}, rhs{}, sum{};
  int64_t (*scratch)(int64_t strip, const int64_t* fields);  // bytes beside the epilogue's; strip as TargetFacts has it
};

std::span<const RoutineRow> AllRoutines();
const RoutineRow& RowOf(Routine routine);
// The row of these with one of the geometries that computes this from these types; null: none.
const RoutineRow* FindRoutine(RoutineSet routines, std::span<const MoteRoutineGeometry* const> geometries, ElementType lhs, ElementType rhs,
                              ElementType sum);

}  // namespace mote
