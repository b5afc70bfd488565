// The tuned routines that a target has: what fusion, select/ and the passes' driver ask before they shape work for one.
#pragma once

#include <cstdint>
#include <initializer_list>

#include "schema/step_layout.h"

namespace mote {

// By the codes of schema/routines.def.
enum class Routine : uint8_t {
#define MOTE_ROUTINE(id, code, ...) k##id = code,
#include "schema/routines.def"
#undef MOTE_ROUTINE
};

class RoutineSet {
 public:
  constexpr RoutineSet() = default;
  constexpr RoutineSet(std::initializer_list<Routine> rows) {
    for (const Routine row : rows) Add(row);
  }
  constexpr void Add(Routine row) { bits_ |= BitOf(row); }
  static constexpr RoutineSet All() {
    RoutineSet all;
#define MOTE_ROUTINE(id, ...) all.bits_ |= BitOf(Routine::k##id);
#include "schema/routines.def"
#undef MOTE_ROUTINE
    return all;
  }
  // What firmware has.
  static constexpr RoutineSet OfFirmware() {
    RoutineSet rows;
#define MOTE_ROUTINE(id, ...) rows.Add(Routine::k##id);
#define MOTE_ROUTINE_HOST(...)
#include "schema/routines.def"
#undef MOTE_ROUTINE
    return rows;
  }
  constexpr bool Has(Routine row) const { return (bits_ & BitOf(row)) != 0; }
  constexpr bool empty() const { return bits_ == 0; }

 private:
  static constexpr uint64_t BitOf(Routine row) { return uint64_t{1} << (static_cast<int>(row) - kMoteFirstRoutine); }

  uint64_t bits_ = 0;
};

}  // namespace mote
