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

typedef struct mote_instance mote_instance; /* lives in mote_memory.instance; there is nothing to destroy */

/* What an instance lives on: memory of the caller, which belongs to the instance alone until it is no longer used, its state aside. Sizes
   are in bytes, what is needed says mote_query_sizes; more is never touched. Zeros: not given. */
typedef struct mote_memory {
  void* instance;        /* aligned to 8; may hold anything */
  size_t instance_size;  /* at least mote_sizes.instance */
  void* arena;           /* aligned to mote_sizes.alignment; may hold anything, and a program may read what it finds: clear it of secrets */
  size_t arena_size;     /* at least mote_sizes.arena; where that is 0, none need be given */
  void* state;           /* aligned to mote_sizes.alignment; zeros before the first run, kept between runs. Instances of one program, of
                            any of its entry points, may share it when only one of them is in a run at a time */
  size_t state_size;     /* at least mote_sizes.state; where that is 0, none need be given */
} mote_memory;

/* Makes an instance of entry point `entry`, from 0. `program` must outlive it; `memory` itself is copied. `*instance` is null on failure.
   Two instances are independent; calls on one instance must not overlap.
   MOTE_INVALID_ARGUMENT: something that is needed is null or misaligned, there is no such entry, `state` is too small, or the program was
   opened for Vulkan. MOTE_OUT_OF_MEMORY: `instance` or `arena` is too small; detail says what is needed. MOTE_MISSING_FEATURE: the program
   has steps for other machines, which this one can only prove. */
MOTE_NODISCARD mote_status mote_instance_init(const mote_memory* memory, const mote_program* program, uint32_t entry,
                                              mote_instance** instance);

/* A further region of the arena, of programs that were planned for several memories. */
typedef struct mote_region {
  void* data;   /* aligned to mote_sizes.alignment, else as mote_memory.arena */
  size_t size;  /* bytes, at least mote_sizes.regions says */
} mote_region;

/* mote_instance_init for programs whose arena has more regions than one: those from the second on, at most 3; they are copied.
   MOTE_OUT_OF_MEMORY: a region is missing or too small; detail is its number, from 1. Else as mote_instance_init. */
MOTE_NODISCARD mote_status mote_instance_init_regions(const mote_memory* memory, const mote_region* regions, uint32_t region_count,
                                                      const mote_program* program, uint32_t entry, mote_instance** instance);

/* A part of a step's work; `part` counts from 0. */
typedef void (*mote_work)(void* context, uint32_t part);
typedef struct mote_threads {
  uint32_t count;  /* of threads that may work at once; 0 or 1: everything on the calling thread, `parallel` is not called */
  void* user;      /* for `parallel` */
  /* Runs `work(context, part)` for parts 0 … count-1, possibly at once, and returns when all are done; `count` is at most the count above.
     Any order and partition give the same bits. Called from within mote_run, never from itself. On hosts a
     part takes up to 48 KiB of its thread's stack. */
  void (*parallel)(void* user, uint32_t count, mote_work work, void* context);
  uint32_t least_work; /* element operations that a part is worth: a step is cut into no more parts than it has these, and one below two of
                          them is run by the calling thread alone. 0: any step is cut */
} mote_threads;
/* From the next mote_run on; null: the calling thread alone, as at first. `threads` is copied. Not while a run is under way. */
void mote_set_threads(mote_instance* instance, const mote_threads* threads);

/* Called around every step that computes or moves data, from within mote_run; for profiles. `step`: its place in the program, in words, as
   `mote inspect` prints it and as failures at a step have it. A step that a budget cuts is told of once a piece. On Vulkan a step that runs
   on the device is only recorded between both calls. Either may be null. */
typedef struct mote_hook {
  void* user; /* for both */
  void (*step_begin)(void* user, uint32_t step);
  void (*step_end)(void* user, uint32_t step);
} mote_hook;
/* From the next mote_run on; null: none, as at first. `hook` stays the caller's and must outlive the runs. Not while a run is under way. */
void mote_set_hook(mote_instance* instance, const mote_hook* hook);

/* Where input or output `number`, from 0, is to be written or read. In the arena (firmware): valid from mote_instance_init on, for as long
   as the instance is used; a run may overwrite inputs, and outputs hold until the next run begins. At the caller's pointers (hosts): what
   was bound. Null where nothing is bound or there is no such tensor. */
void* mote_input_data(mote_instance* instance, uint32_t number);
const void* mote_output_data(mote_instance* instance, uint32_t number);

/* Binds memory of the caller to input or output `number`, until bound anew: read or written during mote_run, and between calls of a run
   that has not ended. `size` in bytes, at least mote_tensor.bytes; `data` aligned to the element (sizes up to 8).
   MOTE_INVALID_ARGUMENT: no such tensor, `size` is too small, `data` is null or misaligned, or the program has its tensors in the arena. */
MOTE_NODISCARD mote_status mote_bind_input(mote_instance* instance, uint32_t number, const void* data, size_t size);
MOTE_NODISCARD mote_status mote_bind_output(mote_instance* instance, uint32_t number, void* data, size_t size);

/* Runs until `budget` element operations are used up (0: no limit): a step that takes more than is left stops inside, at a point, a row or
   a line of its own, and takes at least one of them a call. Never blocks, never allocates, calls nothing but mote_threads.parallel and the
   program's custom calls.
   MOTE_OK: outputs are complete. MOTE_MORE: the budget of this call is used up, or an exchange has begun that other steps run beside
   (mote_transport.begin): call again to go on, with the same bindings. MOTE_WAIT: a custom call or an exchange is carried out elsewhere:
   call again after mote_complete; detail is the word of the step. MOTE_FAILED: a custom call failed.
   MOTE_BUDGET: the whole run took more than the program's own step budget. MOTE_UNBOUND: a tensor is not bound; detail says which.
   MOTE_INVALID_ARGUMENT: `instance` is null, or a bound tensor shares bytes with the arena, the state or (an output) another tensor; detail
   says which. After a failure outputs are undefined, and the next call starts from the beginning. */
MOTE_NODISCARD mote_status mote_run(mote_instance* instance, uint64_t budget);

/* What MOTE_WAIT waited for has ended, and with `result` MOTE_OK its outputs are written: the next mote_run goes on behind it. Any other
   result ends the run: the next mote_run starts from the beginning. Not while mote_run is under way: whoever completes a step in another
   thread or an interrupt leaves a note for the thread that runs the instance.
   Of an exchange that the program computes beside (mote_transport.begin): it has ended; the run goes on where it comes to need it, or fails
   with `result` there. From any thread, at any time.
   MOTE_INVALID_ARGUMENT: `instance` is null, or nothing waits. */
MOTE_NODISCARD mote_status mote_complete(mote_instance* instance, mote_code result);

#ifdef __cplusplus
}
#endif
#endif
