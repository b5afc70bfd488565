// Sums of products that plain convolutions are made of. MOTE_PRODUCTS_BY_HAND: a folder of this core has them in its instructions.
#ifndef MOTE_CPU_PLAIN_PRODUCTS_H_
#define MOTE_CPU_PLAIN_PRODUCTS_H_

#include <stdint.h>

extern "C" {
// sums[p + 2·c]: window p of two with output channel c of MOTE_PRODUCTS_BY_HAND, whose weights follow each other. length: bytes of a window
// and of a channel's weights, at least 1; nothing is aligned but sums.
void mote_products_of_two(const int8_t* const* windows, const int8_t* weights, uint32_t length, uint32_t* sums);
// sums[c]: one window with four output channels.
void mote_products_of_one(const int8_t* window, const int8_t* weights, uint32_t length, uint32_t* sums);
// sums[c]: channel c of four through `count` taps, at least 1: their bytes at taps[t] + offset + c, their weights `channels` bytes apart.
void mote_taps_of_four(const int8_t* const* taps, int32_t count, const int8_t* weights, int32_t channels, int32_t offset, uint32_t* sums);
}

#endif
