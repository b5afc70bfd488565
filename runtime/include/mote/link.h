/* What a link between two members runs over, and its limits. The state machine itself belongs to a group (mote/group.h); schema/LINK.md
   is its specification. */
#ifndef MOTE_LINK_H_
#define MOTE_LINK_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  MOTE_LINK_HEADER = 16,         /* bytes of a datagram beside its payload */
  MOTE_LINK_LEAST_DATAGRAM = 40, /* every medium of datagrams must take these */
  MOTE_LINK_LEAST_PAYLOAD = 16,
  MOTE_LINK_MOST_PAYLOAD_STREAM = 512,
  MOTE_LINK_MOST_PAYLOAD = 1 << 20,
  MOTE_LINK_MOST_WINDOW_STREAM = 16,
  MOTE_LINK_MOST_WINDOW = 32
};

/* The way to one other member and back. Functions are called from within calls of the group, and of mote_run when an exchange begins; they
   never block and never call the group. */
typedef struct mote_medium {
  void* user;       /* for the functions */
  uint32_t payload; /* most bytes of payload in a frame, MOTE_LINK_LEAST_PAYLOAD up to the most above; 0: the most of a stream */
  uint32_t window;  /* most frames under way at once, from 1; 0: the most above */
  /* 1: bytes in order, which may be damaged, lost and made up: frames are framed and checked. 0: whole datagrams, whose bytes the medium
     guards (UDP with its checksum, TCP with lengths, shared memory); they may be lost, doubled and reordered */
  uint32_t stream;
  /* Bytes that `write` takes now, all of them: of datagrams the largest one, or 0. */
  size_t (*room)(void* user);
  /* Sends `size` bytes, at most what `room` said: one datagram, or bytes of the stream. */
  void (*write)(void* user, const void* data, size_t size);
  /* Bytes that came, at most `size`; 0: none. Of datagrams one; what is longer than `size` is cut. */
  size_t (*read)(void* user, void* data, size_t size);

  /* Of datagrams, to save copies; null: `write` and `read` serve. `write_parts` is `write` of a head and what follows it, which lies
     elsewhere. */
  void (*write_parts)(void* user, const void* head, size_t head_size, const void* data, size_t size);
  /* Both or none. `look`: the first bytes of the next datagram, at most `size`, which is MOTE_LINK_LEAST_DATAGRAM; returns the length of
     the whole, 0: none. The next call is `take`: copies `size` of its bytes, which it has, from MOTE_LINK_HEADER on, and ends with the
     datagram, whatever is left of it. Returns the bytes that it copied: fewer where the medium failed. */
  size_t (*look)(void* user, void* head, size_t size);
  size_t (*take)(void* user, void* data, size_t size);
} mote_medium;

#ifdef __cplusplus
}
#endif
#endif
