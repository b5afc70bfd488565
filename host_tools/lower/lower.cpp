// LowerGroup: a group's kernel. Chooses the axes, emits the outputs' elements, finds what may run in place.
#include "lower/lower.h"

#include <algorithm>

#include "hlo/cumulative.h"
#include "kernel/arrange.h"
#include "lower/domain.h"
#include "lower/lower_rows.h"
#include "lower/merge_axes.h"

namespace mote {
namespace {

std::string NameOf(const Computation& computation, const Group& group) {
  std::string name;
  for (int32_t i : group.instructions) {
    const Op op = computation.instructions[i].op;
    if (op == Op::kConstant || op == Op::kBroadcastInDim || op == Op::kReshape || op == Op::kParameter) continue;
    if (name.size() > 80) return name + "_etc";
    const std::string_view full = OpName(op);
    const std::string_view word = full.substr(full.find('.') == std::string_view::npos ? 0 : full.find('.') + 1);
    name += (name.empty() ? "" : "_") + std::string(word);
  }
  return name.empty() ? "copy" : name;
}

// Axes and offsets are 32 bits: neither buffers nor what a group computes on the way may have more elements.
Diagnostic CheckLimits(const Computation& computation, const Group& group, const LowerOptions& options) {
  const auto check = [&](const Shape& shape, Location location) {
    if (!shape.IsArray() || !shape.IsStatic() || shape.ElementCount() <= options.max_index) return Diagnostic();
    return Error(Rule::kLimit, ToString(shape) + " has more than " + std::to_string(options.max_index) + " elements", location);
  };
  for (const Value& input : group.inputs) {
    if (const Diagnostic limit = check(computation.shape(input), computation.at(input).location); !limit.text.empty()) return limit;
  }
  for (int32_t i : group.instructions) {
    const Instruction& instruction = computation.instructions[i];
    for (const Shape& shape : instruction.shapes) {
      if (const Diagnostic limit = check(shape, instruction.location); !limit.text.empty()) return limit;
    }
  }
  return {};
}

// The group's kernel for one choice of factors.
class LoopLowering {
 public:
  LoopLowering(const Module& module, const Computation& computation, const Group& group, const Factors& factors)
      : e_(module, computation, group, NameOf(computation, group)), computation_(computation), group_(group), factors_(factors),
        scatter_(group.kind == Group::Kind::kUpdate && computation.instructions[group.instructions.back()].op == Op::kScatter) {}

  Emitter& emitter() { return e_; }

  BoundKernel Run() {
    BoundKernel out;
    const bool update = group_.kind == Group::Kind::kUpdate;
    for (size_t i = update ? 1 : 0; i < group_.inputs.size(); ++i) {
      const Value input = group_.inputs[i];
      e_.BindOperand(input, e_.b.AddOperand(computation_.shape(input).element_type, true, false));
      out.operands.push_back(input);
    }
    std::vector<int32_t> stores;
    for (const Value& output : group_.outputs) {
      stores.push_back(e_.b.AddOperand(computation_.shape(output).element_type, scatter_, true));
      out.operands.push_back(output);
    }
    domain_ = MakeDomain(e_, factors_, Axis::Kind::kLane);
    e_.b.BeginStage(Stage::Kind::kMap, domain_.axes);
    if (scatter_) {
      StoreScatter(stores[0]);
    } else if (group_.kind == Group::Kind::kCumulative) {
      StoreCumulative(stores);
    } else if (update) {
      StoreUpdate(stores[0]);
    } else {
      StoreOutputs(stores);
    }
    e_.b.EndStage();
    out.values = e_.b.TakeValues();
    out.kernel = e_.b.Take();
    return out;
  }

  bool ApplySplit(Factors* factors) const { return mote::ApplySplit(e_, domain_, factors); }

 private:
  void StoreOutputs(const std::vector<int32_t>& stores) {
    const Index index = Index::Of(domain_.index);
    const Dims& domain_dims = computation_.shape(group_.outputs.back()).dims;
    const Coordinate linear = e_.LinearOf(index, domain_dims);
    std::vector<NodeId> values;
    for (const Value& output : group_.outputs) {
      const bool same = computation_.shape(output).dims == domain_dims;
      values.push_back(e_.Emit(output, same ? index : Index::Linear(linear)));
    }
    for (size_t i = 0; i < values.size(); ++i) {
      const Emitter::Place place = e_.PlaceAt(stores[i], linear);
      e_.b.Store(place.access, values[i], place.offset);
    }
  }

