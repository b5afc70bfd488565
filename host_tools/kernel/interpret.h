// The interpreter: the meaning of a kernel, against which the printers are tested.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hlo/diagnostic.h"
#include "kernel/kernel.h"

namespace mote {

// Runs a kernel node by node: operands as byte buffers.
Status InterpretKernel(const Kernel& kernel, const IdVector<ParamValue>& values, std::span<std::vector<uint8_t>> operands);

}  // namespace mote
