// Processors without instances of their own.
#include "cpu/operations.h"

namespace mote::runtime {

uint32_t DetectIsas() { return 1; }
uint8_t DetectIsa() { return 0; }

}  // namespace mote::runtime
