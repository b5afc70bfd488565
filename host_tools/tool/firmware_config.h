// Which parts of the runtime a program needs, as the C++ file that makes a firmware link only those.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "hlo/diagnostic.h"

namespace mote {

// The text of config.cpp: step kinds, microcode operations and element types of the variant for `target`, handed to runtime/cpu/linked_subset.h.
// `natives`: kernels of this binary may be native ones.
Result<std::string> FirmwareConfig(std::span<const uint8_t> program, const std::string& target, bool natives);

}  // namespace mote
