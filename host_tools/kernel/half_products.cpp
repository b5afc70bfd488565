// See half_products.h.
#include "kernel/half_products.h"

#include <algorithm>

namespace mote {
namespace {

// Only dots and convolutions fuse a multiplication with the addition to what a loop carries (lower/emit_contract.cpp).
bool IsSumOfProducts(const Kernel& kernel, NodeId next, NodeId sum) {
  const Node& node = kernel.nodes[next];
  return node.op == Scalar::kFmaF && node.in[2] == sum && node.in[0] != sum && node.in[1] != sum;
}

}  // namespace

std::optional<HalfProduct> HalfProductOf(const Kernel& kernel, const ShaderForm& form, NodeId begin) {
  const Loop& loop = kernel.loops[kernel.nodes[begin].index];
  if (loop.axis != form.unrolled || form.steps < 2 || loop.next.size() != 1) return {};
  const NodeId sum = begin + 1, next = loop.next[0];
  if (!IsSumOfProducts(kernel, next, sum)) return {};
  for (NodeId id = begin + 2; kernel.nodes[id].op != Scalar::kLoopEnd; ++id) {
    const Node& node = kernel.nodes[id];
    const auto reads = [&](NodeId value) { return std::find(node.in.begin(), node.in.end(), value) != node.in.end(); };
    if (node.op == Scalar::kStore || node.op == Scalar::kLoopBegin || reads(next) || (id != next && reads(sum))) return {};
  }
  return HalfProduct{sum, next, {kernel.nodes[next].in[0], kernel.nodes[next].in[1]}};
}

bool HasHalfProduct(const Kernel& kernel, const ShaderForm& form) {
  for (NodeId id = 0; id < kernel.nodes.count(); ++id) {
    if (kernel.nodes[id].op == Scalar::kLoopBegin && HalfProductOf(kernel, form, id)) return true;
  }
  return false;
}

}  // namespace mote
