/* One window by fours of channels, weights of two bytes, the finish signed. */
#define NAME mote_dsp_wide_vector_signed
#define SIGNED 1
#include "wide_1x4.inc"
