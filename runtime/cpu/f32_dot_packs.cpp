#include "cpu/f32_dot_packs.h"

#include "schema/routine_scratch.h"

namespace mote::runtime {

namespace {
constexpr int32_t kTileRows = 6;  // about as many as a register tile has
constexpr int32_t kAhead = 8;     // rows that are asked for before they are packed

int32_t Min(int32_t a, int32_t b) { return a < b ? a : b; }
int32_t Over(int32_t a, int32_t b) { return (a + b - 1) / b; }
}  // namespace

void PackRight(const float* rhs, ptrdiff_t row, int32_t depth, int32_t columns, float* to) {
  const int32_t whole = columns / kMotePanelColumns, rest = columns % kMotePanelColumns;
  const ptrdiff_t panel = static_cast<ptrdiff_t>(depth) * kMotePanelColumns;
  float* const last = to + whole * panel;
  for (int32_t p = 0; p < depth; ++p, rhs += row) {
    const float* from = rhs;
    float* at = to + p * kMotePanelColumns;
    for (int32_t w = 0; w < whole; ++w, at += panel, from += kMotePanelColumns) {
      for (int32_t q = 0; q < kMotePanelColumns; q += kLine) {
        __builtin_prefetch(from + kAhead * row + q);
        __builtin_memcpy(at + q, from + q, kLine * sizeof(float));  // of a known size: moves in place of a call
      }
    }
    float* const short_row = last + static_cast<ptrdiff_t>(p) * rest;
    for (int32_t q = 0; q < rest; ++q) short_row[q] = from[q];
  }
}

void PackLeft(TileArguments& t, float* to) {
  for (int32_t i = 0; i < t.rows; ++i) {
    const float* const from = t.a + i * t.a_row;
    float* const row = to + static_cast<ptrdiff_t>(i) * t.k;
    if (t.a_k == 1) {
      __builtin_memcpy(row, from, static_cast<size_t>(t.k) * sizeof(float));
      continue;
    }
    for (int32_t p = 0; p < t.k; ++p) row[p] = from[p * t.a_k];
  }
  t.a = to, t.a_row = t.k, t.a_k = 1;
}

void AskForNext(const DotArguments& a, const float* rhs, const RightBlock& now, int32_t rows, bool k_first, bool again, Soon* soon) {
  int32_t k = now.k0, j = now.j;
  if (k_first) {
    k += now.depth;
    if (k >= a.k) k = 0, j += now.columns;
    if (j >= a.n) j = 0;
  } else {
    j += now.columns;
    if (j >= a.n) j = 0, k += now.depth;
    if (k >= a.k) k = 0;
  }
  if (k == 0 && j == 0 && !again) {
    soon->rows = 0;
    return;
  }
  soon->columns = Min(now.columns, a.n - j), soon->rows = Min(now.depth, a.k - k), soon->row = a.rhs_k;
  soon->at = RightAt(a, rhs, k, j), soon->end = soon->at + soon->columns;
  const int32_t tiles = Over(rows, kTileRows) * Over(now.columns, kLine);
  soon->lines = Over(soon->rows * Over(soon->columns, kLine), tiles);
}

void Soon::Ask() {
  for (int32_t n = lines; n > 0 && rows > 0; --n) {
    __builtin_prefetch(at, 0, 2);
    at += kLine;
    if (at < end) continue;
    end += row, at = end - columns;
    --rows;
  }
}

}  // namespace mote::runtime