  void StoreUpdate(int32_t operand) {
    const Instruction& instruction = computation_.instructions[group_.instructions.back()];
    const Dims &dims = instruction.shape().dims, &window = computation_.shape(instruction.operands[1]).dims;
    const bool one_vector = instruction.operands.size() == 3 && computation_.shape(instruction.operands[2]).rank() == 1;
    std::vector<Coordinate> at = domain_.index;
    for (size_t i = 0; i < at.size(); ++i) {
      const Index place = one_vector ? Index::Of({Coordinate::Of(static_cast<int64_t>(i))}) : Index::Scalar();
      at[i] = at[i] + e_.ClampedIndex(instruction.operands[one_vector ? 2 : i + 2], place, dims[i] - window[i]);
    }
    const NodeId value = e_.Emit(instruction.operands[1], Index::Of(domain_.index));
    const Emitter::Place place = e_.PlaceAt(operand, e_.LinearOf(Index::Of(std::move(at)), dims));
    e_.b.Store(place.access, value, place.offset);
  }

  // Update after update. The lanes are a row's elements: no two of them ever touch the same one.
  void StoreScatter(int32_t operand) {
    const Instruction& scatter = computation_.instructions[group_.instructions.back()];
    const Shape& shape = scatter.shape();
    const std::vector<int64_t>& named = scatter.Ints(Attr::kScatterDimsToOperandDims);
    std::vector<AxisId> axes;
    const Coordinate update = e_.NewCoordinate(Axis::Kind::kLoop, computation_.shape(scatter.operands[2]).dims[0], &axes);
    std::vector<int32_t> loops;
    for (AxisId axis : axes) loops.push_back(e_.BeginLoop(axis));
    std::vector<Coordinate> at(shape.dims.size()), from{update};
    from.insert(from.end(), domain_.index.begin(), domain_.index.end());
    size_t next = 0;
    for (size_t d = 0; d < at.size(); ++d) {
      if (std::find(named.begin(), named.end(), static_cast<int64_t>(d)) == named.end()) at[d] = domain_.index[next++];
    }
    NodeId inside = kNone;
    for (size_t k = 0; k < named.size(); ++k) {
      const int64_t count = shape.dims[static_cast<size_t>(named[k])];
      const NodeId index = e_.Emit(scatter.operands[1], Index::Of({update, Coordinate::Of(static_cast<int64_t>(k))}));
      const NodeId limit = e_.StructuralParam(Parameter::Role::kExtent, count);
      inside = e_.And(inside, e_.b.Op(Scalar::kLtUI, index, limit));
      at[static_cast<size_t>(named[k])] = e_.Computed(index, {0, count - 1});
    }
    const Emitter::Place place = e_.PlaceAt(operand, e_.LinearOf(Index::Of(std::move(at)), shape.dims));
    const Computation& region = e_.module.computations[scatter.called[0]];
    const auto given = [&](size_t parameter, NodeId value, ElementType type) {
      return e_.Convert(type, region.parameters[parameter].element_type, value);
    };
    const NodeId present = e_.b.Load(place.access, RegisterOf(shape.element_type), place.offset, inside);
    IdVector<NodeId> arguments{given(0, present, shape.element_type)};
    arguments.push_back(given(1, e_.Emit(scatter.operands[2], Index::Of(from)), shape.element_type));
    for (size_t k = 3; k < scatter.operands.size(); ++k) {
      const Value capture = scatter.operands[k];
      arguments.push_back(given(k - 1, e_.Emit(capture, Index::Scalar()), computation_.shape(capture).element_type));
    }
    const NodeId result = e_.InlineRegion(scatter.called[0], arguments)[0];
    e_.b.Store(place.access, e_.Convert(region.shape(region.results[0]).element_type, shape.element_type, result), place.offset, inside);
    for (size_t i = loops.size(); i-- > 0;) e_.EndLoop(loops[i], {});
  }

