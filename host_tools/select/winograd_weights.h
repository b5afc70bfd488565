// Convolutions of 3 by 3 taps by tiles (schema/winograd_layout.h): which are faster so, and their weights transformed.
#pragma once

#include "hlo/module.h"
#include "lower/lower.h"

namespace mote {

// Whether a step of convolution_f32 with constant, finite weights takes less time by tiles.
bool PaysByTiles(const BoundRoutine& form, const Literal& weights);

// The step by tiles in place of `form`; returns the weights that it reads in place of `weights`: f32, a matrix in panels for each position.
Literal TakeByTiles(BoundRoutine* form, const Literal& weights);

}  // namespace mote
