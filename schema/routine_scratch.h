// Scratch of routines beside their epilogue's: what the planner reserves and the audit asks for. The runtime works
// with less, in smaller tiles, and shares out by the same rule what it has; kMoteRoutineMinimum is the least it accepts.
#ifndef MOTE_SCHEMA_ROUTINE_SCRATCH_H_
#define MOTE_SCHEMA_ROUTINE_SCRATCH_H_

#include <stdint.h>

#include "schema/step_layout.h"
#include "schema/winograd_layout.h"

enum {
  kMoteRoutineMinimum = 128,         // bytes: sums of 32 outputs
  kMoteRoutineSumBytes = 16 << 10,   // sums of a tile on hosts, at most
  kMoteRoutinePanelBytes = 32 << 10, // a packed panel of the right-hand side on hosts, at most
  kMotePanelColumns = 48,            // of a panel: a multiple of every instance's register tile
  kMotePackRows = 24,                // from so many rows on packing pays when rows of the right-hand side lie far apart
  kMoteFarApart = 256                // elements
};

// Whether the right-hand side of a dot does not lie well, so that it is packed where there is room.
static inline int MoteDotPacks(int64_t rows, int64_t rhs_k, int64_t rhs_n) {
  return rhs_n != 1 || (rows >= kMotePackRows && rhs_k >= kMoteFarApart);
}

// Products of extents up to 2^31 - 1: no program that is accepted has larger ones.
static inline int64_t MoteRoutineProduct(int64_t a, int64_t b) {
  const int64_t most = INT32_MAX;
  return a <= 0 || b <= 0 ? 0 : a > most / b ? most : a * b;
}

// Sums of a tile, in elements: of all outputs where they fit, `rows` of `others` each; never fewer than a panel has columns.
static inline int64_t MoteRoutineSums(int64_t rows, int64_t others) {
  const int64_t outputs = MoteRoutineProduct(rows, others), most = kMoteRoutineSumBytes / 4, least = kMotePanelColumns;
  return outputs > most ? most : outputs < least ? least : outputs;
}

// The rules of routines.def: bytes for a step with fields `f`. `strip` as in TargetFacts: short strips mean a small machine, which takes
// its operands where they lie. A dot that fills its sums may be shared between threads, and keeps a panel's room for that.
static inline int64_t MoteDotTiles(int64_t strip, const int64_t* f, int packs) {
  const int64_t rows = MoteRoutineProduct(f[kMoteDotBatch], f[kMoteDotM]), n = f[kMoteDotN], k = f[kMoteDotK];
  const int64_t sums = MoteRoutineSums(rows, n) * 4;
  const int64_t columns = kMotePanelColumns, least = columns * 4;
  const int64_t panel = MoteRoutineProduct(k, (n < columns ? n : columns) * 4);
  if (strip < 64) return kMoteRoutineMinimum;
  if (sums < kMoteRoutineSumBytes && !packs) return sums;
  if (sums == kMoteRoutineSumBytes || panel > kMoteRoutinePanelBytes) return sums + kMoteRoutinePanelBytes;
  return sums + (panel < least ? least : panel);
}

static inline int64_t MoteDotScratch(int64_t strip, const int64_t* f) {
  return MoteDotTiles(strip, f, MoteDotPacks(f[kMoteDotM], f[kMoteDotRhsK], f[kMoteDotRhsN]));
}
// Of one whose right-hand side is widened as it is packed.
static inline int64_t MotePackedDotScratch(int64_t strip, const int64_t* f) { return MoteDotTiles(strip, f, 1); }

// Of one whose right-hand side lies well, in panels.
static inline int64_t MotePanelDotScratch(int64_t strip, const int64_t* f) {
  if (strip < 64) return kMoteRoutineMinimum;
  return MoteRoutineSums(MoteRoutineProduct(f[kMotePanelDotBatch], f[kMotePanelDotM]), f[kMotePanelDotN]) * 4;
}

// Of one that packs nothing.
static inline int64_t MoteDotSumsScratch(int64_t strip, const int64_t* f) {
  if (strip < 64) return kMoteRoutineMinimum;
  return MoteRoutineSums(MoteRoutineProduct(f[kMoteDotBatch], f[kMoteDotM]), f[kMoteDotN]) * 4;
}

static inline int64_t MoteConvolutionScratch(int64_t strip, const int64_t* f) {
  const int64_t rows = MoteRoutineProduct(f[kMoteConvBatch], f[kMoteConvOutH]);
  const int64_t others = MoteRoutineProduct(MoteRoutineProduct(f[kMoteConvOutW], f[kMoteConvGroups]), f[kMoteConvOutPerGroup]);
  if (strip < 64) return kMoteRoutineMinimum;
  return MoteRoutineSums(rows, others) * 4;
}

// Of one that widens weights of some outputs at a time, of all where groups have one channel: a third of it is for sums.
static inline int64_t MoteWideningConvolutionScratch(int64_t strip, const int64_t* f) {
  const int64_t depth = MoteRoutineProduct(MoteRoutineProduct(f[kMoteConvKernelH], f[kMoteConvKernelW]), f[kMoteConvInPerGroup]);
  const int together = f[kMoteConvGroups] > 1 && f[kMoteConvInPerGroup] == 1;
  const int64_t columns = strip < 64 ? 4 : kMotePanelColumns, outputs = f[kMoteConvOutPerGroup];
  const int64_t wanted = together ? MoteRoutineProduct(f[kMoteConvGroups], outputs) : outputs < columns ? outputs : columns;
  const int64_t panel = MoteRoutineProduct(depth, wanted) * 4, most = strip < 64 ? 4 << 10 : kMoteRoutinePanelBytes;
  const int64_t with_panel = kMoteRoutineMinimum + 12 + (panel < most ? panel : most) * 3 / 2;
  const int64_t sums = MoteConvolutionScratch(strip, f) + (panel < most ? panel : most);
  return (with_panel > sums ? with_panel : sums) & ~INT64_C(3);
}

// Of one by tiles: as many of them at a time as stay in a second cache, a few at least, however many channels they have.
static inline int64_t MoteWinogradScratch(int64_t strip, const int64_t* f) {
  const int64_t in = f[kMoteConvInPerGroup], out = f[kMoteConvOutPerGroup], tile = kMoteTiledOutputs, most = kMoteTiledColumns;
  const int64_t columns = out < most ? out : most;
  const int64_t down = (f[kMoteConvOutH] + tile - 1) / tile, across = (f[kMoteConvOutW] + tile - 1) / tile;
  const int64_t all = MoteRoutineProduct(MoteRoutineProduct(f[kMoteConvBatch], down), across);
  int64_t tiles = kMoteTiledLeast;
  if (strip < 64 || in <= 0 || in > kMoteTiledMostChannels) return kMoteRoutineMinimum;
  while (tiles < all && MoteTiledBlock(2 * tiles, in, columns) <= kMoteTiledBytes) tiles *= 2;
  return MoteTiledBlock(tiles < all ? tiles : all, in, columns);
}

// Of a Sort step, beside its kernel's: lanes' places and two orders of a line, or two lists of keys with places. All of it is needed.
static inline int64_t MoteSortScratch(int64_t n, int64_t lanes, int64_t order) {
  const int64_t asking = 4 * (4 * lanes + 2 * n), by_key = order != 0 ? 16 * n : 0;
  return ((asking > by_key ? asking : by_key) + 7) & ~INT64_C(7);
}

#endif
