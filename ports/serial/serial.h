/* A medium over a serial line of Linux (a tty): a stream. */
#ifndef MOTE_PORTS_SERIAL_H_
#define MOTE_PORTS_SERIAL_H_

#include "mote/link.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mote_serial {
  int file;
  size_t begin, end;
  uint8_t out[1024]; /* what the line did not take yet */
} mote_serial;

/* Opens the tty `path`, raw, at `baud` bits a second (one of those that termios has; 0: as it is). Returns 0 or an errno. */
int mote_serial_open(mote_serial* serial, const char* path, uint32_t baud);
mote_medium mote_serial_medium(mote_serial* serial); /* `serial` outlives it */
void mote_serial_close(mote_serial* serial);

#ifdef __cplusplus
}
#endif
#endif
