/* Two tiles by pairs of channels, the finish signed. */
#define NAME mote_dsp_winograd_signed
#define SIGNED 1
#include "winograd.inc"
