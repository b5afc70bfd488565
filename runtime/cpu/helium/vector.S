/* One window by eight channels. */
#define NAME mote_helium_vector
#define SIGNED 0
#include "vector.inc"
