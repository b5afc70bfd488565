/* Running a program's Vulkan variant. Needs a hosted system; the Vulkan library is loaded at run time. */
#ifndef MOTE_VULKAN_H_
#define MOTE_VULKAN_H_

#include <stddef.h>
#include <stdint.h>

#include "mote/exchange.h"
#include "mote/instance.h"
#include "mote/program.h"
#include "mote/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mote_vulkan_device mote_vulkan_device;      /* from mote_vulkan_open to mote_vulkan_close */
typedef struct mote_vulkan_instance mote_vulkan_instance;  /* from mote_vulkan_instance_create to mote_vulkan_instance_destroy */

/* Whether a program's shaders are tried on small values before they run, against the CPU: once for a program, a device and a driver. One
   that gives wrong values is not used: the kernel's next shader that fits the device is, or the CPU. */
typedef enum mote_vulkan_self_test {
  MOTE_VULKAN_TEST_GPUS,        /* on every device that is not a CPU */
  MOTE_VULKAN_TEST_ALWAYS,
  MOTE_VULKAN_TEST_NEVER
} mote_vulkan_self_test;

/* Any function of Vulkan, to be cast from and to its own type. Handles of Vulkan are void* where they are pointers, else uint64_t. */
typedef void (*mote_vulkan_function)(void);

typedef struct mote_vulkan_facts {
  char name[256];               /* ends in 0 */
  char driver[512];             /* its name and version, where it tells them; ends in 0 */
  uint8_t uuid[16];             /* of the device, the same in every process */
  uint32_t number;              /* for mote_vulkan_options.device; 0: the application's own device */
  uint32_t type;                /* VkPhysicalDeviceType: 1 integrated, 2 discrete, 3 virtual, 4 CPU, 0 any other */
  uint32_t software;            /* not 0: the device is a CPU */
  /* Not 0: the optional feature is there; of an open device: and in use. */
  uint32_t storage16, storage8, int64, float64, timeline_semaphores, opaque_fd, dma_buf, host_memory, timestamps;
  uint32_t api_version, driver_version, vendor, device;  /* as in VkPhysicalDeviceProperties */
  uint32_t workgroup_invocations, shared_bytes, texels;  /* its limits: of a workgroup, of a workgroup, of a window read as texels */
  uint64_t storage_bytes;       /* its limit of what is bound at once */
  uint64_t memory_bytes;        /* of its largest heap of device memory */
  /* Measured by mote_vulkan_probe or the first instance, now or in an earlier process; 0: not. In millions a second: bytes that shaders
     read of storage and of texels, four words at once from a small cache, and operations of f32, a multiply-add being two. */
  uint32_t storage_megabytes, texel_megabytes, megaflops;
  /* Of an open device, chosen by that, or by what is usual where it is 0. */
  uint32_t quick_storage;       /* not 0: a processor that takes longer chains of small steps as one launch */
  uint32_t reads_texels;        /* not 0: operands are read as texels where they fit `texels` */
  uint64_t submission_work;     /* element operations that are submitted at once, for 10 ms of its time; 0: any number */
  uint32_t float_modes;         /* MOTE_VULKAN_KEEPS_…: what its floats can be told, and of an open device are */
  uint32_t incoherent;          /* not 0: the host's memory is flushed and invalidated by hand */
  uint32_t integer_dot;         /* 1: products of four bytes at once; 2: and they are quick, so shaders use them */
  uint32_t lost;                /* not 0: it was lost, and runs go on on the CPU until mote_vulkan_reset */
  uint32_t portability;         /* not 0: it is no full Vulkan (VK_KHR_portability_subset), which what runs here does not notice */
  uint32_t hardware_buffer;     /* as host_memory: an AHardwareBuffer's */
  uint32_t float16;             /* 1: arithmetic of f16; 2: and no CPU, so shaders of programs that allow it multiply in f16 */
  uint32_t subgroup;            /* invocations of a subgroup, where these shuffle values in compute shaders; 0: they do not */
} mote_vulkan_facts;

/* Of f32; of f64 the same eight bits higher, of f16 sixteen. Without the first two, subnormals may count as zeros, and what
   is done with NaN, infinity and the sign of zero is the device's. */
enum {
  MOTE_VULKAN_KEEPS_SUBNORMALS = 1,
  MOTE_VULKAN_KEEPS_NANS = 2,
  MOTE_VULKAN_ROUNDS_TO_EVEN = 4
};

