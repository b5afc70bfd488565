// Streams, scratch and needs of the Helium rows: Arm cores with M-profile vectors of 128 bits. Part of fixed_layout.h.
//
//   finish     of the products' sum x: clamp((y · multiplier >> 31) >> kMoteFixedShift) in [low, high], y = sat(sat(x << left) + start),
//              sat: to 32 bits; start holds what the plain finish adds before and after it multiplies. Signed: y has `below` in place
//              of start where sat(x << left) < border. Depthwise rows do not saturate, they wrap, and the shift is kMoteHeliumShift.
//              Which finishes equal a plain one: select/helium_finish.h
//   chunk      16 positions of a window; those beyond it weigh 0
#ifndef MOTE_SCHEMA_FIXED_LAYOUT_HELIUM_H_
#define MOTE_SCHEMA_FIXED_LAYOUT_HELIUM_H_

enum {
  kMoteHeliumChunk = 16,
  kMoteHeliumPixels = 4,
  kMoteHeliumShift = 16,          // of the last shift, done by taking high halves; kMoteFixedShift is no less in what compilers write
  kMoteHeliumChannels = 1 << 13,  // outputs of four pixels are stored at offsets of 16 bits
  kMoteHeliumRun = 4,             // chunks that lie one behind the other in memory, at most
  kMoteHeliumRunWords = 5,        // a run's place in the table of them: addresses for four pixels, and how it is gone through
  kMoteHeliumPlacesBytes = 168,   // of a convolution: where the windows of a block lie, and what its products are told
  kMoteHeliumBlock = 8            // channels that a product of one pixel computes at once
};

static inline int64_t MoteHeliumChunks(int64_t positions) { return (positions + kMoteHeliumChunk - 1) / kMoteHeliumChunk; }

// Two tables of runs of windows that are read where they lie, position by position and row by row, each with one run more.
static inline int64_t MoteHeliumRuns(int64_t bytes) {
  const int64_t run = kMoteHeliumRun * kMoteHeliumChunk;
  return (bytes + run - 1) / run;
}
static inline int64_t MoteHeliumTables(const int32_t* f) {
  const int64_t row = MoteFixedProduct(f[kMoteFixedKernelW], f[kMoteFixedInC]);
  const int64_t taps = MoteFixedProduct(f[kMoteFixedKernelH], f[kMoteFixedKernelW]);
  return taps * MoteHeliumRuns(f[kMoteFixedInC]) + 1 + f[kMoteFixedKernelH] * MoteHeliumRuns(row) + 1;
}

// Channels in whole chunks are read where they lie; other windows are put together.
static inline int MoteHeliumInPlace(const int32_t* f) { return f[kMoteFixedInC] % kMoteHeliumChunk == 0; }

// Words of a channel's finish: left, start, multiplier; signed: left, border, below, start, multiplier.
static inline int64_t MoteHeliumFinishWords(int32_t is_signed) { return is_signed ? 5 : 3; }

// For each pair of output channels, the last one of the last two: for each chunk the weights of the first, then of the
// second; the words of the first, of the second.
static inline void MoteFixedHeliumPairs(const int32_t* f, int32_t is_signed, struct MoteFixedNeeds* n) {
  MoteConvolutionNeeds(f, n);
  const int64_t chunks = MoteHeliumChunks(MoteFixedWindow(f)), pairs = (f[kMoteFixedOutC] + INT64_C(1)) / 2;
  const int64_t bytes = MoteFixedLongProduct(pairs, chunks * 2 * kMoteHeliumChunk + 8 * MoteHeliumFinishWords(is_signed));
  const int64_t runs = MoteHeliumInPlace(f) ? MoteHeliumTables(f) : MoteHeliumRuns(chunks * kMoteHeliumChunk) + 1;
  const int64_t table = MoteFixedLongProduct(runs, kMoteHeliumRunWords * 4);
  const int channels = f[kMoteFixedOutC] >= 2 && f[kMoteFixedOutC] <= kMoteHeliumChannels;
  if (f[kMoteFixedSigned] != is_signed || !channels || bytes == 0 || table == 0) n->output = 0;
  n->stream = bytes;
  // a run of padding; or windows of four pixels, and room behind them for a chunk; then the places
  n->scratch = ((table + 7) & ~INT64_C(7)) + kMoteHeliumPlacesBytes +
               (MoteHeliumInPlace(f) ? kMoteHeliumRun * kMoteHeliumChunk : (chunks * kMoteHeliumPixels + 1) * kMoteHeliumChunk);
}
static inline void MoteConvolutionHeliumNeeds(const int32_t* f, struct MoteFixedNeeds* n) { MoteFixedHeliumPairs(f, 0, n); }
static inline void MoteConvolutionHeliumSignedNeeds(const int32_t* f, struct MoteFixedNeeds* n) { MoteFixedHeliumPairs(f, 1, n); }

