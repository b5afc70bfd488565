/* Waiting for a group, for programs that have nothing else to do: the clock of the system, short sleeps between polls. */
#ifndef MOTE_PORTS_BLOCKING_H_
#define MOTE_PORTS_BLOCKING_H_

#include "mote/group.h"

#ifdef __cplusplus
extern "C" {
#endif

uint32_t mote_clock_us(void);   /* for mote_group_poll */
uint32_t mote_random_start(void); /* for mote_group_options.random */
/* Polls until that says something else than MOTE_WAIT: joins, shrinks and ends exchanges. */
mote_code mote_group_wait(mote_group* group);
/* Polls for about so long, whatever happens, so that the others go on having an answer. Returns what the last poll did. */
mote_code mote_group_serve(mote_group* group, uint32_t us);
/* Runs `instance` to its end, exchanges included (mote_set_transport before). */
MOTE_NODISCARD mote_status mote_run_in_group(mote_instance* instance, mote_group* group);

#ifdef __cplusplus
}
#endif
#endif
