// Calibration inputs from files: samples of every input of a program.
#pragma once

#include <string>
#include <vector>

#include "hlo/literal.h"
#include "hlo/module.h"

namespace mote {

// Each path: a .npz, a .npy (of a program with one input), a folder with .npz files, or one whose folders hold .npy files, each folder one
// set of inputs by name or number (in0.npy). An array of an input's dimensions is one sample; with one dimension more in front, or in place
// of a first dimension of 1, it holds that many. Errors: kCount for an input without arrays or inputs with different numbers of samples,
// kShape with both shapes.
Result<std::vector<std::vector<Literal>>> ReadSamples(const std::vector<std::string>& paths, const Computation& entry);

}  // namespace mote
