// A program and the part of the runtime that runs it as sources for any build system: what `mote export --c-library` writes.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "compile/program_facts.h"
#include "tool/firmware_program.h"

namespace mote {

using NamedText = std::pair<std::string, std::string>;  // path in the library, content

// src/: NAME.h, the program as a C array, its kernels, and the runtime's files that `needs` asks for. examples/main.c. Whether a build has
// the instructions of a routine is asked of its compiler.
std::vector<NamedText> LibrarySources(const FirmwareProgram& program, const FirmwareRequest& request, const ProgramNeeds& needs);
// What Arduino, PlatformIO, CMake, ESP-IDF, Zephyr and CMSIS-Pack read, for these files.
std::vector<NamedText> LibraryManifests(const std::string& name, const std::vector<NamedText>& sources);

}  // namespace mote
