// All members of a program's grid in this process: one instance each, run in turn over a loopback.
#pragma once

#include <vector>

#include "tool/backend.h"

namespace mote {

inline constexpr int64_t kMostMembers = 256;  // each has an arena

// Loads and runs them until all are done; kDevice, naming who waits, when none can go on. Outputs of each.
Result<std::vector<std::vector<Literal>>> RunMembers(const std::vector<Backend*>& members, const std::vector<std::vector<Literal>>& inputs);

}  // namespace mote
