/* Native kernels: C-printed kernels linked into a binary, found by the content hash and parameter words of a step, and used only where what
   they touch is what the step's verified microcode may touch. */
#ifndef MOTE_NATIVE_H_
#define MOTE_NATIVE_H_

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Printed by `mote compile --emit-c` and mote_add_firmware, not written by hand; what it points to lives as long as the table. */
typedef struct mote_native_kernel {
  uint64_t hash;                 /* Kernel.hash of the program file */
  const uint32_t* params;        /* the step's fields and parameter words this function was printed for */
  uint16_t param_count;          /* of params, in words; 0: none */
  uint16_t operand_count;        /* of operand_bytes, operand_types and run's operands */
  const uint32_t* operand_bytes; /* bytes from an operand's start that may be touched: must fit the step's views */
  const uint8_t* operand_types;  /* a byte each, equal to the microcode's: element type code (bits 0-5) | read (6) | written (7). Addresses
                                    are multiples of the element's size, up to 8 */
  uint32_t extent;               /* outermost parallel extent: begin and end lie in [0, extent] */
  void (*run)(unsigned char* const* operands, uint32_t begin, uint32_t end); /* rows begin to end-1; may run on several threads at once */
} mote_native_kernel;

typedef struct mote_native_table {
  const mote_native_kernel* kernels;  /* ascending by hash */
  uint32_t count;
} mote_native_table;

#ifdef __cplusplus
}
#endif
#endif
