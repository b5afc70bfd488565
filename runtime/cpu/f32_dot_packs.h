// What a block of k of a dot is packed into, and what of it is asked for early.
#ifndef MOTE_CPU_F32_DOT_PACKS_H_
#define MOTE_CPU_F32_DOT_PACKS_H_

#include "cpu/f32_routines.h"

namespace mote::runtime {

constexpr int32_t kLine = 16;  // floats of a cache's line

// `depth` rows of `columns` from `rhs` on, `row` apart, whose columns lie side by side: panels of kMotePanelColumns one behind the other,
// in each a row's columns side by side; the last one's rows are as short as it is. Read row by row, in memory's order.
void PackRight(const float* rhs, ptrdiff_t row, int32_t depth, int32_t columns, float* to);

// The t.rows × t.k of a tile's left-hand side, row behind row in `to`, where they do not share places of the first cache.
void PackLeft(TileArguments& t, float* to);

// Rows [k0, k0 + depth) and columns [j, j + columns) that are computed now, of `a` with its rhs at `rhs`: what the next block of those
// reads is to be asked for by as many register tiles as `rows` have. Blocks follow on each other by columns and then by k, or
// (`k_first`) by k and then by columns; `again`: other rows come behind the last one.
struct RightBlock {
  int32_t k0, depth, j, columns;
};
void AskForNext(const DotArguments& a, const float* rhs, const RightBlock& now, int32_t rows, bool k_first, bool again, Soon* soon);

// Where columns j … of row k0 lie.
inline const float* RightAt(const DotArguments& a, const float* rhs, int32_t k0, int32_t j) {
  return rhs + static_cast<ptrdiff_t>(k0) * a.rhs_k + a.panels.PlaceOf(j, 1);
}

}  // namespace mote::runtime

#endif
