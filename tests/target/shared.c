/* The runtime as a shared library needs one source of its own. */
#include <mote/mote.h>

uint32_t mote_shared_is_linked(void);
uint32_t mote_shared_is_linked(void) { return mote_entry_count(0); }
