// One program of the generator: steps of all kinds over views placed anywhere, and how it is to be run. Deterministic by seed.
#pragma once

#include <string>

#include "native_kernels.h"
#include "program_file.h"

namespace mote::fault {

// A range that the program says it writes.
struct WrittenRange {
  uint32_t space = 0, number = 0;
  uint64_t offset = 0, bytes = 0;
};

struct AcceptedProgram {
  ProgramFile file;
  uint32_t entry = 0;    // to run
  uint32_t member = 0;   // that this is, of the grid
  uint32_t threads = 0;  // to offer
  double work = 0;       // about so many element operations, by the threads' parts that are run
  bool huge = false;     // extents near 2^31
  bool loops = false;    // perhaps without end
  std::vector<WrittenRange> written;
  uint32_t kinds = 0;  // of steps: bit 1 << kind, or a routine's code
  bool has_native = false;
  NativeKernel native;
  uint64_t seed = 0;
};

AcceptedProgram MakeAcceptedProgram(uint64_t seed);

// What the program is, for people.
std::string Describe(const AcceptedProgram& program);

}  // namespace mote::fault
