// Builder methods for operations that take sizes as values, and for quantized types (OPS.md section 3).
#include "hlo/builder.h"
#include "hlo/infer.h"

namespace mote {

Operand Builder::DynamicBroadcastInDim(Operand x, Operand sizes, const Ints& broadcast_dimensions, const Shape& result) {
  return EmitOne(Op::kDynamicBroadcastInDim, {x, sizes}, {{Attr::kBroadcastDimensions, broadcast_dimensions}}, {result});
}

Operand Builder::DynamicReshape(Operand x, Operand sizes, const Shape& result) {
  return EmitOne(Op::kDynamicReshape, {x, sizes}, {}, {result});
}

Operand Builder::DynamicIota(Operand sizes, int64_t dimension, const Shape& result) {
  return EmitOne(Op::kDynamicIota, {sizes}, {{Attr::kIotaDimension, dimension}}, {result});
}

Operand Builder::DynamicPad(Operand x, Operand value, Operand low, Operand high, Operand interior, const Shape& result) {
  return EmitOne(Op::kDynamicPad, {x, value, low, high, interior}, {}, {result});
}

Operand Builder::DynamicGather(Operand x, Operand start_indices, Operand slice_sizes, const GatherDimensions& d, const Shape& result,
                               bool indices_are_sorted) {
  return EmitOne(Op::kDynamicGather, {x, start_indices, slice_sizes}, GatherAttributes(d, indices_are_sorted), {result});
}

Operand Builder::RealDynamicSlice(Operand x, Operand start, Operand limit, Operand strides, const Shape& result) {
  return EmitOne(Op::kRealDynamicSlice, {x, start, limit, strides}, {}, {result});
}

Operand Builder::UniformQuantize(Operand x, const Shape& quantized) {
  if (!IsArray(x)) return {};
  return EmitOne(Op::kUniformQuantize, {x}, {}, {quantized});
}

Operand Builder::UniformDequantize(Operand x) { return EmitOne(Op::kUniformDequantize, {x}); }

}  // namespace mote
