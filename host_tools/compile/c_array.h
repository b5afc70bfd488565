// The bytes of a program as a C array, for projects without an assembler's .incbin.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace mote {

// C and C++ source that defines `NAME_program`, aligned to 16, and `NAME_program_size`, as NAME.h declares them; in `section` unless empty.
std::string ProgramArray(const std::string& name, std::span<const uint8_t> bytes, const std::string& section);

}  // namespace mote
