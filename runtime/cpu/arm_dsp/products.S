/* Two windows by pairs of channels. */
#define NAME mote_dsp_products
#define SIGNED 0
#include "products_2x2.inc"
