// The emitter's core: memory, index arithmetic, predicates, scopes. What each operation means is in emit_*.cpp.
#include "lower/emitter.h"

#include <algorithm>
#include <tuple>

namespace mote {

Emitter::Emitter(const Module& the_module, const Computation& the_computation, const Group& group, std::string name)
    : b(std::move(name)), module(the_module), computation(the_computation), in_group_(the_computation.instructions.size()), memo_(1) {
  for (int32_t instruction : group.instructions) in_group_[instruction] = true;
}

bool Emitter::InGroup(int32_t instruction) const { return in_group_[instruction]; }

void Emitter::Fail(Rule rule, std::string text, Location location) {
  if (!failure_) failure_ = Error(rule, std::move(text), location);
}

// ---- axes and scopes ----

AxisId Emitter::AddAxis(Axis::Kind kind, int64_t extent, bool splittable) {
  extents_.push_back(extent);
  splittable_.push_back(splittable);
  return b.AddAxis(kind, extent);
}

Coordinate Emitter::NewCoordinate(Axis::Kind kind, int64_t extent, std::vector<AxisId>* axes) {
  if (extent == 1) return {};
  axes->push_back(AddAxis(kind, extent, kind != Axis::Kind::kLoop));
  return Coordinate::Axis(axes->back());
}

int32_t Emitter::BeginLoop(AxisId axis) {
  memo_.emplace_back();
  return b.BeginLoop(axis);
}

void Emitter::EndLoop(int32_t loop, std::vector<NodeId> next) {
  b.EndLoop(loop, std::move(next));
  memo_.pop_back();
}

void Emitter::ForgetStage() { memo_.assign(1, {}); }

void Emitter::ProvideReduced(Value value, const Coordinate& linear, int32_t stage, int32_t position, ElementType type) {
  reduced_[{value, KeyOf(linear)}] = {stage, position, type};
}

// ---- values ----

NodeId Emitter::Zero(ElementType type) { return b.Constant(RegisterOf(type), 0); }

NodeId Emitter::Emit(Value value, const Index& index) {
  const Shape& shape = computation.shape(value);
  const Instruction& instruction = computation.at(value);
  if (!shape.IsArray() || IsComplex(shape.element_type) || shape.quantization || !shape.IsStatic()) {
    Fail(Rule::kUnsupported, std::string(OpName(instruction.op)) + " on " + ToString(shape) + " has no kernel", instruction.location);
    return b.I32(0);
  }
  if (failed()) return Zero(shape.element_type);
  if (shape.ElementCount() == 0) return Zero(shape.element_type);  // never used: there is no element
  const Coordinate linear = LinearOf(index, shape.dims);
  Key key{value, KeyOf(linear)};
  if (const auto found = provided_.find(key); found != provided_.end()) return found->second;
  if (const auto found = reduced_.find(key); found != reduced_.end()) {
    const ReducedPlace& place = found->second;
    return Convert(place.type, shape.element_type, b.Reduced(place.stage, place.position, RegisterOf(place.type)));
  }
  key.second.push_back(predicate_);
  for (const auto& scope : memo_) {
    if (const auto found = scope.find(key); found != scope.end()) return found->second;
  }
  NodeId node = kNone;
  if (const auto operand = operands_.find(value); operand != operands_.end()) {
    node = LoadAt(operand->second, shape.element_type, linear);
  } else if (InGroup(value.instruction)) {
    node = EmitInstruction(instruction, value, index);
  } else {
    Fail(Rule::kUnsupported, std::string(OpName(instruction.op)) + " is neither in the group nor one of its inputs", instruction.location);
  }
  if (node == kNone) node = Zero(shape.element_type);
  memo_.back()[key] = node;
  return node;
}

NodeId Emitter::EmitUnder(NodeId predicate, Value value, const Index& index) {
  const NodeId outer = predicate_;
  predicate_ = And(outer, predicate);
  const NodeId node = Emit(value, index);
  predicate_ = outer;
  return node;
}

// ---- memory ----

ParamId Emitter::StrideOf(int32_t operand, AxisId axis, int64_t factor) {
  const auto make = [&] { return b.AddParam(Parameter::Role::kStride, Reg::kI32, factor); };
  if (!share_strides_) return make();
  const auto [found, added] = strides_.try_emplace({operand, axis, factor}, kNone);
  if (added) found->second = make();
  return found->second;
}

Emitter::Place Emitter::PlaceAt(int32_t operand, const Coordinate& linear) {
  std::vector<int64_t> key{operand, linear.constant};
  for (const auto& [axis, factor] : linear.axes) {
    key.push_back(axis);
    key.push_back(factor);
  }
  Place place;
  if (const auto found = accesses_.find(key); found != accesses_.end()) {
    place.access = found->second;
  } else {
    Access access;
    access.operand = operand;
    if (linear.constant != 0) access.offset = b.AddParam(Parameter::Role::kOffset, Reg::kI32, linear.constant);
    for (const auto& [axis, factor] : linear.axes) access.terms.push_back({axis, StrideOf(operand, axis, factor)});
    place.access = b.AddAccess(std::move(access));
    accesses_[key] = place.access;
  }
  if (!linear.nodes.empty()) place.offset = Materialise({0, {}, linear.nodes});
  return place;
}

NodeId Emitter::LoadAt(int32_t operand, ElementType type, const Coordinate& linear, bool narrow) {
  const Place place = PlaceAt(operand, linear);
  return b.Load(place.access, narrow ? Reg::kI32 : RegisterOf(type), place.offset, predicate_);
}

// ---- index arithmetic ----

Range Emitter::RangeOf(const Coordinate& coordinate) const {
  Range range{coordinate.constant, coordinate.constant};
  const auto add = [&](Range term, int64_t factor) {
    range.low += factor * (factor > 0 ? term.low : term.high);
    range.high += factor * (factor > 0 ? term.high : term.low);
  };
  for (const auto& [axis, factor] : coordinate.axes) add({0, std::max<int64_t>(ExtentOf(axis) - 1, 0)}, factor);
  for (const auto& [node, factor] : coordinate.nodes) {
    const auto found = ranges_.find(node);
    add(found == ranges_.end() ? Range{INT32_MIN, INT32_MAX} : found->second, factor);
  }
  return range;
}

Coordinate Emitter::LinearOf(const Index& index, const Dims& dims) {
  if (index.linear) return *index.linear;
  const Dims strides = RowMajorStrides(dims);
  Coordinate linear;
  for (size_t i = 0; i < dims.size(); ++i) linear = linear + (*index.dims)[i] * strides[i];
  return linear;
}

std::vector<Coordinate> Emitter::DimsOf(const Index& index, const Dims& dims) {
  if (index.dims) return *index.dims;
  const Dims strides = RowMajorStrides(dims);
  std::vector<Coordinate> out(dims.size());
  Coordinate rest = *index.linear;
  for (size_t i = 0; i < dims.size(); ++i) {
    if (dims[i] == 1) continue;
    auto [quotient, remainder] = DivMod(rest, strides[i]);
    out[i] = std::move(quotient);
    rest = std::move(remainder);
  }
  return out;
}

bool Emitter::DivideFactors(const Coordinate& value, int64_t divisor, Coordinate* quotient, Coordinate* remainder) const {
  quotient->constant = value.constant >= 0 ? value.constant / divisor : -((-value.constant + divisor - 1) / divisor);
  remainder->constant = value.constant - quotient->constant * divisor;
  for (const auto& term : value.axes) {
    if (term.second % divisor == 0) {
      quotient->axes.emplace_back(term.first, term.second / divisor);
    } else {
      remainder->axes.push_back(term);
    }
  }
  for (const auto& term : value.nodes) {
    if (term.second % divisor == 0) {
      quotient->nodes.emplace_back(term.first, term.second / divisor);
    } else {
      remainder->nodes.push_back(term);
    }
  }
  const Range range = RangeOf(*remainder);
  return range.low >= 0 && range.high < divisor;
}

std::pair<Coordinate, Coordinate> Emitter::DivMod(const Coordinate& value, int64_t divisor) {
  if (divisor == 1) return {value, {}};
  Coordinate quotient, remainder;
  if (DivideFactors(value, divisor, &quotient, &remainder)) return {quotient, remainder};
  for (const auto& [axis, factor] : remainder.axes) {
    // factor·axis with axis = (divisor / factor)·outer + inner makes the outer part divisible.
    if (wanted_split || !splittable_[axis] || factor <= 0 || divisor % factor != 0) continue;
    const int64_t inner = divisor / factor;
    if (ExtentOf(axis) > inner && ExtentOf(axis) % inner == 0) wanted_split = {axis, inner};
  }
  const Range whole = RangeOf(value);
  const NodeId node = Materialise(value), by = StructuralParam(Parameter::Role::kExtent, divisor);
  const int64_t highest = std::max<int64_t>(whole.high, 0) / divisor;
  return {Computed(b.Op(Scalar::kDivUI, node, by), {0, highest}), Computed(b.Op(Scalar::kRemUI, node, by), {0, divisor - 1})};
}

Coordinate Emitter::Computed(NodeId node, Range range) {
  const auto [found, added] = ranges_.emplace(node, range);
  if (!added) found->second = {std::max(found->second.low, range.low), std::min(found->second.high, range.high)};
  return Coordinate::Node(node);
}

NodeId Emitter::Materialise(const Coordinate& coordinate) {
  NodeId sum = kNone;
  const auto add = [&](NodeId node, int64_t factor) {
    if (factor != 1) node = b.Op(Scalar::kMulI, node, factor == -1 ? b.I32(-1) : StructuralParam(Parameter::Role::kStride, factor));
    sum = sum == kNone ? node : b.Op(Scalar::kAddI, sum, node);
  };
  for (const auto& [axis, factor] : coordinate.axes) add(b.AxisNode(axis), factor);
  for (const auto& [node, factor] : coordinate.nodes) add(node, factor);
  if (sum == kNone) return b.I32(static_cast<int32_t>(coordinate.constant));
  return coordinate.constant == 0 ? sum : b.Op(Scalar::kAddI, sum, StructuralParam(Parameter::Role::kOffset, coordinate.constant));
}

NodeId Emitter::InRange(const Coordinate& coordinate, int64_t low, int64_t count) {
  const Range range = RangeOf(coordinate);
  if (range.low >= low && range.high < low + count) return kNone;
  if (count <= 0 || range.high < low || range.low >= low + count) return b.I32(0);
  // One unsigned compare: below `low` wraps to a large number. Its own statement: both make parameters, and arguments have no order.
  const NodeId limit = StructuralParam(Parameter::Role::kExtent, count);
  return b.Op(Scalar::kLtUI, Materialise(coordinate + -low), limit);
}

NodeId Emitter::And(NodeId a, NodeId other) {
  if (a == kNone || other == kNone) return a == kNone ? other : a;
  return b.Op(Scalar::kAndI, a, other);
}

Coordinate Emitter::Undilate(const Instruction& instruction, const Coordinate& coordinate, int64_t dilation, int64_t count,
                             NodeId* predicate) {
  const auto fits = [](Range range) { return range.low >= INT32_MIN && range.high <= INT32_MAX; };
  const bool far = !fits(RangeOf(coordinate)) || dilation > (count > 1 ? (INT32_MAX - 1) / (count - 1) : INT32_MAX);
  Coordinate quotient, remainder;
  if (far) {
    // Kernels count in 32 bits: positions that reach further are divided before anything is computed. The remainder need not be the least
    // one, as long as it is 0 exactly at the multiples.
    DivideFactors(coordinate, dilation, &quotient, &remainder);
    if (RangeOf(remainder).high >= dilation) quotient = quotient + 1, remainder = remainder + -dilation;
    const Range left = RangeOf(remainder);
    if (left.low <= -dilation || left.high >= dilation || !fits(left) || !fits(RangeOf(quotient))) {
      Fail(Rule::kLimit, std::string(OpName(instruction.op)) + ": its positions along a dimension reach beyond 32 bits",
           instruction.location);
      return {};
    }
  }
  *predicate = And(*predicate, far ? InRange(quotient, 0, count) : InRange(coordinate, 0, (count - 1) * dilation + 1));
  if (dilation == 1) return coordinate;
  if (!far) std::tie(quotient, remainder) = DivMod(coordinate, dilation);
  if (!remainder.IsConstant() || remainder.constant != 0) {
    *predicate = And(*predicate, b.Op(Scalar::kEqI, Materialise(remainder), b.I32(0)));
  }
  return quotient;
}

}  // namespace mote
