/* Mediums between every two members of a group over the wires that there are: datagrams for others are handed on by the members between
   (schema/LINK.md section 10). For any machine: nothing of a system is called, nothing blocks, memory is the caller's. A relay hands on in
   the calls of its mediums, that is when its group is polled: a member between others has to do that often.
   Who hands on reads what it hands on, and can keep it back, change it, and say things in the name of others. Encryption (mote/seal.h) goes
   around these mediums, from end to end: who has not the key of both ends can do no more than keep back. A member between has it where the
   whole group shares one, and has not where every two members have a key of their own. */
#ifndef MOTE_PORTS_RELAY_H_
#define MOTE_PORTS_RELAY_H_

#include "mote/link.h"
#include "mote/status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  MOTE_RELAY_HEADER = 4,         /* bytes in front of each datagram on a wire */
  MOTE_RELAY_LEAST_PAYLOAD = 28, /* of a wire */
  MOTE_RELAY_MOST_QUEUE = 1024,
  MOTE_RELAY_NOWHERE = 255       /* as the next member: there is no way */
};

typedef struct mote_relay mote_relay;

typedef struct mote_relay_options {
  uint32_t members;         /* 2 to 32 */
  uint32_t member;          /* this one's number */
  const mote_medium* wires; /* one a member, in order, of datagrams; where there is no wire its functions are null. Copied: only what they
                               point to outlives the relay */
  const uint8_t* next;      /* one a member, in order: the neighbour by which it is reached, or MOTE_RELAY_NOWHERE. Copied */
  uint32_t payload;         /* of the mediums that are made: at most that of each wire of the group, less the header. 0: the most that this
                               member's own wires carry, where those of all are alike */
  uint32_t queue;           /* datagrams that may wait for a wire, handed on, and as many of each member, come; 0: 64. What finds no room is
                               dropped, and links send it again, slowly: better some windows of messages (MOTE_LINK_MOST_WINDOW) */
} mote_relay_options;

/* Since the beginning. */
typedef struct mote_relay_counts {
  uint32_t handed_on;
  uint32_t refused; /* by their header: damaged, made up, on no way that goes on */
  uint32_t dropped; /* for want of room */
} mote_relay_counts;

/* Bytes that a relay lives on, aligned to 8: by members, wires, payload and queue. 0: the options are wrong. */
size_t mote_relay_size(const mote_relay_options* options);
/* MOTE_INVALID_ARGUMENT: something is null, misaligned or out of range, or a wire is a stream. MOTE_OUT_OF_MEMORY: `size` is too small. */
MOTE_NODISCARD mote_code mote_relay_init(const mote_relay_options* options, void* memory, size_t size, mote_relay** relay);
/* To another member, a neighbour or not: of datagrams, its window the least of this member's wires. The relay outlives it. */
mote_medium mote_relay_medium(mote_relay* relay, uint32_t other);
mote_relay_counts mote_relay_counted(const mote_relay* relay);

/* Routes of `member`, one of 1 to 32, to `next`: by the least cost, then the fewest wires, then the lower neighbour. Of the wire from a to
   b, `costs[a * members + b]` is the cost, from 1; 0: there is none. Where all members take routes of the same costs, no datagram goes in a
   circle. Returns the set of members that cannot be reached. */
uint32_t mote_relay_routes(uint32_t members, uint32_t member, const uint32_t* costs, uint8_t* next);

#ifdef __cplusplus
}
#endif
#endif
