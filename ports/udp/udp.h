/* A medium over UDP (IPv4): one socket a link. */
#ifndef MOTE_PORTS_UDP_H_
#define MOTE_PORTS_UDP_H_

#include "mote/link.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mote_udp {
  int socket;
  uint32_t payload;
  int most; /* bytes of the system's room for what is sent */
} mote_udp;

/* `address` and `port` are this end's, the others the other end's: only what comes from there is read. `payload`: 0 for 1400, what nets of
   Ethernet carry whole; at most 65 000. Returns 0 or an errno. */
int mote_udp_open(mote_udp* udp, const char* address, uint16_t port, const char* other_address, uint16_t other_port, uint32_t payload);
mote_medium mote_udp_medium(mote_udp* udp); /* `udp` outlives it */
void mote_udp_close(mote_udp* udp);

#ifdef __cplusplus
}
#endif
#endif
