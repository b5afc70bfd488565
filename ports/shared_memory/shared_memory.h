/* A medium between two processes of one machine: two rings (loopback/loopback.h) in a file that both map, /dev/shm/NAME for instance. */
#ifndef MOTE_PORTS_SHARED_MEMORY_H_
#define MOTE_PORTS_SHARED_MEMORY_H_

#include "loopback/loopback.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mote_shared_memory {
  mote_loopback_end end;
  void* memory;
  size_t size;
} mote_shared_memory;

/* Opens or makes the file `path` with two rings of `bytes` bytes, a power of two from 4096; exactly one of both ends is the `first`. What
   still lies in the ring that is read is passed over. Returns 0 or an errno. */
int mote_shared_memory_open(mote_shared_memory* memory, const char* path, uint32_t bytes, int first);
mote_medium mote_shared_memory_medium(mote_shared_memory* memory);
void mote_shared_memory_close(mote_shared_memory* memory); /* the file stays */

#ifdef __cplusplus
}
#endif
#endif
