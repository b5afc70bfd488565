// The f32 inner loops over vectors: included by one file an instruction set, which defines in its namespace
//   kLanes, and register tiles of kTileRows × kTileVectors and kNarrowRows × 1: that many sums stay in registers over all of k;
//   Whole   all lanes of a register, with Vector, kCount, Load and Store; Half, the first half of them, and what Rest wants likewise;
//   Rest(j, columns, block)  block(j, lanes) for the columns from j on, which are fewer than a register's lanes;
//   kHalves  whether blocks of fresh sums go by Half before;
//   of each Vector Broadcast, Multiply, Add, Fma, Greater (a > b ? a : b) and Less (a < b ? a : b).
// kCompact: fewer heights of tiles, for instruction sets whose share of the archive is to stay small.
// Lanes with kLeft > 1 take so many values of a row of the left-hand side at once where they lie side by side, LoadLeft(from), and
// FmaLeft<i>(left, b, c) fuses the i-th of them; where ByHand(Rows, Vectors), Turns has the loop in the set's own instructions, for sums
// that lie at acc.

#include "cpu/f32_finish.h"

template <bool kFused, class V>
inline V MultiplyAdd(V a, V b, V c) {
  return kFused ? Fma(a, b, c) : Add(Multiply(a, b), c);
}

// Lanes::kLeft steps of k. One vector of `b` at a time, so that what is left of the registers holds the left-hand side.
template <int kStep, int Rows, int Vectors, class V, class Left, class Lanes>
inline void LeftStep(V (&sums)[Rows][Vectors], const Left (&left)[Rows], const float** b, ptrdiff_t b_k, Lanes lanes) {
  if constexpr (kStep < Lanes::kLeft) {
    MOTE_UNROLL for (int v = 0; v < Vectors; ++v) {
      const V column = lanes.Load(*b + v * Lanes::kCount);
      MOTE_UNROLL for (int r = 0; r < Rows; ++r) sums[r][v] = lanes.template FmaLeft<kStep>(left[r], column, sums[r][v]);
    }
    *b += b_k;
    LeftStep<kStep + 1>(sums, left, b, b_k, lanes);
  }
}
template <int Rows, int Vectors, class Lanes>
inline void LeftSteps(typename Lanes::Vector (&sums)[Rows][Vectors], const float* a, ptrdiff_t a_row, const float** b, ptrdiff_t b_k,
                      Lanes lanes) {
  typename Lanes::Left left[Rows];
  MOTE_UNROLL for (int r = 0; r < Rows; ++r) left[r] = lanes.LoadLeft(a + r * a_row);
  LeftStep<0>(sums, left, b, b_k, lanes);
}

// The sums of a tile at acc, in registers for a while.
template <int Rows, int Vectors, class Lanes, class Body>
inline void WithSums(const TileArguments& t, int32_t i, int32_t j, Lanes lanes, const Body& body) {
  typename Lanes::Vector sums[Rows][Vectors];
  float* const acc = t.acc + i * t.acc_row + j;
  MOTE_UNROLL for (int r = 0; r < Rows; ++r) {
    MOTE_UNROLL for (int v = 0; v < Vectors; ++v) sums[r][v] = lanes.Load(acc + r * t.acc_row + v * Lanes::kCount);
  }
  body(sums);
  MOTE_UNROLL for (int r = 0; r < Rows; ++r) {
    MOTE_UNROLL for (int v = 0; v < Vectors; ++v) lanes.Store(acc + r * t.acc_row + v * Lanes::kCount, sums[r][v]);
  }
}

