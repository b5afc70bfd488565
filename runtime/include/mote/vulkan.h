/* Running a program's Vulkan variant. Needs a hosted system; the Vulkan library is loaded at run time. */
#ifndef MOTE_VULKAN_H_
#define MOTE_VULKAN_H_

#include <stddef.h>
#include <stdint.h>

#include "mote/program.h"
#include "mote/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mote_vulkan_device mote_vulkan_device;
typedef struct mote_vulkan_instance mote_vulkan_instance;

typedef struct mote_vulkan_options {
  uint32_t device;              /* index among physical devices, counted from 1; 0: best: discrete, integrated, virtual, then software */
  uint32_t minimal_features;    /* not 0: create the device with robustBufferAccess and nothing else */
  uint32_t validation;          /* not 0: with the Khronos validation layer and synchronization validation; messages go to `message` */
  uint32_t wait_ms;             /* the longest wait for work on the device, in milliseconds; 0: 60 000 */
  void (*message)(void* user, const char* text);
  void* user;
} mote_vulkan_options;

typedef struct mote_vulkan_facts {
  char name[256];
  uint32_t software;            /* not 0: the device is a CPU */
  uint32_t storage16, storage8, int64, float64;
  uint32_t api_version, driver_version, vendor, device;
} mote_vulkan_facts;

/* MOTE_NO_DEVICE when there is no library, no driver or no device. */
MOTE_NODISCARD mote_status mote_vulkan_open(const mote_vulkan_options* options, mote_vulkan_device** device);
void mote_vulkan_close(mote_vulkan_device*);
void mote_vulkan_query(const mote_vulkan_device*, mote_vulkan_facts* facts);

/* `program` must have been opened with target "vulkan" and as trusted: its shaders run on the device as they are (else MOTE_NOT_ALLOWED).
   Makes pipelines, buffers and recorded command buffers: one, or for a program with loops and conditionals one for each run of steps
   between decisions. MOTE_MISSING_FEATURE: the device lacks what a kernel needs. Not thread-safe per device. */
MOTE_NODISCARD mote_status mote_vulkan_instance_create(mote_vulkan_device*, const mote_program* program, uint32_t entry,
                                                       mote_vulkan_instance** instance);
void mote_vulkan_instance_destroy(mote_vulkan_instance*);  /* waits for the device, without limit */
/* Copies inputs in, submits, waits, copies outputs out. Sizes must be the tensors'. A run reads one word back for every decision of a loop
   or a conditional, and ends with MOTE_BUDGET when it uses up the step budget of the program. MOTE_TIMEOUT: the device had not finished
   after wait_ms; its outputs are undefined, and every further call waits for that work first, so that the instance and the device can be
   used again once it is done. */
MOTE_NODISCARD mote_status mote_vulkan_write_input(mote_vulkan_instance*, uint32_t number, const void* data, size_t size);
MOTE_NODISCARD mote_status mote_vulkan_run(mote_vulkan_instance*);
MOTE_NODISCARD mote_status mote_vulkan_read_output(mote_vulkan_instance*, uint32_t number, void* data, size_t size);

#ifdef __cplusplus
}
#endif
#endif
