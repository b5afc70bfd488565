/* The sums of `mote link bench` by an MPI library: a line of microseconds a run for each round, the slowest member's, and one of the
   processor time of a run, the mean over members. usage: mpirun -n N all_reduce_mpi BYTES RUNS ROUNDS */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double ProcessorSeconds(void) {
  struct timespec used;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return (double)used.tv_sec + (double)used.tv_nsec * 1e-9;
}

int main(int argc, char** argv) {
  int rank, members;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &members);
  if (argc != 4) return 2;
  const int count = atoi(argv[1]) / 4, runs = atoi(argv[2]), rounds = atoi(argv[3]);
  float* x = malloc(4 * (size_t)count);
  float* y = malloc(4 * (size_t)count);
  double* times = malloc(sizeof(double) * (size_t)rounds);
  for (int i = 0; i < count; ++i) x[i] = (float)(rank + 1);
  double processor = 0;
  for (int round = -1; round < rounds; ++round) {
    const double began = MPI_Wtime();
    for (int i = 0; i < runs; ++i) MPI_Allreduce(x, y, count, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
    if (round < 0) processor = ProcessorSeconds();
    else times[round] = (MPI_Wtime() - began) / runs;
  }
  processor = (ProcessorSeconds() - processor) / rounds / runs / members;
  for (int i = 0; i < count; ++i) {
    if (y[i] != (float)(members * (members + 1) / 2)) return 1;
  }
  double total = 0;
  double* slowest = malloc(sizeof(double) * (size_t)rounds);
  MPI_Reduce(times, slowest, rounds, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  MPI_Reduce(&processor, &total, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) {
    for (int i = 0; i < rounds; ++i) printf("round %.3f\n", slowest[i] * 1e6);
    printf("processor %.3f\n", total * 1e6);
  }
  MPI_Finalize();
  return 0;
}
