/* Two windows by pairs of channels, weights of two bytes. */
#define NAME mote_dsp_wide_products
#define SIGNED 0
#include "wide_2x2.inc"
