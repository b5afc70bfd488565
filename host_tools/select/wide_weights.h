// WideProducts: which products of a program may have larger weights, in the order of what that saves.
#pragma once

#include <map>

#include "hlo/module.h"
#include "select/pack_fixed.h"
#include "target/target_facts.h"

namespace mote {

// Fixed operations of `module`; those not named have weights of a byte. All streams of constants together take at most `ratio` times the
// bytes of the plain ones; only above the usual ratio are any transformed.
std::map<const Instruction*, WeightForm> WideProducts(const Module& module, FixedPacking packing, double ratio);

}  // namespace mote
