// Steps of fixed-point routines: their fields, their stream of constants, and what operands they need; for who writes them (select), runs
// them (runtime cpu) and proves them (core, audit).
//
//   operands   inputs (s8, dense, row-major: batch, height, width, channels), the stream (u8) where there is one, the output (s8);
//              of rows whose elements are two bytes, s16 for s8
//   finish     of a sum x: clamp(((x << shift) · multiplier >> 32) + addend >> kMoteFixedShift) in [low, high], of 32 bits but the product;
//              where kMoteFixedSigned says so, 2^(shift - 1) less before the last shift when x is negative. Whoever writes the step has
//              proven that no bound is crossed; a program that lies gets other numbers, not other addresses
#ifndef MOTE_SCHEMA_FIXED_LAYOUT_H_
#define MOTE_SCHEMA_FIXED_LAYOUT_H_

#include <stdint.h>

enum MoteFixedField {
  kMoteFixedRoutine,  // number in fixed_routines.def
  kMoteFixedBatch,
  kMoteFixedInH,
  kMoteFixedInW,
  kMoteFixedInC,
  kMoteFixedOutH,
  kMoteFixedOutW,
  kMoteFixedOutC,
  kMoteFixedKernelH,
  kMoteFixedKernelW,
  kMoteFixedStrideY,
  kMoteFixedStrideX,
  kMoteFixedDilationY,
  kMoteFixedDilationX,
  kMoteFixedPadY,
  kMoteFixedPadX,
  kMoteFixedPadValue,  // what positions outside the input hold
  kMoteFixedShift,
  kMoteFixedLow,
  kMoteFixedHigh,
  kMoteFixedSigned,  // 1: the finish takes 2^(shift - 1) of negative sums; of plain products also kMoteFixedNoStarts: it does not, as of 0
  kMoteFixedFields
};

// A stream begins with arrays of one word a channel: start of the sum, unless it is 0 for all (kMoteFixedNoStarts), multiplier, addend;
// then a byte a channel, its shift, filled up to whole words. Weights follow: of a convolution those of each output channel in the order of
// a window, of a depthwise one those of all channels for each position of the window. A sum of windows has the arrays of one channel. The
// stream of an addition is three words: factors of both inputs and addend; a table's its 256 bytes, that of -128 first. Of a softmax
// exponentials of differences to the largest channel, a word each, from kMoteFixedPadValue - 128 to 0; of a lesser difference it is the
// first. Of a product of two arrays the arrays of one channel, then two words, what is added to the inputs: their product is added to the
// start. Of lines four words a channel, factor and addend below kMoteFixedPadValue, then from it on: clamp(factor · x + addend >>
// kMoteFixedShift).
enum { kMoteFixedNoStarts = 2, kMoteFixedMost = 1 << 29 };

enum { kMoteFixedLastProduct = 1 };  // convolution and depthwise, fixed_routines.def

// starts: kMoteFixedSigned of a product; else 0
static inline int64_t MoteFixedWeightsAt(int64_t channels, int32_t starts) {
  return channels * (starts == kMoteFixedNoStarts ? 8 : 12) + ((channels + 3) & ~INT64_C(3));
}

// How rows of the output come from rows of the input, for members of a pipeline (pipeline_layout.h).
enum MoteRows {
  kMoteRowsNone,     // only as a whole
  kMoteRowsWindows,  // each from those of its window
  kMoteRowsSame,     // each from those of its number
  kMoteRowsSums      // the output is one pixel, the sum of rows that come one after the other
};

struct MoteFixedNeeds {
  int32_t inputs;                 // their number
  int64_t input, stream, output;  // bytes of each; stream 0: none
  int64_t scratch;                // bytes a worker
  int64_t work;                   // multiply-adds
  int32_t rows;                   // MoteRows
  int32_t element;                // bytes of one of the inputs and of the output: 1, s8; 2, s16
};

