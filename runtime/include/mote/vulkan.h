/* Running a program's Vulkan variant. Needs a hosted system; the Vulkan library is loaded at run time. */
#ifndef MOTE_VULKAN_H_
#define MOTE_VULKAN_H_

#include <stddef.h>
#include <stdint.h>

#include "mote/exchange.h"
#include "mote/program.h"
#include "mote/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mote_vulkan_device mote_vulkan_device;      /* from mote_vulkan_open to mote_vulkan_close */
typedef struct mote_vulkan_instance mote_vulkan_instance;  /* from mote_vulkan_instance_create to mote_vulkan_instance_destroy */

/* Zeros are the defaults. Copied by mote_vulkan_open. */
typedef struct mote_vulkan_options {
  uint32_t device;              /* index among physical devices, counted from 1; 0: best: discrete, integrated, virtual, then software */
  uint32_t minimal_features;    /* not 0: create the device with robustBufferAccess and nothing else */
  uint32_t validation;          /* not 0: with the Khronos validation layer and synchronization validation; messages go to `message` */
  uint32_t wait_ms;             /* the longest wait for work on the device, in milliseconds; 0: 60 000 */
  /* Called during any call on the device or its instances, possibly from a thread of the driver; `text` ends in 0 and lives for the call.
     Null: messages are dropped. */
  void (*message)(void* user, const char* text);
  void* user;                   /* for all functions here */
  /* Keep compiled shaders between processes: a few KiB to some MiB, for one device and driver. Called by the first instance of a device,
     and by the making of an instance that brought new ones. Both null: nothing is kept. */
  size_t (*load_pipelines)(void* user, void* data, size_t size);  /* how many bytes were stored last, 0: none; the first `size` of them to
                                                                     `data`. Bytes that are damaged or of another driver are ignored */
  void (*store_pipelines)(void* user, const void* data, size_t size);  /* in place of what was stored before */
} mote_vulkan_options;

typedef struct mote_vulkan_facts {
  char name[256];               /* ends in 0 */
  uint32_t software;            /* not 0: the device is a CPU */
  uint32_t storage16, storage8, int64, float64;          /* not 0: the optional feature is there and in use */
  uint32_t api_version, driver_version, vendor, device;  /* as in VkPhysicalDeviceProperties */
} mote_vulkan_facts;

/* Loads the Vulkan library and makes a device. `options` may be null. `*device` is null on failure.
   MOTE_NO_DEVICE: no library, no driver, no such device, or no validation layer where one is asked for. MOTE_DEVICE_ERROR,
   MOTE_DEVICE_LOST: the driver refuses; detail is the VkResult. MOTE_OUT_OF_MEMORY: the host. MOTE_INVALID_ARGUMENT: `device` is null. */
MOTE_NODISCARD mote_status mote_vulkan_open(const mote_vulkan_options* options, mote_vulkan_device** device);
/* After its instances are destroyed. Null is nothing to close. */
void mote_vulkan_close(mote_vulkan_device* device);
/* Neither argument may be null. */
void mote_vulkan_query(const mote_vulkan_device* device, mote_vulkan_facts* facts);

/* Makes an instance of entry point `entry`. `program` must have been opened with target "vulkan" and as trusted: its shaders run on the
   device as they are (else MOTE_NOT_ALLOWED). Makes pipelines, buffers and recorded command buffers: one, or for a program with loops and
   conditionals one for each run of steps between decisions. A step for which the device lacks a feature, and every custom call, runs on the
   CPU, with its operands copied there and back (mote_vulkan_steps). `device` and `program` must outlive the instance; `*instance` is null
   on failure. Calls on a device and its instances must not overlap. The program's state begins as zeros; with `state_of`, an instance of
   the same program on the same device that outlives this one, both share it, and only one of them may be in a run at a time; null: a state
   of its own.
   MOTE_NO_VARIANT: `program` was opened for another target. MOTE_MISSING_FEATURE: a step's operands or a launch are larger than the device
   takes; detail says which. MOTE_MALFORMED: a launch that the verifier leaves to this place is wrong. MOTE_DEVICE_ERROR, MOTE_DEVICE_LOST:
   the driver refuses; detail is the VkResult or the bytes that it lacks. MOTE_OUT_OF_MEMORY: of the host or the device.
   MOTE_INVALID_ARGUMENT: an argument is null, or there is no such entry. */
MOTE_NODISCARD mote_status mote_vulkan_instance_create(mote_vulkan_device* device, const mote_program* program, uint32_t entry,
                                                       mote_vulkan_instance* state_of, mote_vulkan_instance** instance);
/* How many of its steps, each counted once, run on the device and on the CPU. Exchanges with other members, which compute nothing, count as
   the device's. No argument may be null. */
void mote_vulkan_steps(const mote_vulkan_instance* instance, uint32_t* device, uint32_t* host);
/* Makes the state zeros again. Not between calls of a run that has not ended. Failures as of mote_vulkan_run. */
MOTE_NODISCARD mote_status mote_vulkan_clear_state(mote_vulkan_instance* instance);
/* mote_set_transport. Exchanges are steps on the CPU: their operands come to memory of the host and go back. mote_exchange_instance gives
   what mote_complete takes, as mote_vulkan_complete takes the instance. */
MOTE_NODISCARD mote_status mote_vulkan_set_transport(mote_vulkan_instance* instance, const mote_transport* transport);
/* Waits for the device, without limit. Null is nothing to destroy. */
void mote_vulkan_instance_destroy(mote_vulkan_instance* instance);
/* Copies input `number` in, runs, copies output `number` out; numbers count from 0, `size` is mote_tensor.bytes, to the byte. A run reads
   one word back for every decision of a loop or a conditional. `budget`, MOTE_MORE, MOTE_WAIT and MOTE_FAILED are as of mote_run, where
   work that is under way on the device is not stopped inside; mote_vulkan_complete is mote_complete.
   MOTE_BUDGET: the run used up the step budget of the program. MOTE_TIMEOUT: the device had not finished after wait_ms; its outputs are
   undefined, and every further call waits for that work first, so that the instance and the device can be used again once it is done.
   MOTE_DEVICE_LOST, MOTE_DEVICE_ERROR, MOTE_OUT_OF_MEMORY: the device did not run it; detail is the VkResult. MOTE_INVALID_ARGUMENT: null,
   no such tensor or not its size. */
MOTE_NODISCARD mote_status mote_vulkan_write_input(mote_vulkan_instance* instance, uint32_t number, const void* data, size_t size);
MOTE_NODISCARD mote_status mote_vulkan_run(mote_vulkan_instance* instance, uint64_t budget);
MOTE_NODISCARD mote_status mote_vulkan_complete(mote_vulkan_instance* instance, mote_code result);
MOTE_NODISCARD mote_status mote_vulkan_read_output(mote_vulkan_instance* instance, uint32_t number, void* data, size_t size);

#ifdef __cplusplus
}
#endif
#endif
