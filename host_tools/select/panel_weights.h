// Constant right-hand sides of products, laid out as the runtime's inner loops go through them.
#pragma once

#include <optional>

#include "hlo/module.h"
#include "lower/lower.h"

namespace mote {

// A step of dot_f32 whose constant weights would be packed by every run becomes one of dot_panels_f32; returns the weights that it reads
// in place of `weights`: the same numbers in panels of columns. Nothing where they lie well, or would take more than a twentieth more.
std::optional<Literal> TakeInPanels(BoundRoutine* form, const Literal& weights);

}  // namespace mote
