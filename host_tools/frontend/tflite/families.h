// The readers of operators.def, declared from it; and what families share.
#pragma once

#include "frontend/tflite/node.h"

namespace mote::tfl {

#define MOTE_TFLITE(code, name, reader, least, most, results) Status reader(Node& n);
#include "frontend/tflite/operators.def"

// A fused activation of floats; the value itself for none.
Result<Operand> Activated(Node& n, Operand value, file::Activation activation);
// Window padding in front of and behind an input of `size`, and the outputs that it gives.
struct Window {
  int64_t before = 0, behind = 0, outputs = 0;
};
Result<Window> WindowOf(Node& n, file::Padding padding, int64_t size, int64_t window, int64_t stride, int64_t dilation);
// Integers of a constant table by an index of s32 from 0.
Operand Lookup(Node& n, Operand index, ElementType type, const std::vector<int64_t>& table);
// A program of two scalars: what reductions combine with.
Module Combiner(Op op, ElementType type);
// Sum over dimensions as s32 or a float.
Operand SumOver(Node& n, Operand x, const Ints& dimensions);
Operand Extreme(Node& n, Operand x, bool largest, const Ints& dimensions);

}  // namespace mote::tfl
