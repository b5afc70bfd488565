// Both linked programs are there and are not the same: one opens with two inputs, the other gives the remainders of a transposed matrix.
#include <mote/mote.h>

#include <cstdint>
#include <cstdio>
#include <vector>

#include "my_model.h"
#include "net_v2.h"

namespace {

struct Opened {
  Opened(const unsigned char* bytes, size_t size) : memory(mote_program_size() / 8 + 1) {
    if (mote_open(memory.data(), memory.size() * 8, bytes, size, nullptr, &program).code != MOTE_OK) program = nullptr;
  }
  std::vector<uint64_t> memory;
  const mote_program* program = nullptr;
};

bool Remainders(const mote_program* program) {
  mote_sizes sizes;
  if (mote_query_sizes(program, &sizes).code != MOTE_OK) return false;
  std::vector<uint64_t> self(sizes.instance / 8 + 1), space(sizes.arena / 8 + sizes.alignment);
  const size_t beyond = reinterpret_cast<uintptr_t>(space.data()) % sizes.alignment;
  uint8_t* const arena = reinterpret_cast<uint8_t*>(space.data()) + sizes.alignment - beyond;
  mote_instance* instance = nullptr;
  mote_memory memory = {};
  memory.instance = self.data();
  memory.instance_size = self.size() * 8;
  memory.arena = arena;
  memory.arena_size = sizes.arena;
  if (mote_instance_init(&memory, program, 0, &instance).code != MOTE_OK) return false;
  int32_t x[4][3], y[3][4] = {};
  for (int i = 0; i < 12; ++i) x[i / 3][i % 3] = 1000 * i - 5000;
  if (mote_bind_input(instance, 0, x, sizeof x).code != MOTE_OK || mote_bind_output(instance, 0, y, sizeof y).code != MOTE_OK) return false;
  if (mote_run(instance, 0).code != MOTE_OK) return false;
  for (int i = 0; i < 12; ++i) {
    if (y[i % 3][i / 3] != x[i / 3][i % 3] % 7) return false;
  }
  return true;
}

}  // namespace

int main() {
  const Opened model(my_model_program, my_model_program_size), net(net_v2_program, net_v2_program_size);
  const bool right = model.program && mote_input_count(model.program, 0) == 2 && net.program && Remainders(net.program);
  std::puts(right ? "two programs run" : "FAILED: the linked programs are not what they should be");
  return right ? 0 : 1;
}