/* Zeros are the defaults. Copied by mote_vulkan_open. */
typedef struct mote_vulkan_options {
  uint32_t device;              /* number among physical devices, counted from 1; 0: best: discrete, integrated, virtual, then others */
  uint32_t software;            /* not 0: with `device` 0 and no `accept`, a CPU too where there is nothing else */
  uint32_t minimal_features;    /* not 0: create the device with robustBufferAccess and nothing else */
  uint32_t validation;          /* not 0: with the Khronos validation layer and synchronization validation; messages go to `message` */
  uint32_t low_priority;        /* not 0: its queue gives way to others */
  uint32_t wait_ms;             /* the longest wait for work on the device, in milliseconds; 0: 60 000, of software 300 000 */
  uint32_t times;               /* not 0: instances tell what steps take (mote_vulkan_set_times); each is launched by itself then */
  mote_vulkan_self_test self_test;
  uint32_t no_probes;           /* not 0: nothing is measured, and nothing chosen by what an earlier process measured */
  mote_vulkan_function get_instance_proc_addr;  /* the application's vkGetInstanceProcAddr; null: the library is loaded */
  int (*accept)(void* user, const mote_vulkan_facts* facts);  /* 0: not this device. Null: any */
  /* Called during any call on the device or its instances, possibly from a thread of the driver; `text` ends in 0 and lives for the call.
     Null: messages are dropped. */
  void (*message)(void* user, const char* text);
  void* user;                   /* for all functions here */
  /* Keep compiled shaders, what the probes measured and what the self-test found, between processes: a few KiB to some MiB, for one device
     and driver. Called by mote_vulkan_probe and the first instance of a device, and by the making of an instance that brought new ones.
     Both null: nothing is kept. */
  size_t (*load_pipelines)(void* user, void* data, size_t size);  /* how many bytes were stored last, 0: none; the first `size` of them to
                                                                     `data`. Bytes that are damaged or of another driver are ignored */
  void (*store_pipelines)(void* user, const void* data, size_t size);  /* in place of what was stored before */
  /* With these an instance makes its pipelines, several at once; zeros: one after the other. A part runs the driver's compiler, which may
     want as much stack as a thread has by default. `least_work` is not read. Steps on the CPU are the calling thread's. */
  mote_threads threads;
} mote_vulkan_options;

/* What an application enabled when it made its device. */
enum {
  MOTE_VULKAN_ROBUST_ACCESS = 1,      /* robustBufferAccess; it must be there */
  MOTE_VULKAN_STORAGE16 = 2,          /* storageBuffer16BitAccess, uniformAndStorageBuffer16BitAccess */
  MOTE_VULKAN_STORAGE8 = 4,           /* likewise, of 8 bits */
  MOTE_VULKAN_INT64 = 8,              /* shaderInt64 */
  MOTE_VULKAN_FLOAT64 = 16,           /* shaderFloat64 */
  MOTE_VULKAN_TIMELINE = 32,          /* timelineSemaphore */
  MOTE_VULKAN_OPAQUE_FD = 64,         /* VK_KHR_external_memory_fd */
  MOTE_VULKAN_DMA_BUF = 128,          /* that and VK_EXT_external_memory_dma_buf */
  MOTE_VULKAN_HOST_MEMORY = 256,      /* VK_EXT_external_memory_host */
  MOTE_VULKAN_FLOAT_CONTROLS = 512,   /* VK_KHR_shader_float_controls, or Vulkan 1.2 */
  MOTE_VULKAN_HARDWARE_BUFFER = 1024, /* VK_ANDROID_external_memory_android_hardware_buffer, VK_EXT_queue_family_foreign */
  MOTE_VULKAN_INTEGER_DOT = 2048,     /* shaderIntegerDotProduct */
  MOTE_VULKAN_FLOAT16 = 4096          /* shaderFloat16 */
};

/* An application's Vulkan, or a device's of mote. All of it stays its owner's and outlives what uses it. */
typedef struct mote_vulkan_context {
  mote_vulkan_function get_instance_proc_addr;
  void *instance, *physical_device, *device, *queue;  /* VkInstance, VkPhysicalDevice, VkDevice, VkQueue */
  uint32_t queue_family;        /* of `queue`, which computes */
  uint32_t features;            /* MOTE_VULKAN_… */
  void (*lock)(void* user);     /* called around each use of `queue`; both null: nobody else uses it during calls here */
  void (*unlock)(void* user);
  void* user;                   /* for both */
} mote_vulkan_context;

/* The devices of this machine that compute, in the order of Vulkan's. `*count`: how many `facts` holds; then how many there are, of which
   the first are written. `options` may be null; `device`, `software` and `accept` choose none here. Fails as mote_vulkan_open. */
MOTE_NODISCARD mote_status mote_vulkan_list(const mote_vulkan_options* options, mote_vulkan_facts* facts, uint32_t* count);
/* Loads the Vulkan library and makes a device. `options` may be null. `*device` is null on failure.
   MOTE_NO_DEVICE: no library, no driver, no such device, or no validation layer where one is asked for. MOTE_DEVICE_ERROR,
   MOTE_DEVICE_LOST: the driver refuses; detail is the VkResult. MOTE_OUT_OF_MEMORY: the host. MOTE_INVALID_ARGUMENT: `device` is null. */
