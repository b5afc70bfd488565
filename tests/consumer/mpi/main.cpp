// A user of the installed mote::mpi and mote::ports: runs a program of u32 scalars, each process a member, and prints what it got.
#include <mote/mote.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <vector>

#include "blocking/blocking.h"
#include "mote_mpi.h"

namespace {

void* Room(size_t size) { return std::memset(std::aligned_alloc(64, (size + 64) / 64 * 64), 0, size); }

int Run(const char* path) {
  std::ifstream in(path, std::ios::binary);
  const std::vector<char> file((std::istreambuf_iterator<char>(in)), {});
  void* bytes = Room(file.size() + 1);
  std::memcpy(bytes, file.data(), file.size());
  const mote_program* program = nullptr;
  if (mote_open(Room(mote_program_size()), mote_program_size(), bytes, file.size(), nullptr, &program).code != MOTE_OK) return 10;
  mote_sizes need;
  if (mote_query_sizes(program, &need).code != MOTE_OK) return 11;
  const mote_memory memory = {Room(need.instance), need.instance, Room(need.arena), need.arena, Room(need.state), need.state};
  mote_instance* instance = nullptr;
  if (mote_instance_init(&memory, program, 0, &instance).code != MOTE_OK) return 12;
  mote_mpi* mpi = nullptr;
  if (mote_mpi_open(MPI_COMM_WORLD, program, 30000, &mpi).code != MOTE_OK) return 13;
  const mote_transport transport = mote_mpi_transport(mpi);
  if (mote_set_transport(instance, &transport).code != MOTE_OK) return 14;
  const uint32_t own = 10 + transport.replica;
  uint32_t sum = 0;
  if (mote_bind_input(instance, 0, &own, 4).code != MOTE_OK || mote_bind_output(instance, 0, &sum, 4).code != MOTE_OK) return 15;
  const uint32_t began = mote_clock_us();  // of mote::ports
  if (mote_mpi_run(mpi, instance).code != MOTE_OK) return 16;
  if (mote_clock_us() - began > 60000000) return 17;
  std::printf("member %u: %u\n", transport.replica, sum);
  mote_mpi_close(mpi);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int code = argc == 2 ? Run(argv[1]) : 2;
  if (code != 0) MPI_Abort(MPI_COMM_WORLD, code);
  MPI_Finalize();
  return code;
}
