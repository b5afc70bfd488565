// Native kernels whose hash and parameters are those of a program's step, but whose operands have modes and types of their own: what a
// firmware was linked with need not be what a program says it is. Each touches all bytes of its operands as it was "printed" to do.
#pragma once

#include <cstdint>
#include <vector>

#include "mote/native.h"
#include "random.h"

namespace mote::fault {

struct NativeOperand {
  uint32_t bytes = 0;  // touched
  uint8_t type = 0;    // as in microcode: element type | read 0x40 | written 0x80; addresses are multiples of the element's size, 8 at most
};

struct NativeKernel {
  uint64_t hash = 0;
  uint32_t extent = 1;
  std::vector<uint32_t> words;  // parameters of the step
  std::vector<NativeOperand> operands;
};

// The table of one kernel, valid until the next call.
const mote_native_table* LinkNative(const NativeKernel& kernel);

}  // namespace mote::fault
