/* Members of a program on the processes of an MPI communicator: exchanges are the MPI library's own. For hosted systems; one thread of a
   process calls these functions. */
#ifndef MOTE_MPI_H_
#define MOTE_MPI_H_

/* Without the C++ interface that MPI has given up. */
#ifndef OMPI_SKIP_MPICXX
#define OMPI_SKIP_MPICXX 1
#endif
#ifndef MPICH_SKIP_MPICXX
#define MPICH_SKIP_MPICXX 1
#endif
#include <mpi.h>

#include "mote/call.h"
#include "mote/exchange.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mote_mpi mote_mpi; /* one member; from mote_mpi_open to mote_mpi_close */

/* All processes of `world` call it, after MPI_Init: rank r is member r of the program's grid (replica * partitions + partition). Compares
   the plans of all before anything else is exchanged. `deadline_ms`: the longest wait in one exchange; 0: none, and exchanges are the
   library's blocking operations, which are faster than its others.
   MOTE_INVALID_ARGUMENT: null, or the grid has another number of members than `world` has processes. MOTE_NOT_ALLOWED: the processes have
   other programs. MOTE_PEER_LOST: MPI fails. MOTE_OUT_OF_MEMORY: the host. `*mpi` is null on failure. */
MOTE_NODISCARD mote_status mote_mpi_open(MPI_Comm world, const mote_program* program, uint32_t deadline_ms, mote_mpi** mpi);

/* The same in two parts, for programs whose reductions are the library's own (compiled with --custom-call mote.all_reduce and
   --custom-call mote.reduce_scatter): mote_mpi_start, then the program is opened with these functions among the custom calls of its
   options, then mote_mpi_enter with what mote_query_grid says of it. Such sums are in the library's order, so their bits depend on it and
   on the number of members; they are blocking operations, to which no deadline applies. A program compiled without is reproducible. */
MOTE_NODISCARD mote_status mote_mpi_start(MPI_Comm world, uint32_t deadline_ms, mote_mpi** mpi);
const mote_custom_call* mote_mpi_calls(const mote_mpi* mpi, uint32_t* count); /* they live as long as `mpi` */
MOTE_NODISCARD mote_status mote_mpi_enter(mote_mpi* mpi, const mote_grid* grid, uint64_t plan);

/* After the instances that use it. Null is nothing to close. */
void mote_mpi_close(mote_mpi* mpi);
/* For mote_set_transport; GATHER is MPI_Allgather and SWAP MPI_Alltoall on a communicator of the group (with a deadline MPI_Iallgather and
   MPI_Ialltoall), PAIRS MPI_Isend and MPI_Irecv. */
mote_transport mote_mpi_transport(mote_mpi* mpi);
/* Looks whether the exchange under way is complete, and completes it then. MOTE_OK: it is, or there is none. MOTE_WAIT: not yet.
   MOTE_TIMEOUT, MOTE_PEER_LOST: the run has ended with that, or will where it needs the exchange; MPI knows no way back, so the process had
   better call MPI_Abort. */
mote_code mote_mpi_poll(mote_mpi* mpi);
/* For mote_run while an exchange is under way that the program computes beside, which is so only with a deadline: element operations
   between two polls. */
enum { MOTE_MPI_BUDGET = 1 << 20 };
/* mote_run and mote_mpi_poll until the run has ended, with what it has ended with. */
MOTE_NODISCARD mote_status mote_mpi_run(mote_mpi* mpi, mote_instance* instance);

#ifdef __cplusplus
}
#endif
#endif
