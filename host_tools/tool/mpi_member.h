// One member of a program's grid in this process, the others in the processes of an MPI library that mpirun started.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tool/link_member.h"

namespace mote {

// From its making to its end MPI is in use; at most one in a process.
class MpiMember {
 public:
  // kUnsupported: this tool was built without an MPI library. `deadline_ms`: of exchanges, 0: none.
  static Result<std::unique_ptr<MpiMember>> Start(uint32_t deadline_ms);
  virtual ~MpiMember() = default;
  virtual uint32_t number() const = 0;
  virtual uint32_t members() const = 0;
  // The library's reductions, for BackendOptions; they live as long as the member.
  virtual std::vector<mote_custom_call> calls() const = 0;
  // As RunLinkMember; nobody goes on where one is lost.
  virtual Result<std::vector<Literal>> Run(const LinkRun& run, std::vector<Literal> inputs) = 0;
  // The process is about to end with this code: a failure ends the others too, and does not return.
  virtual void End(int exit_code) = 0;
};

}  // namespace mote
