// See byte_products.h.
#include "kernel/byte_products.h"

namespace mote {
namespace {

constexpr int32_t kBytesOfWord = 4;

// A load of four bytes along the unrolled loop, whose place is known in front of it.
bool IsOfWords(const Kernel& kernel, const ShaderForm& form, NodeId id, NodeId begin) {
  const Node& node = kernel.nodes[id];
  if (node.op != Scalar::kLoad || node.type != Reg::kI32 || node.in[0] >= begin || node.in[1] >= begin) return false;
  return kernel.operands[kernel.accesses[node.index].operand].type == ElementType::kS8 && form.FoursAlong(node.index) == form.unrolled;
}

std::optional<ByteProduct::Factor> FactorOf(const Kernel& kernel, const ShaderForm& form, NodeId id, NodeId begin) {
  ByteProduct::Factor factor{id, kNone};
  if (const Node& node = kernel.nodes[id]; node.op == Scalar::kSubI) {
    factor = {node.in[0], node.in[1]};
    const Scalar zero = kernel.nodes[factor.zero].op;
    if (zero != Scalar::kConstant && zero != Scalar::kParam) return {};
  }
  return IsOfWords(kernel, form, factor.load, begin) ? std::optional(factor) : std::nullopt;
}

}  // namespace

std::optional<ByteProduct> ByteProductOf(const Kernel& kernel, const ShaderForm& form, NodeId begin) {
  const Loop& loop = kernel.loops[kernel.nodes[begin].index];
  if (loop.axis != form.unrolled || form.steps != kBytesOfWord || loop.next.size() != 1) return {};
  ByteProduct product;
  product.sum = begin + 1;
  const Node& sum = kernel.nodes[loop.next[0]];
  if (sum.op != Scalar::kAddI || (sum.in[0] != product.sum && sum.in[1] != product.sum)) return {};
  const NodeId added = sum.in[0] == product.sum ? sum.in[1] : sum.in[0];
  if (added <= begin || kernel.nodes[added].op != Scalar::kMulI) return {};
  int zeros = 0;
  for (size_t i = 0; i < product.factors.size(); ++i) {
    const NodeId in = kernel.nodes[added].in[i];
    if (in <= begin) return {};
    const auto factor = FactorOf(kernel, form, in, begin);
    if (!factor) return {};
    product.factors[i] = *factor;
    zeros += factor->zero != kNone;
  }
  if (zeros > 1 || product.factors[0].load == product.factors[1].load) return {};
  product.end = begin;
  while (kernel.nodes[product.end].op != Scalar::kLoopEnd) {
    if (kernel.nodes[++product.end].op == Scalar::kStore) return {};
  }
  return product;
}

bool HasByteProduct(const Kernel& kernel, const IdVector<ParamValue>& values, const ShaderForm& form) {
  for (NodeId id = 0; id < kernel.nodes.count(); ++id) {
    if (kernel.nodes[id].op != Scalar::kLoopBegin) continue;
    const auto product = ByteProductOf(kernel, form, id);
    if (!product) continue;
    for (const ByteProduct::Factor& factor : product->factors) {
      if (factor.zero == kNone) continue;
      const Node& zero = kernel.nodes[factor.zero];
      const int64_t value = zero.op == Scalar::kParam ? values[zero.index] : static_cast<int32_t>(zero.bits);
      if (value != static_cast<int8_t>(value)) return false;
    }
    return true;
  }
  return false;
}

}  // namespace mote
