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

#include "mote/exchange.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mote_mpi mote_mpi; /* one member; from mote_mpi_open to mote_mpi_close */

/* All processes of `world` call it, after MPI_Init: rank r is member r of the program's grid (replica * partitions + partition). Compares
   the plans of all before anything else is exchanged. `deadline_ms`: the longest wait in one exchange, 0: none.
   MOTE_INVALID_ARGUMENT: null, or the grid has another number of members than `world` has processes. MOTE_NOT_ALLOWED: the processes have
   other programs. MOTE_PEER_LOST: MPI fails. MOTE_OUT_OF_MEMORY: the host. `*mpi` is null on failure. */
MOTE_NODISCARD mote_status mote_mpi_open(MPI_Comm world, const mote_program* program, uint32_t deadline_ms, mote_mpi** mpi);
/* After the instances that use it. Null is nothing to close. */
void mote_mpi_close(mote_mpi* mpi);
/* For mote_set_transport; GATHER is MPI_Iallgather and SWAP MPI_Ialltoall on a communicator of the group, PAIRS MPI_Isend and MPI_Irecv. */
mote_transport mote_mpi_transport(mote_mpi* mpi);
/* Looks whether the exchange under way is complete, and completes it then. MOTE_OK: it is, or there is none. MOTE_WAIT: not yet.
   MOTE_TIMEOUT, MOTE_PEER_LOST: the run has ended with that; MPI knows no way back, so the process had better call MPI_Abort. */
mote_code mote_mpi_poll(mote_mpi* mpi);
/* mote_run with budget 0 and mote_mpi_poll until the run has ended, with what it has ended with. */
MOTE_NODISCARD mote_status mote_mpi_run(mote_mpi* mpi, mote_instance* instance);

#ifdef __cplusplus
}
#endif
#endif
