// Winograd's convolution F(4 × 4, 3 × 3) of f32: the points of its transforms, how weights and blocks lie. Its order: SPEC.md section 3.
#ifndef MOTE_SCHEMA_WINOGRAD_LAYOUT_H_
#define MOTE_SCHEMA_WINOGRAD_LAYOUT_H_

#include <stdint.h>

enum {
  kMoteTiledOutputs = 4,          // of a tile, each way
  kMoteTiledPositions = 6,        // of a tile's input and of transformed weights, each way
  kMoteTiledPanel = 32,           // outputs side by side in a position's weights: [panel][input][output]; the last panel may be narrower
  kMoteTiledColumns = 64,         // outputs whose products are made together: whole panels
  kMoteTiledLeast = 12,           // tiles at once, as far as there are so many, and
  kMoteTiledBytes = 384 << 10,    // as many as take this: what stays in most second caches
  kMoteTiledMostChannels = 4096,  // of the input: with more, tiles go one by one and slowly
};

// Polynomials are evaluated at 0, ±a, ±b and infinity. These two and all that the transforms make of them are exact in f32, and of the
// pairs that are these lose the fewest digits.
#define MOTE_TILED_POINT_A 0.625
#define MOTE_TILED_POINT_B 1.5

// Elements from one position's matrix to the next of so many elements each: an odd number of cache lines, so that what is written to all
// positions at once does not fall into the same places of the cache.
static inline int64_t MoteTiledStride(int64_t elements) { return ((elements + 15) / 16 | 1) * 16; }

// Bytes for so many tiles at once of `in` channels and `columns` outputs: inputs and products of all positions, and outputs of a tile.
static inline int64_t MoteTiledBlock(int64_t tiles, int64_t in, int64_t columns) {
  const int64_t positions = kMoteTiledPositions * kMoteTiledPositions;
  return 4 * (positions * (MoteTiledStride(tiles * in) + MoteTiledStride(tiles * columns)) +
              kMoteTiledOutputs * kMoteTiledOutputs * columns);
}

#endif
