// Scratch of the dot and convolution routines beside their epilogue's: what the planner reserves and the audit asks for. The runtime works
// with less, in smaller tiles, and shares out by the same rule what it has; kMoteRoutineMinimum is the least it accepts.
#ifndef MOTE_SCHEMA_ROUTINE_SCRATCH_H_
#define MOTE_SCHEMA_ROUTINE_SCRATCH_H_

#include <stdint.h>

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

// Sums of a tile, in elements: of all outputs where they fit, `rows` of `others` each; never fewer than a panel has columns.
static inline int64_t MoteRoutineSums(int64_t rows, int64_t others) {
  const int64_t outputs = rows * others, most = kMoteRoutineSumBytes / 4, least = kMotePanelColumns;
  return outputs > most ? most : outputs < least ? least : outputs;
}

// Bytes of a dot whose rows, of all its products, give n outputs each. `strip` as in TargetFacts: short strips mean a small machine, which
// takes its operands where they lie. A dot that fills its sums may be shared between threads, and keeps a panel's room for that.
static inline int64_t MoteDotScratch(int64_t strip, int64_t rows, int64_t n, int64_t k, int packs) {
  const int64_t sums = MoteRoutineSums(rows, n) * 4;
  const int64_t columns = kMotePanelColumns, least = columns * 4;
  const int64_t panel = k * (n < columns ? n : columns) * 4;
  if (strip < 64) return kMoteRoutineMinimum;
  if (sums < kMoteRoutineSumBytes && !packs) return sums;
  if (sums == kMoteRoutineSumBytes || panel > kMoteRoutinePanelBytes) return sums + kMoteRoutinePanelBytes;
  return sums + (panel < least ? least : panel);
}

// Bytes of a convolution whose rows, of all images, give `others` outputs each.
static inline int64_t MoteConvolutionScratch(int64_t strip, int64_t rows, int64_t others) {
  if (strip < 64) return kMoteRoutineMinimum;
  return MoteRoutineSums(rows, others) * 4;
}

#endif
