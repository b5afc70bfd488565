// TargetFacts: what is known of a target class when a program is compiled for it. Facts, not choices.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "target/routine_set.h"

namespace mote {

// How the weights of fixed-point routines lie (schema/fixed_layout.h).
enum class FixedPacking : uint8_t { kPlain, kDsp, kHost, kHelium };

struct TargetFacts {
  enum class Path : uint8_t { kCpu, kVulkan };
  std::string name;             // "linux", "vulkan", "cortex-m4"
  Path path = Path::kCpu;
  int unit_shift = 0;           // offsets in the program count units of 2^unit_shift bytes
  int buffer_alignment = 1;     // bytes, of every buffer in the arena and of every constant
  int segment_alignment = 16;   // bytes, of a large constants segment in the file (emit.cpp); small ones start at the next buffer_alignment
  bool io_in_arena = false;     // inputs and outputs live in the arena (firmware) instead of at the caller's pointers
  // elements of a microcode strip that scratch is planned for; the runtime takes fewer when scratch is smaller
  int strip = 256;
  int workers = 1;              // threads that the scratch of long steps is planned for; 1 or more
  RoutineSet routines;          // rows that it has
  bool sorts = false;           // a sort is one step
  bool fixed = false;           // it has the routines of fixed_routines.def
  FixedPacking fixed_packing = FixedPacking::kPlain;
  bool overlaps = true;         // exchanges run beside steps that do not need them (Path::kCpu)
};

// All targets, in the order `--help` shows them; null when the name is unknown.
std::span<const TargetFacts> AllTargets();
const TargetFacts* FindTarget(std::string_view name);

}  // namespace mote
