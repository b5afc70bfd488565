// Row loops: a chain of instructions whose rows are independent of each other runs as a counted loop, some rows of each value a turn, so
// that the inner values need not lie in memory whole. The same bits: no row is computed in another way. Knows nothing of targets.
#pragma once

#include <map>

#include "passes/passes.h"

namespace mote {

inline constexpr int64_t kAllRows = -1;

// Instructions of the entry and the dimension along which the rows of each are taken; `rows` of them all. kAllRows: what a gather of the
// chain looks elements up in, where it is only that, so that it can be computed where it is read.
struct RowChain {
  std::map<int32_t, int64_t> dimensions;
  int64_t rows = 0;
  int64_t inner_bytes = 0;  // of the values that nobody outside reads
};

// The chains of the entry that would spare `least` bytes or more, those that spare most first. Of a module without calls and tuples.
std::vector<RowChain> FindRowChains(const Module& module, int64_t least);
// Of the loop's Instruction::extra: "4 of 98 rows a turn…", for people. What it computes stays in it.
inline constexpr const char* kRowsKey = "mote.rows";
// The chain as a loop of `rows` a turn. Where they do not divide the chain's, the last turn begins earlier and makes some of them again.
Module RollRowChain(const Module& module, const RowChain& chain, int64_t rows);

}  // namespace mote
