// A stable sort by the digits of one array's numbers, lowest first, as kernels for devices: each pass counts the digits of blocks, finds
// where every block's elements of a digit begin, and moves the elements there. Not the comparator's network (passes/expand_sort.cpp),
// which takes whatever order there is.
#pragma once

#include <optional>
#include <vector>

#include "kernel/kernel_builder.h"
#include "lower/comparator.h"
#include "lower/lower.h"

namespace mote {

// Lines of n elements: element i of line (r, c) is number (r · n + i) · inner + c.
struct SortedLines {
  int64_t rows = 1, n = 0, inner = 1;
};

SortedLines LinesOf(const Instruction& sort);

// Whether the keys of a sort have digits that tell their order, and its lines are long enough to count them.
bool HasDigits(const Instruction& sort, const SortKey& order);
// Whether all sorts of a module have, those among them that expansions will make.
bool SortsByDigits(const Module& module);

// How lines are cut. A block is what one invocation goes through; the digits of all blocks of a line, digit by digit, are summed in groups.
struct RadixShape {
  SortedLines lines;
  int64_t length = 0, blocks = 0;  // of a block, of a line; together at least n
  int64_t group = 0, groups = 0;   // counts of a group, groups of a line

  int64_t Lines() const { return lines.rows * lines.inner; }
  int64_t Counts() const { return group * groups; }  // of a line
};
RadixShape RadixShapeOf(const SortedLines& lines);

struct RadixKey {
  ElementType type{};
  int64_t order = 0;  // bits of MoteSortOrder
  int64_t shift = 0;  // of the digit that the pass looks at
};
// Shifts of the passes.
std::vector<int64_t> RadixShifts(ElementType type);

// Operands: the keys, s32 counts [line, digit, block].
MadeKernel CountDigits(const RadixShape& shape, const RadixKey& key);
// Operands: the counts, s32 sums [line, group].
MadeKernel SumCounts(const RadixShape& shape);
// Operands: the counts, the sums where there is more than one group, s32 places [line, digit, block] where the first element goes.
MadeKernel PlaceBlocks(const RadixShape& shape);
// Operands: the arrays, the places, the sorted arrays. Array `at` holds the keys.
MadeKernel MoveElements(const RadixShape& shape, const RadixKey& key, const std::vector<ElementType>& arrays, size_t at);

}  // namespace mote
