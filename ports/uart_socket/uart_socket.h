/* A medium over a Unix socket that stands for a serial line: what QEMU has for the UART of an emulated board. A stream. One end listens,
   the other calls; a broken connection is made anew. */
#ifndef MOTE_PORTS_UART_SOCKET_H_
#define MOTE_PORTS_UART_SOCKET_H_

#include "mote/link.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mote_uart_socket {
  int listener, socket; /* -1: none */
  uint32_t called;      /* looks since the last call */
  const char* path;
  size_t begin, end;
  uint8_t out[1024]; /* what the socket did not take yet */
} mote_uart_socket;

/* `path` outlives the medium, and has at most 107 bytes. `listens`: this end does, and takes the place of whatever was at `path`; else it
   calls there. Exactly one end does. Returns 0 or an errno. */
int mote_uart_socket_open(mote_uart_socket* uart, const char* path, int listens);
mote_medium mote_uart_socket_medium(mote_uart_socket* uart); /* `uart` outlives it */
void mote_uart_socket_close(mote_uart_socket* uart);

#ifdef __cplusplus
}
#endif
#endif
