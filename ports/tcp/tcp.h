/* A medium over TCP (IPv4): datagrams with their length in front. One end listens, the other calls; a broken connection is made anew. */
#ifndef MOTE_PORTS_TCP_H_
#define MOTE_PORTS_TCP_H_

#include <poll.h>

#include "mote/link.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { MOTE_TCP_PAYLOAD = 262144, MOTE_TCP_BYTES = 4 + MOTE_LINK_HEADER + MOTE_TCP_PAYLOAD };

typedef struct mote_tcp {
  int listener, socket;  /* -1: none */
  int calling;           /* the connection is under way */
  uint32_t address;      /* of the one who listens, as the net has it */
  uint16_t port;
  uint32_t called;       /* looks since the last call */
  size_t out_begin, out_end, in_begin, in_end;
  size_t waiting;        /* bytes that the system had of an unfinished datagram at the last look */
  uint8_t out[MOTE_TCP_BYTES], in[MOTE_TCP_BYTES];
} mote_tcp;

/* `listens`: this end does, at `address` and `port`; else it calls there. Exactly one end does. Returns 0 or an errno. */
int mote_tcp_open(mote_tcp* tcp, const char* address, uint16_t port, int listens);
mote_medium mote_tcp_medium(mote_tcp* tcp); /* `tcp` outlives it */
/* What to wait for where there is nothing to do: that something comes, or that there is room for what was written. */
struct pollfd mote_tcp_awaited(const mote_tcp* tcp);
void mote_tcp_close(mote_tcp* tcp);

#ifdef __cplusplus
}
#endif
#endif
