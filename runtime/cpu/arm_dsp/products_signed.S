/* Two windows by pairs of channels, the finish signed. */
#define NAME mote_dsp_products_signed
#define SIGNED 1
#include "products_2x2.inc"
