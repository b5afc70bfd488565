// The rows of schema/fixed_routines.def for the compiler.
#pragma once

#include <cstdint>
#include <vector>

#include "schema/fixed_layout.h"

namespace mote {

// By the numbers of schema/fixed_routines.def.
enum class FixedRoutine : uint8_t {
#define MOTE_FIXED(id, number, ...) k##id = number,
#include "schema/fixed_routines.def"
#undef MOTE_FIXED
};

// "convolution"
const char* NameOf(FixedRoutine routine);
// Whether each output is made of the inputs of its own pixel alone, so that any of them may lie where it does.
bool IsElementwise(FixedRoutine routine);
// Whether the output may lie where an input of the same size does; how else it may overlap the input, RowDistances say, of rows that are
// computed one after the other.
bool MayBeginAtItsInput(FixedRoutine routine);
// Of a step with these fields (MoteFixedField); output 0: its routine does not take them.
MoteFixedNeeds FixedNeeds(const std::vector<int64_t>& fields);

// Whether a step is the sum of all its input's pixels, which AveragePoolRows computes too.
bool IsWholePool(const std::vector<int64_t>& fields);
// Pixels that the routine computes at once.
int64_t PixelsTogether(FixedRoutine routine);

// How far the output of a step over windows must lie from its first input, in bytes, so that no row is written before it has been read:
// below it where rows ascend, above it where they descend. Two rows at a time where the routine wants them.
struct RowDistances {
  int64_t below = 0, above = 0;
};
RowDistances DistancesOf(const std::vector<int64_t>& fields);

}  // namespace mote
