/* One window by fours of channels, weights of two bytes. */
#define NAME mote_dsp_wide_vector
#define SIGNED 0
#include "wide_1x4.inc"
