// Dot: rows × columns in tiles whose sums fit the scratch, k in panels of the right-hand side packed there when it does not lie well.
#include "core/linked.h"
#include "cpu/exact_fma.h"
#include "cpu/f32_routines.h"
#include "schema/routine_scratch.h"

namespace mote::runtime {

namespace {

[[maybe_unused]] constexpr int32_t kStreamLines = 16;
constexpr int32_t kColumns = 192;  // columns of a tile when there are many rows: a multiple of every instance's register tile

int32_t Min(int32_t a, int32_t b) { return a < b ? a : b; }
int32_t Max(int32_t a, int32_t b) { return a > b ? a : b; }

struct Matrices {
  const F32Instance* instance;
  const ElementAccess* widen;  // of a right-hand side that is not f32; null: it is
  const float* lhs;            // of this batch
  const uint8_t* rhs;
  int32_t n, k, lhs_m, lhs_k, rhs_k, rhs_n;
  uint32_t first_row;      // flattened number of row 0 of this batch
  float* sums;
  int32_t sum_floats;
  float* panel;
  int32_t panel_floats;
  const Finish* finish;
  Panels panels;
  // Outputs of a row, and which of them the first column here is.
#if defined(MOTE_FIRMWARE)
  uint32_t Row() const { return static_cast<uint32_t>(n); }
  uint32_t Column() const { return 0; }
#else
  uint32_t row, column;
  uint32_t Row() const { return row; }
  uint32_t Column() const { return column; }
#endif
};

const float* Rhs(const Matrices& d, int32_t k, int32_t n) {
  return reinterpret_cast<const float*>(d.rhs) + static_cast<ptrdiff_t>(k) * d.rhs_k + d.panels.PlaceOf(n, d.rhs_n);
}
const uint8_t* NarrowRhs(const Matrices& d, int32_t k, int32_t n) {
  return d.rhs + (static_cast<ptrdiff_t>(k) * d.rhs_k + static_cast<ptrdiff_t>(n) * d.rhs_n) * static_cast<ptrdiff_t>(d.widen->bytes);
}

void Pack(const Matrices& d, int32_t k0, int32_t depth, int32_t n0, int32_t columns) {
  for (int32_t p = 0; p < depth; ++p) {
    float* to = d.panel + static_cast<ptrdiff_t>(p) * columns;
    if (d.widen != nullptr) {
      d.widen->load(to, NarrowRhs(d, k0 + p, n0), d.rhs_n, static_cast<uint32_t>(columns));
      continue;
    }
    const float* from = Rhs(d, k0 + p, n0);
    if (d.rhs_n == 1) {
      __builtin_memcpy(to, from, static_cast<size_t>(columns) * sizeof(float));
      continue;
    }
    for (int32_t j = 0; j < columns; ++j) to[j] = from[static_cast<ptrdiff_t>(j) * d.rhs_n];
  }
}

float WidenedSum(const Matrices& d, const float* a, int32_t n) {
  constexpr int32_t kAtOnce = 16;
  float sum = 0, b[kAtOnce];
  for (int32_t k = 0; k < d.k; k += kAtOnce) {
    const int32_t now = Min(kAtOnce, d.k - k);
    d.widen->load(b, NarrowRhs(d, k, n), d.rhs_k, static_cast<uint32_t>(now));
    for (int32_t p = 0; p < now; ++p, a += d.lhs_k) sum = FmaF32(*a, b[p], sum);
  }
  return sum;
}

// Without room for a panel, a right-hand side whose columns are not side by side, or not f32, is read where it lies. Apart: what
// it counts would lie on the stack below every epilogue.
[[gnu::noinline]] void StridedTile(const Matrices& d, int32_t m0, int32_t rows, int32_t n0, int32_t columns) {
  for (int32_t i = 0; i < rows; ++i) {
    for (int32_t j = 0; j < columns; ++j) {
      const float* a = d.lhs + static_cast<ptrdiff_t>(m0 + i) * d.lhs_m;
      float sum = 0;
      if (d.widen != nullptr) {
        sum = WidenedSum(d, a, n0 + j);
      } else {
        const float* b = Rhs(d, 0, n0 + j);
        for (int32_t p = d.k; p > 0; --p, a += d.lhs_k, b += d.rhs_k) sum = FmaF32(*a, *b, sum);
      }
      d.sums[i * columns + j] = sum;
    }
  }
}

// kInPlace: rhs is read where it lies. kPackHere: the panel is packed k block by k block. kPacked: it already holds all of k.
enum class Panel { kInPlace, kPackHere, kPacked };

void Tile(const Matrices& d, int32_t m0, int32_t rows, int32_t n0, int32_t columns, Panel panel) {
  if (panel == Panel::kInPlace && (d.rhs_n != 1 || d.widen != nullptr)) return StridedTile(d, m0, rows, n0, columns);
  for (int32_t i = 0; i < rows * columns; ++i) d.sums[i] = 0;
  const bool in_panel = panel != Panel::kInPlace;
  int32_t depth = panel == Panel::kPackHere ? d.panel_floats / columns : Max(d.k, 1);
#if !defined(MOTE_FIRMWARE)
  // One row reads its weights once: some lines of them at a time, side by side, come from far faster than a column of lines.
  if (panel == Panel::kInPlace && rows == 1 && d.rhs_k >= kMoteFarApart) depth = kStreamLines;
#endif
  for (int32_t k0 = 0, now; k0 < d.k; k0 += now) {
    now = Min(depth, d.k - k0);
    if (panel == Panel::kPackHere) Pack(d, k0, now, n0, columns);
    TileArguments t;
    t.a = d.lhs + static_cast<ptrdiff_t>(m0) * d.lhs_m + static_cast<ptrdiff_t>(k0) * d.lhs_k;
    t.b = in_panel ? d.panel : Rhs(d, k0, n0);
    t.acc = d.sums;
    t.a_line = t.b_line = 0;
    t.a_row = d.lhs_m, t.a_k = d.lhs_k, t.b_k = in_panel ? columns : d.rhs_k, t.acc_row = columns;
    t.rows = rows, t.columns = columns, t.lines = 1, t.k = now;
    d.instance->tile(t);
  }
}

void FinishTile(const Matrices& d, int32_t m0, int32_t rows, int32_t n0, int32_t columns) {
  const uint32_t row = d.Row(), count = static_cast<uint32_t>(columns);
  const uint32_t first = (d.first_row + static_cast<uint32_t>(m0)) * row + d.Column() + static_cast<uint32_t>(n0);
  if (count == row) return d.finish->run(d.finish->context, first, static_cast<uint32_t>(rows) * count, d.sums);
#if !defined(MOTE_FIRMWARE)
  if (d.finish->rows != nullptr) {
    return d.finish->rows(d.finish->context, first, static_cast<uint32_t>(rows), row, count, d.sums);
  }
#endif
  for (int32_t i = 0; i < rows; ++i) {
    d.finish->run(d.finish->context, first + static_cast<uint32_t>(i) * row, count, d.sums + i * columns);
  }
}

void Rows(const Matrices& d, int32_t m0, int32_t m1) {
  const bool room = d.panel_floats >= kMotePanelColumns && d.sum_floats >= kMotePanelColumns;
  const bool pack = room && (d.widen != nullptr || MoteDotPacks(m1 - m0, d.rhs_k, d.rhs_n));
  const int32_t wanted = pack ? static_cast<int32_t>(kMotePanelColumns) : m1 - m0 == 1 ? d.sum_floats : kColumns;
  const int32_t width = Min(Min(wanted, d.n), d.sum_floats);
  int32_t block = d.sum_floats / width;
#if !defined(MOTE_FIRMWARE)
  if (block > kMotePackRows) block -= block % kMotePackRows;  // whole register tiles
#endif
  if (pack && d.k <= d.panel_floats / width) {
    for (int32_t m = m0, rows; m < m1; m += rows) {
      rows = Min(block, m1 - m);
      for (int32_t n0 = 0, columns; n0 < d.n; n0 += columns) {
        columns = d.panels.Fewer(n0, Min(width, d.n - n0));
        Pack(d, 0, d.k, n0, columns);
        Tile(d, m, rows, n0, columns, Panel::kPacked);
        FinishTile(d, m, rows, n0, columns);
      }
    }
    return;
  }
  // Rows outside: a block of lhs stays in the second-level cache while rhs streams by.
  for (int32_t m = m0, rows; m < m1; m += rows) {
    rows = Min(block, m1 - m);
    for (int32_t n0 = 0, columns; n0 < d.n; n0 += columns) {
      columns = d.panels.Fewer(n0, Min(width, d.n - n0));
      Tile(d, m, rows, n0, columns, pack ? Panel::kPackHere : Panel::kInPlace);
      FinishTile(d, m, rows, n0, columns);
    }
  }
}

}  // namespace

void DotSumsF32(const F32Instance& instance, const DotArguments& a, const ElementAccess* widen, uint32_t begin, uint32_t end,
                void* scratch, size_t scratch_bytes, const Finish& finish) {
#if !defined(MOTE_FIRMWARE)
  const auto blocks = instance.dot_blocks;
  if (widen == nullptr && blocks != nullptr && blocks(instance, a, begin, end, scratch, scratch_bytes, finish)) return;
#endif
  const auto floats = static_cast<int32_t>(scratch_bytes / sizeof(float) < (1u << 20) ? scratch_bytes / sizeof(float) : 1u << 20);
  Matrices d;
  d.instance = &instance;
  d.widen = widen;
  d.n = a.n, d.k = a.k, d.lhs_m = a.lhs_m, d.lhs_k = a.lhs_k, d.rhs_k = a.rhs_k, d.rhs_n = a.rhs_n;
  d.sums = static_cast<float*>(scratch);
  const auto outputs = static_cast<int32_t>((end - begin) * static_cast<uint32_t>(a.n));  // below 2^31: the epilogue's domain
  d.sum_floats = Min(floats, Max(Min(outputs, kMoteRoutineSumBytes / 4), kMotePanelColumns));
  d.panel = d.sums + d.sum_floats;
  d.panel_floats = floats - d.sum_floats;
  d.finish = &finish;
  d.panels = a.panels;
#if !defined(MOTE_FIRMWARE)
  d.row = static_cast<uint32_t>(a.Row()), d.column = static_cast<uint32_t>(a.column);
#endif
  const auto m = static_cast<uint32_t>(a.m);
  for (uint32_t row = begin; row < end;) {
    const uint32_t batch = row / m, start = row % m;
    const uint32_t stop = end - row < m - start ? start + (end - row) : m;
    d.lhs = a.lhs + static_cast<ptrdiff_t>(batch) * a.lhs_b;
    const ptrdiff_t element = widen != nullptr ? static_cast<ptrdiff_t>(widen->bytes) : static_cast<ptrdiff_t>(sizeof(float));
    d.rhs = static_cast<const uint8_t*>(static_cast<const void*>(a.rhs)) + static_cast<ptrdiff_t>(batch) * a.rhs_b * element;
    d.first_row = batch * m;
    Rows(d, static_cast<int32_t>(start), static_cast<int32_t>(stop));
    row += stop - start;
  }
}

namespace {
void Sums(const RoutineCall& call, uint32_t begin, uint32_t end, void* scratch, size_t scratch_bytes, const Finish& finish) {
  auto a = ArgumentsOf<DotArguments>(call);
  TakeColumns(call, &a);
  DotSumsF32(*kF32Instances[call.isa], a, nullptr, begin, end, scratch, scratch_bytes, finish);
}

#if !defined(MOTE_FIRMWARE)
// Where columns are more than rows, threads share them out: each reads its part of the right-hand side, which is the larger one.
ColumnParts ByColumns(int32_t batch, int32_t m, int32_t n, int32_t unit) {
  return batch == 1 && m < n && unit <= n / 2 ? ColumnParts{unit, n} : ColumnParts{};
}
ColumnParts Columns(const int32_t* f) { return ByColumns(f[kMoteDotBatch], f[kMoteDotM], f[kMoteDotN], kMotePanelColumns); }
ColumnParts PanelColumns(const int32_t* f) {
  return ByColumns(f[kMotePanelDotBatch], f[kMotePanelDotM], f[kMotePanelDotN], f[kMotePanelDotColumns]);
}

void PanelSums(const RoutineCall& call, uint32_t begin, uint32_t end, void* scratch, size_t scratch_bytes, const Finish& finish) {
  const int32_t* f = call.fields;
  DotArguments a;
  a.lhs = static_cast<const float*>(call.lhs), a.rhs = static_cast<const float*>(call.rhs);
  a.batch = f[kMotePanelDotBatch], a.m = f[kMotePanelDotM], a.n = f[kMotePanelDotN], a.k = f[kMotePanelDotK];
  a.lhs_b = f[kMotePanelDotLhsB], a.lhs_m = f[kMotePanelDotLhsM], a.lhs_k = f[kMotePanelDotLhsK];
  a.rhs_b = f[kMotePanelDotRhsB], a.rhs_k = f[kMotePanelDotRhsK], a.rhs_n = f[kMotePanelDotRhsN];
  a.panels = {f[kMotePanelDotColumns], f[kMotePanelDotRhsPanel]};
  TakeColumns(call, &a);
  DotSumsF32(*kF32Instances[call.isa], a, nullptr, begin, end, scratch, scratch_bytes, finish);
}
#endif
}  // namespace

#if defined(MOTE_FIRMWARE)
const Routine kDotF32 = MakeDotF32(Sums);
#else
const Routine kDotF32 = WithColumns(MakeDotF32(Sums), Columns);
const Routine kDotPanelsF32 = WithColumns(MakeDotPanelsF32(PanelSums), PanelColumns);
#endif

}  // namespace mote::runtime
