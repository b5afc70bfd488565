// Plan: every buffer of a StepGraph at a fixed place, the steps in their final order, barriers and scratch decided.
#pragma once

#include <cstdint>
#include <vector>

#include "hlo/diagnostic.h"
#include "select/step.h"
#include "target/target_facts.h"

namespace mote {

enum class Space : uint8_t { kConstant = 0, kArena = 1, kInput = 2, kOutput = 3, kState = 4 };

// How a step addresses a buffer.
struct View {
  Space space{};
  ElementType type{};
  int32_t number = 0;   // of the input, the output or the arena's region
  int64_t offset = 0;   // bytes from the start of the space; of a constant 0 until PlaceConstants
  int64_t bytes = 0;
};

// A memory of its own that holds a part of the arena. The first is the fastest and has the scratch.
struct Region {
  std::string name;   // "dtcm", for people
  int64_t bytes = 0;  // that it has, or, in a plan, that are used
};

struct Plan {
  MOTE_DECLARE_COPIES(Plan);
  StepGraph graph;                   // steps reordered, elided copies removed
  TargetFacts target;
  IdVector<View> views;           // one per graph.buffers
  IdVector<IdVector<bool>> barrier_before;  // [block][step]
  IdVector<int32_t> levels;       // of blocks: 0 for the entry's, one more than the block that names it for others
  int64_t arena_bytes = 0;           // scratch included
  std::vector<Region> regions;       // parts of the arena, one behind the other; none: it is one
  int64_t scratch_offset = 0, scratch_bytes = 0;
  int64_t state_bytes = 0;
  int64_t constants_bytes = 0;       // of the segment that all targets of the program share; 0 until PlaceConstants
  // For people and tests.
  int64_t peak_bytes = 0;            // of buffers, scratch apart
  int64_t live_bound_bytes = 0;      // the maximum over steps of live bytes in this order, permitted overlaps counted once
};

// With `regions` every buffer of the arena lies in one of them, what is used most in the first; kLimit where they do not hold all.
Result<Plan> MakePlan(StepGraph graph, const TargetFacts& target, const std::vector<Region>& regions = {});

// The plans of one program file, with their constants in one segment.
struct ProgramPlan {
  std::vector<Plan> plans;
  std::vector<uint8_t> constants;
};
// Gives every constant its place, which is decided here and nowhere else: by content, at the widest alignment of the targets, in the order
// of the plans and their views.
ProgramPlan PlaceConstants(std::vector<Plan> plans);

// kLimit, naming the buffers at the peak, when the arena takes more than `ram` bytes.
Status CheckRam(const Plan& plan, int64_t ram);

}  // namespace mote
