/* A medium between two groups of one process: two rings of datagrams in memory of the caller. One thread may read and another write. */
#ifndef MOTE_PORTS_LOOPBACK_H_
#define MOTE_PORTS_LOOPBACK_H_

#include "mote/link.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One way. Zeros at first. `bytes` is a power of two; it holds datagrams that are shorter than half of it. */
typedef struct mote_ring {
  uint32_t head;                           /* bytes ever written; of the writer alone */
  uint32_t away[15];                       /* on another cache line than */
  uint32_t tail;                           /* bytes ever read; of the reader alone */
  uint32_t away_too[15];
} mote_ring;                               /* its bytes follow behind it */

typedef struct mote_loopback_end {
  mote_ring *out, *in;
  uint32_t bytes; /* of each ring */
} mote_loopback_end;

/* Bytes of the memory of one ring. */
size_t mote_ring_size(uint32_t bytes);
/* `end` outlives the medium. The payload of datagrams is at most bytes / 2 - 64. */
mote_medium mote_loopback_medium(mote_loopback_end* end, uint32_t payload);

#ifdef __cplusplus
}
#endif
#endif
