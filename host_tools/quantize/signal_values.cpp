// Groups by joining what is moved, picked and carried.
#include "quantize/signal_values.h"

#include "quantize/tail.h"

namespace mote {

std::vector<Passage> PassagesOf(const Module& module, const Instruction& i) {
  std::vector<Passage> passages;
  const auto own = static_cast<int32_t>(i.declared_operands());
  for (size_t k = 0; k < i.called.size(); ++k) {
    const Computation& called = module.computations[i.called[k]];
    const auto parameters = static_cast<int32_t>(called.parameters.size());
    const int32_t before = parameters - i.captures;  // parameters that are no captures
    for (int32_t c = 0; c < i.captures; ++c) passages.push_back({i.called[k], i.operands[own + c], before + c, {}, {}});
    if (i.op == Op::kWhile) {
      for (int32_t p = 0; p < own; ++p) passages.push_back({i.called[k], i.operands[p], p, k == 1 ? std::optional(p) : std::nullopt, p});
      continue;
    }
    const auto branch = static_cast<int32_t>(k) + 1;
    if (before == 1 && own > branch) passages.push_back({i.called[k], i.operands[branch], 0, {}, {}});
    for (int32_t r = 0; r < static_cast<int32_t>(called.results.size()); ++r) passages.push_back({i.called[k], {}, {}, r, r});
  }
  return passages;
}

PlacedValue SignalValues::Root(PlacedValue v) {
  const PlacedValue up = parent_.try_emplace(v, v).first->second;
  return up == v ? v : parent_[v] = Root(up);
}

void SignalValues::Join(PlacedValue a, PlacedValue b) {
  const PlacedValue from = Root(a), to = Root(b);
  if (from != to) parent_[from] = to;
}

void SignalValues::VisitControl(int32_t computation, const Instruction& i, int32_t at) {
  for (const int32_t called : i.called) Visit(called);
  for (const Passage& p : PassagesOf(m_, i)) {
    const Computation& called = m_.computations[p.called];
    std::vector<PlacedValue> same;
    if (p.operand) same.push_back({computation, *p.operand});
    if (p.parameter) same.push_back({p.called, {*p.parameter, 0}});
    if (p.result) same.push_back({p.called, called.results[*p.result]});
    if (p.gives) same.push_back({computation, {at, *p.gives}});
    const PlacedValue* first = nullptr;
    for (const PlacedValue& v : same) {
      if (IsConstant(v) || !IsRealArray(m_.computations[v.computation].shape(v.value))) continue;
      if (first != nullptr) Join(v, *first);
      first = &v;
    }
  }
}

void SignalValues::Visit(int32_t computation) {
  computations_.push_back(computation);
  const Computation& c = m_.computations[computation];
  for (int32_t at = 0; at < c.instructions.count(); ++at) {
    const Instruction& i = c.instructions[at];
    const PlacedValue out{computation, {at, 0}};
    for (int32_t r = 0; r < static_cast<int32_t>(i.shapes.size()); ++r) {
      if (IsRealArray(i.shapes[r])) Root({computation, {at, r}});
    }
    if (IsControl(i)) {
      VisitControl(computation, i, at);
      continue;
    }
    if (i.shapes.size() != 1 || !IsRealArray(i.shape())) continue;
    if (i.op == Op::kConstant || i.op == Op::kIota) constants_.insert(out);
    const bool move = InFamily(i.op, Family::kMove) || i.op == Op::kNegate || i.op == Op::kAbs || i.op == Op::kConvert;
    const bool from_first = i.op == Op::kDynamicSlice || i.op == Op::kGather || i.op == Op::kReduce;
    const bool from_all =
        i.op == Op::kConcatenate || i.op == Op::kPad || i.op == Op::kDynamicUpdateSlice || i.op == Op::kSelect;
    if (!move && !from_first && !from_all) continue;
    const size_t operands = from_all ? i.operands.size() : 1;
    for (size_t k = 0; k < operands; ++k) {
      const PlacedValue in{computation, i.operands[k]};
      if (!IsRealArray(c.shape(in.value))) continue;
      const bool constant = IsConstant(in);
      if (InFamily(i.op, Family::kMove) && constant) constants_.insert(out);
      // Sums over dimensions have a range of their own.
      const bool sums = i.op == Op::kReduce && CombinerOf(m_, i) == Op::kAdd;
      if (!sums && (!constant || InFamily(i.op, Family::kMove))) Join(out, in);
    }
  }
}

SignalValues::SignalValues(const Module& module) : m_(module) {
  Visit(module.entry);
  std::map<PlacedValue, size_t> of_root;
  const std::map<PlacedValue, PlacedValue> all = parent_;
  for (const auto& [v, up] : all) {
    const auto [place, fresh] = of_root.try_emplace(Root(v), members_.size());
    if (fresh) members_.emplace_back();
    group_[v] = place->second;
    members_[place->second].push_back(v);
  }
}

int64_t SignalValues::Elements(size_t group) const {
  int64_t count = 0;
  for (const PlacedValue& v : members_[group]) count += m_.computations[v.computation].shape(v.value).ElementCount();
  return count;
}

}  // namespace mote
