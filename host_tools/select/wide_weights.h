// WideProducts: which products of a program may have weights of two bytes each, in the order of what that saves.
#pragma once

#include <set>

#include "hlo/module.h"
#include "target/target_facts.h"

namespace mote {

// Fixed operations of `module`. All streams of constants together take at most `ratio` times the bytes of the plain ones.
std::set<const Instruction*> WideProducts(const Module& module, FixedPacking packing, double ratio);

}  // namespace mote
