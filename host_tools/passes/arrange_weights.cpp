// ArrangeWeights: a constant convolution kernel is read as [spatial…, input feature, output feature]: a transpose, which Fold then applies
// to the constant, and the dimension numbers to match.
#include <algorithm>

#include "passes/emitter.h"
#include "passes/passes.h"

namespace mote {
namespace {

bool IsConstantData(const ModuleEmitter& e, Value v) {
  while (e.at(v).op == Op::kTranspose || e.at(v).op == Op::kReshape || e.at(v).op == Op::kReverse || e.at(v).op == Op::kConvert) {
    v = e.at(v).operands[0];
  }
  return e.at(v).op == Op::kConstant;
}

std::optional<std::vector<Value>> Arrange(ModuleEmitter& e, const Instruction& i) {
  if (i.op != Op::kConvolution || !IsConstantData(e, i.operands[1])) return std::nullopt;
  std::vector<int64_t> order = i.Ints(Attr::kKernelSpatialDimensions);
  const int64_t spatial = static_cast<int64_t>(order.size());
  order.push_back(i.Int(Attr::kKernelInputFeatureDimension));
  order.push_back(i.Int(Attr::kKernelOutputFeatureDimension));
  if (std::is_sorted(order.begin(), order.end())) return std::nullopt;
  const Shape& shape = e.shape(i.operands[1]);
  Dims dims;
  for (int64_t d : order) dims.push_back(shape.dims[static_cast<size_t>(d)]);
  Instruction arranged = i;
  arranged.operands[1] = e.Make(Op::kTranspose, Shape::Array(shape.element_type, dims), {i.operands[1]}, {{Attr::kPermutation, order}});
  std::vector<int64_t> first;
  for (int64_t d = 0; d < spatial; ++d) first.push_back(d);
  arranged.attributes[Attr::kKernelSpatialDimensions] = first;
  arranged.attributes[Attr::kKernelInputFeatureDimension] = spatial;
  arranged.attributes[Attr::kKernelOutputFeatureDimension] = spatial + 1;
  return {{e.Add(std::move(arranged))}};
}

}  // namespace

Result<Module> ArrangeWeights(const Module& module) { return RewriteModule(module, Arrange); }

}  // namespace mote
