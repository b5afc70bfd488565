// Each method appends what one line of arithmetic takes.
#include "quantize/integer_emitter.h"

#include <algorithm>

namespace mote {

Value IntegerEmitter::Numbers(const Shape& shape, const std::vector<int64_t>& values) {
  if (values.size() == 1) return e.Splat(shape, static_cast<double>(values[0]));
  Literal literal(Shape::Array(shape.element_type, {static_cast<int64_t>(values.size())}));
  for (size_t i = 0; i < values.size(); ++i) literal.SetInteger(static_cast<int64_t>(i), values[i]);
  return e.Broadcast(e.Constant(literal), shape, {shape.rank() - 1});
}

Value IntegerEmitter::Centered(Value x, const IntegerFormat& format, ElementType type) {
  const Value wide = Wide(x, type);
  const Shape shape = e.shape(wide);
  return format.zero == 0 ? wide : e.Binary(Op::kSubtract, wide, Numbers(shape, {format.zero}));
}

Value IntegerEmitter::PlusChannels(Value x, const std::vector<int64_t>& values) {
  const Shape shape = e.shape(x);
  const bool nothing = values.empty() || (values.size() == 1 && values[0] == 0);
  return nothing ? x : e.Binary(Op::kAdd, x, Numbers(shape, values));
}

Value IntegerEmitter::Clamped(Value x, double low, double high) {
  const Shape scalar = Shape::Scalar(e.shape(x).element_type), shape = e.shape(x);
  const Value from = e.Splat(scalar, low), to = e.Splat(scalar, high);
  return e.Make(Op::kClamp, shape, {from, x, to});
}

Value IntegerEmitter::Reduced(const Instruction& original, Value x, Op operation, int64_t init) {
  const Shape scalar = Shape::Scalar(e.shape(x).element_type);
  Instruction reduce = original;
  reduce.shapes[0].element_type = scalar.element_type;
  reduce.operands = {x, e.Splat(scalar, static_cast<double>(init))};
  reduce.called = {e.Region({scalar, scalar}, [&](ModuleEmitter& inner, const IdVector<Value>& p) {
    return IdVector<Value>{inner.Binary(operation, p[0], p[1])};
  })};
  return e.Add(std::move(reduce));
}

Result<Value> IntegerEmitter::Requantized(Value sums, const std::vector<double>& factors, const IntegerFormat& out, double low,
                                          double high) {
  MOTE_ASSIGN(const Requantization r, RequantizationFor(factors, out, low, high));
  const Shape operand = e.shape(sums);
  if (operand.element_type == ElementType::kS64) return RequantizedWide(sums, r, out.type);
  if (auto broken = BrokenRule(operand, out.type, r)) return *broken;
  MOTE_ASSIGN(const Module decomposition, Decomposition(operand, out.type, r));
  const auto number = static_cast<int32_t>(regions_.first + regions_.computations.size());
  regions_.computations.push_back(decomposition.main());
  regions_.computations.back().is_public = false;
  regions_.computations.back().name = "requantize_" + std::to_string(number);
  Instruction requantize;
  requantize.op = Op::kRequantize;
  requantize.shapes = {Shape::Array(out.type, operand.dims)};
  requantize.operands = {sums};
  requantize.attributes = {{Attr::kMultiplier, r.multipliers}, {Attr::kShift, r.shifts}, {Attr::kRounding, std::string(NameOf(r.rounding))},
                           {Attr::kZeroPoint, r.zero_point},   {Attr::kMin, r.min},      {Attr::kMax, r.max}};
  requantize.called = {number};
  return e.Add(std::move(requantize));
}

Result<Value> IntegerEmitter::RequantizedWide(Value sums, const Requantization& r, ElementType type) {
  const Shape shape = e.shape(sums);
  std::vector<int64_t> multipliers, halves, shifts;
  for (size_t c = 0; c < r.multipliers.size(); ++c) {
    multipliers.push_back((r.multipliers[c] + (1 << 15)) >> 16);
    shifts.push_back(r.shifts[c] - 16);
    if (shifts[c] < 1) return Error(Rule::kLimit, "a sum's factor is beyond 2^14");
    halves.push_back(int64_t{1} << (shifts[c] - 1));
  }
  const Value scaled = e.Binary(Op::kAdd, e.Binary(Op::kMultiply, sums, Numbers(shape, multipliers)), Numbers(shape, halves));
  const Value rounded = e.Binary(Op::kShiftRightArithmetic, scaled, Numbers(shape, shifts));
  const Value moved = PlusChannels(rounded, {r.zero_point});
  return e.Convert(Clamped(moved, static_cast<double>(r.min), static_cast<double>(r.max)), type);
}

// Floats of less than 32 bits would round the steps themselves.
Value IntegerEmitter::Quantized(Value real, const IntegerFormat& f) {
  if (BitWidth(e.shape(real).element_type) < 32) real = e.Convert(real, ElementType::kF32);
  const Shape shape = e.shape(real);
  const auto splat = [&](double value) { return e.Splat(shape, value); };
  Value steps = e.Unary(Op::kRoundNearestEven, e.Binary(Op::kMultiply, real, splat(1 / f.scale)));
  if (f.zero != 0) steps = e.Binary(Op::kAdd, steps, splat(static_cast<double>(f.zero)));
  return e.Convert(Clamped(steps, static_cast<double>(f.least), static_cast<double>(f.most)), f.type);
}

Value IntegerEmitter::Dequantized(Value stored, const IntegerFormat& f, ElementType type) {
  const Value real = e.Convert(Centered(stored, f), BitWidth(type) < 32 ? ElementType::kF32 : type);
  const Shape shape = e.shape(real);
  return e.Convert(e.Binary(Op::kMultiply, real, e.Splat(shape, f.scale)), type);
}

Value IntegerEmitter::Looked(Value bytes, const Literal& table) {
  const Value index = Plus(Wide(bytes), 128);
  const Shape shape = e.shape(index);
  return e.Make(Op::kGather, Shape::Array(table.type(), shape.dims), {e.Constant(table), index},
                {{Attr::kOffsetDims, std::vector<int64_t>{}},
                 {Attr::kCollapsedSliceDims, std::vector<int64_t>{0}},
                 {Attr::kStartIndexMap, std::vector<int64_t>{0}},
                 {Attr::kIndexVectorDim, static_cast<int64_t>(shape.rank())},
                 {Attr::kSliceSizes, std::vector<int64_t>{1}}});
}

Value IntegerEmitter::Inlined(const Module& program, Value x) {
  const auto offset = static_cast<int32_t>(regions_.first + regions_.computations.size());
  for (Computation computation : program.computations) {
    for (Instruction& i : computation.instructions) {
      for (int32_t& called : i.called) called += offset;
    }
    computation.is_public = false;
    regions_.computations.push_back(std::move(computation));
  }
  std::vector<Value> map;  // every instruction has one result
  for (const Instruction& original : program.main().instructions) {
    Instruction i = original;
    for (Value& operand : i.operands) operand = map[static_cast<size_t>(operand.instruction)];
    for (int32_t& called : i.called) called += offset;
    map.push_back(i.op == Op::kParameter ? x : e.Add(std::move(i)));
  }
  return map[static_cast<size_t>(program.main().results[0].instruction)];
}

}  // namespace mote
