/* Two windows by pairs of channels, weights of two bytes, the finish signed. */
#define NAME mote_dsp_wide_products_signed
#define SIGNED 1
#include "wide_2x2.inc"
