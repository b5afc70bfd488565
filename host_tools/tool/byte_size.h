// Byte counts as people write and read them.
#pragma once

#include <cstdint>
#include <string>

namespace mote {

// "64K", "1M", "4096"; empty gives 0. False when the text is no size or does not fit.
bool ParseByteSize(const std::string& text, int64_t& bytes);
// "14 336 B" with thin groups of three.
std::string FormatBytes(int64_t bytes);

}  // namespace mote
