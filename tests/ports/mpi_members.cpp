// Runs all members of programs, over a loopback in one process or each in an MPI process of its own, on the same inputs, and prints a
// digest of every member's outputs. usage: mpi_members loopback|mpi PROGRAM.mote… | mpi_members time RUNS ROUNDS PROGRAM.mote
// Inputs are made up, or MOTE_INPUTS followed by the member's number is a folder of in0.npy, in1.npy… `time` is for a program of one
// all_gather or sum of f32, which it measures in turns with the library's own on the same bytes. Programs may call the library's
// reductions.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>
#include <string>
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

// The values of a .npy file: its last `size` bytes.
bool ReadArray(const std::string& path, uint8_t* data, uint64_t size) {
  std::ifstream in(path, std::ios::binary | std::ios::ate);
  if (!in || static_cast<uint64_t>(in.tellg()) < size + 10) return false;
  in.seekg(-static_cast<std::streamoff>(size), std::ios::end);
  return size == 0 || in.read(reinterpret_cast<char*>(data), static_cast<std::streamsize>(size)).good();
}

struct Member {
  Memory handle, instance_memory, arena, state;
  std::vector<std::unique_ptr<Memory>> tensors;
  std::vector<std::pair<const uint8_t*, size_t>> outputs;
  const mote_program* program = nullptr;
  mote_instance* instance = nullptr;

  // With the library's reductions, where there is one.
  bool Open(const uint8_t* file, size_t size, const mote_mpi* mpi = nullptr) {
    mote_open_options options = {};
    options.target = "linux";
    if (mpi != nullptr) options.custom_calls = mote_mpi_calls(mpi, &options.custom_call_count);
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
      const char* folder = std::getenv("MOTE_INPUTS");
      const std::string path = folder == nullptr ? "" : folder + std::to_string(member) + "/in" + std::to_string(i) + ".npy";
      if (folder != nullptr && !ReadArray(path, data, tensor.bytes)) return false;
      for (uint64_t k = 0; folder == nullptr && k < tensor.bytes / 4; ++k) {
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

  void Print(const std::string& name, uint32_t member) const {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (const auto& [data, size] : outputs) {
      for (size_t i = 0; i < size; ++i) hash = (hash ^ data[i]) * UINT64_C(0x100000001b3);
    }
    std::printf("%s member %u %016llx\n", name.c_str(), member, static_cast<unsigned long long>(hash));
    std::fflush(stdout);
  }
};

int Fail(const char* what, int code) {
  std::fprintf(stderr, "mpi_members: %s (%d)\n", what, code);
  return 1;
}

int RunLoopback(const std::string& name, const uint8_t* file, size_t size) {
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
      if (status.code != MOTE_OK && status.code != MOTE_WAIT && status.code != MOTE_MORE) return Fail("a run failed", status.code);
      done[m] = status.code == MOTE_OK;
    }
  }
  for (uint32_t m = 0; m < count; ++m) {
    if (!done[m]) return Fail("a member did not end", 0);
    members[m].Print(name, m);
  }
  return 0;
}

mote_status Enter(const uint8_t* file, size_t size, uint32_t deadline_ms, Member* member, mote_mpi** mpi) {
  mote_grid grid;
  uint64_t plan = 0;
  mote_status status = mote_mpi_start(MPI_COMM_WORLD, deadline_ms, mpi);
  if (status.code == MOTE_OK && !member->Open(file, size, *mpi)) return {MOTE_FAILED, 0, 0};
  if (status.code == MOTE_OK) status = mote_query_grid(member->program, &grid, &plan);
  return status.code == MOTE_OK ? mote_mpi_enter(*mpi, &grid, plan) : status;
}

int RunMpi(const std::string& name, const uint8_t* file, size_t size) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  Member member;
  const auto number = static_cast<uint32_t>(rank);
  mote_mpi* mpi = nullptr;
  if (const mote_status s = Enter(file, size, 30000, &member, &mpi); s.code != MOTE_OK) return Fail("mote_mpi_enter", s.code);
  if (!member.Bind(number)) return Fail("its tensors cannot be bound", 0);
  const mote_transport transport = mote_mpi_transport(mpi);
  if (mote_set_transport(member.instance, &transport).code != MOTE_OK) return Fail("transport", 0);
  for (int run = 0; run < 3; ++run) {  // communicators are made once
    if (const mote_status s = mote_mpi_run(mpi, member.instance); s.code != MOTE_OK) return Fail("a run failed", s.code);
  }
  member.Print(name, number);
  mote_mpi_close(mpi);
  return 0;
}

