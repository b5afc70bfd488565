// Runs the two programs of one image, each once: inputs.bin holds the inputs of the first, then of the second; outputs.bin takes the
// outputs.
#include <mote/mote.h>

#include "mote_firmware.h"
extern "C" {
#include "semihosting.h"
}

namespace {

alignas(8) unsigned char arena[ROOTS_ARENA_BYTES > NET_V2_ARENA_BYTES ? ROOTS_ARENA_BYTES : NET_V2_ARENA_BYTES];
constexpr uint32_t kInstanceWords = ROOTS_INSTANCE_WORDS > NET_V2_INSTANCE_WORDS ? ROOTS_INSTANCE_WORDS : NET_V2_INSTANCE_WORDS;
uint64_t program_memory[ROOTS_PROGRAM_WORDS], instance_memory[kInstanceWords];

bool Run(const unsigned char* bytes, size_t size, const mote_open_options& options, int in, int out) {
  const mote_program* program = nullptr;
  mote_instance* instance = nullptr;
  if (mote_open(program_memory, sizeof program_memory, bytes, size, &options, &program).code != MOTE_OK) return false;
  mote_memory memory = {};
  memory.instance = instance_memory;
  memory.instance_size = sizeof instance_memory;
  memory.arena = arena;
  memory.arena_size = sizeof arena;
  if (mote_instance_init(&memory, program, 0, &instance).code != MOTE_OK) return false;
  mote_tensor tensor;
  for (uint32_t i = 0; i < mote_input_count(program, 0); ++i) {
    if (mote_input(program, 0, i, &tensor).code != MOTE_OK) return false;
    if (semihosting_read(in, mote_input_data(instance, i), static_cast<uint32_t>(tensor.bytes)) != tensor.bytes) return false;
  }
  if (mote_run(instance, 0).code != MOTE_OK) return false;
  for (uint32_t i = 0; i < mote_output_count(program, 0); ++i) {
    if (mote_output(program, 0, i, &tensor).code != MOTE_OK) return false;
    semihosting_store(out, mote_output_data(instance, i), static_cast<uint32_t>(tensor.bytes));
  }
  return true;
}

}  // namespace

int main() {
  const int in = semihosting_open("inputs.bin", 0), out = semihosting_open("outputs.bin", 1);
  mote_open_options roots = {}, net = {};
  roots.target = ROOTS_TARGET;
  roots.natives = ROOTS_NATIVES;
  net.target = NET_V2_TARGET;
  net.natives = NET_V2_NATIVES;
  return Run(roots_program, ROOTS_PROGRAM_SIZE, roots, in, out) && Run(net_v2_program, net_v2_program_size, net, in, out) ? 0 : 1;
}