// Products of extents; more than kMoteFixedMost counts as none. Most are small: those of 1 to 2^14 each take no 64 bits.
static inline int32_t MoteFixedProduct(int32_t a, int32_t b) {
  if (((((uint32_t)a - 1) | ((uint32_t)b - 1)) >> 14) == 0) return a * b;
  return a < 1 || b < 1 || (int64_t)a * b > kMoteFixedMost ? 0 : a * b;
}
// Of numbers that may be longer.
static inline int32_t MoteFixedLongProduct(int64_t a, int64_t b) {
  return a < 1 || b < 1 || a > kMoteFixedMost || b > kMoteFixedMost ? 0 : MoteFixedProduct((int32_t)a, (int32_t)b);
}

static inline int MoteFixedIsByte(int32_t value) { return value >= -128 && value <= 127; }

// Whether positions out·stride - pad + tap·dilation and their sums with the extent are small numbers.
static inline int MoteFixedNear(int32_t in, int32_t out, int32_t kernel, int32_t stride, int32_t dilation, int32_t pad) {
  return in >= 1 && MoteFixedProduct(out, stride) != 0 && MoteFixedProduct(kernel, dilation) != 0 && pad <= kMoteFixedMost &&
         pad >= -kMoteFixedMost;
}

// Each rule sets `output` 0 where the fields make no sense.
static inline void MoteFixedWindows(const int32_t* f, struct MoteFixedNeeds* n) {
  const int near = MoteFixedNear(f[kMoteFixedInH], f[kMoteFixedOutH], f[kMoteFixedKernelH], f[kMoteFixedStrideY], f[kMoteFixedDilationY],
                                 f[kMoteFixedPadY]) &&
                   MoteFixedNear(f[kMoteFixedInW], f[kMoteFixedOutW], f[kMoteFixedKernelW], f[kMoteFixedStrideX], f[kMoteFixedDilationX],
                                 f[kMoteFixedPadX]);
  const int bytes = MoteFixedIsByte(f[kMoteFixedPadValue]) && MoteFixedIsByte(f[kMoteFixedLow]) && MoteFixedIsByte(f[kMoteFixedHigh]) &&
                    f[kMoteFixedShift] >= 0 && f[kMoteFixedShift] <= 31 &&
                    (uint32_t)f[kMoteFixedSigned] <= (f[kMoteFixedRoutine] <= kMoteFixedLastProduct ? kMoteFixedNoStarts : 1);
  n->inputs = n->element = 1;
  n->rows = kMoteRowsWindows;
  n->stream = n->scratch = 0;
  n->input = MoteFixedProduct(MoteFixedProduct(f[kMoteFixedBatch], f[kMoteFixedInH]), MoteFixedProduct(f[kMoteFixedInW], f[kMoteFixedInC]));
  n->output =
      MoteFixedProduct(MoteFixedProduct(f[kMoteFixedBatch], f[kMoteFixedOutH]), MoteFixedProduct(f[kMoteFixedOutW], f[kMoteFixedOutC]));
  n->work = n->output * MoteFixedProduct(f[kMoteFixedKernelH], f[kMoteFixedKernelW]);
  if (!near || !bytes || n->input == 0 || n->work == 0) n->output = 0;
}

static inline int64_t MoteFixedWindow(const int32_t* f) {
  return MoteFixedProduct(MoteFixedProduct(f[kMoteFixedKernelH], f[kMoteFixedKernelW]), f[kMoteFixedInC]);
}

// Windows of pixels that are computed together lie in scratch.
enum { kMoteFixedPixels = 4 };

// Whether every window is one pixel that lies in the input: none is put together.
static inline int MoteFixedDirect(const int32_t* f) {
  return f[kMoteFixedKernelH] == 1 && f[kMoteFixedKernelW] == 1 && f[kMoteFixedPadY] == 0 && f[kMoteFixedPadX] == 0 &&
         (f[kMoteFixedOutH] - INT64_C(1)) * f[kMoteFixedStrideY] < f[kMoteFixedInH] &&
         (f[kMoteFixedOutW] - INT64_C(1)) * f[kMoteFixedStrideX] < f[kMoteFixedInW];
}

