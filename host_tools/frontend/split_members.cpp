// Making one member's program, computation by computation.
#include "frontend/split_members.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>

#include "frontend/shardings.h"

namespace mote {
namespace {

constexpr const char* kEnter = "SPMDFullToShardShape";
constexpr const char* kLeave = "SPMDShardToFullShape";

bool Calls(const Instruction& instruction, const char* target) {
  return instruction.op == Op::kCustomCall && instruction.Text(Attr::kCallTarget) == target && instruction.operands.size() == 1 &&
         instruction.shapes.size() == 1;
}

// A value in the new computation: all of it, a part, or both.
struct Held {
  Value full, part;
  std::optional<Split> split;  // of the part
  bool made_in_parts = false;
};

// What an instruction takes and gives in parts; nothing where it is as ever.
struct Cuts {
  std::vector<std::optional<Split>> operands, results;
};

class MemberSplitter {
 public:
  MemberSplitter(Module& module, const std::map<int32_t, ManualCall>& manuals, const CutParameters& cut, int32_t number)
      : module_(module), manuals_(manuals), cut_(cut), number_(number), old_(module.computations[number]) {}

  // `edges`: nobody calls it, so that its parameters and results may be parts.
  Status Run(bool edges) {
    MOTE_CHECK_OK(ReadCuts());
    const bool any = std::any_of(cuts_.begin(), cuts_.end(), [](const Cuts& c) { return !c.operands.empty() || !c.results.empty(); });
    MOTE_CHECK_OK(CutParametersOf(edges));
    if (!any && !edges) return Ok();  // of an entry without bodies of its own the results are whole
    fresh_ = old_;
    fresh_.instructions.clear();
    fresh_.results.clear();
    held_.resize(old_.instructions.size());
    for (size_t p = 0; p < old_.parameters.size(); ++p) TakeParameter(p);
    for (size_t i = old_.parameters.size(); i < old_.instructions.size(); ++i) MOTE_CHECK_OK(Take(static_cast<int32_t>(i)));
    TakeResults(edges);
    module_.computations[number_] = std::move(fresh_);
    return Ok();
  }

 private:
  Diagnostic Fail(Rule rule, const std::string& text, Location location) const { return Error(rule, text, location); }

  // Behind annotations, which are their operands.
  Value Behind(Value v) const {
    while (Calls(old_.instructions[v.instruction], "Sharding")) v = old_.instructions[v.instruction].operands[0];
    return v;
  }

  Result<Split> SpmdSplit(const Instruction& annotated, const Shape& shape) const {
    const auto text = annotated.extra.find("mhlo.sharding");
    std::string fault = "is missing";
    std::optional<Split> split;
    if (text != annotated.extra.end()) split = GspmdSplit(text->second, shape.dims.size(), module_.partitions, &fault);
    if (split) return *split;
    return Fail(Rule::kUnsupported, "the sharding of a shard_map's operand or result " + fault, annotated.location);
  }

  // What is inside is manual in all axes, as the call that leads there or the annotation of what comes from there says.
  Status CheckManual(const Instruction& inside, Location location) const {
    const auto text = inside.extra.find("mhlo.sharding");
    if (text != inside.extra.end() && text->second.find("{manual}") != std::string::npos) return Ok();
    return Fail(Rule::kUnsupported, "shard_map leaves axes of its mesh automatic: automatic partitioning is not supported", location);
  }

  Status ReadCuts() {
    cuts_.resize(old_.instructions.size());
    for (size_t i = 0; i < old_.instructions.size(); ++i) {
      const Instruction& instruction = old_.instructions[i];
      const auto manual = instruction.op == Op::kCall ? manuals_.find(instruction.called[0]) : manuals_.end();
      if (manual != manuals_.end()) {
        cuts_[i].operands.assign(manual->second.operands.begin(), manual->second.operands.end());
        cuts_[i].results.assign(manual->second.results.begin(), manual->second.results.end());
        MOTE_CHECK_OK(CheckShapes(instruction, manual->second));
      } else if (Calls(instruction, kEnter)) {
        const Instruction& annotated = old_.at(instruction.operands[0]);
        MOTE_CHECK_OK(CheckManual(instruction, instruction.location));
        MOTE_ASSIGN(const Split split, SpmdSplit(annotated, instruction.shape()));
        cuts_[i].operands = {split};
        MOTE_CHECK_OK(CheckShape(split, old_.shape(instruction.operands[0]), instruction.shape(), instruction.location));
      } else if (Calls(instruction, kLeave)) {
        MOTE_CHECK_OK(CheckManual(old_.at(instruction.operands[0]), instruction.location));
        MOTE_ASSIGN(const Split split, SpmdSplit(instruction, instruction.shape()));
        cuts_[i].results = {split};
        MOTE_CHECK_OK(CheckShape(split, instruction.shape(), old_.shape(instruction.operands[0]), instruction.location));
      }
    }
    return Ok();
  }

