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
  int32_t left, shift;
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
void mote_helium_vector(const int8_t* window, uint32_t chunks, const uint8_t* stream, int8_t* out, int8_t* last, int32_t left,
                        int32_t shift);
void mote_helium_vector_signed(const int8_t* window, uint32_t chunks, const uint8_t* stream, int8_t* out, int8_t* last, int32_t left,
                               int32_t shift);
void mote_helium_clamp(int8_t* bytes, uint32_t count, int32_t low, int32_t high);
void mote_helium_fill(int8_t* bytes, uint32_t count, int32_t value);
}

#endif
