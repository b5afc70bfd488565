// Stream and scratch of the Winograd rows: 3 by 3 convolutions by tiles of 2 by 2 outputs, whose sums are integers all the way. Part of
// fixed_layout.h.
//
//   position   one of the 16 of a tile, row by row: inputs transformed to halfwords V = B^T d B, weights to U = G g G^T · 2^(shift - 2),
//              G = {2 0 0; 1 1 1; 1 -1 1; 0 0 2}, so that what comes out is the sum of products · 2^shift. B^T and back as usual:
//              {1 0 -1 0; 0 1 1 0; 0 -1 1 0; 0 1 0 -1}, {1 1 1 0; 0 1 -1 -1}. 32 bits hold what comes out; what is between may wrap. The
//              last shift is kMoteFixedWideShift
//   stream     a block for two output channels A, B: for each position and quad of input channels words of channels 0 and 2, 1 and 3 of
//              A, then of B; then for each of both start · 2^shift, multiplier, addend; signed: 2^(shift - 1) behind them
//   scratch    for each position and sixteen input channels four quads, words of channels 0 and 2, 1 and 3 of one tile and of the tile to
//              its right, and a word, how it goes on: 0 with more channels, 1 another position, -1 no more; then four sums. Behind all
//              of them a pixel of padding, and one that outputs beyond the edge are written to
#ifndef MOTE_SCHEMA_FIXED_LAYOUT_WINOGRAD_H_
#define MOTE_SCHEMA_FIXED_LAYOUT_WINOGRAD_H_

enum {
  kMoteWinogradPositions = 16,
  kMoteWinogradTogether = 16,  // input channels
  kMoteWinogradLeastShift = 2,
  kMoteWinogradMostShift = 6   // sums of nine weights, of two bytes
};

// Bytes from a position to the next.
static inline int64_t MoteWinogradPitch(const int32_t* f) { return f[kMoteFixedInC] / kMoteWinogradTogether * (INT64_C(4) * 16 + 4) + 16; }

static inline void MoteConvolutionWinogradRowNeeds(const int32_t* f, int32_t is_signed, struct MoteFixedNeeds* n) {
  MoteConvolutionNeeds(f, n);
  const int window = f[kMoteFixedKernelH] == 3 && f[kMoteFixedKernelW] == 3 && f[kMoteFixedStrideY] == 1 && f[kMoteFixedStrideX] == 1 &&
                     f[kMoteFixedDilationY] == 1 && f[kMoteFixedDilationX] == 1;
  const int channels = f[kMoteFixedInC] % kMoteWinogradTogether == 0 && f[kMoteFixedOutC] % 2 == 0;
  const int64_t words = kMoteWinogradPositions * INT64_C(4) * (f[kMoteFixedInC] / 4) + 6 + 2 * is_signed;
  n->stream = MoteFixedLongProduct(f[kMoteFixedOutC] / 2, words * 4);
  n->scratch = (kMoteWinogradPositions * MoteWinogradPitch(f) + f[kMoteFixedInC] + f[kMoteFixedOutC] + 7) & ~INT64_C(7);
  const int finish = f[kMoteFixedSigned] == is_signed && f[kMoteFixedShift] == kMoteFixedWideShift;
  if (!window || !channels || !finish || n->stream == 0) n->output = 0;
}
static inline void MoteConvolutionWinogradNeeds(const int32_t* f, struct MoteFixedNeeds* n) { MoteConvolutionWinogradRowNeeds(f, 0, n); }
static inline void MoteConvolutionWinogradSignedNeeds(const int32_t* f, struct MoteFixedNeeds* n) {
  MoteConvolutionWinogradRowNeeds(f, 1, n);
}

#endif
