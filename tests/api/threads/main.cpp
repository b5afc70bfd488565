// Two instances of one program in two threads, each many times, each with threads of its own inside a run: what ThreadSanitizer watches.
// Both must give the bits of a run alone. Uses the public headers only.
#include <mote/mote.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

#include "model.h"

namespace {

constexpr int kRuns = 50;

struct Memory {
  std::vector<unsigned char> handle, self;
  void* arena = nullptr;
  mote_instance* instance = nullptr;
  ~Memory() { std::free(arena); }
};

void InParallel(void*, uint32_t count, mote_work work, void* context) {
  std::vector<std::thread> others;
  for (uint32_t part = 1; part < count; ++part) others.emplace_back([=] { work(context, part); });
  work(context, 0);
  for (std::thread& t : others) t.join();
}

bool Start(const mote_program* program, Memory& memory) {
  mote_sizes sizes;
  if (mote_query_sizes(program, &sizes).code != MOTE_OK) return false;
  memory.self.resize(sizes.instance + 16);
  memory.arena = std::aligned_alloc(64, (static_cast<size_t>(sizes.arena) + 64) / 64 * 64);
  mote_memory given = {};
  given.instance = memory.self.data();
  given.instance_size = memory.self.size();
  given.arena = memory.arena;
  given.arena_size = static_cast<size_t>(sizes.arena);
  return mote_instance_init(&given, program, 0, &memory.instance).code == MOTE_OK;
}

bool Run(mote_instance* instance, const float* image, float* result) {
  return mote_bind_input(instance, 0, image, 64 * sizeof(float)).code == MOTE_OK &&
         mote_bind_output(instance, 0, result, 10 * sizeof(float)).code == MOTE_OK && mote_run(instance, 0).code == MOTE_OK;
}

}  // namespace

int main() {
  std::vector<unsigned char> handle(mote_program_size());
  const mote_program* program = nullptr;
  if (mote_open(handle.data(), handle.size(), model_program, model_program_size, nullptr, &program).code != MOTE_OK) return 1;
  float images[2][64], alone[2][10], together[2][10];
  for (int i = 0; i < 128; ++i) images[i / 64][i % 64] = static_cast<float>((i * 37) % 17) / 16.0f;
  Memory memory[2];
  for (int i = 0; i < 2; ++i) {
    if (!Start(program, memory[i]) || !Run(memory[i].instance, images[i], alone[i])) return 1;
  }
  const mote_threads threads = {2, nullptr, InParallel, 0};
  mote_set_threads(memory[1].instance, &threads);
  bool ok[2] = {true, true};
  const auto many = [&](int i) {
    for (int run = 0; run < kRuns; ++run) {
      ok[i] = ok[i] && Run(memory[i].instance, images[i], together[i]) && std::memcmp(together[i], alone[i], sizeof alone[i]) == 0;
    }
  };
  std::thread other(many, 1);
  many(0);
  other.join();
  std::printf("%d runs in each of two threads, %s bits\n", kRuns, ok[0] && ok[1] ? "equal" : "DIFFERENT");
  return ok[0] && ok[1] ? 0 : 1;
}