// A tile whose left-hand sides lie side by side, at least kLeft of them, by the loop in the set's own instructions.
template <bool kFresh, int Rows, int Vectors, class Lanes>
inline void TileByHand(const TileArguments& t, int32_t i, int32_t j, Lanes lanes) {
  const int32_t turns = t.k / Lanes::kLeft, rest = t.k % Lanes::kLeft;
  float* const acc = t.acc + i * t.acc_row + j;
  for (int32_t l = 0; l < t.lines; ++l) {
    const float* a = t.a + i * t.a_row + l * t.a_line;
    const float* b = t.b + l * t.b_line + j;
    lanes.Turns(acc, t.acc_row, kFresh && l == 0, a, t.a_row, b, t.b_k, turns);
    if (rest == 0) continue;
    WithSums<Rows, Vectors>(t, i, j, lanes, [&](auto& sums) {
      for (int32_t p = turns * Lanes::kLeft; p < t.k; ++p) {
        typename Lanes::Vector columns[Vectors];
        MOTE_UNROLL for (int v = 0; v < Vectors; ++v) columns[v] = lanes.Load(b + p * t.b_k + v * Lanes::kCount);
        MOTE_UNROLL for (int r = 0; r < Rows; ++r) {
          typename Lanes::Vector x;
          Broadcast(a[r * t.a_row + p], x);
          MOTE_UNROLL for (int v = 0; v < Vectors; ++v) sums[r][v] = Fma(x, columns[v], sums[r][v]);
        }
      }
    });
  }
  if (!kFresh || t.direct == nullptr) return;
  const auto with_sums = [&](const auto& step) { WithSums<Rows, Vectors>(t, i, j, lanes, step); };  // each straight through
  if (t.bias != nullptr) with_sums([&](auto& sums) { AddBias<Rows, Vectors>(sums, t, j, lanes); });
  if (t.residual != nullptr) with_sums([&](auto& sums) { AddResidual<Rows, Vectors>(sums, t, i, j, lanes); });
  if (t.direct->raises) with_sums([&](auto& sums) { RaiseSums(sums, t); });
  if (t.direct->lowers) with_sums([&](auto& sums) { LowerSums(sums, t); });
}

// kFresh: sums start at +0, and what lies at acc is not read.
template <bool kFused, bool kFresh, int Rows, int Vectors, class Lanes>
inline void RegisterTile(const TileArguments& t, int32_t i, int32_t j, Lanes lanes) {
  using V = typename Lanes::Vector;
  if (kFused && Rows == kTileRows && Vectors == kTileVectors && t.soon != nullptr) t.soon->Ask();
  if constexpr (kFused && Lanes::kLeft > 1) {
    if constexpr (lanes.ByHand(Rows, Vectors)) {
      const bool over_residual = kFresh && t.direct != nullptr && t.residual == t.acc;  // it stores sums before it has read all
      if (t.a_k == 1 && t.k >= Lanes::kLeft && t.lines > 0 && !over_residual) return TileByHand<kFresh, Rows, Vectors>(t, i, j, lanes);
    }
  }
  const ptrdiff_t a_row = t.a_row, a_k = t.a_k, b_k = t.b_k, acc_row = t.acc_row;  // stores may not change what is kept here
  V sums[Rows][Vectors];
  float* const acc = t.acc + i * acc_row + j;
  MOTE_UNROLL for (int r = 0; r < Rows; ++r) {
    MOTE_UNROLL for (int v = 0; v < Vectors; ++v) sums[r][v] = kFresh ? V{} : lanes.Load(acc + r * acc_row + v * Lanes::kCount);
  }
    if (kFresh && !kCompact) {  // outputs are on their way while sums are made
    MOTE_UNROLL for (int r = 0; r < Rows; ++r) {
      MOTE_UNROLL for (int v = 0; v < Vectors; ++v) __builtin_prefetch(acc + r * acc_row + v * Lanes::kCount, 1);
    }
  }
  for (int32_t l = 0; l < t.lines; ++l) {
    const float* a = t.a + i * t.a_row + l * t.a_line;
    const float* b = t.b + l * t.b_line + j;
    int32_t p = t.k;
    if constexpr (kFused && Lanes::kLeft > 1) {
      if (a_k == 1) {
        for (; p >= Lanes::kLeft; p -= Lanes::kLeft, a += Lanes::kLeft) LeftSteps(sums, a, a_row, &b, b_k, lanes);
      }
    }
    for (; p > 0; --p, a += a_k, b += b_k) {
      if (Rows >= 2 && Lanes::kLeft == 1) {  // few rows are through with a line of columns sooner
        constexpr int kAhead = Rows >= 6 ? 8 : 32;
        MOTE_UNROLL for (int v = 0; v < Vectors; ++v) __builtin_prefetch(b + kAhead * b_k + v * Lanes::kCount);
      }
      V columns[Vectors];
      MOTE_UNROLL for (int v = 0; v < Vectors; ++v) columns[v] = lanes.Load(b + v * Lanes::kCount);
      MOTE_UNROLL for (int r = 0; r < Rows; ++r) {
        V x;
        Broadcast(a[r * a_row], x);
        MOTE_UNROLL for (int v = 0; v < Vectors; ++v) sums[r][v] = MultiplyAdd<kFused>(x, columns[v], sums[r][v]);
      }
    }
  }
  if (kFresh && t.direct != nullptr) FinishSums<Rows, Vectors>(sums, t, i, j, lanes);
  MOTE_UNROLL for (int r = 0; r < Rows; ++r) {
    MOTE_UNROLL for (int v = 0; v < Vectors; ++v) lanes.Store(acc + r * acc_row + v * Lanes::kCount, sums[r][v]);
  }
}

