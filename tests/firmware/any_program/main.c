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
  start_ticks();
  const uint32_t before = ticks();
  status = mote_run(instance, 0);
  const uint32_t after = ticks();
  if (status.code != MOTE_OK) return failed("mote_run", &status);
  for (uint32_t i = 0; i < mote_output_count(program, 0); ++i) {
    status = mote_output(program, 0, i, &tensor);
    if (status.code != MOTE_OK) return failed("mote_output", &status);
    semihosting_store(out, mote_output_data(instance, i), (uint32_t)tensor.bytes);
  }
  semihosting_write_number((after - before) * 40, 1); /* of 25 MHz, in ns; an instruction takes one with -icount shift=0 */
  semihosting_write(" instructions\n");
  return 0;
}
