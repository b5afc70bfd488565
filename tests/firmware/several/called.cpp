// A program that calls the application and keeps a state: every sample of inputs.bin runs with budgets that end inside its steps, and every
// second call is completed later.
#include <mote/mote.h>

#include "mote_firmware.h"
extern "C" {
#include "semihosting.h"
}

namespace {

alignas(8) unsigned char arena[MOTE_FIRMWARE_ARENA_BYTES];
__attribute__((section(MOTE_FIRMWARE_STATE_SECTION), aligned(8))) unsigned char state[MOTE_FIRMWARE_STATE_BYTES];
uint64_t program_memory[MOTE_FIRMWARE_PROGRAM_WORDS], instance_memory[MOTE_FIRMWARE_INSTANCE_WORDS];

struct Later {
  const float* in;
  float* out;
  unsigned calls;
};

void Double(const Later& later) {
  for (int i = 0; i < 4; ++i) later.out[i] = 2 * later.in[i];
}

mote_code OnCall(void* user, const mote_call* call) {
  Later& later = *static_cast<Later*>(user);
  later.in = static_cast<const float*>(mote_call_input(call, 0).data);
  later.out = static_cast<float*>(mote_call_output(call, 0).data);
  uint32_t size = 0;
  const char* config = mote_call_config(call, &size);
  if (size != 5 || config[4] != 'e' || mote_call_output(call, 0).bytes != 16) return MOTE_INVALID_ARGUMENT;
  if (later.calls++ % 2 == 1) return MOTE_WAIT;
  Double(later);
  return MOTE_OK;
}

}  // namespace

int main() {
  const int in = semihosting_open("inputs.bin", 0), out = semihosting_open("outputs.bin", 1);
  Later later = {};
  const mote_custom_call function = {"double", OnCall, &later};
  mote_open_options options = {};
  options.target = MOTE_FIRMWARE_TARGET;
  options.natives = MOTE_FIRMWARE_NATIVES;
  const mote_program* program = nullptr;
  mote_instance* instance = nullptr;
  const auto open = [&] {
    return mote_open(program_memory, sizeof program_memory, MOTE_FIRMWARE_PROGRAM, MOTE_FIRMWARE_PROGRAM_SIZE, &options, &program).code;
  };
  if (open() != MOTE_MISSING_FEATURE) return 2;  // not without the function
  options.custom_calls = &function;
  options.custom_call_count = 1;
  if (open() != MOTE_OK) return 3;
  mote_memory memory = {};
  memory.instance = instance_memory;
  memory.instance_size = sizeof instance_memory;
  memory.arena = arena;
  memory.arena_size = sizeof arena;
  memory.state = state;
  memory.state_size = sizeof state;
  if (mote_instance_init(&memory, program, 0, &instance).code != MOTE_OK) return 4;
  while (semihosting_read(in, mote_input_data(instance, 0), 16) == 16) {
    mote_status status = mote_run(instance, 1);
    while (status.code == MOTE_MORE || status.code == MOTE_WAIT) {
      if (status.code == MOTE_WAIT) {
        Double(later);
        if (mote_complete(instance, MOTE_OK).code != MOTE_OK) return 5;
      }
      status = mote_run(instance, 1);
    }
    if (status.code != MOTE_OK) return 6;
    semihosting_store(out, mote_output_data(instance, 0), 16);
  }
  return later.calls == 4 ? 0 : 7;
}
