/* Waiting for a group, for programs that have nothing else to do: the clock of the system, short sleeps between polls. */
#ifndef MOTE_PORTS_BLOCKING_H_
#define MOTE_PORTS_BLOCKING_H_

#include "mote/group.h"

#ifdef __cplusplus
extern "C" {
#endif

uint32_t mote_clock_us(void);   /* for mote_group_poll */
uint32_t mote_random_start(void); /* for mote_group_options.random */
/* Whether so many members are more than the processors of this process: were all of them here, one who waits would keep another one from
   answering. */
int mote_is_crowded(uint32_t members);
/* What one does who has waited in vain for so long: nothing at first, then it sleeps a little. */
void mote_pause_after(uint32_t us);
/* Polls until that says something else than MOTE_WAIT: joins, shrinks and ends exchanges. */
mote_code mote_group_wait(mote_group* group);
/* The same for mediums that the system can wait for: where a member would give its processor away, `until` returns when one of them has
   something to read or room for what waits to be written, and after about `us` microseconds at the latest. */
typedef struct mote_group_pause {
  void (*until)(void* user, uint32_t us);
  void* user;
} mote_group_pause;
mote_code mote_group_wait_by(mote_group* group, const mote_group_pause* pause); /* null: as mote_group_wait */
/* Polls for about so long, whatever happens, so that the others go on having an answer. Returns what the last poll did. */
mote_code mote_group_serve(mote_group* group, uint32_t us);
/* Runs `instance` to its end, exchanges included (mote_set_transport before); polls some thousand times a second while the program computes
   beside one. */
MOTE_NODISCARD mote_status mote_run_in_group(mote_instance* instance, mote_group* group);

#ifdef __cplusplus
}
#endif
#endif
