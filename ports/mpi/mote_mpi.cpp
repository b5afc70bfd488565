// Exchanges by MPI's operations, non-blocking ones where a deadline is asked for. Sums that are the program's own steps stay in the order
// of the group, and so every member has the same bits; the library's reductions, which promise no order, are reductions.cpp.
#include <climits>
#include <ctime>
#include <new>

#include "member.h"

namespace {

int64_t NowMs() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1000000;
}

mote_status Failed(mote_code code) { return {code, 0, 0}; }

bool StartGrouped(mote_mpi& m, const mote_exchange* exchange, bool swaps) {
  std::vector<int> members;
  for (uint32_t i = 0; i < mote_exchange_group_size(exchange); ++i) {
    members.push_back(static_cast<int>(mote_exchange_group_member(exchange, i)));
  }
  MPI_Comm comm = MPI_COMM_NULL;
  if (!mote::mpi::CommunicatorOf(m, members, &comm)) return false;
  const mote_blocks blocks = mote_exchange_blocks(exchange);
  const int bytes = static_cast<int>(blocks.bytes);
  const bool waits = m.deadline_ms == 0;
  if (!waits) m.requests.resize(1);
  int code = MPI_SUCCESS;
  if (swaps) {
    code = waits ? MPI_Alltoall(blocks.sent, bytes, MPI_BYTE, blocks.result, bytes, MPI_BYTE, comm)
                 : MPI_Ialltoall(blocks.sent, bytes, MPI_BYTE, blocks.result, bytes, MPI_BYTE, comm, m.requests.data());
  } else {  // this member's own block is where it belongs already
    code = waits ? MPI_Allgather(MPI_IN_PLACE, 0, MPI_BYTE, blocks.result, bytes, MPI_BYTE, comm)
                 : MPI_Iallgather(MPI_IN_PLACE, 0, MPI_BYTE, blocks.result, bytes, MPI_BYTE, comm, m.requests.data());
  }
  return code == MPI_SUCCESS;
}

bool StartPairs(mote_mpi& m, const mote_exchange* exchange) {
  const int tag = static_cast<int>(mote_exchange_number(exchange) & 0x7fff);  // every MPI has these
  for (uint32_t i = 0; i < mote_exchange_receive_count(exchange); ++i) {
    const mote_transfer t = mote_exchange_receive(exchange, i);
    m.requests.push_back(MPI_REQUEST_NULL);
    const int from = static_cast<int>(t.member), bytes = static_cast<int>(t.bytes);
    if (MPI_Irecv(t.data, bytes, MPI_BYTE, from, tag, m.world, &m.requests.back()) != MPI_SUCCESS) return false;
  }
  for (uint32_t i = 0; i < mote_exchange_send_count(exchange); ++i) {
    const mote_transfer t = mote_exchange_send(exchange, i);
    m.requests.push_back(MPI_REQUEST_NULL);
    const int to = static_cast<int>(t.member), bytes = static_cast<int>(t.bytes);
    if (MPI_Isend(t.data, bytes, MPI_BYTE, to, tag, m.world, &m.requests.back()) != MPI_SUCCESS) return false;
  }
  return true;
}

mote_code Begin(void* user, const mote_exchange* exchange) {
  mote_mpi& m = *static_cast<mote_mpi*>(user);
  if (m.waiting != nullptr) return MOTE_FAILED;  // another instance's run is in an exchange
  const uint32_t sends = mote_exchange_send_count(exchange);
  const mote_transfer one = sends > 0 ? mote_exchange_send(exchange, 0) : mote_exchange_receive(exchange, 0);
  if (one.bytes > INT_MAX) return MOTE_FAILED;  // MPI counts in int
  m.requests.clear();
  const mote_exchange_kind kind = mote_exchange_kind_of(exchange);
  const bool started = kind == MOTE_EXCHANGE_PAIRS ? StartPairs(m, exchange) : StartGrouped(m, exchange, kind == MOTE_EXCHANGE_SWAP);
  if (!started) return MOTE_PEER_LOST;
  if (m.requests.empty()) return MOTE_OK;
  int done = 0;
  if (MPI_Testall(static_cast<int>(m.requests.size()), m.requests.data(), &done, MPI_STATUSES_IGNORE) != MPI_SUCCESS) return MOTE_PEER_LOST;
  if (done != 0) return MOTE_OK;
  m.waiting = mote_exchange_instance(exchange);
  m.began_ms = NowMs();
  return MOTE_WAIT;
}

// Whether all processes have this plan.
bool SamePlan(MPI_Comm world, uint64_t plan, bool* same) {
  unsigned long long bounds[2] = {plan, ~static_cast<unsigned long long>(plan)}, least[2];
  if (MPI_Allreduce(bounds, least, 2, MPI_UNSIGNED_LONG_LONG, MPI_MIN, world) != MPI_SUCCESS) return false;
  *same = least[0] == ~least[1];
  return true;
}

}  // namespace

