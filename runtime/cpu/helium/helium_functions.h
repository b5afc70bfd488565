// The assembly of this folder. Each function's own file says what it asks of its arguments.
#ifndef MOTE_CPU_HELIUM_HELIUM_FUNCTIONS_H_
#define MOTE_CPU_HELIUM_HELIUM_FUNCTIONS_H_

#include <stddef.h>
#include <stdint.h>

extern "C" {

// A run of chunks of the windows of four pixels, and where in products.inc as many of them are multiplied.
struct HeliumRun {
  const int8_t* at[4];
  uintptr_t entry;
};

// products.inc reads it word by word.
struct HeliumProducts {
  int32_t shift;               // of halfwords, to the left
  int8_t* out;                 // of the first pixel of the first block
  const uint8_t* stream_end;
  HeliumRun* table;
  uint32_t two;                // 2
  const uint8_t* stream;       // of the first pair
  HeliumRun* table_end;        // behind the last run; one more says what follows
  int32_t step, out_step;      // bytes to the next block's pixels
  uint32_t blocks;
  uint16_t offsets[8];         // of a pair's outputs from `out`: first and second of each pixel
};

void mote_helium_products(HeliumProducts* products);
void mote_helium_products_signed(HeliumProducts* products);
// Places in them: where a table goes on, less kHeliumChunkBytes for each chunk before that; where it ends.
void mote_helium_next_run(void);
void mote_helium_last_run(void);
void mote_helium_next_run_signed(void);
void mote_helium_last_run_signed(void);
enum : uint32_t { kHeliumChunkBytes = 56 };

// vector.inc
void mote_helium_vector(const int8_t* window, uint32_t chunks, const uint8_t* stream, int8_t* out, int8_t* last, int32_t shift);
void mote_helium_vector_signed(const int8_t* window, uint32_t chunks, const uint8_t* stream, int8_t* out, int8_t* last,
                               int32_t shift);
// depthwise.inc reads it word by word.
struct HeliumDepthwise {
  uint32_t channels;
  const uint8_t* stream;
  uint32_t unused;
  int32_t step;              // from behind a pixel's last block of 16 channels to the next pixel, of input
  const HeliumRun* table;    // positions of the window of the first pixel of each run
  const uint32_t* counts;    // pixels of each run
  uint32_t runs;             // four at most
  int32_t out_step;          // as step, of output
  int8_t* out;
  int32_t scale;             // unless signed
};
void mote_helium_depthwise(const HeliumDepthwise* depthwise);
void mote_helium_depthwise_signed(const HeliumDepthwise* depthwise);

// taps.S: where the windows of four pixels begin, and what of them is looked at as one: `columns` pieces a row, of `bytes` bytes.
struct HeliumTaps {
  int32_t tops[4], lefts[4];
  const int8_t* images[4];
  int32_t columns, bytes;
  int32_t rows, height, width, line, dilation_y, dilation_x, across;  // across: bytes from a column to the next
  const int8_t* padding;
};
void mote_helium_taps(HeliumRun* table, const HeliumTaps* taps);
// gather.S: bytes from a run to the next, of a run, number of them, bytes from a pixel to the next, of a window; number of pixels.
struct HeliumGather {
  int32_t row_step, run, rows, pixel_step, window, pixels;
};
void mote_helium_gather(int8_t* to, const int8_t* from, const HeliumGather* gather);
void mote_helium_copy_rows(int8_t* to, const int8_t* from, uint32_t rows, uint32_t bytes, ptrdiff_t to_step, ptrdiff_t from_step);
// pool.S reads it word by word.
struct HeliumPool {
  const int8_t* from;
  uint32_t rows, columns;
  ptrdiff_t column_step, row_gap;  // row_gap: from behind a row's last position to the next row's first
  int8_t* out;
  int32_t channels;
  int32_t multiplier, right, left, addend, half;  // the plain finish; right: not above 0; half: what negative sums have less
  int32_t low, high;
};
void mote_helium_average(const HeliumPool* pool);
void mote_helium_max(const HeliumPool* pool);
void mote_helium_sum(uint32_t* sums, const int8_t* from, uint32_t pixels, uint32_t channels);
// elementwise.S
void mote_helium_add(const int8_t* a, const int8_t* b, int8_t* out, uint32_t count, const int32_t* factors, int32_t shift, int32_t low,
                     int32_t high);
void mote_helium_table(const int8_t* in, int8_t* out, uint32_t count, const uint8_t* table);
// bytes.S
void mote_helium_clamp(int8_t* bytes, uint32_t count, int32_t low, int32_t high);
void mote_helium_fill(int8_t* bytes, uint32_t count, int32_t value);
}

#endif
