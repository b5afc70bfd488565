// The table of targets.
#include "target/target_facts.h"

#include <array>

namespace mote {

namespace {

TargetFacts Linux() {
  TargetFacts t;
  t.name = "linux";
  t.unit_shift = 4;
  t.buffer_alignment = 64;
  t.segment_alignment = 16384;
  t.workers = 4;
  t.routines = RoutineSet::All();
  t.sorts = true;
  t.fixed = true;
  t.fixed_packing = FixedPacking::kHost;
  return t;
}

TargetFacts Vulkan() {
  TargetFacts t;
  t.name = "vulkan";
  t.path = TargetFacts::Path::kVulkan;
  t.unit_shift = 4;
  t.buffer_alignment = 16;
  t.segment_alignment = 16384;
  return t;
}

TargetFacts Microcontroller(const char* name, FixedPacking packing) {
  TargetFacts t;
  t.name = name;
  t.buffer_alignment = 8;
  t.io_in_arena = true;
  t.strip = 32;
  t.routines = RoutineSet::OfFirmware();
  t.sorts = true;
  t.fixed = true;
  t.fixed_packing = packing;
  return t;
}

}  // namespace

std::span<const TargetFacts> AllTargets() {
  static const std::array<TargetFacts, 9> kTargets = {
      Linux(),
      Vulkan(),
      Microcontroller("cortex-m0plus", FixedPacking::kPlain),
      Microcontroller("cortex-m3", FixedPacking::kPlain),
      Microcontroller("cortex-m4", FixedPacking::kDsp),
      Microcontroller("cortex-m7", FixedPacking::kDsp),
      Microcontroller("cortex-m33", FixedPacking::kDsp),
      Microcontroller("cortex-m55", FixedPacking::kHelium),
      Microcontroller("riscv32", FixedPacking::kPlain),
  };
  return kTargets;
}

const TargetFacts* FindTarget(std::string_view name) {
  for (const TargetFacts& t : AllTargets()) {
    if (t.name == name) return &t;
  }
  return nullptr;
}

}  // namespace mote
