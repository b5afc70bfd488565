// Members as processes of an MPI library: mpirun starts them, and ends them all where one fails.
#pragma once

#include <csignal>
#include <cstdint>
#include <string>
#include <vector>

namespace mote {

// This tool with `words` (the first is its name), `members` times, until all have ended; the exit code, of one that failed where one did.
// A signal that was `caught` ends them.
int LaunchByMpi(uint32_t members, const std::vector<std::string>& words, const volatile sig_atomic_t& caught);

}  // namespace mote
