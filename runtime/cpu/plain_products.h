// Products of the plain rows with their finish, in a core's own instructions: MOTE_PRODUCTS_BY_HAND says that a folder of this core has
// them.
#ifndef MOTE_CPU_PLAIN_PRODUCTS_H_
#define MOTE_CPU_PLAIN_PRODUCTS_H_

#include <stddef.h>
#include <stdint.h>

// Blocks of channels one after the other. Functions leave weights, multiplier, shifts, out and offset behind the last one, and anything in
// blocks. Results are bytes, not clamped any further. The assembly knows where each field lies.
struct MotePlain {
  const void* windows;
  uint32_t length;        // bytes of a window, or taps: at least 1
  const int8_t* weights;  // of the first channel
  const int32_t* multiplier;  // its; its addend lies an array behind it, its start an array in front of it
  uint32_t array;         // bytes of an array of words
  const uint8_t* shifts;
  int8_t* out;
  uint32_t other;         // bytes from there to the next pixel's
  int32_t shift;          // of all channels, in the end
  uint32_t is_signed;     // kMoteFixedSigned
  uint32_t blocks;        // at least 1
  uint32_t offset;        // bytes from where a tap lies to its channel
};
static_assert(sizeof(void*) != 4 || (offsetof(MotePlain, multiplier) == 12 && offsetof(MotePlain, offset) == 44));

extern "C" {
// Two windows with MOTE_PRODUCTS_BY_HAND channels a block, whose weights follow each other. windows: a position of each in turn, in words
// or, of RV32, bytes.
void mote_plain_pairs(MotePlain* plain);
// Three windows with two channels a block, on Armv7-M.
void mote_plain_triples(MotePlain* plain);
// Four windows with four channels a block, on RV32.
void mote_plain_fours(MotePlain* plain);
// One window, of bytes, with four channels a block.
void mote_plain_one(MotePlain* plain);
// Four channels a block, each with its own bytes: windows are addresses of taps; the weights of a tap follow those of the one before it.
void mote_plain_taps(MotePlain* plain);
}

#endif
