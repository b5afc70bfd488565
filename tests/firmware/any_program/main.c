/* Runs program.mote, read from the host, once: inputs.bin holds its inputs one after the other, outputs.bin takes its outputs. Prints what
   the run took. For an emulated Cortex-M4 with megabytes of memory; arenas end at 256 KiB. */
#include <mote/mote.h>

#include <mote/native.h>
#include <ticks.h>

#include "semihosting.h"

enum { kArenaBytes = 256 << 10, kProgramBytes = 1 << 20, kWords = 16384 };
static uint64_t program_bytes[kProgramBytes / 8], arena[kArenaBytes / 8], state[kWords], program_memory[1024], instance_memory[kWords];

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

#ifdef MOTE_ANY_NATIVES
extern const mote_native_table MOTE_ANY_NATIVES;
#define NATIVES &MOTE_ANY_NATIVES
#else
#define NATIVES 0
#endif

/* When each step began and ended, for profile.bin. */
enum { kMostSpans = 4096 };
static uint32_t spans[kMostSpans][3], span_count, origin;
static uint32_t now(void) { return (ticks() - origin) * 40; /* 25 MHz, in ns: with -icount shift=0 an instruction takes one */ }
static void step_begin(void* user, uint32_t step) {
  (void)user, (void)step;
  if (span_count < kMostSpans) spans[span_count][1] = now();
}
static void step_end(void* user, uint32_t step) {
  (void)user;
  if (span_count == kMostSpans) return;
  spans[span_count][0] = step, spans[span_count][2] = now();
  ++span_count;
}

int main(void) {
  const int program_file = semihosting_open("program.mote", 0);
  const int in = semihosting_open("inputs.bin", 0), out = semihosting_open("outputs.bin", 1);
  if (program_file < 0 || in < 0 || out < 0) {
    semihosting_write("no program.mote, inputs.bin or outputs.bin\n");
    return 1;
  }
  const uint32_t size = semihosting_read(program_file, program_bytes, sizeof program_bytes);
  const mote_open_options options = {.target = "cortex-m4", .natives = NATIVES};
  const mote_program* program = 0;
  mote_status status = mote_open(program_memory, sizeof program_memory, program_bytes, size, &options, &program);
  if (status.code != MOTE_OK) return failed("mote_open", &status);
  const mote_memory memory = {.instance = instance_memory, .instance_size = sizeof instance_memory, .arena = arena,
                              .arena_size = sizeof arena, .state = state, .state_size = sizeof state};
  mote_instance* instance = 0;
  status = mote_instance_init(&memory, program, 0, &instance);
  if (status.code != MOTE_OK) return failed("mote_instance_init", &status);
  mote_tensor tensor;
  for (uint32_t i = 0; i < mote_input_count(program, 0); ++i) {
    status = mote_input(program, 0, i, &tensor);
    if (status.code != MOTE_OK) return failed("mote_input", &status);
    if (semihosting_read(in, mote_input_data(instance, i), (uint32_t)tensor.bytes) != tensor.bytes) {
      semihosting_write("inputs.bin is too short\n");
      return 1;
    }
  }
  const int profile = semihosting_open("profile", 0); /* asked for by a file of this name */
  const mote_hook hook = {0, step_begin, step_end};
  if (profile >= 0) mote_set_hook(instance, &hook);
  start_ticks();
  origin = ticks();
  status = mote_run(instance, 0);
  const uint32_t took = now();
  if (status.code != MOTE_OK) return failed("mote_run", &status);
  for (uint32_t i = 0; i < mote_output_count(program, 0); ++i) {
    status = mote_output(program, 0, i, &tensor);
    if (status.code != MOTE_OK) return failed("mote_output", &status);
    semihosting_store(out, mote_output_data(instance, i), (uint32_t)tensor.bytes);
  }
  if (profile >= 0) semihosting_store(semihosting_open("profile.bin", 1), spans, span_count * sizeof spans[0]);
  semihosting_write_number(took, 1);
  semihosting_write(" instructions\n");
  return 0;
}
