// By ports/mpi; without an MPI library at the build this is a refusal.
#include "tool/mpi_member.h"

#include "tool/rounds.h"

#ifdef MOTE_HAS_MPI
#include <cstdio>

#include "mpi/mote_mpi.h"
#endif

namespace mote {

#ifdef MOTE_HAS_MPI
namespace {

class Member : public MpiMember {
 public:
  Status Open(uint32_t deadline_ms) {
    if (MPI_Init(nullptr, nullptr) != MPI_SUCCESS) return Error(Rule::kDevice, "MPI cannot be started");
    int rank = 0, size = 0;
    (void)MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    (void)MPI_Comm_size(MPI_COMM_WORLD, &size);
    number_ = static_cast<uint32_t>(rank);
    members_ = static_cast<uint32_t>(size);
    const mote_status status = mote_mpi_start(MPI_COMM_WORLD, deadline_ms, &mpi_);
    return status.code == MOTE_OK ? Ok() : Status(Failure(status.code, "starting"));
  }

  uint32_t number() const override { return number_; }
  uint32_t members() const override { return members_; }

  std::vector<mote_custom_call> calls() const override {
    uint32_t count = 0;
    const mote_custom_call* calls = mote_mpi_calls(mpi_, &count);
    return {calls, calls + count};
  }

  Result<std::vector<Literal>> Run(const LinkRun& run, std::vector<Literal> inputs) override {
    MOTE_ASSIGN(Backend* backend, run.open(run.members));
    const mote_grid grid = backend->grid();
    const mote_status entered = mote_mpi_enter(mpi_, &grid, backend->plan());
    if (entered.code != MOTE_OK) return Failure(entered.code, "entering");
    MOTE_CHECK_OK(backend->SetTransport(mote_mpi_transport(mpi_)));
    std::vector<Literal> outputs;
    for (uint32_t round = 1; round <= run.rounds; ++round) {
      MOTE_CHECK_OK(backend->Load(run.with_hidden(inputs)));
      MOTE_CHECK_OK(Finish(*backend));
      MOTE_ASSIGN(outputs, backend->Outputs());
      run.take_hidden(outputs);
      if (round < run.rounds) TakeAsInputs(outputs, inputs);
      LinkNews news;
      news.round = round;
      news.members = members_;
      news.first = number_ == 0;
      run.tell(news, outputs);
    }
    return outputs;
  }

  void End(int exit_code) override {
    std::fflush(nullptr);
    if (exit_code != 0) (void)MPI_Abort(MPI_COMM_WORLD, exit_code);
    mote_mpi_close(mpi_);
    (void)MPI_Finalize();
  }

 private:
  // From a run's beginning to its end, exchanges included.
  Status Finish(Backend& backend) {
    for (uint64_t budget = 0;;) {
      MOTE_ASSIGN(const RunStop stop, backend.RunOn(budget));
      if (stop == RunStop::kDone) return Ok();
      if (stop == RunStop::kMore) {
        budget = mote_mpi_poll(mpi_) == MOTE_WAIT ? MOTE_MPI_BUDGET : 0;  // how it ended the run will come to
        continue;
      }
      budget = 0;
      mote_code code = MOTE_WAIT;
      while (code == MOTE_WAIT) code = mote_mpi_poll(mpi_);
      if (code != MOTE_OK) return Failure(code, "an exchange");
    }
  }

  Diagnostic Failure(mote_code code, const std::string& what) const {
    const std::string why =
        code == MOTE_NOT_ALLOWED ? "another member has another program, or one compiled otherwise" : mote_status_text(code);
    return Error(Rule::kDevice, "member " + std::to_string(number_) + ", " + what + ": " + why);
  }

  mote_mpi* mpi_ = nullptr;
  uint32_t number_ = 0, members_ = 0;
};

}  // namespace

Result<std::unique_ptr<MpiMember>> MpiMember::Start(uint32_t deadline_ms) {
  auto member = std::make_unique<Member>();
  MOTE_CHECK_OK(member->Open(deadline_ms));
  return std::unique_ptr<MpiMember>(std::move(member));
}
#else
Result<std::unique_ptr<MpiMember>> MpiMember::Start(uint32_t) {
  return Error(Rule::kUnsupported, "this mote was built without an MPI library: CMake finds it by mpicxx, or MPI_HOME");
}
#endif

}  // namespace mote
