// StoreQuantized: uniform-quantized values as the integers that are stored (OPS.md section 3 and 6.15). Data moves as it is; a dot or
// convolution sums the integers exactly; any other operation works on the expressed values and its result is quantized again, as the
// specification has it.
#include <algorithm>

#include "passes/emitter.h"
#include "passes/operand_order.h"
#include "passes/passes.h"

namespace mote {
namespace {

Shape Expressed(const Shape& quantized) { return Shape::Array(quantized.quantization->expressed, quantized.dims); }

// What applies to every element, or to every index along the quantization's axis, spread over `shape`.
Value Spread(ModuleEmitter& e, const Quantization& q, const Shape& shape, const Literal& values) {
  const bool per_axis = q.axis >= 0;
  return e.Broadcast(e.Constant(values), shape, per_axis ? std::vector<int64_t>{q.axis} : std::vector<int64_t>());
}

Dims ParameterDims(const Quantization& q) { return q.axis >= 0 ? Dims{static_cast<int64_t>(q.scales.size())} : Dims{}; }

Value Scales(ModuleEmitter& e, const Quantization& q, const Shape& shape) {
  Literal values(Shape::Array(q.expressed, ParameterDims(q)));
  for (int64_t i = 0; i < values.size(); ++i) values.SetReal(i, q.scales[i]);
  return Spread(e, q, shape, values);
}

// As `shape`'s element type.
Value ZeroPoints(ModuleEmitter& e, const Quantization& q, const Shape& shape) {
  Literal values(Shape::Array(shape.element_type, ParameterDims(q)));
  for (int64_t i = 0; i < values.size(); ++i) {
    const int64_t zero = q.zero_points[i < q.zero_points.count() ? static_cast<size_t>(i) : 0];
    if (IsFloat(shape.element_type)) values.SetReal(i, static_cast<double>(zero));
    else values.SetInteger(i, zero);
  }
  return Spread(e, q, shape, values);
}

// Stored - zero point, in an integer type that holds every such difference.
Value Centered(ModuleEmitter& e, Value stored) {
  const Shape& shape = e.shape(stored);
  const ElementType type = BitWidth(shape.element_type) < 32 ? ElementType::kS32 : ElementType::kS64;
  const auto quantization = shape.quantization;
  const Shape wide = Shape::Array(type, shape.dims);
  const Value converted = e.Make(Op::kConvert, wide, {stored});
  return e.Binary(Op::kSubtract, converted, ZeroPoints(e, *quantization, wide));
}

Value Dequantize(ModuleEmitter& e, Value stored) {
  const auto quantization = e.shape(stored).quantization;
  const Shape shape = Expressed(e.shape(stored));
  return e.Binary(Op::kMultiply, e.Convert(Centered(e, stored), quantization->expressed), Scales(e, *quantization, shape));
}

// Divide, add the zero point, clamp, round half to even, in the expressed type and this order. NaN is stored as 0, as a conversion gives
// it.
Value Quantize(ModuleEmitter& e, Value real, const Shape& stored) {
  const Quantization& q = *stored.quantization;
  const Shape shape = Shape::Array(q.expressed, e.shape(real).dims);
  real = e.Convert(real, q.expressed);
  Value v = e.Binary(Op::kAdd, e.Binary(Op::kDivide, real, Scales(e, q, shape)), ZeroPoints(e, q, shape));
  v = e.Make(Op::kSelect, shape, {e.Compare("EQ", v, v), v, e.Splat(shape, 0)});
  v = e.Make(Op::kClamp, shape,
             {e.Splat(shape, static_cast<double>(q.storage_min)), v, e.Splat(shape, static_cast<double>(q.storage_max))});
  return e.Make(Op::kConvert, stored, {e.Unary(Op::kRoundNearestEven, v)});
}

bool IsQuantized(ModuleEmitter& e, const Instruction& i) {
  for (const Shape& shape : i.shapes) {
    if (shape.quantization) return true;
  }
  for (Value v : i.operands) {
    if (e.shape(v).quantization) return true;
  }
  return false;
}

// Operations that give stored elements of their operands, and nothing else, where all have one quantization; and those that only carry
// values.
bool Moves(Op op) {
  if (InFamily(op, Family::kMove, Family::kIndexed, Family::kRunTimeMove, Family::kControl, Family::kReduction)) return true;
  switch (op) {
    case Op::kSelect: case Op::kOptimizationBarrier: case Op::kCustomCall: case Op::kSort: case Op::kMap: case Op::kScatter:
    case Op::kSelectAndScatter: return true;
    default: return false;
  }
}

// The sum of products of stored integers less their zero points is exact; one multiplication gives the real value. For per-axis kernels the
// axis has to be an axis of the result, which only the output feature of a convolution is by its number.
std::optional<Value> IntegerContraction(ModuleEmitter& e, const Instruction& i) {
  const auto lhs = e.shape(i.operands[0]).quantization, rhs = e.shape(i.operands[1]).quantization;
  if (!lhs || !rhs || !i.shape().quantization || lhs->axis >= 0) return std::nullopt;
  int64_t axis = -1;
  if (rhs->axis >= 0) {
    if (i.op != Op::kConvolution || rhs->axis != i.Int(Attr::kKernelOutputFeatureDimension)) return std::nullopt;
    axis = i.Int(Attr::kOutputFeatureDimension);
  }
  Instruction sum = i;
  sum.operands = {Centered(e, i.operands[0]), Centered(e, i.operands[1])};
  // No result adds more products than the smaller operand has elements; each is below 2^16 for 8-bit storage.
  const int64_t terms = std::min(e.shape(i.operands[0]).ElementCount(), e.shape(i.operands[1]).ElementCount());
  const auto narrow = [&](size_t operand) { return BitWidth(e.shape(i.operands[operand]).element_type) <= 8; };
  const ElementType type = narrow(0) && narrow(1) && terms < (int64_t{1} << 15) ? ElementType::kS32 : ElementType::kS64;
  for (Value& v : sum.operands) v = e.Convert(v, type);
  sum.shapes = {Shape::Array(type, i.shape().dims)};
  Quantization product = *rhs;
  product.axis = axis;
  for (double& scale : product.scales) scale *= lhs->scales[0];
  const ElementType real = i.shape().quantization->expressed;
  product.expressed = real;
  const Value exact = e.Convert(e.Add(std::move(sum)), real);
  return e.Binary(Op::kMultiply, exact, Scales(e, product, Shape::Array(real, i.shape().dims)));
}

std::optional<IdVector<Value>> Visit(ModuleEmitter& e, const Instruction& i) {
  if (i.op == Op::kUniformDequantize) return {{Dequantize(e, i.operands[0])}};
  if (i.op == Op::kUniformQuantize) {
    const bool again = e.shape(i.operands[0]).quantization != nullptr;
    return {{Quantize(e, again ? Dequantize(e, i.operands[0]) : i.operands[0], i.shape())}};
  }
  if (!IsQuantized(e, i) || Moves(i.op)) return std::nullopt;
  if (i.op == Op::kConstant) return std::nullopt;
  if (InFamily(i.op, Family::kProduct)) {
    if (const auto sum = IntegerContraction(e, i)) return {{Quantize(e, *sum, i.shape())}};
  }
  Instruction plain = i;
  for (Value& v : plain.operands) {
    if (e.shape(v).quantization) v = Dequantize(e, v);
  }
  for (Shape& shape : plain.shapes) {
    if (shape.quantization) shape = Expressed(shape);
  }
  const int32_t at = e.Add(std::move(plain)).instruction;
  IdVector<Value> results;
  for (size_t r = 0; r < i.shapes.size(); ++r) {
    const Value value{at, static_cast<int32_t>(r)};
    results.push_back(i.shapes[r].quantization ? Quantize(e, value, i.shapes[r]) : value);
  }
  return results;
}

void DropQuantization(Computation& computation) {
  for (Shape& shape : computation.parameters) shape.quantization = nullptr;
  for (Instruction& i : computation.instructions) {
    for (Shape& shape : i.shapes) shape.quantization = nullptr;
    if (i.op == Op::kConstant && i.LiteralValue().shape().quantization) {
      i.attributes[Attr::kValue] = i.LiteralValue().WithShape(Shape::Array(i.shape().element_type, i.shape().dims));
    }
  }
}

}  // namespace

Result<Module> StoreQuantized(const Module& module) {
  bool quantized = false;
  Module stored = RewriteModule(module, [&](ModuleEmitter& e, const Instruction& i) {
    quantized |= IsQuantized(e, i);
    return Visit(e, i);
  });
  if (!quantized) return module;
  for (Computation& computation : stored.computations) {
    DropQuantization(computation);
    computation = InOperandOrder(computation);  // as expand.cpp does for formulas
  }
  return stored;
}

}  // namespace mote
