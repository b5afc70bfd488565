// LowerGroup: a group's kernel. Chooses the axes, emits the outputs' elements, finds what may run in place.
#include "lower/lower.h"

#include <algorithm>

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
      : e_(module, computation, group, NameOf(computation, group)), computation_(computation), group_(group), factors_(factors) {}

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
      stores.push_back(e_.b.AddOperand(computation_.shape(output).element_type, false, true));
      out.operands.push_back(output);
    }
    domain_ = MakeDomain(e_, factors_, Axis::Kind::kLane);
    e_.b.BeginStage(Stage::Kind::kMap, domain_.axes);
    if (update) {
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

  Emitter e_;
  const Computation& computation_;
  const Group& group_;
  const Factors& factors_;
  Domain domain_;
};

}  // namespace

namespace {

Result<BoundKernel> LowerLoop(const Module& module, const Computation& computation, const Group& group) {
  const Instruction& last = computation.instructions[group.instructions.back()];
  const bool update = group.kind == Group::Kind::kUpdate;
  Factors factors = FactorsOf(computation.shape(update ? last.operands[1] : group.outputs.back()).dims);
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
  Result<BoundKernel> rows = LowerRows(module, computation, group, NameOf(computation, group));
  return rows.ok() || !HasOneSize(computation, group) ? rows : LowerLoop(module, computation, group);
}

}  // namespace mote
