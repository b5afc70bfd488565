/* A group: members on several machines that carry out the exchanges of one program over links (mote/link.h), each with every other.
   schema/LINK.md says what goes between them. Members are numbered from 0; an *epoch* is a time in which the same members are together.
   Memory is the caller's, nothing blocks, and nothing happens but in calls of these functions; calls on one group must not overlap. */
#ifndef MOTE_GROUP_H_
#define MOTE_GROUP_H_

#include "mote/exchange.h"
#include "mote/link.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mote_group mote_group;

typedef struct mote_group_options {
  uint32_t members;             /* 1 to 32 */
  uint32_t member;              /* this one's number */
  uint64_t plan;                /* of mote_query_grid: those with another one are refused before any data. Of a group that goes on with
                                   other programs when it shrinks: a number that stands for all of them */
  const mote_medium* mediums;   /* one a member, in order; this one's own is not looked at. They outlive the group */
  uint32_t random;              /* never 0, and another one whenever the member starts: what tells its sessions apart */
  uint32_t heartbeat_us;        /* who is silent for two and a half of these is lost; 0: 100 000. At most 2^24. On slow lines at least the
                                   time of `window` frames */
  uint32_t deadline_us;         /* of joining, shrinking and each exchange, as polls count time; 0: 5 000 000. At most 2^30 */
  void* frame;                  /* room for one datagram, aligned to 4: where a medium is no stream */
  size_t frame_size;            /* at least MOTE_LINK_HEADER + the largest payload, and MOTE_LINK_LEAST_DATAGRAM */
} mote_group_options;

/* Bytes that a group of so many members lives on, aligned to 8. */
size_t mote_group_size(uint32_t members);
/* MOTE_INVALID_ARGUMENT: something is null, misaligned or out of range. MOTE_OUT_OF_MEMORY: `size` or the frame is too small. */
MOTE_NODISCARD mote_code mote_group_init(const mote_group_options* options, void* memory, size_t size, mote_group** group);

/* Begins to form an epoch: at first of all members; later of those that were not lost and those that ask to come (back). Each member of
   it calls this, or mote_group_shrink, which says the same. Where the group is in an epoch, that ends for all its members with
   MOTE_REVOKED. Poll while that returns MOTE_WAIT. MOTE_INVALID_ARGUMENT: an exchange is under way, or the group was left. */
MOTE_NODISCARD mote_code mote_group_join(mote_group* group);
MOTE_NODISCARD mote_code mote_group_shrink(mote_group* group);

/* Everything that the group does, it does here: call it often, at least four times a heartbeat. `now_us`: any clock in microseconds, that
   may wrap; between two polls at most half of a heartbeat is counted, so a member that was stopped does not take its peers for lost.
   Ends exchanges by mote_complete: not while mote_run is under way.
   MOTE_WAIT: something is under way. MOTE_OK: in an epoch, with nothing to wait for. Otherwise there is no epoch:
   MOTE_PEER_LOST (mote_group_lost says who), MOTE_TIMEOUT, MOTE_REVOKED: the same on every survivor. MOTE_EPOCH_CHANGED: the others have
   gone on without this member. MOTE_NOT_ALLOWED: one of them (mote_group_lost) runs another program or is of another group.
   MOTE_INVALID_ARGUMENT: never joined, or left. An exchange ends at the latest when its deadline has passed and, for every member that is
   lost, three heartbeats more. */
MOTE_NODISCARD mote_code mote_group_poll(mote_group* group, uint32_t now_us);

/* Counts the frames that came, of all links: has one come since? Then there may be more, and waiting for them is worth a processor. */
uint32_t mote_group_frames(const mote_group* group);

/* How the exchange ended that did last; MOTE_WAIT: one is under way. It may be MOTE_OK where the epoch ended with it. */
mote_code mote_group_exchange_result(const mote_group* group);

/* Sets of members, by bits. Of the epoch; those that the last verdict was about; those that ask to come in by a new epoch. */
uint32_t mote_group_members(const mote_group* group);
uint32_t mote_group_lost(const mote_group* group);
uint32_t mote_group_waiting(const mote_group* group);
uint32_t mote_group_epoch(const mote_group* group);

/* What mote_set_transport takes, in an epoch: its members are counted anew from 0, in order, `partitions` (from 1) a replica.
   MOTE_INVALID_ARGUMENT: there is no epoch, or null. */
MOTE_NODISCARD mote_code mote_group_transport(mote_group* group, uint32_t partitions, mote_transport* transport);

/* Ends the epoch for all its members, with MOTE_REVOKED: for one whose run failed for a reason of its own. */
void mote_group_revoke(mote_group* group);
/* Says good-bye; the others take this member for lost at once. Exchanges under way end with MOTE_REVOKED. Nothing comes after it: on
   mediums that lose frames, whoever has not all of the last exchange yet cannot ask for it any more, so poll for a heartbeat before. */
void mote_group_leave(mote_group* group);

#ifdef __cplusplus
}
#endif
#endif
