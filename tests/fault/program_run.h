// Runs one program of the generator twice, at different addresses, and says what went wrong. Faults themselves end the process:
// accepted_runs.h starts others.
#pragma once

#include "accepted_program.h"
#include "guarded_memory.h"

namespace mote::fault {

enum class RunOutcome { kRefused, kTooLong, kVerified, kRan };  // verified: for a device, which is not here

struct RunResult {
  RunOutcome outcome = RunOutcome::kRefused;
  uint16_t site = 0;    // of a refusal
  uint16_t code = 0;    // of the last mote_run
  std::string problem;  // empty: none
};

class ProgramRunner {
 public:
  // Programs of more element operations than `most_work` are not run.
  explicit ProgramRunner(double most_work) : here_(0), there_(0x345), most_work_(most_work) {}
  RunResult Run(const AcceptedProgram& program);
  // Of the two memories.
  const GuardedMemory& memory(bool second) const { return second ? there_ : here_; }

 private:
  GuardedMemory here_, there_;
  const double most_work_;
};

}  // namespace mote::fault