  Status CheckShape(const Split& split, const Shape& full, const Shape& part, Location location) const {
    if (part.IsArray() && part.dims.size() == split.tiles.size() && split.FullOf(part) == full) return Ok();
    return Fail(Rule::kShape, "parts " + ToMlirString(part) + " do not make " + ToMlirString(full) + " by their sharding", location);
  }

  Status CheckShapes(const Instruction& call, const ManualCall& manual) const {
    const Computation& body = module_.computations[call.called[0]];
    const IdVector<Shape> results = body.ResultShapes();
    if (body.parameters.size() != call.operands.size() || results.size() != call.shapes.size()) {
      return Fail(Rule::kArity, "the body of sdy.manual_computation takes or returns another number of values", call.location);
    }
    for (size_t i = 0; i < call.operands.size(); ++i) {
      MOTE_CHECK_OK(CheckShape(manual.operands[i], old_.shape(call.operands[i]), body.parameters[i], call.location));
    }
    for (size_t i = 0; i < results.size(); ++i) MOTE_CHECK_OK(CheckShape(manual.results[i], call.shapes[i], results[i], call.location));
    return Ok();
  }

  // Parameters that enter bodies alone, each time by the same split, are parts.
  Status CutParametersOf(bool edges) {
    parameter_splits_.resize(old_.parameters.size());
    std::vector<bool> whole(old_.parameters.size()), used(old_.parameters.size());
    for (size_t i = 0; i < old_.instructions.size(); ++i) {
      const Instruction& instruction = old_.instructions[i];
      if (Calls(instruction, "Sharding")) continue;
      for (size_t j = 0; j < instruction.operands.size(); ++j) {
        const Value v = Behind(instruction.operands[j]);
        if (v.instruction >= old_.parameters.count()) continue;
        const auto p = static_cast<size_t>(v.instruction);
        const std::optional<Split> split = j < cuts_[i].operands.size() ? cuts_[i].operands[j] : std::nullopt;
        if (!split || split->Whole() || (parameter_splits_[p] && *parameter_splits_[p] != *split)) whole[p] = true;
        if (split) parameter_splits_[p] = split;
        used[p] = true;
      }
    }
    for (size_t p = 0; p < old_.parameters.size(); ++p) {
      if (whole[p] || !edges) parameter_splits_[p].reset();
      const auto cut = cut_.find({number_, p});
      if (cut == cut_.end() || parameter_splits_[p] || !used[p]) continue;
      Diagnostic refused = Fail(Rule::kUnsupported, "automatic partitioning: the sharding of argument " + std::to_string(p) +
                                                        " cuts it, but what uses it takes all of it", cut->second);
      refused.hint = "put what uses it into the function of jax.shard_map, by the same sharding";
      return refused;
    }
    return Ok();
  }

  void TakeParameter(size_t p) {
    Instruction parameter = old_.instructions[p];
    const std::optional<Split>& split = parameter_splits_[p];
    if (split) {
      for (size_t d = 0; d < split->tiles.size(); ++d) parameter.shapes[0].dims[d] /= split->tiles[d];
      fresh_.parameters[p] = parameter.shapes[0];
      held_[p] = {{{}, {static_cast<int32_t>(p), 0}, split, true}};
      Mark(fresh_.parameter_extra, p, *split);
    } else {
      held_[p] = {{{static_cast<int32_t>(p), 0}, {}, {}, false}};
    }
    fresh_.instructions.push_back(std::move(parameter));
  }

  void Mark(Extras& extras, size_t i, const Split& split) {
    const size_t count = &extras == &fresh_.parameter_extra ? fresh_.parameters.size() : old_.results.size();
    extras.resize(count);
    extras[i].erase("sdy.sharding");
    extras[i].erase("mhlo.sharding");
    extras[i][std::string(kSplit)] = SplitText(split);
  }

  Held& HeldOf(Value v) { return held_[v.instruction][v.result]; }

