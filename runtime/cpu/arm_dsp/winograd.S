/* Two tiles by pairs of channels. */
#define NAME mote_dsp_winograd
#define SIGNED 0
#include "winograd.inc"
