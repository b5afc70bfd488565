// Dot for machines with many vector registers, where right-hand sides that do not lie well are packed for many rows at a time, k in
// blocks. Sums of a block of k wait for the next one: in the outputs where the epilogue is carried out as they are stored, else in scratch.
#include "cpu/f32_dot_packs.h"
#include "cpu/f32_routines.h"
#include "schema/routine_scratch.h"

namespace mote::runtime {

namespace {

constexpr int32_t kRows = 288;             // that share what is packed, while their sums stay in the second cache
constexpr int32_t kDepth = 128;            // of a block of k at most: what a register tile reads takes half of the first cache
constexpr int32_t kLeastDepth = 48;
constexpr int32_t kManyRows = 48;          // that share what is packed, where room is left for the left-hand side too
constexpr int32_t kFewColumns = 2 * kMotePanelColumns;  // packing the left-hand side is for those at least
constexpr int32_t kPanelBytes = 32 << 10;  // of a block of k of a panel that lies there: the first cache
constexpr int64_t kNearFloats = 32 << 10;  // of a right-hand side that is not asked for early: the second cache has it
constexpr int64_t kLeftBytes = 64 << 10;   // of rows that are read in place, which stay in a cache while columns of the other side go by

int32_t Min(int32_t a, int32_t b) { return a < b ? a : b; }
int32_t Max(int32_t a, int32_t b) { return a > b ? a : b; }

// Rows of one batch, the first column of the first of which is output `first`.
struct Rows {
  const F32Instance* instance;
  const DotArguments* a;
  const Finish* finish;
  const float *lhs, *rhs;
  size_t first;
  int32_t count;
};

// What is packed of a block of `depth` of k: so many columns of the right-hand side (0: they lie in panels) for so many rows of the
// left-hand one, which are packed too (`packs_left`) or read in place. `sums` are of all those, where they do not wait in the outputs.
struct Packed {
  float *right, *left, *sums;
  int32_t depth, columns, rows;
  bool packs_left;
};

// The tile of `t`, whose operands and extents are set, at row `i` and column `j` of the outputs.
void ToOutputs(const Rows& r, TileArguments& t, int32_t i, int32_t j, bool first, bool last) {
  const DirectFinish& direct = *r.finish->direct;
  const size_t at = r.first + static_cast<size_t>(i) * static_cast<size_t>(r.a->Row()) + static_cast<size_t>(j);
  t.acc = direct.out + at, t.acc_row = r.a->Row();
  t.direct = last ? &direct : nullptr;
  t.bias = last && direct.bias != nullptr ? direct.bias + r.a->column + j : nullptr;
  t.residual = last && direct.residual != nullptr ? direct.residual + at : nullptr;
  if (first) return r.instance->fresh(t);
  r.instance->tile(t);
  if (last) r.instance->finish(t);
}

void InPlace(const Rows& r) {
  const DotArguments& a = *r.a;
  const auto kept = static_cast<int32_t>(kLeftBytes / 4) / Max(a.k, 1) / kMotePackRows * kMotePackRows;
  TileArguments t;
  t.a_line = t.b_line = 0, t.lines = 1;
  t.a_row = a.lhs_m, t.a_k = a.lhs_k, t.b = r.rhs, t.b_k = a.rhs_k, t.columns = a.n, t.k = a.k;
  for (int32_t i = 0; i < r.count; i += t.rows) {
    t.rows = Min(Max(kept, kMotePackRows), r.count - i);
    t.a = r.lhs + static_cast<ptrdiff_t>(i) * a.lhs_m;
    ToOutputs(r, t, i, 0, true, true);
  }
}

void TakeLeft(const Rows& r, const Packed& packed, int32_t i, int32_t k0, TileArguments& t) {
  const DotArguments& a = *r.a;
  t.k = Min(packed.depth, a.k - k0);
  t.a_row = a.lhs_m, t.a_k = a.lhs_k;
  t.a = r.lhs + static_cast<ptrdiff_t>(i) * a.lhs_m + static_cast<ptrdiff_t>(k0) * a.lhs_k;
  if (packed.packs_left) PackLeft(t, packed.left);
}

// Columns [j, j + block) of a block of k, panel by panel: run(at, columns) of those from j + at on.
template <class Run>
void ForPanels(const Rows& r, const Packed& packed, TileArguments& t, int32_t k0, int32_t j, int32_t block, const Run& run) {
  const DotArguments& a = *r.a;
  const bool lies = packed.columns == 0;
  int32_t panel = kMotePanelColumns;
  if (lies) panel = a.panels.columns;
  if (!lies) PackRight(RightAt(a, r.rhs, k0, j), a.rhs_k, t.k, block, packed.right);
  for (int32_t at = 0; at < block; at += t.columns) {
    t.columns = Min(panel, block - at);
    t.b = lies ? RightAt(a, r.rhs, k0, j + at) : packed.right + static_cast<ptrdiff_t>(at) * t.k;
    t.b_k = lies ? a.rhs_k : t.columns;
    run(at);
  }
}

int32_t ColumnsAtOnce(const Rows& r, const Packed& packed) { return packed.columns == 0 ? r.a->panels.columns : packed.columns; }

// Blocks of k outside: what is packed of the left-hand side is for all columns.
void OverOutputs(const Rows& r, const Packed& packed, TileArguments& t) {
  const DotArguments& a = *r.a;
  const int32_t wide = ColumnsAtOnce(r, packed);
  for (int32_t i = 0; i < r.count; i += packed.rows) {
    t.rows = Min(packed.rows, r.count - i);
    for (int32_t k0 = 0; k0 < a.k; k0 += packed.depth) {
      TakeLeft(r, packed, i, k0, t);
      for (int32_t j = 0, block; j < a.n; j += block) {
        block = Min(wide, a.n - j);
        if (t.soon != nullptr) AskForNext(a, r.rhs, {k0, packed.depth, j, block}, t.rows, false, i + t.rows < r.count, t.soon);
        ForPanels(r, packed, t, k0, j, block, [&](int32_t at) { ToOutputs(r, t, i, j + at, k0 == 0, k0 + t.k == a.k); });
      }
    }
  }
}

void FinishBlock(const Rows& r, int32_t i, int32_t rows, int32_t j, int32_t columns, const float* sums) {
  const auto n = static_cast<uint32_t>(r.a->Row()), width = static_cast<uint32_t>(columns);
  const uint32_t first = static_cast<uint32_t>(r.first) + static_cast<uint32_t>(i) * n + static_cast<uint32_t>(j);
  const Finish& finish = *r.finish;
  if (columns == r.a->Row()) return finish.run(finish.context, first, static_cast<uint32_t>(rows) * n, sums);
  finish.rows(finish.context, first, static_cast<uint32_t>(rows), n, width, sums);
}

// Columns outside, so that few sums wait at a time.
void OverSums(const Rows& r, const Packed& packed, TileArguments& t) {
  const DotArguments& a = *r.a;
  const int32_t wide = ColumnsAtOnce(r, packed);
  for (int32_t i = 0; i < r.count; i += packed.rows) {
    t.rows = Min(packed.rows, r.count - i);
    for (int32_t j = 0, block; j < a.n; j += block) {
      block = Min(wide, a.n - j);
      t.acc_row = block;
      for (int32_t k0 = 0; k0 < a.k; k0 += packed.depth) {
        TakeLeft(r, packed, i, k0, t);
        if (t.soon != nullptr) AskForNext(a, r.rhs, {k0, packed.depth, j, block}, t.rows, true, i + t.rows < r.count, t.soon);
        const auto tile = k0 == 0 ? r.instance->fresh : r.instance->tile;
        ForPanels(r, packed, t, k0, j, block, [&](int32_t at) {
          t.acc = packed.sums + at;
          tile(t);
        });
      }
      FinishBlock(r, i, t.rows, j, block, packed.sums);
    }
  }
}

// How the room is shared: most of it is for rows. Without rows: there is too little.
Packed Share(const DotArguments& a, int32_t depth, bool lies, bool keeps_sums, float* room, int32_t floats) {
  Packed p = {};
  p.depth = depth;
  const int32_t panels = (a.n + kMotePanelColumns - 1) / kMotePanelColumns, panel = depth * kMotePanelColumns;
  const bool far = a.lhs_k != 1 || a.lhs_m >= kMoteFarApart;
  if (!lies) p.columns = Min(panels, Max(floats / 4 / panel, 1)) * kMotePanelColumns;
  const int32_t left = floats - p.columns * depth, sums = keeps_sums ? lies ? a.panels.columns : p.columns : 0;
  const int32_t most = Min(kRows, (a.m + kMotePackRows - 1) / kMotePackRows * kMotePackRows);
  p.packs_left = far && a.n >= kFewColumns && left / (depth + sums) >= kManyRows;
  const int32_t each = sums + (p.packs_left ? depth : 0);
  p.rows = each == 0 ? kRows : Min(most, left / each / kMotePackRows * kMotePackRows);
  p.right = room;
  p.sums = p.right + static_cast<ptrdiff_t>(p.columns) * depth;
  p.left = p.sums + static_cast<ptrdiff_t>(p.rows) * sums;
  return p;
}

bool Overlap(const float* a, const float* b, size_t count) { return a < b + count && b < a + count; }

}  // namespace

bool DotBlocksF32(const F32Instance& instance, const DotArguments& a, uint32_t begin, uint32_t end, void* scratch, size_t scratch_bytes,
                  const Finish& finish) {
  const DirectFinish* direct = finish.direct;
  if (direct != nullptr && direct->bias != nullptr && direct->columns != static_cast<uint32_t>(a.Row())) direct = nullptr;
  if (a.rhs_n != 1 || a.m == 1 || a.n == 0) return false;
  const auto floats = static_cast<int32_t>(scratch_bytes / sizeof(float) < (1u << 20) ? scratch_bytes / sizeof(float) : 1u << 20);
  const bool lies = a.panels.columns != 0;
  const int32_t depth = Min(a.k, lies ? Max(kPanelBytes / 4 / Max(a.panels.columns, 1), 1) : Min(kDepth, floats / kMotePanelColumns));
  // What the outputs are made of may be their own old values, over which no sums can wait.
  const size_t outputs = static_cast<size_t>(a.batch) * static_cast<size_t>(a.m) * static_cast<size_t>(a.Row());
  bool waits = direct != nullptr && (depth == a.k || direct->residual == nullptr || !Overlap(direct->residual, direct->out, outputs));
  const bool packs = lies || (a.rhs_k >= kMoteFarApart && a.m >= kMotePackRows && depth >= Min(a.k, kLeastDepth));
  bool blocks = a.k > 0 && packs;
  Packed packed = {};
  if (blocks) {
    packed = Share(a, depth, lies, !waits, static_cast<float*>(scratch), floats);
    blocks = packed.rows > 0 && (waits || finish.rows != nullptr);
  }
  if (lies && direct != nullptr && a.k > 0 && !blocks) {  // no room for sums, so none wait
    packed = Packed{nullptr, nullptr, nullptr, a.k, 0, kRows, false};
    blocks = waits = true;
  }
  if (!blocks && direct == nullptr) return false;
  Soon soon;
  TileArguments t;
  t.a_line = t.b_line = 0, t.lines = 1;
  t.soon = static_cast<int64_t>(a.k) * a.n > kNearFloats ? &soon : nullptr;
  const auto m = static_cast<uint32_t>(a.m);
  for (uint32_t row = begin; row < end;) {
    const uint32_t batch = row / m, start = row % m, count = end - row < m - start ? end - row : m - start;
    const Rows r = {&instance,
                    &a,
                    &finish,
                    a.lhs + static_cast<ptrdiff_t>(batch) * a.lhs_b + static_cast<ptrdiff_t>(start) * a.lhs_m,
                    a.rhs + static_cast<ptrdiff_t>(batch) * a.rhs_b,
                    size_t{row} * static_cast<size_t>(a.Row()) + static_cast<size_t>(a.column),
                    static_cast<int32_t>(count)};
    if (!blocks) InPlace(r);
    else if (waits) OverOutputs(r, packed, t);
    else OverSums(r, packed, t);
    row += count;
  }
  return true;
}

}  // namespace mote::runtime