// All rows of the columns j … j + Vectors·kCount - 1. Few rows take fewer registers, so they take them in smaller steps.
template <bool kFused, int Vectors, class Lanes>
inline void ColumnBlock(const TileArguments& t, int32_t j, Lanes lanes) {
  constexpr int kMost = !kCompact || Lanes::kCount == kLanes ? kTileRows : 4;
  int32_t i = 0;
  if constexpr (kFused || !kCompact) {
    for (; i + kMost <= t.rows; i += kMost) RegisterTile<kFused, false, kMost, Vectors>(t, i, j, lanes);
    if (t.rows - i >= 4 && kMost > 4) {
      RegisterTile<kFused, false, 4, Vectors>(t, i, j, lanes);
      i += 4;
    }
    if (t.rows - i >= 2) {
      RegisterTile<kFused, false, 2, Vectors>(t, i, j, lanes);
      i += 2;
    }
  }
  for (; i < t.rows; ++i) RegisterTile<kFused, false, 1, Vectors>(t, i, j, lanes);
}

// One row times long lines that are read once: kLines of them side by side from their beginning to their end, what comes so many elements
// behind on its way. Their sums go through acc, which the first cache holds. Columns in whole lines of the cache, as many as are returned.
constexpr int32_t kCacheLine = 16;  // floats
template <int kLines, class Lanes>
inline void StreamLines(const TileArguments& t, int32_t p, ptrdiff_t ahead, int32_t columns, Lanes lanes) {
  typename Lanes::Vector x[kLines];
  MOTE_UNROLL for (int r = 0; r < kLines; ++r) Broadcast(t.a[(p + r) * t.a_k], x[r]);
  const ptrdiff_t b_k = t.b_k;
  const float* const b = t.b + p * b_k;
  float* const acc = t.acc;
  for (int32_t j = 0; j < columns; j += kCacheLine) {
    MOTE_UNROLL for (int r = 0; r < kLines; ++r) __builtin_prefetch(b + r * b_k + j + ahead);
    MOTE_UNROLL for (int q = 0; q < kCacheLine; q += Lanes::kCount) {
      auto sum = lanes.Load(acc + j + q);
      MOTE_UNROLL for (int r = 0; r < kLines; ++r) sum = Fma(x[r], lanes.Load(b + r * b_k + j + q), sum);
      lanes.Store(acc + j + q, sum);
    }
  }
}
template <class Lanes>
inline int32_t StreamRow(const TileArguments& t, Lanes lanes) {
  constexpr int32_t kFew = 4, kLong = 512, kAhead = 1024;
  const int32_t columns = t.columns / kCacheLine * kCacheLine;
  int32_t p = 0;
  // Shorter lines, four at a time, would not be read in memory's order.
  for (; t.b_k >= kLong && p + kFew <= t.k; p += kFew) StreamLines<kFew>(t, p, 2 * kFew * t.b_k, columns, lanes);
  for (; p < t.k; ++p) StreamLines<1>(t, p, kAhead, columns, lanes);
  return columns;
}

