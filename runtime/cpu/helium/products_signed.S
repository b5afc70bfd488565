/* Four windows by pairs of channels, the finish signed. */
#define NAME mote_helium_products_signed
#define NEXT_RUN mote_helium_next_run_signed
#define LAST_RUN mote_helium_last_run_signed
#define SIGNED 1
#include "products.inc"
