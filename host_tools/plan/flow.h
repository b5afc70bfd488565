// Flow: a StepGraph as points of a control flow graph, and which buffers live where. Blocks are flattened; a loop is an edge back.
// Says nothing about places: that is allocate.h.
#pragma once

#include <cstdint>
#include <vector>

#include "plan/bits.h"
#include "select/step.h"

namespace mote {

// How one operand of a step touches its buffer.
struct Touch {
  BufferId buffer = -1;
  int32_t operand = -1;  // position in Step::operands
  bool read = false, written = false;
  bool full = false;     // every byte is written, whatever the values are
};
IdVector<Touch> TouchesOf(const StepGraph& graph, const Step& step);

// One moment of a run. The first point of an entry defines the inputs and the state, its last reads the outputs and the state; both have
// block -1. A while's point reads the
// predicate after the condition block; a conditional's point reads the index before the branches.
struct Point {
  int32_t block = -1, step = -1;
  IdVector<Touch> touches;
  IdVector<int32_t> next;
};

struct Flow {
  IdVector<Point> points;  // in the order of the text: condition, while, body
  // Of every point, sets of buffers.
  IdVector<Bits> live_out;
  // Of every buffer: the points where it takes up memory (live after the point, or touched by it).
  IdVector<Bits> occupied;
  bool LiveAfter(int32_t point, BufferId buffer) const { return live_out[point].Has(buffer); }
};

Flow AnalyseFlow(const StepGraph& graph);

// Bytes of a buffer in the arena: 0 for constants and, unless they are kept there, inputs and outputs.
int64_t ArenaBytes(const Buffer& buffer, const TargetFacts& target);

}  // namespace mote