template <bool kFused>
inline void Tile(const TileArguments& t) {
  const Whole whole;
  int32_t j = 0;
  if (kFused && t.rows == 1 && t.lines == 1 && t.b_k >= kMoteFarApart) {
    j = StreamRow(t, whole);
  } else if (t.rows == 1) {  // a vector times a matrix: many sums side by side hide the latency of fma
    for (; j + 8 * kLanes <= t.columns; j += 8 * kLanes) RegisterTile<kFused, false, 1, 8>(t, 0, j, whole);
  }
  for (; j + kTileVectors * kLanes <= t.columns; j += kTileVectors * kLanes) ColumnBlock<kFused, kTileVectors>(t, j, whole);
  if (j + 2 * kLanes <= t.columns) {
    ColumnBlock<kFused, 2>(t, j, whole);
    j += 2 * kLanes;
  }
  if (j + kLanes <= t.columns) {
    ColumnBlock<kFused, 1>(t, j, whole);
    j += kLanes;
  }
  Rest(j, t.columns, [&](int32_t at, auto lanes) { ColumnBlock<kFused, 1>(t, at, lanes); });
}

// Fresh sums of all rows of a block of columns, kMost rows at a time. The rest is one tile of an even number of rows, which may reach back:
// a row computed twice is the same twice, unless it changes what it is computed from.
template <int kMost, int Vectors, class Lanes>
inline void FreshBlock(const TileArguments& t, int32_t j, Lanes lanes) {
  int32_t i = 0;
  for (; i + kMost <= t.rows; i += kMost) RegisterTile<true, true, kMost, Vectors>(t, i, j, lanes);
  if constexpr (kCompact) {
    if (t.rows - i >= 4 && kMost > 4) {
      RegisterTile<true, true, 4, Vectors>(t, i, j, lanes);
      i += 4;
    }
    if (t.rows - i >= 2) {
      RegisterTile<true, true, 2, Vectors>(t, i, j, lanes);
      i += 2;
    }
    if (i < t.rows) RegisterTile<true, true, 1, Vectors>(t, i, j, lanes);
    return;
  }
  const int32_t rest = t.rows - i;
  if ((rest & 1) != 0) {
    if (rest == 1 || i == 0 || t.residual != nullptr) RegisterTile<true, true, 1, Vectors>(t, i++, j, lanes);
    else --i;
  }
  switch (t.rows - i) {
    case 2: return RegisterTile<true, true, 2, Vectors>(t, i, j, lanes);
    case 4: return RegisterTile<true, true, 4, Vectors>(t, i, j, lanes);
    case 6: return RegisterTile<true, true, 6, Vectors>(t, i, j, lanes);
    case 8: return RegisterTile<true, true, kMost < 8 ? 1 : 8, Vectors>(t, i, j, lanes);
    case 10: return RegisterTile<true, true, kMost < 10 ? 1 : 10, Vectors>(t, i, j, lanes);
    case 12: return RegisterTile<true, true, kMost < 12 ? 1 : 12, Vectors>(t, i, j, lanes);
    case 14: return RegisterTile<true, true, kMost < 14 ? 1 : 14, Vectors>(t, i, j, lanes);
    default: return;
  }
}

