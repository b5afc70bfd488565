// ByteProduct: a loop that adds up products of signed bytes, of which four neighbours fill a word of either factor: what the integer dot
// product of a device does at once.
#pragma once

#include <array>
#include <optional>

#include "kernel/kernel.h"
#include "kernel/shader_form.h"

namespace mote {

struct ByteProduct {
  struct Factor {
    NodeId load = kNone;
    NodeId zero = kNone;  // a constant or parameter that is taken from each of its bytes, in s8's range; kNone: nothing
  };
  NodeId sum = kNone;  // the loop's carried value
  NodeId end = kNone;  // of the loop
  std::array<Factor, 2> factors;  // at most one has a zero
};

// Of the loop that begins at a node, which the form unrolls. Nothing where it does anything else.
std::optional<ByteProduct> ByteProductOf(const Kernel& kernel, const ShaderForm& form, NodeId begin);
// Whether all zeros are bytes and there is such a loop: the form may use the device's integer dot product.
bool HasByteProduct(const Kernel& kernel, const IdVector<ParamValue>& values, const ShaderForm& form);

}  // namespace mote