MOTE_NODISCARD mote_status mote_vulkan_open(const mote_vulkan_options* options, mote_vulkan_device** device);
/* The same on a device that the application made. Of the options only wait_ms, times, self_test, no_probes, message, user, threads and what
   keeps pipelines matter. MOTE_INVALID_ARGUMENT: a pointer is null that may not be, or there is no robust access. */
MOTE_NODISCARD mote_status mote_vulkan_open_with(const mote_vulkan_context* context, const mote_vulkan_options* options,
                                                 mote_vulkan_device** device);
/* After its instances are destroyed. Null is nothing to close. */
void mote_vulkan_close(mote_vulkan_device* device);
/* Neither argument may be null. */
void mote_vulkan_query(const mote_vulkan_device* device, mote_vulkan_facts* facts);
/* What the device stands on, for semaphores and buffers of one's own there. Without locks where mote made it. */
void mote_vulkan_context_of(const mote_vulkan_device* device, mote_vulkan_context* context);
/* Measures the device, once for it and its driver, and chooses by it what makes no difference to results: 5 to 10 ms of its time, and what
   the driver takes to compile one small shader. Else the device's first instance does. Not on a device whose queue has no timestamps,
   where what is usual stays; likewise where a call of the driver fails. The figures are kept with the pipelines. MOTE_DEVICE_LOST: it was
   or is lost. MOTE_INVALID_ARGUMENT: null. */
MOTE_NODISCARD mote_status mote_vulkan_probe(mote_vulkan_device* device);
/* Makes a lost device and all its instances anew; on an application's device, on the new one that `context` tells, else null. Instances
   stay where they are; states are zeros, inputs are to be written and buffers to be bound again, and no run is under way. As well for a
   device that is not lost. On failure it counts as lost; fails as mote_vulkan_open and mote_vulkan_instance_create. */
MOTE_NODISCARD mote_status mote_vulkan_reset(mote_vulkan_device* device, const mote_vulkan_context* context);

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
/* What the self-test found, of the kernels of the instance's program: how many were tried now or by an earlier process, how many of them
   have a later shader than the device takes, how many none. No argument may be null. */
typedef struct mote_vulkan_findings {
  uint32_t tested, demoted, on_cpu;
} mote_vulkan_findings;
void mote_vulkan_self_tested(const mote_vulkan_instance* instance, mote_vulkan_findings* findings);
/* Which of its kernel's shaders runs a step on the device, counted from 0 in the order of the file; -1: the step is none of a shader's, or
   one of a loop or chain that runs whole, by a shader of its own. `step` is a word of the program, as of mote_hook. */
int32_t mote_vulkan_shader_of(const mote_vulkan_instance* instance, uint32_t step);
/* On a device opened with `times`: what every step on it took, by its own clock, told behind the wait for it; of steps on the CPU, with the
   way there and back. In the order of submission. Null: nobody, as at first. */
typedef struct mote_vulkan_times {
  void (*step)(void* user, uint32_t step, uint64_t begin, uint64_t end);  /* nanoseconds; `step` as of mote_hook */
  void* user;
} mote_vulkan_times;
void mote_vulkan_set_times(mote_vulkan_instance* instance, const mote_vulkan_times* times);
/* Makes the state zeros again. Not between calls of a run that has not ended. Failures as of mote_vulkan_run. */
MOTE_NODISCARD mote_status mote_vulkan_clear_state(mote_vulkan_instance* instance);
/* mote_set_transport. Exchanges are steps on the CPU: their operands come to memory of the host and go back. mote_exchange_instance gives
   what mote_complete takes, as mote_vulkan_complete takes the instance. */
MOTE_NODISCARD mote_status mote_vulkan_set_transport(mote_vulkan_instance* instance, const mote_transport* transport);

/* A VkBuffer of the application on the instance's device. */
typedef struct mote_vulkan_buffer {
  uint64_t buffer;              /* VkBuffer; for inputs made as VK_BUFFER_USAGE_TRANSFER_SRC_BIT, for outputs …DST_BIT */
  uint64_t size;                /* bytes */
  uint64_t offset;              /* where the tensor begins */
} mote_vulkan_buffer;
/* From the next run on the device copies the tensor from or to this buffer, and the host's values of it are of no meaning; it must live
   until it is unbound, by null, or the instance is destroyed. Not while a run is under way. MOTE_INVALID_ARGUMENT: no such tensor, or it
   does not lie within the buffer; and as of mote_vulkan_run. */
MOTE_NODISCARD mote_status mote_vulkan_bind_input(mote_vulkan_instance* instance, uint32_t number, const mote_vulkan_buffer* buffer);
MOTE_NODISCARD mote_status mote_vulkan_bind_output(mote_vulkan_instance* instance, uint32_t number, const mote_vulkan_buffer* buffer);

