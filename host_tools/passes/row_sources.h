// Which rows of its operands the rows of an instruction's result are made of. Rows are what a value has along one dimension of its own;
// they are independent where an instruction computes each from one row of some operands and the whole of the others.
#pragma once

#include "hlo/module.h"

namespace mote {

struct RowSource {
  enum class Kind { kNever, kWhole, kRows };  // kNever: of others too, or not known
  Kind kind = Kind::kNever;
  int64_t dimension = -1;  // kRows: of the operand, as long as that of the result
};

// Of operand `o`, where the result is taken row by row along `dimension`.
RowSource RowSourceOf(const Computation& computation, const Instruction& i, size_t o, int64_t dimension);
// Whether the result's rows along `dimension` are independent.
bool HasRows(const Computation& computation, const Instruction& i, int64_t dimension);
// The instruction for so many rows; its operands have to have them. An iota of the dimension counts from 0.
void TakeRows(Instruction& i, int64_t dimension, int64_t rows);

}  // namespace mote
