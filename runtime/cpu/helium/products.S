/* Four windows by pairs of channels. */
#define NAME mote_helium_products
#define NEXT_RUN mote_helium_next_run
#define LAST_RUN mote_helium_last_run
#define SIGNED 0
#include "products.inc"