bool mote::mpi::CommunicatorOf(mote_mpi& m, const std::vector<int>& members, MPI_Comm* comm) {
  const auto found = m.groups.find(members);
  if (found != m.groups.end()) return *comm = found->second, true;
  MPI_Group all = MPI_GROUP_NULL, group = MPI_GROUP_NULL;
  bool fine = MPI_Comm_group(m.world, &all) == MPI_SUCCESS &&
              MPI_Group_incl(all, static_cast<int>(members.size()), members.data(), &group) == MPI_SUCCESS &&
              MPI_Comm_create_group(m.world, group, 0, comm) == MPI_SUCCESS;
  if (group != MPI_GROUP_NULL) MPI_Group_free(&group);
  if (all != MPI_GROUP_NULL) MPI_Group_free(&all);
  fine = fine && MPI_Comm_set_errhandler(*comm, MPI_ERRORS_RETURN) == MPI_SUCCESS;
  if (fine) m.groups.emplace(members, *comm);
  return fine;
}

extern "C" {

mote_status mote_mpi_start(MPI_Comm world, uint32_t deadline_ms, mote_mpi** mpi) {
  if (mpi == nullptr) return Failed(MOTE_INVALID_ARGUMENT);
  *mpi = nullptr;
  mote_mpi* made = new (std::nothrow) mote_mpi;
  if (made == nullptr) return Failed(MOTE_OUT_OF_MEMORY);
  made->deadline_ms = deadline_ms;
  mote::mpi::FillReductions(*made);
  if (MPI_Comm_dup(world, &made->world) != MPI_SUCCESS || MPI_Comm_set_errhandler(made->world, MPI_ERRORS_RETURN) != MPI_SUCCESS ||
      MPI_Comm_rank(made->world, &made->rank) != MPI_SUCCESS) {
    mote_mpi_close(made);
    return Failed(MOTE_PEER_LOST);
  }
  *mpi = made;
  return Failed(MOTE_OK);
}

const mote_custom_call* mote_mpi_calls(const mote_mpi* mpi, uint32_t* count) {
  *count = sizeof mpi->calls / sizeof mpi->calls[0];
  return mpi->calls;
}

mote_status mote_mpi_enter(mote_mpi* mpi, const mote_grid* grid, uint64_t plan) {
  if (mpi == nullptr || grid == nullptr) return Failed(MOTE_INVALID_ARGUMENT);
  bool same = false;
  int size = 0;
  if (!SamePlan(mpi->world, plan, &same) || MPI_Comm_size(mpi->world, &size) != MPI_SUCCESS) return Failed(MOTE_PEER_LOST);
  if (!same) return Failed(MOTE_NOT_ALLOWED);
  if (uint64_t{grid->replicas} * grid->partitions != static_cast<uint64_t>(size)) return Failed(MOTE_INVALID_ARGUMENT);
  mpi->grid = *grid;
  return Failed(MOTE_OK);
}

mote_status mote_mpi_open(MPI_Comm world, const mote_program* program, uint32_t deadline_ms, mote_mpi** mpi) {
  if (mpi == nullptr) return Failed(MOTE_INVALID_ARGUMENT);
  *mpi = nullptr;
  mote_grid grid;
  uint64_t plan = 0;
  if (const mote_status status = mote_query_grid(program, &grid, &plan); status.code != MOTE_OK) return status;
  mote_mpi* made = nullptr;
  mote_status status = mote_mpi_start(world, deadline_ms, &made);
  if (status.code == MOTE_OK) status = mote_mpi_enter(made, &grid, plan);
  if (status.code != MOTE_OK) {
    mote_mpi_close(made);
    return status;
  }
  *mpi = made;
  return status;
}

void mote_mpi_close(mote_mpi* mpi) {
  if (mpi == nullptr) return;
  for (auto& [members, comm] : mpi->groups) MPI_Comm_free(&comm);
  if (mpi->world != MPI_COMM_NULL) MPI_Comm_free(&mpi->world);
  delete mpi;
}

mote_transport mote_mpi_transport(mote_mpi* mpi) {
  const auto rank = static_cast<uint32_t>(mpi->rank);
  return {rank / mpi->grid.partitions, rank % mpi->grid.partitions, mpi, Begin};
}

mote_code mote_mpi_poll(mote_mpi* mpi) {
  if (mpi->waiting == nullptr) return MOTE_OK;
  int done = 0;
  const int tested = MPI_Testall(static_cast<int>(mpi->requests.size()), mpi->requests.data(), &done, MPI_STATUSES_IGNORE);
  const bool late = mpi->deadline_ms != 0 && NowMs() - mpi->began_ms > mpi->deadline_ms;
  const mote_code code = tested != MPI_SUCCESS ? MOTE_PEER_LOST : done != 0 ? MOTE_OK : late ? MOTE_TIMEOUT : MOTE_WAIT;
  if (code == MOTE_WAIT) return code;
  mote_instance* instance = mpi->waiting;
  mpi->waiting = nullptr;
  (void)mote_complete(instance, code);
  return code;
}

mote_status mote_mpi_run(mote_mpi* mpi, mote_instance* instance) {
  uint64_t budget = 0;
  while (true) {
    const mote_status status = mote_run(instance, budget);
    if (status.code == MOTE_MORE) {
      budget = mote_mpi_poll(mpi) == MOTE_WAIT ? MOTE_MPI_BUDGET : 0;
      continue;
    }
    budget = 0;
    if (status.code != MOTE_WAIT || mpi->waiting == nullptr) return status;
    mote_code code = MOTE_WAIT;
    while (code == MOTE_WAIT) code = mote_mpi_poll(mpi);
    if (code != MOTE_OK) return Failed(code);
  }
}

}  // extern "C"
