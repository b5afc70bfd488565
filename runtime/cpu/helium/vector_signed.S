/* One window by eight channels, the finish signed. */
#define NAME mote_helium_vector_signed
#define SIGNED 1
#include "vector.inc"
