// The operations for the instruction set the whole archive is built for.
#include "cpu/operation_blocks.h"
#include "cpu/operations.h"
#include "cpu/scalar_math.h"
#include "cpu/vector_loop.h"

namespace mote::runtime::base {
#include "cpu/operations.inc"
}  // namespace mote::runtime::base
