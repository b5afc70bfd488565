// What is wrong with the members of an Exchange step, in words; empty: nothing. By sets, not by the runtime's places.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mote::audit {

std::string WrongMembers(const std::vector<int64_t>& fields, const std::vector<uint32_t>& params, int64_t members);

}  // namespace mote::audit