// Whether there is one window, and it is the input as it lies.
static inline int MoteFixedWhole(const int32_t* f) {
  return f[kMoteFixedBatch] == 1 && f[kMoteFixedOutH] == 1 && f[kMoteFixedOutW] == 1 && f[kMoteFixedKernelH] == f[kMoteFixedInH] &&
         f[kMoteFixedKernelW] == f[kMoteFixedInW] && f[kMoteFixedDilationY] == 1 && f[kMoteFixedDilationX] == 1 &&
         f[kMoteFixedPadY] == 0 && f[kMoteFixedPadX] == 0;
}

// The same of an input of which one pixel is all that is looked at, too.
static inline int MoteFixedAlone(const int32_t* f) {
  const int one = f[kMoteFixedBatch] == 1 && f[kMoteFixedOutH] == 1 && f[kMoteFixedOutW] == 1;
  return one && (MoteFixedWhole(f) || MoteFixedDirect(f));
}

// Scratch: windows a word a position, of two pixels where they lie in the input, else of three; or of four, as bytes.
static inline void MoteConvolutionNeeds(const int32_t* f, struct MoteFixedNeeds* n) {
  MoteFixedWindows(f, n);
  const int32_t whole = (int32_t)MoteFixedWindow(f), weights = MoteFixedProduct(whole, f[kMoteFixedOutC]);
  const int64_t window = whole;
  if (weights == 0 || MoteFixedProduct(whole, 12) == 0) n->output = 0;
  n->stream = MoteFixedWeightsAt(f[kMoteFixedOutC], f[kMoteFixedSigned]) + weights;
  n->scratch = MoteFixedAlone(f) ? 0 : MoteFixedDirect(f) ? window * 8 : (window * 12 + 7) & ~INT64_C(7);
  n->work = n->output * window;
}

// Streams of the DSP rows: a block for two output channels A, B (Product: four, A to D), in this order; where their number is no multiple,
// the last block is of the last channels, some of them a second time.
//   two words a pair         256·startA + startB, startB
//   two words a quad and pair, halfwords 256·wA + wB: of positions 0 and 2 of four of the window, of 1 and 3; positions beyond it weigh 0
//   six words a pair         multiplier, addend, shift - 8 of A; multiplier, addend, shift of B. Signed: 2^(shift - 1) of A before them,
//                            that of B behind them
// Streams of the wide rows: blocks as above, their weights halfwords times 2^shift of their channel, at most 8. The last shift of a
// convolution is kMoteFixedWideShift, so that it takes no instruction.
//   a word a channel         start · 2^shift
//   two words a quad and channel: positions 0 and 2 of four of the window, 1 and 3; of a product an even number of quads
//   two words a channel      multiplier, addend; signed: 2^(shift - 1) before them
enum { kMoteFixedPairWords = 8, kMoteFixedWidePairWords = 6, kMoteFixedMostWideShift = 8, kMoteFixedWideShift = 12 };

static inline int64_t MoteFixedQuads(const int32_t* f) { return (MoteFixedWindow(f) + 3) / 4; }

