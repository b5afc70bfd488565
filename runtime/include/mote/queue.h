/* Queues of tensors between a program and its host: what infeed, outfeed, and send and recv with the host take and hand over. A program
   calls them like any function of the application, by these names in mote_open_options.custom_calls:
     "mote.infeed", "mote.recv.CHANNEL"    run = mote_queue_take, user = the queue
     "mote.outfeed", "mote.send.CHANNEL"   run = mote_queue_put, user = the queue
   An item is the tensors of one operation. Where a queue is empty or full the run waits (MOTE_WAIT): the host pushes or pops, and
   mote_queue_settle says when mote_complete may be called. One thread at a time. */
#ifndef MOTE_QUEUE_H_
#define MOTE_QUEUE_H_

#include "mote/call.h"
#include "mote/status.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MOTE_QUEUE_TENSORS 16 /* the most of an item */

/* Memory of the caller; its fields are the queue's own. */
typedef struct mote_queue {
  uint8_t* data;       /* a ring of `size` bytes */
  uint32_t size;       /* bytes; items take theirs, each tensor rounded up to 8, and 8 + 8 a tensor */
  uint32_t first;      /* where the first item begins */
  uint32_t used;       /* bytes of all items */
  uint32_t items;
  uint32_t waiting;    /* 1 + tensors of the operation that waits; 0: none does */
  uint32_t waits_out;  /* it puts, else it takes */
  mote_operand tensors[MOTE_QUEUE_TENSORS]; /* of it */
} mote_queue;

/* An empty queue over `size` bytes at `data`, aligned to 8, which belong to it from now on. MOTE_INVALID_ARGUMENT: null, misaligned, or
   fewer than 32 bytes. */
MOTE_NODISCARD mote_code mote_queue_init(mote_queue* queue, void* data, uint32_t size);

/* For the host. An item goes in or comes out whole; its tensors are copied. MOTE_WAIT: there is no room for it now, or no item.
   MOTE_INVALID_ARGUMENT: null, more tensors than an item may have, or it would never fit (pushing); the item has another number of tensors,
   or one of other bytes or another element type (popping): it stays where it is. Types of 0 fit any (popping). */
MOTE_NODISCARD mote_code mote_queue_push(mote_queue* queue, const mote_operand* tensors, uint32_t count);
MOTE_NODISCARD mote_code mote_queue_pop(mote_queue* queue, const mote_operand* tensors, uint32_t count);
/* Bytes of tensor `number` of the first item and, unless `type` is null, its element type; 0 where there is none. */
uint32_t mote_queue_peek(const mote_queue* queue, uint32_t number, uint32_t* type);

/* Functions for mote_custom_call.run. An item that does not fit the program's operation fails the run (MOTE_FAILED), and stays. */
mote_code mote_queue_take(void* queue, const mote_call* call);
mote_code mote_queue_put(void* queue, const mote_call* call);

/* After a push or a pop, when the run waits: carries out what waits in the queue, if that can be done now. MOTE_OK: it is done, call
   mote_complete (or mote_vulkan_complete) with MOTE_OK. MOTE_WAIT: it still waits, or nothing does. MOTE_FAILED: its item does not fit;
   complete with that. A run that was ended by mote_complete with a failure is forgotten by mote_queue_forget. */
MOTE_NODISCARD mote_code mote_queue_settle(mote_queue* queue);
void mote_queue_forget(mote_queue* queue);

#ifdef __cplusplus
}
#endif
#endif
