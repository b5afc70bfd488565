// RoutineRow of every row of routines.def.
#include "target/routine_table.h"

#include <algorithm>

#include "schema/routine_scratch.h"

namespace mote {
namespace {

constexpr RoutineRow kRows[] = {
#define MOTE_ROUTINE(id, code, name, geometry, lhs, rhs, sum, scratch, text)                                              \
  {Routine::k##id, name, &kMote##geometry##Geometry, ElementType::k##lhs, ElementType::k##rhs, ElementType::k##sum, Mote##scratch##Scratch},
#include "schema/routines.def"
#undef MOTE_ROUTINE
};

}  // namespace

std::span<const RoutineRow> AllRoutines() { return kRows; }

const RoutineRow& RowOf(Routine routine) {
  return *std::find_if(std::begin(kRows), std::end(kRows), [&](const RoutineRow& row) { return row.id == routine; });
}

const RoutineRow* FindRoutine(RoutineSet routines, std::span<const MoteRoutineGeometry* const> geometries, ElementType lhs, ElementType rhs,
                              ElementType sum) {
  const auto* found = std::find_if(std::begin(kRows), std::end(kRows), [&](const RoutineRow& row) {
    const bool geometry = std::find(geometries.begin(), geometries.end(), row.geometry) != geometries.end();
    return routines.Has(row.id) && geometry && row.lhs == lhs && row.rhs == rhs && row.sum == sum;
  });
  return found == std::end(kRows) ? nullptr : found;
}

}  // namespace mote
