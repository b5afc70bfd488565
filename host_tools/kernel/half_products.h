// HalfProduct: the loop of a dot or convolution that adds up products in f32, by a form that multiplies in f16 (kMoteFloat16) and adds up
// to four products there before f32 takes their sum: SPEC.md section 6 says how far that may be from the products in f32.
#pragma once

#include <array>
#include <optional>

#include "kernel/kernel.h"
#include "kernel/shader_form.h"

namespace mote {

struct HalfProduct {
  NodeId sum = kNone;   // the loop's carried value
  NodeId next = kNone;  // what it is with the product of a turn
  std::array<NodeId, 2> factors{kNone, kNone};
};

// Of the loop that begins at a node, which the form unrolls. Nothing where it does anything else.
std::optional<HalfProduct> HalfProductOf(const Kernel& kernel, const ShaderForm& form, NodeId begin);
// Whether there is such a loop: the form may multiply in f16.
bool HasHalfProduct(const Kernel& kernel, const ShaderForm& form);

}  // namespace mote
