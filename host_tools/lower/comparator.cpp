// LowerComparator and KeyOfComparator.
#include "lower/comparator.h"

#include <cmath>
#include <optional>

#include "lower/emitter.h"
#include "lower/merge_axes.h"
#include "schema/step_layout.h"

namespace mote {
namespace {

bool ReadsParameter(const Computation& region, int64_t parameter) {
  for (const Instruction& i : region.instructions) {
    for (const Value& operand : i.operands) {
      const Instruction& from = region.at(operand);
      if (from.op == Op::kParameter && from.Int(Attr::kIndex) == parameter) return true;
    }
  }
  for (const Value& result : region.results) {
    if (region.at(result).op == Op::kParameter && region.at(result).Int(Attr::kIndex) == parameter) return true;
  }
  return false;
}

// A parameter as a comparator compares it, and what it makes equal before.
struct Compared {
  int64_t parameter = -1;
  int64_t order = 0;
};

bool IsConstant(const Computation& region, Value v, double value) {
  const Instruction& i = region.at(v);
  return i.op == Op::kConstant && i.LiteralValue().RealAt(0) == value && !std::signbit(i.LiteralValue().RealAt(0));
}

bool IsPositiveNan(const Computation& region, Value v) {
  const Instruction& i = region.at(v);
  if (i.op != Op::kConstant) return false;
  const double value = i.LiteralValue().RealAt(0);
  return std::isnan(value) && !std::signbit(value);
}

bool Compares(const Computation& region, Value v, const char* direction, Value left) {
  const Instruction& i = region.at(v);
  return i.op == Op::kCompare && i.Text(Attr::kComparisonDirection) == direction && i.Text(Attr::kCompareType) != "TOTALORDER" &&
         i.operands[0] == left;
}

// select(p != p, NaN, …) and select(p == 0, 0, …), as frameworks write them in front of a total order.
std::optional<Compared> Trace(const Computation& region, Value v) {
  Compared out;
  std::optional<Value> looked_at;
  for (int depth = 0; depth < 3; ++depth) {
    const Instruction& i = region.at(v);
    if (i.op == Op::kParameter) {
      if (looked_at && *looked_at != v) return std::nullopt;
      out.parameter = i.Int(Attr::kIndex);
      return out;
    }
    if (i.op != Op::kSelect || !IsFloat(i.shape().element_type) || region.at(i.operands[0]).op != Op::kCompare) return std::nullopt;
    const Value asked = region.at(i.operands[0]).operands[0], other = region.at(i.operands[0]).operands[1];
    if (region.at(asked).op != Op::kParameter || (looked_at && *looked_at != asked)) return std::nullopt;
    looked_at = asked;
    if (Compares(region, i.operands[0], "NE", asked) && other == asked && IsPositiveNan(region, i.operands[1])) {
      out.order |= kMoteSortNansEqual;
    } else if (Compares(region, i.operands[0], "EQ", asked) && IsConstant(region, other, 0) && IsConstant(region, i.operands[1], 0)) {
      out.order |= kMoteSortZerosEqual;
    } else {
      return std::nullopt;
    }
    v = i.operands[2];
  }
  return std::nullopt;
}

bool HasKey(ElementType type) {
  if (IsFloat(type)) return type == ElementType::kF32 || type == ElementType::kF16 || type == ElementType::kBF16;
  return !IsComplex(type) && StorageBytes(type) <= 4;
}

}  // namespace

SortKey KeyOfComparator(const Computation& comparator) {
  const Instruction& last = comparator.at(comparator.results[0]);
  if (last.op != Op::kCompare) return {};
  const std::string direction = last.Text(Attr::kComparisonDirection);
  const std::optional<Compared> left = Trace(comparator, last.operands[0]), right = Trace(comparator, last.operands[1]);
  if (!left || !right || left->order != right->order || left->parameter / 2 != right->parameter / 2 ||
      left->parameter == right->parameter || (direction != "LT" && direction != "GT")) {
    return {};
  }
  const ElementType type = comparator.parameters[left->parameter].element_type;
  if (!HasKey(type)) return {};
  SortKey key{left->parameter / 2, left->order | kMoteSortByKey};
  if ((direction == "GT") == (left->parameter < right->parameter)) key.order |= kMoteSortDescending;
  if (IsFloat(type) && last.Text(Attr::kCompareType) != "TOTALORDER") {
    if ((left->order & kMoteSortNansEqual) != 0) return {};
    key.order |= kMoteSortZerosEqual | kMoteSortNansAsk;
  }
  return key;
}

Result<ComparatorKernel> LowerComparator(const Module& module, const Computation& computation, int32_t sort, int64_t lanes) {
  const Instruction& i = computation.instructions[sort];
  const Computation& region = module.computations[i.called[0]];
  const size_t count = i.declared_operands();
  ComparatorKernel out;
  Emitter e(module, computation, Group{}, "comparator");
  const int32_t pairs = e.b.AddOperand(ElementType::kS32, true, false);
  std::vector<int32_t> operands(i.operands.size(), kNone);
  for (size_t k = 0; k < i.operands.size(); ++k) {
    const auto first = static_cast<int64_t>(k < count ? 2 * k : count + k);
    if (!ReadsParameter(region, first) && !(k < count && ReadsParameter(region, first + 1))) continue;
    operands[k] = e.b.AddOperand(computation.shape(i.operands[k]).element_type, true, false);
    out.reads.push_back(i.operands[k]);
  }
  const int32_t answers = e.b.AddOperand(ElementType::kPred, false, true);
  const AxisId axis = e.AddAxis(Axis::Kind::kLane, lanes);
  e.b.BeginStage(Stage::Kind::kMap, {axis});
  const Coordinate lane = Coordinate::Axis(axis);
  const Range elements{0, i.shapes[0].ElementCount() - 1};
  const Coordinate left = e.Computed(e.LoadAt(pairs, ElementType::kS32, lane), elements);
  const Coordinate right = e.Computed(e.LoadAt(pairs, ElementType::kS32, lane + lanes), elements);
  std::vector<NodeId> arguments;
  for (size_t k = 0; k < i.operands.size(); ++k) {
    const ElementType type = computation.shape(i.operands[k]).element_type;
    const auto load = [&](const Coordinate& at) {
      return operands[k] == kNone ? e.b.Constant(RegisterOf(type), 0) : e.LoadAt(operands[k], type, at);
    };
    if (k >= count && !computation.shape(i.operands[k]).IsScalar()) {
      return Error(Rule::kUnsupported, "a sort whose comparator captures an array has no kernel", i.location);
    }
    arguments.push_back(load(k < count ? left : Coordinate()));
    if (k < count) arguments.push_back(load(right));
  }
  const std::vector<NodeId> results = e.InlineRegion(i.called[0], arguments);
  const Emitter::Place place = e.PlaceAt(answers, lane);
  e.b.Store(place.access, results[0], place.offset);
  e.b.EndStage();
  if (e.failed()) return e.failure();
  out.values = e.b.TakeValues();
  out.kernel = e.b.Take();
  DropUnused(out.kernel, out.values);
  if (const std::string why = CheckKernel(out.kernel); !why.empty()) {
    return Error(Rule::kUnsupported, "the comparator's kernel is malformed: " + why, i.location);
  }
  return out;
}

}  // namespace mote
