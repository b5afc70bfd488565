// A member of a program on an MPI communicator, for the files of this folder.
#ifndef MOTE_MPI_MEMBER_H_
#define MOTE_MPI_MEMBER_H_

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "mote_mpi.h"

struct mote_mpi_reduction {
  MPI_Op operation = MPI_OP_NULL;
  MPI_Comm comm = MPI_COMM_NULL;  // of `groups`
};

struct mote_mpi {
  MPI_Comm world = MPI_COMM_NULL;
  mote_grid grid = {1, 1};
  int rank = 0;
  uint32_t deadline_ms = 0;                     // 0: none, and the library's blocking operations
  std::map<std::vector<int>, MPI_Comm> groups;  // by their members in order
  std::vector<MPI_Request> requests;            // of the exchange under way
  mote_instance* waiting = nullptr;
  int64_t began_ms = 0;
  mote_custom_call calls[2] = {};               // reductions.cpp
  std::map<std::string, mote_mpi_reduction, std::less<>> reductions;  // by the configuration of a call
  const std::pair<const std::string, mote_mpi_reduction>* last = nullptr;  // that of the call before, which is mostly this one's
};

namespace mote::mpi {

// The communicator of a group, made when all its members come to it first.
bool CommunicatorOf(mote_mpi& m, const std::vector<int>& members, MPI_Comm* comm);
void FillReductions(mote_mpi& m);

}  // namespace mote::mpi

#endif