// Microseconds of a run, the least of all rounds, of the slowest member each.
double Least(const std::vector<double>& times) {
  std::vector<double> slowest(times.size());
  MPI_Allreduce(times.data(), slowest.data(), static_cast<int>(times.size()), MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return *std::min_element(slowest.begin(), slowest.end()) * 1e6;
}

int Time(int runs, int rounds, const uint8_t* file, size_t size) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  Member member;
  mote_mpi* mpi = nullptr;
  if (const mote_status s = Enter(file, size, 0, &member, &mpi); s.code != MOTE_OK) return Fail("mote_mpi_enter", s.code);
  if (!member.Bind(static_cast<uint32_t>(rank))) return Fail("its tensors cannot be bound", 0);
  const mote_transport transport = mote_mpi_transport(mpi);
  if (mote_set_transport(member.instance, &transport).code != MOTE_OK) return Fail("transport", 0);
  mote_tensor tensor;
  if (mote_input(member.program, 0, 0, &tensor).code != MOTE_OK) return Fail("no input", 0);
  const int bytes = static_cast<int>(tensor.bytes);
  std::vector<uint8_t> result(member.outputs[0].second);
  std::vector<double> ours, theirs;
  const uint8_t* input = member.tensors[0]->bytes.data() + (64 - reinterpret_cast<uintptr_t>(member.tensors[0]->bytes.data()) % 64) % 64;
  const bool sums = result.size() == tensor.bytes;
  for (int round = 0; round <= rounds; ++round) {
    double began = MPI_Wtime();
    for (int i = 0; i < runs; ++i) {
      if (sums) MPI_Allreduce(input, result.data(), bytes / 4, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
      else MPI_Allgather(input, bytes, MPI_BYTE, result.data(), bytes, MPI_BYTE, MPI_COMM_WORLD);
    }
    if (round > 0) theirs.push_back((MPI_Wtime() - began) / runs);
    began = MPI_Wtime();
    for (int i = 0; i < runs; ++i) {
      if (const mote_status s = mote_mpi_run(mpi, member.instance); s.code != MOTE_OK) return Fail("a run failed", s.code);
    }
    if (round > 0) ours.push_back((MPI_Wtime() - began) / runs);
  }
  const double run = Least(ours), library = Least(theirs);
  if (rank == 0) {
    std::printf("%s of %d bytes: %.2f us, the library's own %.2f us, ratio %.3f\n", sums ? "all_reduce" : "all_gather", bytes, run, library,
                run / library);
  }
  mote_mpi_close(mpi);
  return 0;
}

int RunFile(const std::string& mode, const char* path, int runs, int rounds) {
  std::ifstream in(path, std::ios::binary);
  const std::vector<char> bytes((std::istreambuf_iterator<char>(in)), {});
  Memory memory;
  uint8_t* file = memory.Take(bytes.size());
  if (!bytes.empty()) std::memcpy(file, bytes.data(), bytes.size());
  if (mode == "time") return Time(runs, rounds, file, bytes.size());
  return mode == "loopback" ? RunLoopback(path, file, bytes.size()) : RunMpi(path, file, bytes.size());
}

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc > 2 ? argv[1] : "";
  const bool timed = mode == "time";
  if ((mode != "loopback" && mode != "mpi" && !timed) || (timed && argc != 5)) return Fail("usage: see the file", 2);
  if (mode != "loopback") MPI_Init(&argc, &argv);
  int code = 0;
  for (int i = timed ? 4 : 2; i < argc && code == 0; ++i) code = RunFile(mode, argv[i], std::atoi(argv[2]), timed ? std::atoi(argv[3]) : 0);
  if (mode == "loopback") return code;
  if (code != 0) MPI_Abort(MPI_COMM_WORLD, code);
  MPI_Finalize();
  return code;
}
