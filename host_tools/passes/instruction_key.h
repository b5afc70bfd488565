// What an instruction computes, as text; a module's content as a number.
#pragma once

#include <string>

#include "hlo/module.h"

namespace mote {

// Equal keys mean equal values, apart from collisions of large constants, which the caller compares. Names and places take no part.
std::string KeyOf(const Instruction& instruction);

// Not 0. The same for modules that compute the same by the same instructions.
uint64_t ModuleHash(const Module& module, uint64_t seed = 0);

}  // namespace mote
