/* Memory of one member in a file that the other members of its machine map too: messages that lie there are copied once, from where they
   lie to where they belong, and not into a ring and out of it. An arena may lie there, and inputs. */
#ifndef MOTE_PORTS_SHARED_HEAP_H_
#define MOTE_PORTS_SHARED_HEAP_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mote_shared_heap {
  int file;
  uint8_t* memory; /* `size` bytes of a long range */
  size_t size;
  uint64_t name;   /* of this file: a member that starts anew makes another one at the same path */
} mote_shared_heap;

/* A member's own: makes the file `path` anew. Returns 0 or an errno. */
int mote_shared_heap_make(mote_shared_heap* heap, const char* path);
/* `bytes` zeros, aligned to `alignment`, a power of two up to 2 MiB. They are not given back before the heap is closed. NULL: the machine
   has no more memory for it; other memory does as well, its messages take the ring. */
void* mote_shared_heap_take(mote_shared_heap* heap, size_t bytes, size_t alignment);
/* Call it when an exchange has failed, before the memory that it was sending is written: others may still be about to copy it, and take
   nothing then. An exchange that ends well is through with it. */
void mote_shared_heap_forget(mote_shared_heap* heap);
void mote_shared_heap_close(mote_shared_heap* heap); /* the file stays */

/* For mediums: a piece of a heap as its owner names it, */
typedef struct mote_shared_piece {
  uint64_t name, offset;
  uint32_t size, generation;
} mote_shared_piece;
/* where `data` lies in the heap; size 0: not there, */
mote_shared_piece mote_shared_heap_piece(const mote_shared_heap* heap, const void* data, size_t size);
/* and its first `size` bytes as another member takes them. `heap` is that member's view of the owner's, all zeros at first, `path` the
   owner's file. Whatever the piece says, nothing outside of the file is read. 0: there is nothing of it any more. */
int mote_shared_heap_copy(mote_shared_heap* heap, const char* path, const mote_shared_piece* piece, void* to, size_t size);

#ifdef __cplusplus
}
#endif
#endif
