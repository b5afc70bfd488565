// FormFixed: integer arithmetic that a fixed-point routine does becomes one operation, Fixed: products with their bias and Requantize, sums
// of windows, weighted sums of two arrays, functions of one byte. Each is proven to give the same bytes for everything that its inputs may
// hold.
#pragma once

#include "hlo/module.h"

namespace mote {

// Of products that are left: why, in Instruction::extra.
inline constexpr const char* kWhyNotFixed = "mote.not_fixed";

// Of a canonical module (passes/pipeline.h). A Fixed operation has the inputs, the fields and the stream of schema/fixed_layout.h.
Module FormFixed(const Module& canonical);

}  // namespace mote