// quad_words: of a pair; 4: a wide row.
static inline void MoteFixedBlocks(const int32_t* f, int32_t block, int32_t is_signed, int32_t quad_words, struct MoteFixedNeeds* n) {
  MoteConvolutionNeeds(f, n);
  const int wide = quad_words == 4, product = block == 4;
  const int32_t window = (int32_t)MoteFixedWindow(f), quads = wide && product ? (window + 7) / 8 * 2 : (window + 3) / 4;
  const int32_t pairs = (1 + (f[kMoteFixedOutC] - 1) / block) * (block / 2);
  const int32_t words = quad_words * quads + (wide ? kMoteFixedWidePairWords : kMoteFixedPairWords) + 2 * is_signed;
  n->stream = MoteFixedLongProduct(pairs, words * INT64_C(4));
  if (product ? !MoteFixedWhole(f) : wide && f[kMoteFixedShift] != kMoteFixedWideShift) n->output = 0;
  if (f[kMoteFixedOutC] < block || f[kMoteFixedSigned] != is_signed || n->stream == 0) n->output = 0;
  if (product) n->rows = kMoteRowsNone;
  // widened windows of two pixels, or one, then the bytes of one where its channels are not read in fours
  n->scratch = quads * (product ? INT64_C(8) : INT64_C(16)) + (f[kMoteFixedInC] % 4 == 0 ? 0 : (quads * INT64_C(4) + 7) & ~INT64_C(7));
}
static inline void MoteFixedDsp(const int32_t* f, int32_t block, int32_t is_signed, struct MoteFixedNeeds* n) {
  MoteFixedBlocks(f, block, is_signed, 2, n);
}
static inline void MoteFixedWide(const int32_t* f, int32_t block, int32_t is_signed, struct MoteFixedNeeds* n) {
  MoteFixedBlocks(f, block, is_signed, 4, n);
}
static inline void MoteConvolutionDspNeeds(const int32_t* f, struct MoteFixedNeeds* n) { MoteFixedDsp(f, 2, 0, n); }
static inline void MoteConvolutionDspSignedNeeds(const int32_t* f, struct MoteFixedNeeds* n) { MoteFixedDsp(f, 2, 1, n); }
static inline void MoteProductDspNeeds(const int32_t* f, struct MoteFixedNeeds* n) { MoteFixedDsp(f, 4, 0, n); }
static inline void MoteProductDspSignedNeeds(const int32_t* f, struct MoteFixedNeeds* n) { MoteFixedDsp(f, 4, 1, n); }
static inline void MoteConvolutionWideNeeds(const int32_t* f, struct MoteFixedNeeds* n) { MoteFixedWide(f, 2, 0, n); }
static inline void MoteConvolutionWideSignedNeeds(const int32_t* f, struct MoteFixedNeeds* n) { MoteFixedWide(f, 2, 1, n); }
static inline void MoteProductWideNeeds(const int32_t* f, struct MoteFixedNeeds* n) { MoteFixedWide(f, 4, 0, n); }
static inline void MoteProductWideSignedNeeds(const int32_t* f, struct MoteFixedNeeds* n) { MoteFixedWide(f, 4, 1, n); }

static inline void MoteDepthwiseNeeds(const int32_t* f, struct MoteFixedNeeds* n) {
  MoteFixedWindows(f, n);
  const int64_t window = MoteFixedWindow(f);
  if (window == 0 || MoteFixedProduct(f[kMoteFixedOutC], 4) == 0 || f[kMoteFixedInC] != f[kMoteFixedOutC]) n->output = 0;
  n->stream = MoteFixedWeightsAt(f[kMoteFixedOutC], f[kMoteFixedSigned]) + window;
  n->scratch = (f[kMoteFixedOutC] * INT64_C(4) + 7) & ~INT64_C(7);
}

// Depthwise in blocks of four channels, the last one of the last four: their starts; halfwords w0, w2 and w1, w3 for each of the nine
// positions; multiplier, addend and shift of each channel, and 2^(shift - 1) where signed. Scratch holds a pixel of padding.
enum { kMoteFixedDepthwiseWords = 4 + 9 * 2 + 4 * 3 };

static inline void MoteFixedDepthwiseDsp(const int32_t* f, int32_t is_signed, struct MoteFixedNeeds* n) {
  MoteDepthwiseNeeds(f, n);
  const int64_t words = kMoteFixedDepthwiseWords + (is_signed ? 4 : 0);
  n->stream = MoteFixedLongProduct((f[kMoteFixedOutC] + INT64_C(3)) / 4, words * 4);
  n->scratch = (f[kMoteFixedOutC] + INT64_C(7)) & ~INT64_C(7);
  const int window = f[kMoteFixedKernelH] == 3 && f[kMoteFixedKernelW] == 3;
  if (!window || f[kMoteFixedOutC] < 4 || f[kMoteFixedSigned] != is_signed || n->stream == 0) n->output = 0;
}
static inline void MoteDepthwiseDspNeeds(const int32_t* f, struct MoteFixedNeeds* n) { MoteFixedDepthwiseDsp(f, 0, n); }
static inline void MoteDepthwiseDspSignedNeeds(const int32_t* f, struct MoteFixedNeeds* n) { MoteFixedDepthwiseDsp(f, 1, n); }

