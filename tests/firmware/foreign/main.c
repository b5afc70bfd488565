/* The task of a foreign project: every sample of inputs.bin through the network, its outputs to outputs.bin, by semihosting calls of its
   own. */
#include <mote/mote.h>

#include "digits.h"

extern volatile uint32_t os_ticks;

__attribute__((section(DIGITS_ARENA_SECTION), aligned(8))) static unsigned char arena[DIGITS_ARENA_BYTES];
static uint64_t handle[DIGITS_PROGRAM_WORDS], instance_memory[DIGITS_INSTANCE_WORDS];

static uint32_t host(uint32_t operation, const void* argument) {
  register uint32_t r0 __asm("r0") = operation;
  register const void* r1 __asm("r1") = argument;
  __asm volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
  return r0;
}
static void stop(const char* text) {
  host(4, text);
  host(0x18, (const void*)0x20026);
}
static uint32_t transfer(uint32_t operation, uint32_t file, void* data, uint32_t size) {
  const uint32_t arguments[3] = {file, (uint32_t)(uintptr_t)data, size};
  return size - host(operation, arguments);
}

void application_task(void) {
  const mote_open_options options = {.target = DIGITS_TARGET};
  const mote_program* program = 0;
  mote_instance* instance = 0;
  if (mote_open(handle, sizeof handle, digits_program, digits_program_size, &options, &program).code != MOTE_OK) stop("mote_open\n");
  const mote_memory memory = {
    .instance = instance_memory, .instance_size = sizeof instance_memory, .arena = arena, .arena_size = sizeof arena};
  if (mote_instance_init(&memory, program, 0, &instance).code != MOTE_OK) stop("mote_instance_init\n");
  const uint32_t reading[3] = {(uint32_t)(uintptr_t) "inputs.bin", 1, 10}, writing[3] = {(uint32_t)(uintptr_t) "outputs.bin", 5, 11};
  const uint32_t in = host(1, reading), out = host(1, writing), before = os_ticks;
  while (transfer(6, in, mote_input_data(instance, 0), 256) == 256) {
    if (mote_run(instance, 0).code != MOTE_OK) stop("mote_run\n");
    transfer(5, out, mote_output_data(instance, 0), 40);
  }
  stop(os_ticks - before > 10 ? "done, interrupted\n" : "never interrupted\n");
}