typedef enum mote_vulkan_memory {
  MOTE_VULKAN_MEMORY_OPAQUE_FD, /* `fd`, from then on the device's where the call succeeds */
  MOTE_VULKAN_MEMORY_DMA_BUF,   /* likewise */
  MOTE_VULKAN_MEMORY_HOST,      /* `host`, aligned as minImportedHostPointerAlignment says, and so is `size` */
  MOTE_VULKAN_MEMORY_HARDWARE_BUFFER  /* `host` is an AHardwareBuffer of format BLOB, usage GPU_DATA_BUFFER, held until it is released */
} mote_vulkan_memory;
typedef struct mote_vulkan_import {
  mote_vulkan_memory kind;
  int fd;
  void* host;
  uint64_t size;                /* bytes, from its beginning */
} mote_vulkan_import;
typedef struct mote_vulkan_imported {
  mote_vulkan_buffer buffer;    /* at offset 0 */
  uint64_t memory;              /* VkDeviceMemory */
} mote_vulkan_imported;
/* Memory of others as a buffer to be bound, until mote_vulkan_release. MOTE_MISSING_FEATURE: the device lacks the extension.
   MOTE_INVALID_ARGUMENT: null, size 0, or more than the AHardwareBuffer has. MOTE_DEVICE_ERROR, MOTE_OUT_OF_MEMORY: the driver refuses;
   detail is the VkResult. */
MOTE_NODISCARD mote_status mote_vulkan_import_memory(mote_vulkan_device* device, const mote_vulkan_import* import,
                                                     mote_vulkan_imported* imported);
/* Not while it is bound, nor after the device is closed or reset. */
void mote_vulkan_release(mote_vulkan_device* device, mote_vulkan_imported* imported);

/* Waits for the device, without limit. Null is nothing to destroy. */
void mote_vulkan_instance_destroy(mote_vulkan_instance* instance);
/* Copies input `number` in, runs, copies output `number` out; numbers count from 0, `size` is mote_tensor.bytes, to the byte. A run reads
   one word back for every decision of a loop or a conditional, but two at the end of a loop of known turns. `budget`, MOTE_MORE, MOTE_WAIT,
   MOTE_FAILED: as of mote_run, but work under way on the device is not stopped inside; mote_vulkan_complete is mote_complete.
   MOTE_BUDGET: the run used up the step budget of the program. MOTE_TIMEOUT: the device had not finished after wait_ms; its outputs are
   undefined, and every further call waits for that work first, so that the instance and the device can be used again once it is done.
   A run that loses the device begins again on the CPU, where functions of the application are called once more, and so does every later
   one; mote_vulkan_query says that it is lost. Not so with a state, exchanges, bound buffers or semaphores: MOTE_DEVICE_LOST.
   MOTE_DEVICE_LOST, MOTE_DEVICE_ERROR, MOTE_OUT_OF_MEMORY: the device did not run it; detail is the VkResult. MOTE_INVALID_ARGUMENT: null,
   no such tensor or not its size. */
MOTE_NODISCARD mote_status mote_vulkan_write_input(mote_vulkan_instance* instance, uint32_t number, const void* data, size_t size);
MOTE_NODISCARD mote_status mote_vulkan_run(mote_vulkan_instance* instance, uint64_t budget);

/* What a run waits for and what it tells when it is done: semaphores (with a value of 0 or the device without timelines: binary ones) and a
   VkFence, which must not be signalled. 0: none. */
typedef struct mote_vulkan_sync {
  uint64_t wait, wait_value, signal, signal_value, fence;
} mote_vulkan_sync;
/* mote_vulkan_run that does not wait for its end, where it is MOTE_OK; null: without semaphores. Up to the last decision of a loop or a
   conditional and the last step on the CPU it waits as that one does. Where it fails nothing is signalled. Calls that read or write tensors
   and the next run wait for it first. MOTE_MISSING_FEATURE: a value for a device without timeline semaphores. */
MOTE_NODISCARD mote_status mote_vulkan_run_async(mote_vulkan_instance* instance, const mote_vulkan_sync* sync);
/* Waits for what mote_vulkan_run_async left under way, `milliseconds` at most. MOTE_TIMEOUT: it is not done; else as mote_vulkan_run. */
MOTE_NODISCARD mote_status mote_vulkan_wait(mote_vulkan_instance* instance, uint32_t milliseconds);
MOTE_NODISCARD mote_status mote_vulkan_complete(mote_vulkan_instance* instance, mote_code result);
MOTE_NODISCARD mote_status mote_vulkan_read_output(mote_vulkan_instance* instance, uint32_t number, void* data, size_t size);

#ifdef __cplusplus
}
#endif
#endif
