// Constant convolution kernels in the order in which a target's code reads them.
#pragma once

#include "hlo/module.h"
#include "target/target_facts.h"

namespace mote {

// Constants that a convolution reads directly are stored transposed, with the dimension numbers to match. Names and results stay.
Module ArrangeWeights(const Module& module, KernelLayout layout);

}  // namespace mote
