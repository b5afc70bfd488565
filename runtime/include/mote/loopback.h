/* Members of one program in one process, whose exchanges are copies: for tools, tests and trying things out. One thread runs all of them,
   one after the other. */
#ifndef MOTE_LOOPBACK_H_
#define MOTE_LOOPBACK_H_

#include "mote/exchange.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a loopback keeps of a member; zeros at first. */
typedef struct mote_loopback_member {
  const mote_exchange* exchange; /* under way; null: none */
  uint32_t sends, receives;      /* of it that are still to come */
  mote_code failed;              /* why the run ended that was in it */
} mote_loopback_member;

typedef struct mote_loopback {
  mote_loopback_member* members; /* as many as the grid has, of the caller; by replica * partitions + partition */
  uint32_t count;
} mote_loopback;

/* The transport of the member (replica, partition) of a program's grid. `loopback` must outlive the runs. An exchange that other members
   have come to is done at once, else mote_run returns MOTE_WAIT, and mote_complete is called when the last of them comes to it. Members
   that come to exchanges that do not fit together end with MOTE_FAILED. When none can go on, those that have not finished wait for each
   other. */
mote_transport mote_loopback_transport(mote_loopback* loopback, uint32_t replica, uint32_t partition);

#ifdef __cplusplus
}
#endif
#endif
