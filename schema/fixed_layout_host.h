// Streams, scratch and needs of the rows for Linux, on every processor. Part of fixed_layout.h. Every channel has five words: start;
// start - 128 · (sum of its weights), for instructions that take inputs as x + 128; multiplier; addend; shift. Channels beyond the last
// weigh 0, their words are 0.
//   convolution   blocks of 16 output channels, where 8 or fewer are left one of 8: each of the five words of all its channels, then for
//                 four positions at a time four weights of each channel. Positions come run by run, a run filled up to fours with weights
//                 of 0: a row of the window, one tap where it is dilated; where that took half as much again, the window as a whole
//   depthwise     blocks of 64 channels, of 32 or 16 where fewer are left: the words as above, then for four positions at a time four
//                 weights of each channel. Positions go row by row; in windows of three rows column by column, the fourth weighs 0. In a
//                 block of 16·n channels number 4·n·a + 4·l + i stands for channel 16·l + 4·a + i (a, i < 4; l < n). 1, 2, 4 or 8
//                 channels are repeated up to 16
#ifndef MOTE_SCHEMA_FIXED_LAYOUT_HOST_H_
#define MOTE_SCHEMA_FIXED_LAYOUT_HOST_H_

enum { kMoteHostWords = 5, kMoteHostPixels = 12, kMoteHostBlock = 16, kMoteHostPadded = 96 << 10 };

// Bytes of the input with its padding, all that windows reach over, where a part's share of it is copied into scratch: that of one small
// image. 0: it is not.
static inline int64_t MoteHostPaddedBytes(const int32_t* f) {
  const int64_t down = (f[kMoteFixedOutH] - INT64_C(1)) * f[kMoteFixedStrideY];
  const int64_t across = (f[kMoteFixedOutW] - INT64_C(1)) * f[kMoteFixedStrideX];
  const int64_t height = down + (f[kMoteFixedKernelH] - INT64_C(1)) * f[kMoteFixedDilationY] + 1;
  const int64_t width = across + (f[kMoteFixedKernelW] - INT64_C(1)) * f[kMoteFixedDilationX] + 1;
  const int inside = f[kMoteFixedPadY] <= 0 && f[kMoteFixedPadX] <= 0 && height - f[kMoteFixedPadY] <= f[kMoteFixedInH] &&
                     width - f[kMoteFixedPadX] <= f[kMoteFixedInW];
  const int64_t bytes = MoteFixedProduct(MoteFixedLongProduct(height, width), f[kMoteFixedInC]);
  return inside || f[kMoteFixedBatch] != 1 || bytes > kMoteHostPadded ? 0 : (bytes + 7) & ~INT64_C(7);
}

struct MoteHostRuns {
  int64_t runs, bytes;  // their number; bytes of one without what fills it up
  int64_t quads;        // fours of one
  int32_t joined;       // the window is one run
};

static inline struct MoteHostRuns MoteHostRunsOf(const int32_t* f) {
  const int64_t window = MoteFixedWindow(f);
  const int dilated = f[kMoteFixedDilationX] != 1;
  struct MoteHostRuns r = {f[kMoteFixedKernelH] * (dilated ? INT64_C(1) * f[kMoteFixedKernelW] : 1),
                           f[kMoteFixedInC] * (dilated ? INT64_C(1) : f[kMoteFixedKernelW]), 0, 0};
  r.quads = (r.bytes + 3) / 4;
  if (2 * r.runs * r.quads * 4 > 3 * window + 6) r.runs = 1, r.bytes = window, r.quads = (window + 3) / 4, r.joined = 1;
  return r;
}

// Whether its windows are read where they lie.
static inline int MoteHostDirect(const int32_t* f) { return MoteFixedDirect(f) && f[kMoteFixedInC] % 4 == 0; }

static inline void MoteConvolutionHostNeeds(const int32_t* f, struct MoteFixedNeeds* n) {
  MoteConvolutionNeeds(f, n);
  n->rows = kMoteRowsNone;  // scratch is of all rows
  if (n->output == 0) return;
  const struct MoteHostRuns r = MoteHostRunsOf(f);
  const int64_t bytes = r.runs * r.quads * 4;  // of a window: below 2^30
  n->stream = MoteFixedLongProduct((f[kMoteFixedOutC] + INT64_C(7)) & ~INT64_C(7), bytes + kMoteHostWords * 4);
  // addresses of runs, the runs themselves, and one of padding
  n->scratch = MoteHostDirect(f) ? 0 : ((kMoteHostPixels * (8 * r.runs + bytes) + r.quads * 4 + 7) & ~INT64_C(7)) + MoteHostPaddedBytes(f);
  if (n->stream == 0 || n->scratch > kMoteFixedMost) n->output = 0;
}

static inline int64_t MoteHostDepthwiseQuads(const int32_t* f) {
  return f[kMoteFixedKernelH] == 3 ? f[kMoteFixedKernelW] : (f[kMoteFixedKernelH] * INT64_C(1) * f[kMoteFixedKernelW] + 3) / 4;
}

static inline void MoteDepthwiseHostNeeds(const int32_t* f, struct MoteFixedNeeds* n) {
  MoteDepthwiseNeeds(f, n);
  n->rows = kMoteRowsNone;
  if (n->output == 0) return;
  const int64_t quads = MoteHostDepthwiseQuads(f), filled = (f[kMoteFixedOutC] + INT64_C(15)) & ~INT64_C(15);
  n->stream = MoteFixedLongProduct(filled, (quads + kMoteHostWords) * 4);
  // addresses of the positions of a pixel and how far they are from pixel to pixel; a pixel of padding, that 64 bytes can be read of; where
  // channels do not come in sixteens, a pixel of each position
  n->scratch = quads * 4 * 16 + filled + 48 + (filled == f[kMoteFixedOutC] ? 0 : quads * 4 * filled) + MoteHostPaddedBytes(f);
  if (n->stream == 0 || n->scratch > kMoteFixedMost) n->output = 0;
}

#endif
