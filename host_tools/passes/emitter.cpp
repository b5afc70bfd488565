// Appending and rewriting, shared by the passes.
#include "passes/emitter.h"

#include <algorithm>

namespace mote {

Value ModuleEmitter::Add(Instruction instruction) {
  if (!instruction.location.known()) instruction.location = location;
  if (instruction.name.empty()) instruction.name = name;
  computation_.instructions.push_back(std::move(instruction));
  return {computation_.instructions.count() - 1, 0};
}

Value ModuleEmitter::Parameter(const Shape& shape) {
  computation_.parameters.push_back(shape);
  return Make(Op::kParameter, shape, {}, {{Attr::kIndex, static_cast<int64_t>(computation_.parameters.size()) - 1}});
}

Value ModuleEmitter::Make(Op op, const Shape& shape, IdVector<Value> operands, Attributes attributes) {
  Instruction instruction;
  instruction.op = op;
  instruction.shapes = {shape};
  instruction.operands = std::move(operands);
  instruction.attributes = std::move(attributes);
  return Add(std::move(instruction));
}

Value ModuleEmitter::Constant(const Literal& literal) { return Make(Op::kConstant, literal.shape(), {}, {{Attr::kValue, literal}}); }

Value ModuleEmitter::Splat(Shape shape, double value) {
  Literal scalar(Shape::Scalar(shape.element_type));
  if (IsComplex(shape.element_type)) scalar.SetComplex(0, value);
  else if (IsFloat(shape.element_type)) scalar.SetReal(0, value);
  else scalar.SetInteger(0, static_cast<int64_t>(value));
  return Broadcast(Constant(scalar), shape, {});
}

Value ModuleEmitter::Broadcast(Value operand, const Shape& to, std::vector<int64_t> dimensions) {
  Shape result = to;
  result.element_type = shape(operand).element_type;
  if (SameDims(shape(operand), result)) return operand;
  return Make(Op::kBroadcastInDim, result, {operand}, {{Attr::kBroadcastDimensions, std::move(dimensions)}});
}

Value ModuleEmitter::Reshape(Value operand, const Dims& dims) {
  Shape result = Shape::Array(shape(operand).element_type, dims);
  return SameDims(shape(operand), result) ? operand : Make(Op::kReshape, result, {operand});
}

Value ModuleEmitter::Slice(Value operand, size_t dim, int64_t from, int64_t size, int64_t stride) {
  Shape sliced = shape(operand);
  if (from == 0 && size == sliced.dims[dim] && stride == 1) return operand;
  std::vector<int64_t> start(sliced.dims.size(), 0), limit = sliced.dims, strides(sliced.dims.size(), 1);
  start[dim] = from;
  limit[dim] = from + size;
  strides[dim] = stride;
  sliced.dims[dim] = (size + stride - 1) / stride;
  return Make(Op::kSlice, sliced, {operand}, {{Attr::kStartIndices, start}, {Attr::kLimitIndices, limit}, {Attr::kStrides, strides}});
}

Value ModuleEmitter::Update(Value operand, Value window, const std::vector<int64_t>& at) {
  IdVector<Value> operands{operand, window};
  for (const int64_t d : at) {
    Literal place(Shape::Scalar(ElementType::kS32));
    place.SetInteger(0, d);
    operands.push_back(Constant(place));
  }
  const Shape same = shape(operand);
  return Make(Op::kDynamicUpdateSlice, same, operands);
}

Value ModuleEmitter::Transpose(Value operand, const std::vector<int64_t>& order) {
  if (std::is_sorted(order.begin(), order.end())) return operand;
  const Dims dims = shape(operand).dims;
  Shape turned = shape(operand);
  for (size_t d = 0; d < order.size(); ++d) turned.dims[d] = dims[order[d]];
  return Make(Op::kTranspose, turned, {operand}, {{Attr::kPermutation, order}});
}

Value ModuleEmitter::Pad(Value operand, Value fill, const std::vector<int64_t>& low, const std::vector<int64_t>& high) {
  Shape padded = shape(operand);
  const std::vector<int64_t> none(low.size(), 0);
  for (size_t d = 0; d < low.size(); ++d) padded.dims[d] += low[d] + high[d];
  return Make(Op::kPad, padded, {operand, fill},
              {{Attr::kEdgePaddingLow, low}, {Attr::kEdgePaddingHigh, high}, {Attr::kInteriorPadding, none}});
}

Value ModuleEmitter::InMemory(Value operand) {
  const Shape same = shape(operand);
  return Make(Op::kOptimizationBarrier, same, {operand});
}

Value ModuleEmitter::Convert(Value operand, ElementType type) {
  if (shape(operand).element_type == type) return operand;
  return Make(Op::kConvert, Shape::Array(type, shape(operand).dims), {operand});
}

Value ModuleEmitter::Compare(const char* direction, Value a, Value b) {
  return Make(Op::kCompare, Shape::Array(ElementType::kPred, shape(a).dims), {a, b},
              {{Attr::kComparisonDirection, std::string(direction)}});
}

int32_t ModuleEmitter::Region(const IdVector<Shape>& parameters, const Body& body) {
  Computation region;
  region.location = location;
  ModuleEmitter inner(region, regions_);
  inner.location = location;
  IdVector<Value> values;
  for (const Shape& shape : parameters) values.push_back(inner.Parameter(shape));
  region.results = body(inner, values);
  regions_->computations.push_back(std::move(region));
  return static_cast<int32_t>(regions_->first + regions_->computations.size()) - 1;
}

Value ModuleEmitter::Reduce(Op op, Value operand, double init, std::vector<int64_t> dimensions) {
  const Shape scalar = Shape::Scalar(shape(operand).element_type);
  Shape result = Shape::Array(scalar.element_type, {});
  for (int64_t d = 0; d < shape(operand).rank(); ++d) {
    if (std::find(dimensions.begin(), dimensions.end(), d) == dimensions.end()) {
      result.dims.push_back(shape(operand).dims[d]);
    }
  }
  Instruction reduce;
  reduce.op = Op::kReduce;
  reduce.shapes = {result};
  reduce.operands = {operand, Splat(scalar, init)};
  reduce.attributes[Attr::kDimensions] = std::move(dimensions);
  reduce.called = {
      Region({scalar, scalar}, [&](ModuleEmitter& e, const IdVector<Value>& p) { return std::vector{e.Binary(op, p[0], p[1])}; })};
  return Add(std::move(reduce));
}

std::optional<int64_t> IntegerSplat(const ModuleEmitter& e, Value v) {
  while (e.at(v).op == Op::kBroadcastInDim || e.at(v).op == Op::kReshape) v = e.at(v).operands[0];
  if (e.at(v).op != Op::kConstant || !IsInteger(e.shape(v).element_type)) return std::nullopt;
  const Literal& literal = e.at(v).LiteralValue();
  if (literal.size() == 0 || !literal.IsSplat()) return std::nullopt;
  return literal.IntegerAt(0);
}

Computation EmptyLike(const Computation& old) {
  Computation fresh = old;
  fresh.instructions.clear();
  fresh.results.clear();
  return fresh;
}

Computation Rewrite(const Computation& old, const Visitor& visit, NewRegions* regions) {
  Computation fresh = EmptyLike(old);
  ModuleEmitter emitter(fresh, regions);
  IdVector<IdVector<Value>> map(old.instructions.size());
  const auto mapped = [&](Value v) { return map[v.instruction][v.result]; };
  for (size_t i = 0; i < old.instructions.size(); ++i) {
    Instruction instruction = old.instructions[i];
    for (Value& operand : instruction.operands) operand = mapped(operand);
    emitter.location = instruction.location;
    emitter.name = instruction.name;
    if (instruction.op != Op::kParameter) {
      if (auto replaced = visit(emitter, instruction)) {
        map[i] = std::move(*replaced);
        continue;
      }
    }
    const size_t results = instruction.shapes.size();
    const Value first = emitter.Add(std::move(instruction));
    for (size_t r = 0; r < results; ++r) map[i].push_back({first.instruction, static_cast<int32_t>(r)});
  }
  for (const Value& result : old.results) fresh.results.push_back(mapped(result));
  return fresh;
}

Module RewriteModule(const Module& module, const Visitor& visit) {
  Module fresh = module;
  NewRegions regions{fresh.computations.size(), {}};
  for (Computation& computation : fresh.computations) computation = Rewrite(computation, visit, &regions);
  for (Computation& region : regions.computations) fresh.computations.push_back(std::move(region));
  return fresh;
}

bool IsPure(const Instruction& instruction) {
  if (instruction.op == Op::kParameter || InFamily(instruction.op, Family::kEffect, Family::kCheck)) return false;
  return instruction.extra.count(kHasEffect) == 0;
}

}  // namespace mote
