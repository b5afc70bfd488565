// Builder methods for operations that take sizes as values, and for quantized types (OPS.md section 3).
#include "hlo/builder.h"
#include "hlo/infer.h"
#include "hlo/requantize.h"

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

Operand Builder::Requantize(Operand x, ElementType result, const Requantization& r) {
  if (!IsArray(x)) return {};
  if (result != ElementType::kS8 && result != ElementType::kU8 && result != ElementType::kS16) {
    return Fail(Rule::kElementType, std::string("requantize gives s8, u8 or s16, not ") + HloName(result));
  }
  if (const auto broken = BrokenRule(shape(x), result, r)) return Fail(broken->rule, broken->text);
  const Result<Module> decomposition = Decomposition(shape(x), result, r);
  if (!decomposition.ok()) return Fail(decomposition.error().rule, decomposition.error().text);
  Attributes attributes = {{Attr::kMultiplier, r.multipliers}, {Attr::kShift, r.shifts}, {Attr::kRounding, std::string(NameOf(r.rounding))},
                           {Attr::kZeroPoint, r.zero_point},   {Attr::kMin, r.min},      {Attr::kMax, r.max}};
  return EmitOne(Op::kRequantize, {x}, std::move(attributes), {WithType(shape(x), result)}, {{&*decomposition}});
}

Operand Builder::UniformDequantize(Operand x) { return EmitOne(Op::kUniformDequantize, {x}); }

}  // namespace mote
