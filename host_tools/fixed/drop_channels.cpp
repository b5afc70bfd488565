// Exact ranges forward; then what each convolution's kept outputs need, backward to a fixpoint from nothing, so that a cycle that only
// feeds itself goes too. Arrays joined by steps that go channel by channel keep the same channels.
#include "fixed/drop_channels.h"

#include <algorithm>
#include <map>
#include <string>

#include "fixed/channel_step.h"
#include "passes/passes.h"

namespace mote {
namespace {

constexpr int64_t kTogether = 4;  // channels that routines of every packing take at once

class Channels {
 public:
  explicit Channels(const Computation& computation) : computation_(computation) {
    std::vector<Value> whole = computation.results;
    for (int32_t at = 0; at < computation.instructions.count(); ++at) Look(at, whole);
    for (const Value& v : whole) {
      std::vector<bool>& kept = KeptOf(v);
      kept.assign(kept.size(), true);
    }
    while (Grow() || Fill()) {
    }
  }

  bool DropsAny() {
    return std::any_of(steps_.begin(), steps_.end(), [&](const auto& s) { return !Full(KeptOf({s.first, 0})); });
  }

  Computation Rewritten() {
    auto at = static_cast<int32_t>(computation_.parameters.size());
    return Rewrite(computation_, [&](ModuleEmitter& e, const Instruction& i) { return Again(e, i, at++); });
  }

 private:
  static bool Full(const std::vector<bool>& kept) { return std::find(kept.begin(), kept.end(), false) == kept.end(); }
  static std::string Fraction(const std::vector<bool>& kept) {
    return std::to_string(std::count(kept.begin(), kept.end(), true)) + " of " + std::to_string(kept.size());
  }
  size_t CountOf(Value v) const {
    const Shape& shape = computation_.shape(v);
    return !shape.IsArray() || !shape.IsStatic() || shape.dims.empty() ? 1 : static_cast<size_t>(shape.dims.back());
  }

  // Arrays of one group have the same kept channels.
  Value GroupOf(Value v) const {
    for (auto at = group_.find(v); at != group_.end(); at = group_.find(v)) v = at->second;
    return v;
  }
  void Join(Value a, Value b) {
    if (GroupOf(a) != GroupOf(b)) group_[GroupOf(a)] = GroupOf(b);
  }
  std::vector<bool>& KeptOf(Value v) { return kept_.try_emplace(GroupOf(v), CountOf(v), false).first->second; }
  const ChannelRanges& RangesOf(Value v) { return ranges_.try_emplace(v, CountOf(v)).first->second; }

  // Finds steps, ranges and groups; adds to `whole` what keeps all its channels.
  void Look(int32_t at, std::vector<Value>& whole) {
    const Instruction& i = computation_.instructions[at];
    const Value result{at, 0};
    if (auto step = ChannelStep::Of(computation_, i)) {
      std::vector<const ChannelRanges*> inputs;
      for (const Value& v : i.operands) inputs.push_back(&RangesOf(v));
      ranges_.emplace(result, step->RangesFrom(inputs));
      for (const Value& v : i.operands) {
        if (step->IsByChannel()) Join(v, result);
      }
      steps_.emplace(at, *std::move(step));
    } else if (i.op == Op::kReshape && CountOf(i.operands[0]) == CountOf(result)) {
      ranges_.emplace(result, RangesOf(i.operands[0]));
      Join(i.operands[0], result);
    } else {
      whole.insert(whole.end(), i.operands.begin(), i.operands.end());
      for (int32_t r = 0; r < i.shapes.count(); ++r) whole.push_back({at, r});
    }
  }

  // What the kept outputs of convolutions need of their inputs.
  bool Grow() {
    bool grown = false;
    for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
      if (step->second.IsByChannel()) continue;
      const Value input = computation_.instructions[step->first].operands[0];
      const std::vector<bool> outputs = KeptOf({step->first, 0});
      std::vector<bool>& inputs = KeptOf(input);
      const ChannelRanges& ranges = RangesOf(input);
      for (size_t c = 0; c < inputs.size(); ++c) {
        for (size_t o = 0; !inputs[c] && o < outputs.size(); ++o) {
          if (outputs[o] && step->second.Needs(o, c, ranges[c])) inputs[c] = grown = true;
        }
      }
    }
    return grown;
  }

  // Some more, so that channels come in fours: less than four are slower than four.
  bool Fill() {
    bool filled = false;
    for (const auto& [at, step] : steps_) {
      std::vector<bool>& kept = KeptOf({at, 0});
      auto count = std::count(kept.begin(), kept.end(), true);
      for (size_t c = 0; c < kept.size() && (count == 0 || count % kTogether != 0); ++c) {
        if (!kept[c]) kept[c] = filled = true, ++count;
      }
    }
    return filled;
  }

  std::optional<IdVector<Value>> Again(ModuleEmitter& e, const Instruction& i, int32_t at) {
    const Value result{at, 0};
    const auto step = steps_.find(at);
    const bool reshapes = i.op == Op::kReshape && ranges_.count(result) != 0;
    if (step == steps_.end() && !reshapes) return std::nullopt;
    const Value input = computation_.instructions[at].operands[0];
    const std::vector<bool>&outputs = KeptOf(result), &inputs = KeptOf(input);
    if (Full(inputs) && Full(outputs)) return std::nullopt;
    if (reshapes) {
      Dims dims = i.shape().dims;
      dims.back() = std::count(outputs.begin(), outputs.end(), true);
      return {{e.Reshape(i.operands[0], dims)}};
    }
    Instruction again = step->second.Rebuilt(i, inputs, outputs, RangesOf(input));
    again.extra["mote.channels"] = Fraction(outputs) + " channels from " + Fraction(inputs) + ", the others being constant or unread";
    return {{e.Add(std::move(again))}};
  }

  const Computation& computation_;
  std::map<Value, Value> group_;               // another of the same group; none: the first of it
  std::map<Value, std::vector<bool>> kept_;    // of each group
  std::map<Value, ChannelRanges> ranges_;
  std::map<int32_t, ChannelStep> steps_;
};

}  // namespace

Module DropChannels(const Module& formed) {
  Module module = ShareAndDrop(formed);  // what nobody reads would keep what it reads
  for (Computation& computation : module.computations) {
    Channels channels(computation);
    if (channels.DropsAny()) computation = channels.Rewritten();
  }
  return module;
}

}  // namespace mote
