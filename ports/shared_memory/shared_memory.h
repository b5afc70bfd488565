/* A medium between two processes of one machine: two rings (loopback/loopback.h) in a file that both map, /dev/shm/NAME for instance; of
   messages that lie in a heap which both map the rings say only where. */
#ifndef MOTE_PORTS_SHARED_MEMORY_H_
#define MOTE_PORTS_SHARED_MEMORY_H_

#include "loopback/loopback.h"
#include "shared_memory/shared_heap.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mote_shared_memory {
  mote_loopback_end end;
  void* memory;
  size_t size;
  const mote_shared_heap* own; /* NULL: nothing is lent */
  const char* path;            /* of the other's heap; NULL: nothing is taken from it */
  mote_shared_heap theirs;
} mote_shared_memory;

/* Opens or makes the file `path` with two rings of `bytes` bytes, a power of two from 4096; exactly one of both ends is the `first`. What
   still lies in the ring that is read is passed over. Returns 0 or an errno. */
int mote_shared_memory_open(mote_shared_memory* memory, const char* path, uint32_t bytes, int first);
/* From here on this end lends what it sends out of `own`, and takes what the other one lends from the heap `path`, which need not be there
   yet. Both ends do, or only one: then `own` or `path` is NULL. They outlive the medium. */
void mote_shared_memory_lend(mote_shared_memory* memory, const mote_shared_heap* own, const char* path);
mote_medium mote_shared_memory_medium(mote_shared_memory* memory);
void mote_shared_memory_close(mote_shared_memory* memory); /* the file stays */

#ifdef __cplusplus
}
#endif
#endif
