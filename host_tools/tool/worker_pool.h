// Work items in processes of their own: a crash or a hang of one item is its own outcome and touches no other.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace mote {

struct WorkResult {
  enum class End { kDone, kCrashed, kTimedOut } end = End::kDone;
  int signal = 0;       // of a crash, or 0 when the process exited early
  std::string output;   // what `work` returned
};

// Runs work(i) for i in [0, count), at most `jobs` at once, each in a child process with `timeout_seconds`; calls done(i, result) in this
// process as they finish. Call it before threads are started.
void RunInProcesses(size_t count, unsigned jobs, double timeout_seconds, const std::function<std::string(size_t)>& work,
                    const std::function<void(size_t, const WorkResult&)>& done);

}  // namespace mote
