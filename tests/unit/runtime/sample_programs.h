// Three small programs for tests of the core: rows with stages and threads, routines with epilogues, and control flow with checked
// accesses.
#pragma once

#include "program_maker.h"

namespace mote {

// x[rows, columns] → x / sum of its row, by groups: reduce, map.
TestProgram RowsProgram(int32_t rows, int32_t columns);
// x[1, 6, 6, 2] → 3×3 convolution to 4 features plus bias, then a dot of its pixels with a constant [4, 5], at least 0.
TestProgram RoutineProgram();
// s32 n, table f32[8]: while (i < n) { sum += table[2·i]; i += 1 }, then the sum, negated when n is odd. Reads outside the table give 0.
TestProgram LoopProgram();

}  // namespace mote