inline void FreshTile(const TileArguments& t) {
  const Whole whole;
  int32_t j = 0;
  for (; j + kTileVectors * kLanes <= t.columns; j += kTileVectors * kLanes) FreshBlock<kTileRows, kTileVectors>(t, j, whole);
  if (j + 2 * kLanes <= t.columns) {
    FreshBlock<kTileRows, 2>(t, j, whole);
    j += 2 * kLanes;
  }
  if (j + kLanes <= t.columns) {
    FreshBlock<kNarrowRows, 1>(t, j, whole);
    j += kLanes;
  }
  if (kHalves && j + kLanes / 2 <= t.columns) {
    FreshBlock<kNarrowRows, 1>(t, j, Half{});
    j += kLanes / 2;
  }
  Rest(j, t.columns, [&](int32_t at, auto lanes) { FreshBlock<kCompact ? 4 : kNarrowRows, 1>(t, at, lanes); });
}

// Sums that lie at acc.
template <class Lanes>
inline void FinishVector(const TileArguments& t, int32_t i, int32_t j, Lanes lanes) {
  typename Lanes::Vector sums[1][1] = {{lanes.Load(t.acc + i * t.acc_row + j)}};
  FinishSums<1, 1>(sums, t, i, j, lanes);
  lanes.Store(t.acc + i * t.acc_row + j, sums[0][0]);
}
inline void FinishTile(const TileArguments& t) {
  for (int32_t i = 0; i < t.rows; ++i) {
    int32_t j = 0;
    for (; j + kLanes <= t.columns; j += kLanes) FinishVector(t, i, j, Whole{});
    Rest(j, t.columns, [&](int32_t at, auto lanes) { FinishVector(t, i, at, lanes); });
  }
}

// Taps of Rows pixels for one vector of channels, sums in registers over all taps.
template <bool kFresh, int Rows, class Lanes>
inline void RegisterTaps(const TapArguments& t, int32_t i, int32_t j, Lanes lanes) {
  using V = typename Lanes::Vector;
  const ptrdiff_t acc_row = t.acc_row;
  V sums[Rows][1];
  float* const acc = t.acc + i * acc_row + j;
  const float* const a = t.a + i * t.a_row + j;
  MOTE_UNROLL for (int r = 0; r < Rows; ++r) sums[r][0] = kFresh ? V{} : lanes.Load(acc + r * acc_row);
  for (int32_t l = 0; l < t.lines; ++l) {
    const float* at = a + l * t.a_line;
    const float* b = t.b + l * t.b_line + j;
    for (int32_t q = t.taps; q > 0; --q, at += t.a_tap, b += t.b_tap) {
      const auto weight = lanes.Load(b);
      MOTE_UNROLL for (int r = 0; r < Rows; ++r) sums[r][0] = MultiplyAdd<false>(lanes.Load(at + r * t.a_row), weight, sums[r][0]);
    }
  }
  if (kFresh && t.direct != nullptr) FinishSums<Rows, 1>(sums, t, i, j, lanes);
  MOTE_UNROLL for (int r = 0; r < Rows; ++r) lanes.Store(acc + r * acc_row, sums[r][0]);
}

// Rows pixels from i on, all their channels.
template <bool kFresh, int Rows>
inline void TapRows(const TapArguments& t, int32_t i) {
  int32_t j = 0;
  for (; j + kLanes <= t.columns; j += kLanes) RegisterTaps<kFresh, Rows>(t, i, j, Whole{});
  Rest(j, t.columns, [&](int32_t at, auto lanes) { RegisterTaps<kFresh, Rows>(t, i, at, lanes); });
}

// Channels inside, pixels outside: memory is walked in its own order.
template <bool kFresh>
inline void Tap(const TapArguments& t) {
  int32_t i = 0;
  for (; i + 6 <= t.rows; i += 6) TapRows<kFresh, 6>(t, i);
  for (; i + 2 <= t.rows; i += 2) TapRows<kFresh, 2>(t, i);
  for (; i < t.rows; ++i) TapRows<kFresh, 1>(t, i);
}
