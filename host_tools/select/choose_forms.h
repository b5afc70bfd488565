// ChooseForms: the shaders that a launch on Vulkan may run by.
#pragma once

#include <vector>

#include "kernel/shader_form.h"

namespace mote {

// Best first; devices take the first that they have the features for, and every device takes the last. The tile is the one with the fewest
// loads a point for these extents.
std::vector<ShaderForm> ChooseForms(const Kernel& kernel, const std::vector<ParamValue>& values);

}  // namespace mote
