// The runtime's sources as this tool carries them, for `mote export`.
#pragma once

#include <span>

namespace mote {

struct ExportedFile {
  const char* path;  // in the repository: "runtime/core/program.cpp"
  const char *begin, *end;
};
std::span<const ExportedFile> ExportedFiles();

}  // namespace mote
