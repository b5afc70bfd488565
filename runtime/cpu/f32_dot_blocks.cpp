// Dot for machines with many vector registers whose epilogue is carried out where sums are stored. Sums of a block of k wait in the
// outputs for the next one, so that many rows share what is packed of the right-hand side.
#include "cpu/f32_routines.h"
#include "schema/routine_scratch.h"

namespace mote::runtime {

namespace {

constexpr int32_t kRows = 192;            // that share what is packed, while their sums stay in the second cache
constexpr int32_t kDepth = 128;           // of a block of k at most: half of the first cache
constexpr int32_t kLeastDepth = 48;
constexpr int32_t kPanelBytes = 32 << 10;  // of a block of k of a panel that lies there: the first cache
constexpr int64_t kLeftBytes = 64 << 10;  // of rows that are read in place, which stay in a cache while columns of the other side go by
constexpr int32_t kAhead = 32;            // lines of the right-hand side that are asked for before they are packed

int32_t Min(int32_t a, int32_t b) { return a < b ? a : b; }
int32_t Max(int32_t a, int32_t b) { return a > b ? a : b; }

// Rows of one batch, the first of which has its outputs at `out`.
struct Rows {
  const F32Instance* instance;
  const DotArguments* a;
  const DirectFinish* direct;
  const float *lhs, *rhs;
  float* out;
  int32_t count;
};

// The tile of `t`, whose operands and extents are set, at row `i` and column `j` of the outputs.
void Run(const Rows& r, TileArguments& t, int32_t i, int32_t j, bool first, bool last) {
  t.a_line = t.b_line = 0, t.lines = 1;
  t.acc = r.out + static_cast<ptrdiff_t>(i) * r.a->n + j, t.acc_row = r.a->n;
  t.direct = last ? r.direct : nullptr;
  t.bias = last && r.direct->bias != nullptr ? r.direct->bias + j : nullptr;
  t.residual = last && r.direct->residual != nullptr ? r.direct->residual + (t.acc - r.direct->out) : nullptr;
  if (first) return r.instance->fresh(t);
  r.instance->tile(t);
  if (last) r.instance->finish(t);
}

void InPlace(const Rows& r) {
  const DotArguments& a = *r.a;
  const auto kept = static_cast<int32_t>(kLeftBytes / 4) / Max(a.k, 1) / kMotePackRows * kMotePackRows;
  TileArguments t;
  t.a_row = a.lhs_m, t.a_k = a.lhs_k, t.b = r.rhs, t.b_k = a.rhs_k, t.columns = a.n, t.k = a.k;
  for (int32_t i = 0; i < r.count; i += t.rows) {
    t.rows = Min(Max(kept, kMotePackRows), r.count - i);
    t.a = r.lhs + static_cast<ptrdiff_t>(i) * a.lhs_m;
    Run(r, t, i, 0, true, true);
  }
}

void PackRight(const Rows& r, int32_t k0, int32_t depth, int32_t j, int32_t columns, float* to) {
  const ptrdiff_t line = r.a->rhs_k;
  const float* from = r.rhs + k0 * line + j;
  for (int32_t p = 0; p < depth; ++p, from += line, to += columns) {
    for (int32_t ahead = 0; ahead < columns; ahead += 16) __builtin_prefetch(from + kAhead * line + ahead);
    __builtin_memcpy(to, from, static_cast<size_t>(columns) * sizeof(float));
  }
}

// Columns j … of a block of k side by side, in a panel or packed into `room`.
void TakeRight(const Rows& r, int32_t k0, int32_t j, float* room, TileArguments& t) {
  const DotArguments& a = *r.a;
  if (a.panels.columns != 0) {
    t.columns = Min(a.panels.columns, a.n - j), t.b_k = a.rhs_k;
    t.b = r.rhs + static_cast<ptrdiff_t>(k0) * a.rhs_k + a.panels.PlaceOf(j, 1);
    return;
  }
  t.columns = Min(kMotePanelColumns, a.n - j), t.b_k = t.columns, t.b = room;
  PackRight(r, k0, t.k, j, t.columns, room);
}

void ByPanels(const Rows& r, int32_t depth, float* room) {
  const DotArguments& a = *r.a;
  TileArguments t;
  t.a_row = a.lhs_m, t.a_k = a.lhs_k;
  for (int32_t i = 0; i < r.count; i += kRows) {
    t.rows = Min(kRows, r.count - i);
    for (int32_t k0 = 0; k0 < a.k; k0 += depth) {
      t.k = Min(depth, a.k - k0);
      t.a = r.lhs + static_cast<ptrdiff_t>(i) * a.lhs_m + static_cast<ptrdiff_t>(k0) * a.lhs_k;
      for (int32_t j = 0; j < a.n; j += t.columns) {
        TakeRight(r, k0, j, room, t);
        Run(r, t, i, j, k0 == 0, k0 + t.k == a.k);
      }
    }
  }
}

}  // namespace

bool DotBlocksF32(const F32Instance& instance, const DotArguments& a, uint32_t begin, uint32_t end, void* scratch, size_t scratch_bytes,
                  const Finish& finish) {
  const DirectFinish* const direct = finish.direct;
  if (direct == nullptr || a.rhs_n != 1 || a.m == 1) return false;
  if (direct->bias != nullptr && direct->columns != static_cast<uint32_t>(a.n)) return false;
  const auto floats = static_cast<int32_t>(scratch_bytes / sizeof(float) < (1u << 20) ? scratch_bytes / sizeof(float) : 1u << 20);
  const bool lies = a.panels.columns != 0;
  int32_t depth = lies ? Max(kPanelBytes / 4 / Max(a.panels.columns, 1), 1) : Min(kDepth, floats / kMotePanelColumns);
  depth = Min(depth, a.k);
  const bool packs = a.rhs_k >= kMoteFarApart && a.m >= kMotePackRows && depth >= Min(a.k, kLeastDepth);
  // What the outputs are made of may be their own old values.
  const bool whole = depth == a.k || direct->residual == nullptr;
  if (lies && !whole) depth = a.k;
  const auto m = static_cast<uint32_t>(a.m);
  for (uint32_t row = begin; row < end;) {
    const uint32_t batch = row / m, start = row % m, count = end - row < m - start ? end - row : m - start;
    const Rows r = {&instance,
                    &a,
                    direct,
                    a.lhs + static_cast<ptrdiff_t>(batch) * a.lhs_b + static_cast<ptrdiff_t>(start) * a.lhs_m,
                    a.rhs + static_cast<ptrdiff_t>(batch) * a.rhs_b,
                    direct->out + size_t{row} * static_cast<size_t>(a.n),
                    static_cast<int32_t>(count)};
    if (a.k > 0 && (lies || (packs && whole))) ByPanels(r, depth, static_cast<float*>(scratch));
    else InPlace(r);
    row += count;
  }
  return true;
}

}  // namespace mote::runtime