  Status Take(int32_t i) {
    const Instruction& old = old_.instructions[i];
    location_ = old.location;
    if (Calls(old, "Sharding")) {
      held_[i] = {HeldOf(old.operands[0])};
      return Ok();
    }
    Instruction instruction = old;
    for (size_t j = 0; j < old.operands.size(); ++j) {
      const bool part = j < cuts_[i].operands.size() && cuts_[i].operands[j];
      // an annotation and what it stands for are one value: what is made of it is kept there
      Held& held = HeldOf(Behind(old.operands[j]));
      instruction.operands[j] = part ? PartOf(held, *cuts_[i].operands[j]) : FullOf(held);
    }
    if (Calls(old, kEnter)) {
      held_[i] = {{instruction.operands[0], {}, {}, false}};
      return Ok();
    }
    Value result = {fresh_.instructions.count(), 0};
    if (Calls(old, kLeave)) {
      result = instruction.operands[0];
    } else {
      if (!cuts_[i].results.empty()) instruction.shapes = module_.computations[old.called[0]].ResultShapes();
      result.instruction = Add(std::move(instruction)).instruction;
    }
    for (size_t r = 0; r < old.shapes.size(); ++r, ++result.result) {
      const bool part = r < cuts_[i].results.size() && !cuts_[i].results[r]->Whole();
      held_[i].push_back(part ? Held{{}, result, cuts_[i].results[r], true} : Held{result, {}, {}, false});
    }
    return Ok();
  }

  void TakeResults(bool edges) {
    for (size_t r = 0; r < old_.results.size(); ++r) {
      Held& held = HeldOf(Behind(old_.results[r]));
      const bool part = edges && held.made_in_parts;
      fresh_.results.push_back(part ? held.part : FullOf(held));
      const Shape& shape = fresh_.shape(fresh_.results.back());
      if (!edges || !shape.IsArray()) continue;
      const auto members = static_cast<size_t>(module_.partitions);
      Mark(fresh_.result_extra, r, part ? *held.split : Split{std::vector<int64_t>(shape.dims.size(), 1), std::vector<int64_t>(members)});
    }
  }

  // ---- what is appended

  Value Add(Instruction instruction) {
    fresh_.instructions.push_back(std::move(instruction));
    return {fresh_.instructions.count() - 1, 0};
  }

  Value Make(Op op, Shape shape, IdVector<Value> operands, std::map<Attr, AttributeValue> attributes) {
    Instruction made;
    made.op = op;
    made.shapes.push_back(std::move(shape));
    made.operands = std::move(operands);
    made.attributes = std::move(attributes);
    made.location = location_;
    return Add(std::move(made));
  }

  Value Constant(const std::vector<int64_t>& values, bool scalar) {
    Literal literal(scalar ? Shape::Scalar(ElementType::kS64) : Shape::Array(ElementType::kS64, {static_cast<int64_t>(values.size())}));
    for (size_t i = 0; i < values.size(); ++i) literal.SetInteger(static_cast<int64_t>(i), values[i]);
    const Shape shape = literal.shape();
    return Make(Op::kConstant, shape, {}, {{Attr::kValue, std::move(literal)}});
  }

  // This member's number in a table by member.
  Value OwnNumber(const std::vector<int64_t>& by_member) {
    if (partition_.instruction < 0) {
      const Value id = Make(Op::kPartitionId, Shape::Scalar(ElementType::kU32), {}, {});
      partition_ = Make(Op::kConvert, Shape::Scalar(ElementType::kS64), {id}, {});
    }
    const Value one = Make(Op::kDynamicSlice, Shape::Array(ElementType::kS64, {1}), {Constant(by_member, false), partition_},
                           {{Attr::kSliceSizes, std::vector<int64_t>{1}}});
    return Make(Op::kReshape, Shape::Scalar(ElementType::kS64), {one}, {});
  }

  Value PartOf(Held& held, const Split& split) {
    if (split.Whole()) return FullOf(held);
    if (held.split && *held.split == split) return held.part;
    const Value full = FullOf(held);
    Shape shape = fresh_.shape(full);
    IdVector<Value> operands = {full};
    for (size_t d = 0; d < split.tiles.size(); ++d) {
      shape.dims[d] /= split.tiles[d];
      std::vector<int64_t> begins;
      for (int64_t m = 0; m < module_.partitions; ++m) begins.push_back(split.TileOf(m, d) * shape.dims[d]);
      operands.push_back(split.tiles[d] == 1 ? Constant({0}, true) : OwnNumber(begins));
    }
    const std::vector<int64_t> sizes(shape.dims.begin(), shape.dims.end());
    const Value part = Make(Op::kDynamicSlice, std::move(shape), std::move(operands), {{Attr::kSliceSizes, sizes}});
    if (!held.split) held.part = part, held.split = split;
    return part;
  }

