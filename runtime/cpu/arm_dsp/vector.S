/* One window by four channels. */
#define NAME mote_dsp_vector
#define SIGNED 0
#include "products_1x4.inc"
