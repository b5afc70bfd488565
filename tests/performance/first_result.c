/* What a C application waits for and takes: a process that maps a compiled program, runs it once on the CPU with zeros, and ends. Prints
   the time from the start of main and the processor time of the process, its loading included; peak memory beside program, arena, inputs
   and outputs. By hand, in new processes: for run in 1 2 3 4 5; do first_result PROGRAM.mote; done */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "mote/mote.h"

static double Milliseconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

static int Failed(const char* what, mote_status status) {
  fprintf(stderr, "%s: %s (site %u, %u)\n", what, mote_status_text(status.code), status.site, (unsigned)status.detail);
  return 1;
}

static void* Room(uint64_t bytes) { return aligned_alloc(64, (size_t)(bytes + 127) / 64 * 64); }

int main(int argc, char** argv) {
  const double began = Milliseconds(CLOCK_MONOTONIC);
  if (argc != 2) {
    fprintf(stderr, "usage: %s PROGRAM.mote\n", argv[0]);
    return 2;
  }
  const int file = open(argv[1], O_RDONLY);
  struct stat facts;
  if (file < 0 || fstat(file, &facts) != 0) return perror(argv[1]), 1;
  const size_t size = (size_t)facts.st_size;
  const void* bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
  if (bytes == MAP_FAILED) return perror(argv[1]), 1;
  const mote_open_options options = {.target = "linux"};
  const mote_program* program = NULL;
  mote_status status = mote_open(Room(mote_program_size()), mote_program_size(), bytes, size, &options, &program);
  if (status.code != MOTE_OK) return Failed("mote_open", status);
  mote_sizes sizes;
  status = mote_query_sizes(program, &sizes);
  if (status.code != MOTE_OK) return Failed("mote_query_sizes", status);
  const mote_memory memory = {.instance = Room(sizes.instance), .instance_size = sizes.instance, .arena = Room(sizes.arena),
                              .arena_size = sizes.arena, .state = Room(sizes.state), .state_size = sizes.state};
  mote_instance* instance = NULL;
  status = mote_instance_init(&memory, program, 0, &instance);
  if (status.code != MOTE_OK) return Failed("mote_instance_init", status);
  uint64_t tensors = 0;
  mote_tensor tensor;
  for (uint32_t i = 0; mote_input(program, 0, i, &tensor).code == MOTE_OK; ++i) {
    status = mote_bind_input(instance, i, calloc(1, tensor.bytes + 1), tensor.bytes);
    if (status.code != MOTE_OK) return Failed("mote_bind_input", status);
    tensors += tensor.bytes;
  }
  for (uint32_t i = 0; mote_output(program, 0, i, &tensor).code == MOTE_OK; ++i) {
    status = mote_bind_output(instance, i, calloc(1, tensor.bytes + 1), tensor.bytes);
    if (status.code != MOTE_OK) return Failed("mote_bind_output", status);
    tensors += tensor.bytes;
  }
  status = mote_run(instance, 0);
  if (status.code != MOTE_OK) return Failed("mote_run", status);
  struct rusage used;
  getrusage(RUSAGE_SELF, &used);
  const double peak = (double)used.ru_maxrss * 1024e-6, file_size = (double)size * 1e-6, arena = (double)sizes.arena * 1e-6;
  printf("first result after %.2f ms, %.2f of processor; peak %.2f MB: program %.2f, arena %.2f, tensors %.2f, all else %.2f\n",
         Milliseconds(CLOCK_MONOTONIC) - began, Milliseconds(CLOCK_PROCESS_CPUTIME_ID), peak, file_size, arena, (double)tensors * 1e-6,
         peak - file_size - arena - (double)tensors * 1e-6);
  return 0;
}
