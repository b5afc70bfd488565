// Small random StableHLO programs over shapes that can be reshaped, reduced, windowed, multiplied and convolved; the same for the same
// seed.
#pragma once

#include <cstdint>
#include <string>

namespace mote::testing {

std::string RandomProgram(uint32_t seed);

}  // namespace mote::testing
