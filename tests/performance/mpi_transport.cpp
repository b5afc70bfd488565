// A program of one sum over MPI, and MPI_Allreduce of as many bytes, round by round in turns: two numbers, the least microseconds of a run,
// of the slowest member. usage: mpirun -n N mpi_transport PROGRAM RUNS ROUNDS
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <vector>

#include "mote/mote.h"
#include "mote_mpi.h"

namespace {

void Die(const char* what) {
  std::fprintf(stderr, "%s\n", what);
  MPI_Abort(MPI_COMM_WORLD, 1);
}
void Need(mote_status status, const char* what) {
  if (status.code != MOTE_OK) Die(what);
}
void* Room(size_t size) {
  void* room = std::aligned_alloc(4096, (size + 4096) / 4096 * 4096);
  if (room == nullptr) Die("memory");
  return std::memset(room, 0, size);
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  if (argc != 4) Die("usage: mpi_transport PROGRAM RUNS ROUNDS");
  const int runs = std::atoi(argv[2]), rounds = std::atoi(argv[3]);
  int rank = 0, members = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &members);
  std::ifstream file(argv[1], std::ios::binary);
  const std::vector<char> text((std::istreambuf_iterator<char>(file)), {});
  void* bytes = std::memcpy(Room(text.size()), text.data(), text.size());

  mote_mpi* mpi = nullptr;
  Need(mote_mpi_start(MPI_COMM_WORLD, 0, &mpi), "mote_mpi_start");
  mote_open_options options = {};
  options.target = "linux";
  options.custom_calls = mote_mpi_calls(mpi, &options.custom_call_count);
  const mote_program* program = nullptr;
  Need(mote_open(Room(mote_program_size()), mote_program_size(), bytes, text.size(), &options, &program), "mote_open");
  mote_grid grid = {};
  uint64_t plan = 0;
  Need(mote_query_grid(program, &grid, &plan), "mote_query_grid");
  Need(mote_mpi_enter(mpi, &grid, plan), "mote_mpi_enter");
  mote_sizes sizes = {};
  Need(mote_query_sizes(program, &sizes), "mote_query_sizes");
  const mote_memory memory = {.instance = Room(sizes.instance), .instance_size = sizes.instance, .arena = Room(sizes.arena),
                              .arena_size = sizes.arena, .state = Room(sizes.state), .state_size = sizes.state};
  mote_instance* instance = nullptr;
  Need(mote_instance_init(&memory, program, 0, &instance), "mote_instance_init");
  const mote_transport transport = mote_mpi_transport(mpi);
  Need(mote_set_transport(instance, &transport), "mote_set_transport");
  mote_tensor input = {};
  Need(mote_input(program, 0, 0, &input), "mote_input");
  const size_t count = input.bytes / 4;
  auto *x = static_cast<float*>(Room(input.bytes)), *by_mote = static_cast<float*>(Room(input.bytes)),
       *by_mpi = static_cast<float*>(Room(input.bytes));
  std::fill(x, x + count, static_cast<float>(rank + 1));
  Need(mote_bind_input(instance, 0, x, input.bytes), "mote_bind_input");
  Need(mote_bind_output(instance, 0, by_mote, input.bytes), "mote_bind_output");

  double least[2] = {1e9, 1e9};
  for (int round = 0; round < 2 * rounds; ++round) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double began = MPI_Wtime();
    for (int i = 0; i < runs; ++i) {
      if (round % 2 == 0) Need(mote_mpi_run(mpi, instance), "mote_mpi_run");
      else MPI_Allreduce(x, by_mpi, static_cast<int>(count), MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
    }
    const double took = (MPI_Wtime() - began) / runs;
    double slowest = 0;
    MPI_Allreduce(&took, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    if (round >= 2) least[round % 2] = std::min(least[round % 2], slowest);
  }
  const auto wanted = static_cast<float>(members * (members + 1) / 2);
  for (size_t i = 0; i < count; ++i) {
    if (by_mote[i] != wanted || by_mpi[i] != wanted) Die("wrong values");
  }
  if (rank == 0) std::printf("%.4f %.4f\n", least[0] * 1e6, least[1] * 1e6);
  mote_mpi_close(mpi);
  MPI_Finalize();
  return 0;
}