// One pixel. For each block of 8 output channels, the last one of the last 8: for each chunk the weights of each channel; the
// first words of channels 0, 2, 4, 6, 1, 3, 5, 7, then their second ones, and so on.
static inline void MoteFixedHeliumProduct(const int32_t* f, int32_t is_signed, struct MoteFixedNeeds* n) {
  MoteConvolutionNeeds(f, n);
  const int64_t chunks = MoteHeliumChunks(MoteFixedWindow(f)), blocks = (f[kMoteFixedOutC] + INT64_C(7)) / kMoteHeliumBlock;
  const int64_t bytes = MoteFixedLongProduct(blocks, kMoteHeliumBlock * (chunks * kMoteHeliumChunk + 4 * MoteHeliumFinishWords(is_signed)));
  const int one = f[kMoteFixedBatch] == 1 && f[kMoteFixedOutH] == 1 && f[kMoteFixedOutW] == 1;
  if (f[kMoteFixedSigned] != is_signed || !one || f[kMoteFixedOutC] < kMoteHeliumBlock || bytes == 0) n->output = 0;
  n->rows = kMoteRowsNone;
  n->stream = bytes;
  n->scratch = MoteFixedDirect(f) && MoteHeliumInPlace(f) ? 0 : chunks * kMoteHeliumChunk;
}
static inline void MoteProductHeliumNeeds(const int32_t* f, struct MoteFixedNeeds* n) { MoteFixedHeliumProduct(f, 0, n); }
static inline void MoteProductHeliumSignedNeeds(const int32_t* f, struct MoteFixedNeeds* n) { MoteFixedHeliumProduct(f, 1, n); }

// Depthwise, windows of 3 by 3, channels in fours. A word, 2^left of all channels (signed: not read); for each 16 channels, filled up with
// zeros: for each position their weights; start and multiplier (signed: all five words), four words each, of channels 0, 4, 8, 12; of 2, 6,
// 10, 14; of 1, 5, 9, 13; of 3, 7, 11, 15. Sums of two products are of 16 bits: weights of -128 make no pair (positions 0 and 1, 2 and 3,
// and so on). Scratch holds addresses, what the windows of a row and their products are told, and a pixel of padding.
enum { kMoteHeliumTapsBytes = (9 * kMoteHeliumRunWords * 4 + 7) & ~7, kMoteHeliumRowsBytes = 144 };

static inline void MoteFixedHeliumDepthwise(const int32_t* f, int32_t is_signed, struct MoteFixedNeeds* n) {
  MoteDepthwiseNeeds(f, n);
  const int64_t bytes = MoteFixedLongProduct(MoteHeliumChunks(f[kMoteFixedOutC]), kMoteHeliumChunk * (9 + 4 * (is_signed ? 5 : 2)));
  const int window = f[kMoteFixedKernelH] == 3 && f[kMoteFixedKernelW] == 3;
  if (!window || f[kMoteFixedOutC] % 4 != 0 || f[kMoteFixedSigned] != is_signed || bytes == 0) n->output = 0;
  n->stream = 4 + bytes;
  n->scratch = kMoteHeliumTapsBytes + kMoteHeliumRowsBytes + ((f[kMoteFixedOutC] + INT64_C(7)) & ~INT64_C(7));
}
static inline void MoteDepthwiseHeliumNeeds(const int32_t* f, struct MoteFixedNeeds* n) { MoteFixedHeliumDepthwise(f, 0, n); }
static inline void MoteDepthwiseHeliumSignedNeeds(const int32_t* f, struct MoteFixedNeeds* n) { MoteFixedHeliumDepthwise(f, 1, n); }

// The plain stream; sums of 16 bits.
static inline void MoteAveragePoolHeliumNeeds(const int32_t* f, struct MoteFixedNeeds* n) {
  MoteAveragePoolNeeds(f, n);
  if (MoteFixedProduct(f[kMoteFixedKernelH], f[kMoteFixedKernelW]) > 255) n->output = 0;
  n->scratch = 0;
}

#endif
