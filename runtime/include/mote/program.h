/* A program: a verified view of file bytes. The bytes stay where they are (flash, mmap). */
#ifndef MOTE_PROGRAM_H_
#define MOTE_PROGRAM_H_

#include <stddef.h>
#include <stdint.h>

#include "mote/call.h"
#include "mote/status.h"

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "mote: programs and tensors are little-endian and used in place, so big-endian machines are not supported"
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mote_program mote_program; /* lives in memory of the caller, mote_program_size() bytes; there is nothing to close */

/* Native kernels that this binary was linked with (ports: mote_add_firmware writes the table): mote/native.h. */
struct mote_native_table;

/* Zeros are the defaults. Read during mote_open only, what `natives` and `custom_calls` point to aside. */
typedef struct mote_open_options {
  const char* target;                       /* variant to open, 0-terminated; null: the first that is not for Vulkan */
  const struct mote_native_table* natives;  /* null: microcode only; must outlive the program */
  uint32_t trusted;         /* not 0: the file comes from somebody trusted like a library, so that a device may run its shaders */
  uint16_t require_budget;  /* not 0: programs that state no step budget are refused, since a loop of theirs may never end */
  uint16_t natives_first;   /* not 0: `natives` run also what hosts run from microcode in vector registers, as fast or faster */
  uint64_t step_limit;      /* element operations: programs with a longer step are refused; 0: any */
  const mote_custom_call* custom_calls;  /* functions that the program may call; must outlive the program */
  uint32_t custom_call_count;
} mote_open_options;

/* Bytes of a mote_program: the same for all programs of one build. */
size_t mote_program_size(void);

/* Verifies `size` bytes wholly (header, every offset and count, every step, all microcode), in time linear in `size` less the constants,
   with a fixed stack, and opens them in place: `bytes` (aligned to 8) must not change and must outlive the program. `memory` is aligned to
   8, of memory_size >= mote_program_size() bytes. `options` may be null. On failure `*program` is null and nothing is kept. An open program
   is immutable and may be shared by any number of instances and threads.
   MOTE_INVALID_ARGUMENT: null or misaligned `memory` or `bytes`. MOTE_OUT_OF_MEMORY: memory_size is too small. MOTE_NOT_A_PROGRAM: other
   bytes. MOTE_UNSUPPORTED_VERSION: another major version of the format. MOTE_MALFORMED: a rule of the format is broken. MOTE_NO_VARIANT:
   none for `target`. MOTE_MISSING_FEATURE: this build was linked without what the program needs, or
   custom_calls lacks a name that it calls. MOTE_NOT_ALLOWED: require_budget or
   step_limit refuses it. detail says where; mote_site_text, what it counts. */
MOTE_NODISCARD mote_status mote_open(void* memory, size_t memory_size, const void* bytes, size_t size, const mote_open_options* options,
                                     const mote_program** program);

/* An input or output. What it points to lies in the program's bytes and lives as long as they do. */
typedef struct mote_tensor {
  const char* name;       /* UTF-8, not 0-terminated; null or of no bytes where the program has no name for it */
  uint32_t name_size;     /* bytes of it */
  uint32_t element_type;  /* code of mote/tables/element_types.def; types of less than a byte take one */
  uint32_t rank;          /* of dims, 0 … 64; 0: one element */
  const int32_t* dims;    /* elements, outermost first, each from 0; elements lie row-major, without gaps */
  uint64_t bytes;         /* of all elements; 0 where a dimension is 0 */
} mote_tensor;

/* The number of the entry point of this 0-terminated name; UINT32_MAX where there is none, or an argument is null. */
uint32_t mote_find_entry(const mote_program* program, const char* name);
/* Entry points, and inputs and outputs of entry point `entry`; all are numbered from 0. 0 for a null program or an entry that is not. */
uint32_t mote_entry_count(const mote_program* program);
uint32_t mote_input_count(const mote_program* program, uint32_t entry);
uint32_t mote_output_count(const mote_program* program, uint32_t entry);
/* Fills in `*tensor`. MOTE_INVALID_ARGUMENT: null, or no such entry or tensor; detail is the number. */
MOTE_NODISCARD mote_status mote_input(const mote_program* program, uint32_t entry, uint32_t number, mote_tensor* tensor);
MOTE_NODISCARD mote_status mote_output(const mote_program* program, uint32_t entry, uint32_t number, mote_tensor* tensor);

/* How an input or output is cut among the partitions of a program that is one member's part of a larger one (jax.shard_map): the tensor of
   mote_input and mote_output is a part. What it points to lives as long as the program's bytes. */
typedef struct mote_split {
  uint32_t rank;           /* of tiles: the tensor's own; 0 too where the tensor is not cut */
  uint32_t members;        /* of parts: the program's partitions; 0: the tensor is not cut, and every member has its own */
  const uint32_t* tiles;   /* into how many equal parts each dimension of the whole tensor is cut, from 1 */
  const uint32_t* parts;   /* by partition: the part that it has, in row-major order of the parts; equal ones hold the same */
} mote_split;
/* Fills in `*split`. MOTE_INVALID_ARGUMENT: null, or no such entry or tensor; detail is the number. MOTE_MALFORMED: a cut that is none. */
MOTE_NODISCARD mote_status mote_input_split(const mote_program* program, uint32_t entry, uint32_t number, mote_split* split);
MOTE_NODISCARD mote_status mote_output_split(const mote_program* program, uint32_t entry, uint32_t number, mote_split* split);

/* What instances of the program need and how long they run, the same for all its entry points. */
typedef struct mote_sizes {
  uint64_t arena;         /* bytes, scratch included, of its first region; 0: none is needed */
  uint64_t state;         /* bytes that must survive between runs; 0: the program keeps none */
  uint32_t alignment;     /* of arena and state, in bytes: 8 or 64 */
  uint32_t instance;      /* bytes of a mote_instance */
  uint64_t work;          /* element operations of all steps, each step once: of a run of a program without loops and conditionals */
  uint64_t largest_step;  /* element operations of the longest step; both stay at UINT64_MAX where they are more */
  uint64_t regions[3];    /* bytes of the arena's further regions, in memories of their own (mote_instance_init_regions); 0: none */
} mote_sizes;
/* MOTE_INVALID_ARGUMENT: an argument is null. */
MOTE_NODISCARD mote_status mote_query_sizes(const mote_program* program, mote_sizes* sizes);

#ifdef __cplusplus
}
#endif
#endif
