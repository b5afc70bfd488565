/* 3 by 3 convolutions of each channel by itself. */
#define NAME mote_helium_depthwise
#define SIGNED 0
#include "depthwise.inc"
