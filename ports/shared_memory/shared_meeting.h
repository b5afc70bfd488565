/* Short exchanges of processes of one machine without messages: each member of an epoch puts its bytes into a file that all of them map,
   and who finds all members there takes the others' bytes. A group (mote/group.h) stays what decides: where one does not come, all give
   the exchange to it, so that its verdicts, deadlines and epochs hold for every exchange. Files are trusted as the rings are not: a
   process that writes into other members' slots puts its own bytes in theirs, though nothing outside of the file. */
#ifndef MOTE_PORTS_SHARED_MEETING_H_
#define MOTE_PORTS_SHARED_MEETING_H_

#include "mote/group.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { MOTE_MEETING_BYTES = 1016 }; /* that a member puts down in an exchange, at most */

/* Of one epoch; all zeros before it is opened. */
typedef struct mote_shared_meeting {
  uint8_t* memory;      /* the file; NULL: all exchanges are the group's */
  uint32_t members;     /* of the epoch */
  int crowded;          /* there are more members than processors: who waits gives its own away */
  uint64_t turn;        /* exchanges that were begun here */
  uint64_t bytes;       /* put down so far */
  const mote_exchange* exchange; /* that waits for others; NULL: none */
} mote_shared_meeting;

/* For an epoch of `members` members, once, before its first run: all of them open the same `path`, a new file, which has another name in
   each epoch and for each set of members: sets that a broken net keeps apart may have epochs of one number. What was open is closed.
   Returns 0, or an errno: then this member's exchanges are the group's, and so each other member's once it has waited in vain. */
int mote_shared_meeting_open(mote_shared_meeting* meeting, const char* path, uint32_t members);
void mote_shared_meeting_close(mote_shared_meeting* meeting); /* the file stays */

/* For `begin` of a transport. 1: the exchange is held here. `code` is MOTE_OK where the others have come within some 20 microseconds, for
   which it looks, or MOTE_WAIT: mote_shared_meeting_wait ends it. 0: the exchange is for the group's own `begin`. Never calls the group:
   another thread may poll it meanwhile. */
int mote_shared_meeting_begin(mote_shared_meeting* meeting, const mote_exchange* exchange, mote_code* code);
/* Of the exchange that waits: MOTE_OK: all have come, its bytes are here. MOTE_REVOKED: it is for the group's own `begin`, with every
   member. `look` may say MOTE_WAIT, `give_up` not: whoever has not come until then came too late. None of them calls mote_complete. */
mote_code mote_shared_meeting_look(mote_shared_meeting* meeting);
mote_code mote_shared_meeting_give_up(mote_shared_meeting* meeting);
/* All of it: looks and polls the group, gives up when the epoch has ended or after `late_us`, and begins the exchange in the group then,
   by its own `transport`. MOTE_WAIT: there it waits, and mote_group_wait ends it. Else it is complete (mote_complete), or this is why it
   failed. */
mote_code mote_shared_meeting_wait(mote_shared_meeting* meeting, mote_group* group, const mote_transport* transport, uint32_t late_us);

#ifdef __cplusplus
}
#endif
#endif
