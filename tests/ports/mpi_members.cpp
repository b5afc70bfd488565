// Runs all members of a program, over a loopback in one process or each in an MPI process of its own, on the same inputs, and prints a
// digest of every member's outputs. usage: mpi_members loopback|mpi PROGRAM.mote
#include <cstdio>
#include <cstring>
#include <fstream>
#include <memory>
#include <vector>

#include "mote/loopback.h"
#include "mote/mote.h"
#include "mote_mpi.h"

namespace {

struct Memory {
  std::vector<uint8_t> bytes;
  uint8_t* Take(size_t size) {
    bytes.assign(size + 64, 0);
    return bytes.data() + (64 - reinterpret_cast<uintptr_t>(bytes.data()) % 64) % 64;
  }
};

struct Member {
  Memory handle, instance_memory, arena, state;
  std::vector<std::unique_ptr<Memory>> tensors;
  std::vector<std::pair<const uint8_t*, size_t>> outputs;
  const mote_program* program = nullptr;
  mote_instance* instance = nullptr;

  bool Open(const uint8_t* file, size_t size) {
    mote_open_options options = {};
    options.target = "linux";
    if (mote_open(handle.Take(mote_program_size()), mote_program_size(), file, size, &options, &program).code != MOTE_OK) return false;
    mote_sizes sizes;
    if (mote_query_sizes(program, &sizes).code != MOTE_OK) return false;
    mote_memory memory = {};
    memory.instance = instance_memory.Take(sizes.instance), memory.instance_size = sizes.instance;
    memory.arena = arena.Take(sizes.arena), memory.arena_size = sizes.arena;
    memory.state = state.Take(sizes.state), memory.state_size = sizes.state;
    return mote_instance_init(&memory, program, 0, &instance).code == MOTE_OK;
  }

  // f32 inputs whose sums differ with their order.
  bool Bind(uint32_t member) {
    for (uint32_t i = 0; i < mote_input_count(program, 0); ++i) {
      mote_tensor tensor;
      if (mote_input(program, 0, i, &tensor).code != MOTE_OK) return false;
      tensors.push_back(std::make_unique<Memory>());
      uint8_t* data = tensors.back()->Take(tensor.bytes);
      for (uint64_t k = 0; k < tensor.bytes / 4; ++k) {
        const float value = static_cast<float>((k * 2654435761u + member * 40503u) % 100003) / static_cast<float>(1 + member * 7 + k % 13);
        std::memcpy(data + 4 * k, &value, 4);
      }
      if (mote_bind_input(instance, i, data, tensor.bytes).code != MOTE_OK) return false;
    }
    for (uint32_t i = 0; i < mote_output_count(program, 0); ++i) {
      mote_tensor tensor;
      if (mote_output(program, 0, i, &tensor).code != MOTE_OK) return false;
      tensors.push_back(std::make_unique<Memory>());
      uint8_t* data = tensors.back()->Take(tensor.bytes);
      outputs.push_back({data, tensor.bytes});
      if (mote_bind_output(instance, i, data, tensor.bytes).code != MOTE_OK) return false;
    }
    return true;
  }

  void Print(uint32_t member) const {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (const auto& [data, size] : outputs) {
      for (size_t i = 0; i < size; ++i) hash = (hash ^ data[i]) * UINT64_C(0x100000001b3);
    }
    std::printf("member %u %016llx\n", member, static_cast<unsigned long long>(hash));
    std::fflush(stdout);
  }
};

int Fail(const char* what, int code) {
  std::fprintf(stderr, "mpi_members: %s (%d)\n", what, code);
  return 1;
}

int RunLoopback(const uint8_t* file, size_t size) {
  Member first;
  if (!first.Open(file, size)) return Fail("the program does not open", 0);
  mote_grid grid;
  uint64_t plan = 0;
  if (mote_query_grid(first.program, &grid, &plan).code != MOTE_OK) return Fail("no grid", 0);
  const uint32_t count = grid.replicas * grid.partitions;
  std::vector<Member> members(count);
  std::vector<mote_loopback_member> meetings(count);
  mote_loopback loopback = {meetings.data(), count};
  for (uint32_t m = 0; m < count; ++m) {
    const mote_transport transport = mote_loopback_transport(&loopback, m / grid.partitions, m % grid.partitions);
    if (!members[m].Open(file, size) || !members[m].Bind(m)) return Fail("a member does not open", 0);
    if (mote_set_transport(members[m].instance, &transport).code != MOTE_OK) return Fail("transport", 0);
  }
  std::vector<bool> done(count);
  for (int turn = 0; turn < 10000; ++turn) {
    for (uint32_t m = 0; m < count; ++m) {
      if (done[m] || meetings[m].exchange != nullptr) continue;
      const mote_status status = mote_run(members[m].instance, 0);
      if (status.code != MOTE_OK && status.code != MOTE_WAIT) return Fail("a run failed", status.code);
      done[m] = status.code == MOTE_OK;
    }
  }
  for (uint32_t m = 0; m < count; ++m) {
    if (!done[m]) return Fail("a member did not end", 0);
    members[m].Print(m);
  }
  return 0;
}

int RunMpi(const uint8_t* file, size_t size) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  Member member;
  const auto number = static_cast<uint32_t>(rank);
  if (!member.Open(file, size) || !member.Bind(number)) return Fail("the program does not open", 0);
  mote_mpi* mpi = nullptr;
  if (const mote_status s = mote_mpi_open(MPI_COMM_WORLD, member.program, 30000, &mpi); s.code != MOTE_OK)
    return Fail("mote_mpi_open", s.code);
  const mote_transport transport = mote_mpi_transport(mpi);
  if (mote_set_transport(member.instance, &transport).code != MOTE_OK) return Fail("transport", 0);
  for (int run = 0; run < 3; ++run) {  // communicators are made once
    if (const mote_status s = mote_mpi_run(mpi, member.instance); s.code != MOTE_OK) return Fail("a run failed", s.code);
  }
  member.Print(number);
  mote_mpi_close(mpi);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return Fail("usage: mpi_members loopback|mpi PROGRAM.mote", 2);
  std::ifstream in(argv[2], std::ios::binary);
  const std::vector<char> bytes((std::istreambuf_iterator<char>(in)), {});
  Memory memory;
  uint8_t* file = memory.Take(bytes.size());
  if (!bytes.empty()) std::memcpy(file, bytes.data(), bytes.size());
  if (std::strcmp(argv[1], "loopback") == 0) return RunLoopback(file, bytes.size());
  MPI_Init(&argc, &argv);
  const int code = RunMpi(file, bytes.size());
  if (code != 0) MPI_Abort(MPI_COMM_WORLD, code);
  MPI_Finalize();
  return code;
}
