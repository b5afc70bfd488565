/* 3 by 3 convolutions of each channel by itself, the finish signed. */
#define NAME mote_helium_depthwise_signed
#define SIGNED 1
#include "depthwise.inc"
