// What threads gain, counted in processor time: the parts of every step run one after the other, and of those that could run at once only
// the longest counts. Other work on the machine disturbs it little. By hand: thread_shares PROGRAM.mote THREADS [ROUNDS]; inputs are
// pseudo-random floats. Prints the least time of a run on one thread and on THREADS, in ms, and which part of it runs on one thread
// whatever their number.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iterator>
#include <vector>

#include "mote/mote.h"

namespace {

double Processor() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) * 1e-6;
}

struct Shares {
  double all, longest;  // of the parts that could run at once
};

void OneAfterTheOther(void* user, uint32_t count, mote_work work, void* context) {
  double longest = 0;
  auto* shares = static_cast<Shares*>(user);
  for (uint32_t part = 0; part < count; ++part) {
    const double start = Processor();
    work(context, part);
    const double took = Processor() - start;
    shares->all += took;
    longest = std::max(longest, took);
  }
  shares->longest += longest;
}

struct alignas(64) Line {
  char bytes[64];
};
using Memory = std::vector<Line>;

Memory Room(uint64_t bytes) { return Memory(bytes / sizeof(Line) + 1); }
uint64_t SizeOf(const Memory& memory) { return memory.size() * sizeof(Line); }

int Measure(const char* name, uint32_t threads, int rounds) {
  std::ifstream stream(name, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(stream)), {});
  Memory file = Room(bytes.size()), place = Room(mote_program_size());
  std::memcpy(file.data(), bytes.data(), bytes.size());
  mote_open_options options = {};
  options.target = "linux";
  const mote_program* program = nullptr;
  mote_sizes sizes;
  if (mote_open(place.data(), SizeOf(place), file.data(), bytes.size(), &options, &program).code != MOTE_OK) return 1;
  if (mote_query_sizes(program, &sizes).code != MOTE_OK) return 1;
  Memory arena = Room(sizes.arena), state = Room(sizes.state), own = Room(sizes.instance);
  mote_instance* instance = nullptr;
  const mote_memory memory = {.instance = own.data(), .instance_size = SizeOf(own), .arena = arena.data(), .arena_size = sizes.arena,
                              .state = state.data(), .state_size = sizes.state};
  if (mote_instance_init(&memory, program, 0, &instance).code != MOTE_OK) return 1;
  std::vector<Memory> tensors;
  for (const bool output : {false, true}) {
    const uint32_t count = output ? mote_output_count(program, 0) : mote_input_count(program, 0);
    for (uint32_t i = 0; i < count; ++i) {
      mote_tensor info;
      const mote_status status = output ? mote_output(program, 0, i, &info) : mote_input(program, 0, i, &info);
      if (status.code != MOTE_OK) return 1;
      tensors.push_back(Room(info.bytes));
      auto* values = reinterpret_cast<float*>(tensors.back().data());
      for (uint64_t k = 0; k < info.bytes / 4; ++k) {
        values[k] = static_cast<float>(static_cast<uint32_t>(k) * 2654435761u) / 2147483648.0f - 1.0f;
      }
      const mote_status bound =
          output ? mote_bind_output(instance, i, values, info.bytes) : mote_bind_input(instance, i, values, info.bytes);
      if (bound.code != MOTE_OK) return 1;
    }
  }
  double one = 1e9, several = 1e9, alone = 0;
  for (int round = 0; round < rounds; ++round) {
    for (const uint32_t count : {uint32_t{1}, threads}) {
      Shares shares = {};
      const mote_threads split = {count, &shares, OneAfterTheOther, 0};
      mote_set_threads(instance, &split);
      const double start = Processor();
      if (mote_run(instance, 0).code != MOTE_OK) return 1;
      const double took = Processor() - start, path = took - shares.all + shares.longest;
      if (count == 1) one = std::min(one, took);
      else if (path < several) several = path, alone = took - shares.all;
    }
  }
  std::printf("%.4f ms on one thread, %.4f on %u: %.2f x; %.4f of it on one whatever their number\n", one, several, threads, one / several,
              alone);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return std::puts("usage: thread_shares PROGRAM.mote THREADS [ROUNDS]"), 2;
  return Measure(argv[1], static_cast<uint32_t>(std::atoi(argv[2])), argc > 3 ? std::atoi(argv[3]) : 100);
}
