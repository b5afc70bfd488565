// ExpansionProgram: one expansion as a kernel `out[i] = f(in0[i], in1[i], …)` and a fast way to run it over many points, for the tests of
// expand_*.cpp. The fast way runs node by node over strips with the compiler's own arithmetic; Interpret() runs the same kernel through
// InterpretKernel, and the tests hold the two together.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "hlo/op.h"
#include "kernel/kernel_builder.h"

namespace mote {

class ExpansionProgram {
 public:
  using Body = std::function<NodeId(KernelBuilder&, const std::vector<NodeId>&)>;
  ExpansionProgram(const std::vector<ElementType>& inputs, ElementType output, const Body& body);
  // An element-wise operation whose operands have one type.
  static ExpansionProgram Of(Op op, ElementType type, int operands, ElementType output);

  // Elements as storage bits, one uint64_t each.
  std::vector<uint64_t> Run(const std::vector<std::vector<uint64_t>>& inputs) const;
  std::vector<uint64_t> Interpret(const std::vector<std::vector<uint64_t>>& inputs) const;
  const Kernel& kernel() const { return kernel_; }
  int operations() const;  // scalar operations apart from constants, loads, the store

 private:
  Kernel kernel_;
  std::vector<ElementType> inputs_;
  ElementType output_;
};

}  // namespace mote
