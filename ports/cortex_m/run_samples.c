/* A firmware that runs its program over samples from the host: inputs.bin holds the inputs of one sample after the other, outputs.bin takes
   the outputs. Prints the number of samples and what one run took; built with MOTE_MEASURE, also what the start took and the stack that
   mote used. The empty app_* functions mark what an instruction counter measures. */
#include <mote/mote.h>

#include <ticks.h> /* the processor's, of its port */

#include "mote_firmware.h"
#include "semihosting.h"

__attribute__((section(MOTE_FIRMWARE_ARENA_SECTION), aligned(8))) static unsigned char arena[MOTE_FIRMWARE_ARENA_BYTES];
#if defined(MOTE_FIRMWARE_REGION_1_BYTES) && MOTE_FIRMWARE_REGION_1_BYTES > 0
__attribute__((section(MOTE_FIRMWARE_REGION_1_SECTION), aligned(8))) static unsigned char region[MOTE_FIRMWARE_REGION_1_BYTES];
#endif
#if MOTE_FIRMWARE_STATE_BYTES
__attribute__((section(MOTE_FIRMWARE_STATE_SECTION))) static uint64_t state[(MOTE_FIRMWARE_STATE_BYTES + 7) / 8];
#endif
static uint64_t program_memory[MOTE_FIRMWARE_PROGRAM_WORDS], instance_memory[MOTE_FIRMWARE_INSTANCE_WORDS];

__attribute__((noinline)) void app_init_begin(void) { __asm volatile(""); }
__attribute__((noinline)) void app_init_end(void) { __asm volatile(""); }
__attribute__((noinline)) void app_run_begin(void) { __asm volatile(""); }
__attribute__((noinline)) void app_run_end(void) { __asm volatile(""); }

#ifndef MOTE_BOARD_HZ
#error "the processor clock is not known: give mote_add_firmware CLOCK"
#endif
/* Under QEMU with -icount shift=0 an instruction takes 1 ns, so a tick is a fixed number of them: ticks × 1000 / MHz, which may need more
   than 32 bits: thousands, then three digits */
static void write_instructions(uint32_t t) {
  enum { kMegahertz = MOTE_BOARD_HZ / 1000000 };
  const uint32_t thousands = t / kMegahertz, rest = t % kMegahertz * 1000 / kMegahertz;
  semihosting_write_number(thousands, 0);
  semihosting_write_number(rest, thousands == 0 ? 1 : 3);
}

#ifdef MOTE_MEASURE
/* The stack is painted below main's frame before mote is called, down to what lies there; what lost its paint was used. */
enum { kPaintedWords = 1024, kPaint = 0x5a5a5a5a };
extern uint32_t mote_stack_bottom[];
__attribute__((noinline)) static volatile uint32_t* paint_stack(void) {
  volatile uint32_t* const sp = (volatile uint32_t*)__builtin_frame_address(0) - 16;
  for (int i = 1; i <= kPaintedWords && sp - i >= mote_stack_bottom; ++i) sp[-i] = kPaint;
  return sp;
}
static uint32_t used_stack(const volatile uint32_t* sp) {
  uint32_t words = kPaintedWords;
  while (words > 0 && (sp - words < mote_stack_bottom || sp[-(int)words] == kPaint)) --words;
  return 4 * words;
}
#endif

static int failed(const char* what, const mote_status* status) {
  semihosting_write(what);
  semihosting_write(": code ");
  semihosting_write_number((uint32_t)status->code, 1);
  semihosting_write(" site ");
  semihosting_write_number(status->site, 1);
  semihosting_write(" detail ");
  semihosting_write_number(status->detail, 1);
  semihosting_write("\n");
  return 1;
}

/* Fills every input from `file`; 0 at its end. */
static int read_sample(mote_instance* instance, const mote_program* program, int file) {
  for (uint32_t i = 0; i < mote_input_count(program, 0); ++i) {
    mote_tensor tensor;
    if (mote_input(program, 0, i, &tensor).code != MOTE_OK) return 0;
    if (semihosting_read(file, mote_input_data(instance, i), (uint32_t)tensor.bytes) != tensor.bytes) return 0;
  }
  return 1;
}

static void write_sample(mote_instance* instance, const mote_program* program, int file) {
  for (uint32_t i = 0; i < mote_output_count(program, 0); ++i) {
    mote_tensor tensor;
    if (mote_output(program, 0, i, &tensor).code == MOTE_OK) semihosting_store(file, mote_output_data(instance, i), (uint32_t)tensor.bytes);
  }
}

int main(void) {
  const mote_open_options options = {.target = MOTE_FIRMWARE_TARGET, .natives = MOTE_FIRMWARE_NATIVES};
  const mote_program* program = 0;
  mote_instance* instance = 0;
#ifdef MOTE_MEASURE
  const volatile uint32_t* const stack = paint_stack();
#endif
  start_ticks();
#ifdef MOTE_MEASURE
  const uint32_t begun = ticks();
#endif
  app_init_begin();
  mote_status status =
      mote_open(program_memory, sizeof program_memory, MOTE_FIRMWARE_PROGRAM, MOTE_FIRMWARE_PROGRAM_SIZE, &options, &program);
  if (status.code != MOTE_OK) return failed("mote_open", &status);
  const mote_memory memory = {
    .instance = instance_memory, .instance_size = sizeof instance_memory, .arena = arena, .arena_size = sizeof arena,
#if MOTE_FIRMWARE_STATE_BYTES
    .state = state, .state_size = sizeof state,
#endif
  };
#if defined(MOTE_FIRMWARE_REGION_1_BYTES) && MOTE_FIRMWARE_REGION_1_BYTES > 0
  const mote_region regions[] = {{region, sizeof region}};
  status = mote_instance_init_regions(&memory, regions, 1, program, 0, &instance);
#else
  status = mote_instance_init(&memory, program, 0, &instance);
#endif
  if (status.code != MOTE_OK) return failed("mote_instance_init", &status);
  app_init_end();
#ifdef MOTE_MEASURE
  const uint32_t ready = ticks() - begun, stack_to_start = used_stack(stack);
  paint_stack();
#endif

  const int in = semihosting_open("inputs.bin", 0), out = semihosting_open("outputs.bin", 1);
  if (in < 0 || out < 0) {
    semihosting_write("no inputs.bin or outputs.bin\n");
    return 1;
  }
  uint32_t samples = 0, last = 0;
  for (; read_sample(instance, program, in); ++samples) {
    const uint32_t before = ticks();
    app_run_begin();
    status = mote_run(instance, 0);
    app_run_end();
    last = ticks() - before;
    if (status.code != MOTE_OK) return failed("mote_run", &status);
    write_sample(instance, program, out);
  }
  /* The exit that follows closes the files. */
  semihosting_write_number(samples, 1);
  semihosting_write(" samples, ");
  write_instructions(last);
#ifdef MOTE_MEASURE
  semihosting_write(" instructions each, ");
  write_instructions(ready);
  semihosting_write(" to ready, ");
  semihosting_write_number(stack_to_start, 1);
  semihosting_write(" bytes of stack to start, ");
  semihosting_write_number(used_stack(stack), 1);
  semihosting_write(" in a run\n");
#else
  semihosting_write(" instructions each\n");
#endif
  return 0;
}
