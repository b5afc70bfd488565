/* Custom calls: functions of the application that a program calls by name. */
#ifndef MOTE_CALL_H_
#define MOTE_CALL_H_

#include <stdint.h>

#include "mote/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mote_call mote_call;  /* one call, while the function runs */

/* An operand's elements, row-major and without gaps. */
typedef struct mote_operand {
  void* data;             /* aligned to an element, up to 8; null where there is no such operand, or it has no bytes */
  uint32_t bytes;         /* of all elements */
  uint32_t element_type;  /* code of mote/tables/element_types.def */
} mote_operand;

/* A function that computes the outputs from the inputs, called from within mote_run (on Vulkan from within mote_vulkan_run, with operands
   in memory of the host). MOTE_OK: done. MOTE_WAIT: it is carried out elsewhere, outputs are written later, then mote_complete is called;
   operands stay where they are until then. Any other code: it failed, and with it the run (MOTE_FAILED).
   It must write every byte of the outputs, nothing else, and call no other function of the same instance. */
typedef mote_code (*mote_call_function)(void* user, const mote_call* call);

typedef struct mote_custom_call {
  const char* name;        /* the custom call's target, 0-terminated */
  mote_call_function run;
  void* user;              /* for `run` */
} mote_custom_call;

/* Inputs and outputs of a call are numbered from 0 in the order of the operation. Inputs are not to be written. */
uint32_t mote_call_input_count(const mote_call* call);
uint32_t mote_call_output_count(const mote_call* call);
mote_operand mote_call_input(const mote_call* call, uint32_t number);
mote_operand mote_call_output(const mote_call* call, uint32_t number);
/* The operation's backend_config, `*size` bytes of text without a 0 at the end; null where there is none. */
const char* mote_call_config(const mote_call* call, uint32_t* size);

#ifdef __cplusplus
}
#endif
#endif
