// ArrangeWeights: a transposed literal for each constant convolution kernel that does not lie as it is read.
#include "select/arrange_weights.h"

#include <algorithm>

namespace mote {
namespace {

// dims[i] of the result are dims[order[i]] of the operand.
Literal Transposed(const Literal& literal, const std::vector<int64_t>& order) {
  const Dims& from = literal.shape().dims;
  const int64_t element = StorageBytes(literal.type());
  IdVector<int64_t> own(from.size(), element);  // bytes from one element to the next
  for (size_t d = from.size(); d-- > 1;) own[d - 1] = own[d] * from[d];
  Dims dims;
  std::vector<int64_t> strides;
  for (const int64_t d : order) {
    dims.push_back(from[d]);
    strides.push_back(own[d]);
  }
  Literal out(Shape::Array(literal.type(), dims));
  const std::span<uint8_t> bytes = out.mutable_bytes();
  std::vector<int64_t> at(dims.size(), 0);
  int64_t source = 0;
  for (size_t to = 0; to < bytes.size(); to += static_cast<size_t>(element)) {
    std::copy_n(literal.bytes().begin() + source, element, bytes.begin() + static_cast<int64_t>(to));
    for (size_t d = dims.size(); d-- > 0;) {
      source += strides[d];
      if (++at[d] < dims[d]) break;
      source -= strides[d] * dims[d];
      at[d] = 0;
    }
  }
  return out;
}

// Spatial dimensions, input feature, output feature, as the convolution numbers them.
std::vector<int64_t> ReadingOrder(const Instruction& convolution) {
  std::vector<int64_t> order = convolution.Ints(Attr::kKernelSpatialDimensions);
  order.push_back(convolution.Int(Attr::kKernelInputFeatureDimension));
  order.push_back(convolution.Int(Attr::kKernelOutputFeatureDimension));
  return order;
}

bool LiesOtherwise(const Computation& computation, const Instruction& i) {
  if (i.op != Op::kConvolution || computation.at(i.operands[1]).op != Op::kConstant) return false;
  const std::vector<int64_t> order = ReadingOrder(i);
  return !std::is_sorted(order.begin(), order.end());
}

// The constant that `convolution` reads in its place, in front of it.
Instruction TakeArranged(const Instruction& constant, Instruction* convolution) {
  const std::vector<int64_t> order = ReadingOrder(*convolution);
  Instruction arranged = constant;
  arranged.name = convolution->name;
  Literal value = Transposed(constant.LiteralValue(), order);
  arranged.shapes = {value.shape()};
  arranged.attributes[Attr::kValue] = std::move(value);
  const auto spatial = static_cast<int64_t>(order.size()) - 2;
  std::vector<int64_t> first;
  for (int64_t d = 0; d < spatial; ++d) first.push_back(d);
  convolution->attributes[Attr::kKernelSpatialDimensions] = first;
  convolution->attributes[Attr::kKernelInputFeatureDimension] = spatial;
  convolution->attributes[Attr::kKernelOutputFeatureDimension] = spatial + 1;
  return arranged;
}

Computation Arranged(const Computation& old) {
  Computation fresh = old;
  fresh.instructions.clear();
  IdVector<int32_t> moved;  // to where each instruction
  for (const Instruction& i : old.instructions) {
    Instruction copy = i;
    for (Value& operand : copy.operands) operand.instruction = moved[operand.instruction];
    if (LiesOtherwise(old, i)) {
      fresh.instructions.push_back(TakeArranged(old.at(i.operands[1]), &copy));
      copy.operands[1] = {fresh.instructions.count() - 1, 0};
    }
    moved.push_back(fresh.instructions.count());
    fresh.instructions.push_back(std::move(copy));
  }
  for (Value& result : fresh.results) result.instruction = moved[result.instruction];
  return fresh;
}

}  // namespace

Module ArrangeWeights(const Module& module) {
  Module fresh = module;
  for (Computation& computation : fresh.computations) {
    const bool any = std::any_of(computation.instructions.begin(), computation.instructions.end(),
                                 [&](const Instruction& i) { return LiesOtherwise(computation, i); });
    if (any) computation = Arranged(computation);
  }
  return fresh;
}

}  // namespace mote