  // Along each line, from the element that is its own result: what came so far is carried on.
  void StoreCumulative(const std::vector<int32_t>& stores) {
    const Instruction& instruction = computation_.instructions[group_.instructions.back()];
    const Cumulative along = *CumulativeOf(e_.module, computation_, instruction);
    const Dims& dims = instruction.shape().dims;
    const int64_t length = dims[along.dimension];
    std::vector<AxisId> axes;
    const Coordinate turn = e_.NewCoordinate(Axis::Kind::kLoop, length, &axes);
    std::vector<Coordinate> at = domain_.index;
    at.insert(at.begin() + static_cast<ptrdiff_t>(along.dimension), along.reverse ? turn * -1 + (length - 1) : turn);
    std::vector<NodeId> values = e_.EmitInits(instruction, stores.size());
    if (e_.failed()) return;
    std::vector<int32_t> loops;
    for (const AxisId axis : axes) {
      loops.push_back(e_.BeginLoop(axis));
      for (NodeId& node : values) node = e_.b.Carried(loops.back(), node);
    }
    std::vector<NodeId> elements;
    for (size_t k = 0; k < stores.size(); ++k) elements.push_back(e_.Emit(instruction.operands[k], Index::Of(at)));
    if (e_.failed()) return;
    values = e_.Combine(instruction, values, elements);
    for (size_t k = 0; k < stores.size(); ++k) {
      const Emitter::Place place = e_.PlaceAt(stores[k], e_.LinearOf(Index::Of(at), dims));
      e_.b.Store(place.access, values[k], place.offset);
    }
    e_.CloseLoops(loops, &values);
  }

  Emitter e_;
  const Computation& computation_;
  const Group& group_;
  const Factors& factors_;
  const bool scatter_;
  Domain domain_;
};

}  // namespace

namespace {

Result<BoundKernel> LowerLoop(const Module& module, const Computation& computation, const Group& group) {
  const Instruction& last = computation.instructions[group.instructions.back()];
  const bool update = group.kind == Group::Kind::kUpdate;
  Dims domain = computation.shape(update ? UpdateOf(last) : group.outputs.back()).dims;
  if (update && last.op == Op::kScatter) domain.erase(domain.begin());  // a row; the updates are a loop
  if (group.kind == Group::Kind::kCumulative) {
    domain.erase(domain.begin() + static_cast<ptrdiff_t>(CumulativeOf(module, computation, last)->dimension));  // likewise
  }
  Factors factors = FactorsOf(domain);
  // Every split divides a dimension, so the number of rounds is bounded by the dimensions' prime factors.
  for (;;) {
    LoopLowering lowering(module, computation, group, factors);
    BoundKernel bound = lowering.Run();
    if (lowering.emitter().failed()) return lowering.emitter().failure();
    if (lowering.ApplySplit(&factors)) continue;
    MergeAxes(bound.kernel, bound.values);
    bound.in_place = InPlacePairs(bound.kernel, bound.values);
    if (const std::string why = CheckKernel(bound.kernel); !why.empty()) {
      return Error(Rule::kUnsupported, "the kernel of " + bound.kernel.name + " is malformed: " + why, last.location);
    }
    return bound;
  }
}

// A row group whose rows do not line up becomes a loop, when its outputs have one size.
bool HasOneSize(const Computation& computation, const Group& group) {
  return std::all_of(group.outputs.begin(), group.outputs.end(), [&](const Value& output) {
    return computation.shape(output).ElementCount() == computation.shape(group.outputs.back()).ElementCount();
  });
}

}  // namespace

Result<BoundKernel> LowerGroup(const Module& module, const Computation& computation, const Group& group, const LowerOptions& options) {
  const Instruction& last = computation.instructions[group.instructions.back()];
  if (group.kind == Group::Kind::kControl) return Error(Rule::kUnsupported, std::string(OpName(last.op)) + " has no kernel", last.location);
  if (const Diagnostic limit = CheckLimits(computation, group, options); !limit.text.empty()) return limit;
  if (group.kind != Group::Kind::kRow) return LowerLoop(module, computation, group);
  Result<BoundKernel> rows = LowerRows(module, computation, group, NameOf(computation, group), options.keep_exponentials);
  return rows.ok() || !HasOneSize(computation, group) ? rows : LowerLoop(module, computation, group);
}

}  // namespace mote