  // Gathered along one dimension after the other: among the members that differ in that dimension alone.
  Value FullOf(Held& held) {
    if (held.full.instruction >= 0) return held.full;
    Value v = held.part;
    for (size_t d = 0; d < held.split->tiles.size(); ++d) {
      if (held.split->tiles[d] == 1) continue;
      Shape shape = fresh_.shape(v);
      shape.dims[d] *= held.split->tiles[d];
      v = Make(Op::kAllGather, std::move(shape), {v},
               {{Attr::kAllGatherDim, static_cast<int64_t>(d)}, {Attr::kReplicaGroups, GroupsAlong(*held.split, d)},
                {Attr::kChannelId, int64_t{1}}, {Attr::kChannelType, int64_t{1}}, {Attr::kUseGlobalDeviceIds, true}});
    }
    return held.full = v;
  }

  IntMatrix GroupsAlong(const Split& split, size_t d) const {
    int64_t stride = 1;  // of positions along d among the numbers of parts
    for (size_t minor = split.tiles.size() - 1; minor > d; --minor) stride *= split.tiles[minor];
    std::map<std::pair<int64_t, int64_t>, std::vector<int64_t>> groups;  // by the part at position 0, and which copy of it
    std::map<int64_t, int64_t> copies;
    for (int64_t m = 0; m < module_.partitions; ++m) {
      const int64_t part = split.members[static_cast<size_t>(m)], position = split.TileOf(m, d);
      std::vector<int64_t>& group = groups[{part - position * stride, copies[part]++}];
      group.resize(static_cast<size_t>(split.tiles[d]));
      group[static_cast<size_t>(position)] = m;
    }
    IntMatrix matrix;
    for (auto& [key, group] : groups) matrix.push_back(std::move(group));
    return matrix;
  }

  Module& module_;
  const std::map<int32_t, ManualCall>& manuals_;
  const CutParameters& cut_;
  const int32_t number_;
  const Computation old_;
  Computation fresh_;
  std::vector<Cuts> cuts_;                               // by instruction of the old one
  std::vector<std::vector<Held>> held_;                  // its results
  std::vector<std::optional<Split>> parameter_splits_;
  Value partition_;
  Location location_;
};

// Bodies whose own members would be members again.
Status RefuseNested(const Module& module, const std::map<int32_t, ManualCall>& manuals) {
  for (const auto& [body, manual] : manuals) {
    std::set<int32_t> reached = {body};
    for (std::vector<int32_t> work = {body}; !work.empty();) {
      const Computation& computation = module.computations[work.back()];
      work.pop_back();
      for (const Instruction& instruction : computation.instructions) {
        for (const int32_t called : instruction.called) {
          const auto inner = manuals.find(called);
          if (inner != manuals.end()) {
            return Error(Rule::kUnsupported, "sdy.manual_computation (shard_map) inside of another one", inner->second.location);
          }
          if (reached.insert(called).second) work.push_back(called);
        }
      }
    }
  }
  return Ok();
}

}  // namespace

bool HasSpmdCalls(const Module& module) {
  for (const Computation& computation : module.computations) {
    for (const Instruction& instruction : computation.instructions) {
      if (Calls(instruction, kEnter) || Calls(instruction, kLeave)) return true;
    }
  }
  return false;
}

Status SplitMembers(Module& module, const std::map<int32_t, ManualCall>& manuals, const CutParameters& cut) {
  MOTE_CHECK_OK(RefuseNested(module, manuals));
  std::vector<bool> called(module.computations.size());
  for (const Computation& computation : module.computations) {
    for (const Instruction& instruction : computation.instructions) {
      for (const int32_t callee : instruction.called) called[static_cast<size_t>(callee)] = true;
    }
  }
  for (int32_t c = 0; c < module.computations.count(); ++c) {
    const bool edges = module.computations[c].is_public && !called[static_cast<size_t>(c)];
    MOTE_CHECK_OK(MemberSplitter(module, manuals, cut, c).Run(edges));
  }
  return Ok();
}

}  // namespace mote
