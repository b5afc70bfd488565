// Bind: parameters of the entry become constants, as weights that a program takes as arguments. Not a pass of the pipeline: the user asks
// for it.
#pragma once

#include <map>

#include "hlo/module.h"

namespace mote {

// `values` by number of the parameter, each of its type and dimensions. The others stay parameters, in order, with their names and
// attributes. Errors: kCount for a number without parameter, kShape and kElementType, with both shapes, for a value that does not fit,
// kUnsupported for an entry that the program calls itself.
Result<Module> BindParameters(const Module& module, const std::map<size_t, Literal>& values);

}  // namespace mote
