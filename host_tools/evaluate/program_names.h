// The functions that interpreter.run_parallel names.
#pragma once

#include <string>
#include <vector>

namespace mote {

// "[[@f, @g], [@h, @i]]" as rows of names: a row a replica, a name a partition.
std::vector<std::vector<std::string>> ProgramNames(const std::string& text);

}  // namespace mote
