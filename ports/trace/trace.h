/* Records what goes over a medium: a medium around another one, and a pcap file of the frames. schema/LINK.md section 9 says what stands in
   it; `mote link trace` prints it, and writes a dissector for Wireshark. */
#ifndef MOTE_PORTS_TRACE_H_
#define MOTE_PORTS_TRACE_H_

#include "mote/link.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { MOTE_TRACE_LINK_TYPE = 147, MOTE_TRACE_BYTES = 260 /* of a frame that are kept, four of them in front of it */ };

/* Of a stream: what is written or read of a frame so far. */
typedef struct mote_trace_piece {
  uint32_t size;
  uint8_t bytes[700];
} mote_trace_piece;

typedef struct mote_trace {
  mote_medium medium;
  int file;
  uint8_t member, other;
  size_t head_size, size; /* of the datagram that was looked at */
  uint8_t head[MOTE_LINK_LEAST_DATAGRAM];
  mote_trace_piece written, read;
} mote_trace;

/* A new file, without frames. Returns 0 or an errno. */
int mote_trace_create(const char* path);
/* The same file, to add frames to; several processes may at once. Returns 0 or an errno. */
int mote_trace_open(mote_trace* trace, const char* path, const mote_medium* medium, uint32_t member, uint32_t other);
mote_medium mote_trace_medium(mote_trace* trace); /* `trace` outlives it */
void mote_trace_close(mote_trace* trace);

#ifdef __cplusplus
}
#endif
#endif
