/* One window by four channels, the finish signed. */
#define NAME mote_dsp_vector_signed
#define SIGNED 1
#include "products_1x4.inc"
