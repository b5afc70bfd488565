// The tuned routines that a target has: what fusion, select/ and the passes' driver ask before they shape work for one.
#pragma once

#include <cstdint>
#include <initializer_list>

namespace mote {

enum class Routine : uint8_t { kDot, kConvolution };

class RoutineSet {
 public:
  constexpr RoutineSet() = default;
  constexpr RoutineSet(std::initializer_list<Routine> rows) {
    for (const Routine row : rows) bits_ |= uint32_t{1} << static_cast<int>(row);
  }
  constexpr bool Has(Routine row) const { return (bits_ >> static_cast<int>(row) & 1) != 0; }
  constexpr bool empty() const { return bits_ == 0; }

 private:
  uint32_t bits_ = 0;
};

}  // namespace mote
