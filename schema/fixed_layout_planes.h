// Stream and scratch of the row DepthwisePlanes: 3 by 3 convolutions of stride 1 of each channel by itself, four channels at a time, whose
// bytes are put apart as planes in scratch and computed there. Part of fixed_layout.h.
//
//   stream     for each channel eight words: weights · 2^shift as halfwords, 0 and 2 of each row, 1 of rows 0 and 1, 1 of row 2 (and 0);
//              start · 2^shift; multiplier; addend. The last shift is kMotePlanesShift, so that it needs no word
//   scratch    four planes: the input with its padding, or as much of it as outputs are made of
//   in place   a call reads all of four channels before it writes any of them, so the output may begin where the input does. It computes
//              channels [begin, end) · OutC / 4 / OutH, in fours, not rows
#ifndef MOTE_SCHEMA_FIXED_LAYOUT_PLANES_H_
#define MOTE_SCHEMA_FIXED_LAYOUT_PLANES_H_

enum { kMotePlanesShift = 11, kMotePlanesTogether = 4, kMotePlanesWords = 8, kMotePlanesMostShift = 8, kMotePlanesWidest = 1 << 15 };

// Bytes of a row: pairs of columns of outputs and two columns more.
static inline int64_t MotePlanesPitch(const int32_t* f) { return ((f[kMoteFixedOutW] + INT64_C(1)) & ~INT64_C(1)) + 2; }
// From a plane to the next: its last row may be written to four bytes too far.
static inline int64_t MotePlanesPlane(const int32_t* f) {
  return (MoteFixedLongProduct(f[kMoteFixedOutH] + INT64_C(2), MotePlanesPitch(f)) + 7) & ~INT64_C(3);
}

static inline void MoteDepthwisePlanesNeeds(const int32_t* f, struct MoteFixedNeeds* n) {
  MoteDepthwiseNeeds(f, n);
  int fits = f[kMoteFixedBatch] == 1 && f[kMoteFixedOutC] % kMotePlanesTogether == 0 && f[kMoteFixedOutW] <= kMotePlanesWidest &&
             f[kMoteFixedShift] == kMotePlanesShift && f[kMoteFixedSigned] == 0;
  for (int axis = 0; axis < 2; ++axis) {  // at most two columns or rows of padding behind the input
    const int32_t* g = f + axis;
    fits = fits && g[kMoteFixedKernelH] == 3 && g[kMoteFixedStrideY] == 1 && g[kMoteFixedDilationY] == 1 && (g[kMoteFixedPadY] & ~1) == 0 &&
           g[kMoteFixedOutH] <= g[kMoteFixedInH] + INT64_C(1) * g[kMoteFixedPadY];
  }
  n->rows = kMoteRowsNone;
  n->stream = MoteFixedProduct(f[kMoteFixedOutC], kMotePlanesWords * 4);
  n->scratch = (MotePlanesPlane(f) * kMotePlanesTogether + 7) & ~INT64_C(7);
  const int holds = MoteFixedLongProduct(f[kMoteFixedOutH] + INT64_C(2), MotePlanesPitch(f)) != 0;
  if (!fits || !holds || n->stream == 0) n->output = 0;
}

#endif