static inline void MoteAveragePoolNeeds(const int32_t* f, struct MoteFixedNeeds* n) {
  MoteDepthwiseNeeds(f, n);
  n->stream = MoteFixedWeightsAt(1, 0);
}
// Of all rows and columns. Scratch holds the sums, from one call to the next where rows come in several.
static inline void MoteAveragePoolRowsNeeds(const int32_t* f, struct MoteFixedNeeds* n) {
  MoteAveragePoolNeeds(f, n);
  const int whole = f[kMoteFixedKernelH] == f[kMoteFixedInH] && f[kMoteFixedKernelW] == f[kMoteFixedInW] && f[kMoteFixedOutH] == 1 &&
                    f[kMoteFixedOutW] == 1 && f[kMoteFixedDilationY] == 1 && f[kMoteFixedDilationX] == 1 && f[kMoteFixedPadY] == 0 &&
                    f[kMoteFixedPadX] == 0;
  if (!whole) n->output = 0;
  n->rows = kMoteRowsSums;
}
// Channels in fours; sums of 16 bits.
static inline void MoteAveragePoolDspNeeds(const int32_t* f, struct MoteFixedNeeds* n) {
  MoteAveragePoolNeeds(f, n);
  if (f[kMoteFixedOutC] % 4 != 0 || MoteFixedProduct(f[kMoteFixedKernelH], f[kMoteFixedKernelW]) > 255) n->output = 0;
  n->scratch = 0;
}
static inline void MoteMaxPoolNeeds(const int32_t* f, struct MoteFixedNeeds* n) {
  MoteDepthwiseNeeds(f, n);
  n->stream = n->scratch = 0;
}

static inline void MoteTableNeeds(const int32_t* f, struct MoteFixedNeeds* n) {
  MoteMaxPoolNeeds(f, n);
  if (n->input != n->output || f[kMoteFixedInH] != f[kMoteFixedOutH]) n->output = 0;
  n->rows = kMoteRowsSame;
  n->stream = 256;
}
static inline void MoteSoftmaxNeeds(const int32_t* f, struct MoteFixedNeeds* n) {
  MoteTableNeeds(f, n);
  n->stream = (129 - f[kMoteFixedPadValue]) * 4;
  if (f[kMoteFixedPadValue] < -127) n->output = 0;
}
static inline void MoteAddNeeds(const int32_t* f, struct MoteFixedNeeds* n) {
  MoteTableNeeds(f, n);
  n->inputs = 2;
  n->stream = 12;
}
static inline void MoteMultiplyNeeds(const int32_t* f, struct MoteFixedNeeds* n) {
  MoteAddNeeds(f, n);
  n->stream = MoteFixedWeightsAt(1, 0) + 8;
}
static inline void MoteLinesNeeds(const int32_t* f, struct MoteFixedNeeds* n) {
  MoteTableNeeds(f, n);
  n->stream = MoteFixedProduct(f[kMoteFixedOutC], 16);
  if (n->stream == 0) n->output = 0;
}

// A function of one halfword, kMoteFixedSigned 0 the logistic one, 1 tanh, in the arithmetic of hlo/fixed_point.h with 16 bits,
// kMoteFixedShift of them in front of the input's point; it takes about as many multiply-adds an element.
enum { kMoteSigmoidalWork = 64, kMoteSigmoidalBits = 6 };
static inline void MoteSigmoidalNeeds(const int32_t* f, struct MoteFixedNeeds* n) {
  MoteTableNeeds(f, n);
  n->element = 2;
  n->stream = 0;
  n->rows = kMoteRowsNone;
  n->work = n->output * kMoteSigmoidalWork;
  n->input *= 2, n->output *= 2;
  if (f[kMoteFixedShift] > kMoteSigmoidalBits) n->output = 0;
}

#include "schema/fixed_layout_helium.h"
#include "schema/fixed_layout_host.h"
#include "schema/fixed_layout_planes.h"
#include "schema/fixed_layout_winograd.h"

#endif
