/* A program: a verified view of file bytes. The bytes stay where they are (flash, mmap) and must outlive the mote_program. */
#ifndef MOTE_PROGRAM_H_
#define MOTE_PROGRAM_H_

#include <stddef.h>
#include <stdint.h>

#include "mote/status.h"

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "mote: programs and tensors are little-endian and used in place, so big-endian machines are not supported"
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mote_program mote_program; /* lives in memory of the caller, mote_program_size() bytes, aligned to 8 */

/* Native kernels that this binary was linked with (ports: mote_add_firmware writes the table); null: microcode only. */
struct mote_native_table;

/* Zeros are the defaults. */
typedef struct mote_open_options {
  const char* target;                       /* variant to open, 0-terminated; null: the first that is not for Vulkan */
  const struct mote_native_table* natives;  /* null: none; outlives the program */
  uint32_t trusted;         /* not 0: the file comes from somebody trusted like a library, so that a device may run its shaders */
  uint32_t
      require_budget; /* not 0: programs that state no step budget are refused (MOTE_NOT_ALLOWED), since a loop of theirs may never end */
  uint64_t step_limit;      /* programs with a step of more element operations are refused (MOTE_NOT_ALLOWED); 0: any */
} mote_open_options;

size_t mote_program_size(void);

/* Verifies `bytes` wholly (header, every offset and count, every step, all microcode), in time linear in `size` less the constants, with a
   fixed stack, and opens it in place. `bytes` aligned to 8. `options` may be null. On failure nothing is kept. Thread-safety: an open
   program is immutable and may be shared by any number of instances and threads. */
MOTE_NODISCARD mote_status mote_open(void* memory, size_t memory_size, const void* bytes, size_t size, const mote_open_options* options,
                                     const mote_program** program);

/* Entry points, inputs and outputs. Numbers out of range give null or 0. */
typedef struct mote_tensor {
  const char* name;          /* not 0-terminated; name_size bytes; may be empty */
  uint32_t name_size;
  uint32_t element_type;     /* code of mote/tables/element_types.def */
  uint32_t rank;
  const int32_t* dims;
  uint64_t bytes;
} mote_tensor;

uint32_t mote_entry_count(const mote_program*);
uint32_t mote_input_count(const mote_program*, uint32_t entry);
uint32_t mote_output_count(const mote_program*, uint32_t entry);
MOTE_NODISCARD mote_status mote_input(const mote_program*, uint32_t entry, uint32_t number, mote_tensor* tensor);
MOTE_NODISCARD mote_status mote_output(const mote_program*, uint32_t entry, uint32_t number, mote_tensor* tensor);

typedef struct mote_sizes {
  uint64_t arena;            /* bytes the caller must provide, scratch included */
  uint64_t state;            /* bytes that must survive between runs; 0 when the program has none */
  uint32_t alignment;        /* of arena and state, in bytes */
  uint32_t instance;         /* bytes of a mote_instance */
  uint64_t work;             /* element operations of all steps, each step once: of a run of a program without loops and conditionals */
  uint64_t largest_step;     /* element operations of the longest step; both UINT64_MAX where they are more */
} mote_sizes;
MOTE_NODISCARD mote_status mote_query_sizes(const mote_program*, mote_sizes* sizes);

#ifdef __cplusplus
}
#endif
#endif
