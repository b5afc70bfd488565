// Constant convolution kernels in the order in which routines and shaders read them: spatial dimensions, input, output.
#pragma once

#include "hlo/module.h"

namespace mote {

// Constants that a convolution reads directly are stored transposed, with the dimension numbers to match. Names and results stay.
Module ArrangeWeights(const Module& module);

}  // namespace mote
