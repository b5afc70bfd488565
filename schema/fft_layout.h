// Fourier transforms of f32 along one axis as calls of hosts (known_calls.def: Fft): configuration, table, scratch. What they compute is
// in SPEC.md section 3.
#ifndef MOTE_SCHEMA_FFT_LAYOUT_H_
#define MOTE_SCHEMA_FFT_LAYOUT_H_

#include <stdint.h>

// The configuration is decimal numbers, a space between two: blocks, outer, n, inner, then the radices, whose product is n.
// Operands: real parts [outer, n, inner], imaginary parts likewise where there are any, table, real parts and imaginary parts of the
// result, scratch; all f32 without gaps.
// Table, for each radix r in turn, m being what is left of n divided by it and those before: cos and sin of the r-th roots of unity, r
// elements each; where m is not 1 cos and sin of the factors, [r, m] each.
enum { kMoteFftLargestRadix = 127, kMoteFftMostStages = 24, kMoteFftFewLines = 4, kMoteFftLongLine = 1024 };

struct MoteFft {
  int64_t blocks, outer, n, inner;  // each at least 1; blocks: parts of the scratch, for so many threads
  uint32_t stages;                  // at least 1
  uint8_t radices[kMoteFftMostStages];
};

// Single lines in vectors along them: those that the first radix leaves in rows of eight, and where there are too few to go side by side.
static inline int MoteFftBySingleLines(const struct MoteFft* f) {
  return f->inner == 1 && (f->outer < kMoteFftFewLines || (f->radices[0] == 8 && f->n >= 64));
}

// Lines, or columns, that go through the stages side by side; the last ones are perhaps fewer.
static inline int64_t MoteFftWidth(const struct MoteFft* f) {
  const int64_t lines = f->inner > 1 ? f->inner : f->outer, most = f->n >= kMoteFftLongLine ? 8 : 16;
  return MoteFftBySingleLines(f) ? 1 : lines < most ? lines : most;
}

static inline int64_t MoteFftUnits(const struct MoteFft* f) {
  const int64_t width = MoteFftWidth(f);
  return f->inner > 1 ? f->outer * ((f->inner + width - 1) / width) : (f->outer + width - 1) / width;
}

// Elements.
static inline int64_t MoteFftScratchOfBlock(const struct MoteFft* f) { return 4 * f->n * MoteFftWidth(f); }
static inline int64_t MoteFftTable(const struct MoteFft* f) {
  int64_t size = 0, m = f->n;
  for (uint32_t s = 0; s < f->stages; ++s) {
    m /= f->radices[s];
    size += 2 * f->radices[s] * (m > 1 ? m + 1 : 1);
  }
  return size;
}

#endif
