/* An instance: one running computation of a program, with an arena of its own. */
#ifndef MOTE_INSTANCE_H_
#define MOTE_INSTANCE_H_

#include <stddef.h>
#include <stdint.h>

#include "mote/program.h"
#include "mote/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mote_instance mote_instance; /* lives in memory of the caller, mote_sizes.instance bytes, aligned to 8 */

/* Runs `work` for parts 0 … count-1, possibly at once, and returns when all are done. Any partition gives the same bits. */
typedef void (*mote_work)(void* context, uint32_t part);
typedef struct mote_threads {
  uint32_t count;            /* 0 or 1: everything on the calling thread */
  void* user;
  void (*parallel)(void* user, uint32_t count, mote_work work, void* context);
} mote_threads;

/* The instance keeps `program`, `arena` and `state` until it is no longer used; there is nothing to destroy. `arena` may hold anything; a
   program may read what it finds there, so clear it where it held secrets.
   `state` (when mote_sizes.state > 0) must hold zeros before the first run. Not thread-safe; two instances are independent. */
MOTE_NODISCARD mote_status mote_instance_init(void* memory, size_t memory_size, const mote_program* program, uint32_t entry, void* arena,
                                              size_t arena_size, void* state, size_t state_size, mote_instance** instance);
void mote_set_threads(mote_instance*, const mote_threads* threads); /* copied */

/* Where an input is to be written or an output to be read. With inputs and outputs in the arena (firmware) the pointer is into it, may be
   overwritten by the run, and is valid after mote_instance_init; otherwise it is what was bound, or null. */
void* mote_input_data(mote_instance*, uint32_t number);
const void* mote_output_data(mote_instance*, uint32_t number);
/* Binds memory of the caller, `size` at least the tensor's bytes, aligned to the element (sizes up to 8), until bound anew.
   MOTE_INVALID_ARGUMENT when the program keeps it in the arena. */
MOTE_NODISCARD mote_status mote_bind_input(mote_instance*, uint32_t number, const void* data, size_t size);
MOTE_NODISCARD mote_status mote_bind_output(mote_instance*, uint32_t number, void* data, size_t size);

/* Runs until `budget` element operations are used up (0: no limit), and then to the end of the step that did so: mote_sizes.largest_step
   says how much one step may take beyond it. MOTE_OK: outputs are complete. MOTE_MORE: call again to go on, with the same bindings.
   MOTE_BUDGET: the whole run took more than the program's own step budget. MOTE_UNBOUND, MOTE_INVALID_ARGUMENT: a tensor is not bound, or
   an output shares bytes with the arena, the state or another tensor. After any failure the next call starts from the beginning; outputs
   are then undefined. Never blocks, never allocates. */
MOTE_NODISCARD mote_status mote_run(mote_instance*, uint64_t budget);

#ifdef __cplusplus
}
#endif
#endif
