// ChooseForms: the shaders that a launch on Vulkan may run by.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "kernel/shader_form.h"

namespace mote {

// Best first; devices take the first that they have the features for, and every device takes the last. The tile is the one with the fewest
// loads a point for these extents. `counts`: elements of the operands. `tiers`: features that forms may be for.
std::vector<ShaderForm> ChooseForms(const Kernel& kernel, const IdVector<ParamValue>& values, std::span<const int64_t> counts,
                                    uint32_t tiers = kUsualTiers);
// Of a launch in a loop that one workgroup runs whole, on every device.
ShaderForm LoopForm(const Kernel& kernel, const IdVector<ParamValue>& values, std::span<const int64_t> counts);
// An invocation for each of the kernel's groups, where all its stages go by fours.
std::optional<ShaderForm> RowForm(const Kernel& kernel, const IdVector<ParamValue>& values, std::span<const int64_t> counts);
// A workgroup for each of the kernel's groups, whose subgroups fold what its invocations have of a row, where there is any such fold.
std::optional<ShaderForm> SubgroupForm(const Kernel& kernel);
// The same form, with stores of 2 and 1 bytes as such instead of two atomic operations on a word each.
ShaderForm WithNarrowStores(const Kernel& kernel, ShaderForm form);

}  // namespace mote
