// The forms, tried on every instruction in program order; then what nobody needs, and what would only go there and back, is dropped.
#include "quantize/steps.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "fixed/known_value.h"
#include "quantize/softmax_pattern.h"
#include "quantize/tail.h"

namespace mote {
namespace {

bool IsReal(const Shape& shape) { return shape.IsArray() && shape.IsStatic() && IsFloat(shape.element_type) && shape.ElementCount() != 0; }

class StepFinder {
 public:
  StepFinder(const Module& module, const std::set<int32_t>& kept)
      : m_(module), c_(module.main()), kept_(kept), uses_(UsesOf(c_)), taken_(c_.instructions.size(), false),
        base_(c_.instructions.size()) {
    found_.by_result.assign(c_.instructions.size(), -1);
  }

  IntegerSteps Find() {
    for (int32_t i = 0; i < c_.instructions.count(); ++i) {
      const auto x = SoftmaxOf(m_, c_, i);
      if (x && kept_.count(i) == 0) Take({IntegerForm::kSoftmax, i, i, {*x}, {}, -1});
    }
    for (int32_t i = 0; i < c_.instructions.count(); ++i) {
      base_[i] = {i, 0};
      if (!taken_[i]) Try(i);
    }
    DropIslands();
    return std::move(found_);
  }

 private:
  const Instruction& at(int32_t i) const { return c_.instructions[i]; }
  bool Known(Value v) {
    const auto [place, fresh] = known_.try_emplace(v, false);
    if (fresh) place->second = ConstantAt(m_, v).has_value();
    return place->second;
  }

  void Take(IntegerStep step) {
    taken_[step.last] = true;
    base_[step.last] = {step.last, 0};
    found_.by_result[step.last] = static_cast<int32_t>(found_.list.size());
    found_.list.push_back(std::move(step));
  }

  // With what follows folded in.
  void TakeWithTail(IntegerStep step) {
    const TailWalk walk = WalkTail(m_, c_, uses_, step.first, step.channel);
    step.tail = walk.tail;
    for (const int32_t inside : walk.instructions) taken_[inside] = true;
    step.last = walk.instructions.empty() ? step.first : walk.instructions.back();
    Take(std::move(step));
  }

  void Try(int32_t i) {
    const Instruction& instruction = at(i);
    if (kept_.count(i) != 0 || instruction.shapes.size() != 1 || instruction.op == Op::kParameter || instruction.op == Op::kConstant)
      return;
    const bool pred = instruction.shape().IsArray() && IsPred(instruction.shape().element_type);
    if (!IsReal(instruction.shape()) && !(pred && IsElementwise(instruction.op))) return;
    if (Known({i, 0})) return;
    switch (instruction.op) {
      case Op::kConvolution:
      case Op::kDotGeneral: return TryProduct(i);
      case Op::kReduce:
      case Op::kReduceWindow: return TryReduction(i);
      case Op::kConcatenate:
      case Op::kPad:
      case Op::kDynamicSlice:
      case Op::kDynamicUpdateSlice:
      case Op::kGather: return TryMove(i);
      default: break;
    }
    if (InFamily(instruction.op, Family::kMove)) return TryMove(i);
    if (IsElementwise(instruction.op) && instruction.called.empty()) TryElementwise(i);
  }

  void TryProduct(int32_t i) {
    const Instruction& p = at(i);
    for (const Value v : p.operands) {
      if (!IsReal(c_.shape(v))) return;
    }
    IntegerStep step{IntegerForm::kProduct, i, i, {}, {}, -1};
    for (const Value v : p.operands) {
      if (!Known(v)) step.inputs.push_back(v);
    }
    const bool weights_first = Known(p.operands[0]), weights_last = Known(p.operands[1]);
    if (p.op == Op::kConvolution) {
      if (!weights_last || p.Int(Attr::kBatchGroupCount, 1) != 1) return;
      step.channel = p.Int(Attr::kOutputFeatureDimension);
    } else if ((weights_first || weights_last) && p.Ints(Attr::kLhsBatchingDimensions).empty()) {
      const Value w = p.operands[weights_last ? 1 : 0];
      const auto summed = p.Ints(weights_last ? Attr::kRhsContractingDimensions : Attr::kLhsContractingDimensions).size();
      const bool one_free = static_cast<size_t>(c_.shape(w).rank()) == summed + 1;
      if (one_free) step.channel = weights_last ? p.shape().rank() - 1 : 0;
    }
    TakeWithTail(std::move(step));
  }

  void TryReduction(int32_t i) {
    const Instruction& r = at(i);
    const auto operation = CombinerOf(m_, r);
    if (!operation || r.operands.size() != 2 || r.captures != 0 || !IsReal(c_.shape(r.operands[0]))) return;
    const auto init = SplatAt(m_, r.operands[1]);
    if (!init) return;
    const Value x = r.operands[0];
    if (*operation == Op::kAdd && *init == 0) return TakeWithTail({IntegerForm::kMean, i, i, {x}, {}, -1});
    const bool largest = *operation == Op::kMaximum && *init <= -std::numeric_limits<float>::max();
    const bool smallest = *operation == Op::kMinimum && *init >= std::numeric_limits<float>::max();
    if (largest || smallest) Take({IntegerForm::kExtreme, i, i, {x}, {}, -1});
  }

  void TryMove(int32_t i) {
    const Instruction& move = at(i);
    if (move.op == Op::kPad && !SplatAt(m_, move.operands[1])) return;
    IntegerStep step{IntegerForm::kMove, i, i, {}, {}, -1};
    for (size_t k = 0; k < move.operands.size(); ++k) {
      const Value v = move.operands[k];
      if (IsReal(c_.shape(v)) && !Known(v) && !(move.op == Op::kPad && k == 1)) step.inputs.push_back(v);
    }
    if (!step.inputs.empty()) Take(std::move(step));
  }

  // What the operands are functions of, element by element; nothing where one is no such thing.
  std::optional<std::vector<Value>> BasesOf(const Instruction& i) {
    std::vector<Value> bases;
    for (const Value v : i.operands) {
      if (!c_.shape(v).IsArray()) return std::nullopt;
      if (Known(v)) {
        if (!SplatAt(m_, v)) return std::nullopt;
        continue;
      }
      const Value base = v.result == 0 ? base_[v.instruction] : v;
      if (c_.shape(v).dims != i.shape().dims) return std::nullopt;
      if (std::find(bases.begin(), bases.end(), base) == bases.end()) bases.push_back(base);
    }
    return bases;
  }

  void TryElementwise(int32_t i) {
    const Instruction& e = at(i);
    const auto bases = BasesOf(e);
    if (bases && bases->size() == 1 && IsReal(c_.shape((*bases)[0]))) {
      if (IsReal(e.shape())) Take({IntegerForm::kTable, i, i, *bases, {}, -1});
      base_[i] = (*bases)[0];
      return;
    }
    if (e.op == Op::kSelect) return TrySelect(i);
    if (!bases) {
      if (!TryScale(i)) TryWithConstant(i);
      return;
    }
    const bool two = bases->size() == 2 && e.operands.size() == 2 && IsReal(e.shape());
    if (!two || !IsReal(c_.shape(e.operands[0])) || !IsReal(c_.shape(e.operands[1]))) return;
    if (e.op == Op::kAdd || e.op == Op::kSubtract) TakeWithTail({IntegerForm::kSum, i, i, {e.operands[0], e.operands[1]}, {}, -1});
    if (e.op == Op::kMultiply) TakeWithTail({IntegerForm::kMultiply, i, i, {e.operands[0], e.operands[1]}, {}, -1});
    if (e.op == Op::kMaximum || e.op == Op::kMinimum) Take({IntegerForm::kExtreme, i, i, {e.operands[0], e.operands[1]}, {}, -1});
  }

  // Not of a mask: what stands for minus infinity would take all steps of the format.
  void TrySelect(int32_t i) {
    const Instruction& select = at(i);
    if (!IsReal(select.shape()) || c_.shape(select.operands[0]).dims != select.shape().dims) return;
    for (const Value v : {select.operands[1], select.operands[2]}) {
      const auto known = ConstantAt(m_, v);
      for (int64_t k = 0; known && k < known->size(); ++k) {
        if (!(std::fabs(known->RealAt(k)) < 1e4)) return;
      }
    }
    TryMove(i);
  }

  // Constants that differ by channel.
  bool TryScale(int32_t i) {
    const Instruction& e = at(i);
    std::vector<Value> values;
    for (const Value v : e.operands) {
      if (!Known(v)) values.push_back(v);
    }
    if (values.size() != 1 || !IsReal(e.shape()) || !IsReal(c_.shape(values[0])) || c_.shape(values[0]).dims != e.shape().dims)
      return false;
    for (int64_t channel = e.shape().rank() - 1; channel >= 0; --channel) {
      const TailWalk walk = WalkTail(m_, c_, uses_, values[0].instruction, channel, i);
      if (walk.instructions.empty()) continue;
      for (const int32_t inside : walk.instructions) taken_[inside] = true;
      Take({IntegerForm::kScale, i, walk.instructions.back(), {values[0]}, walk.tail, channel});
      return true;
    }
    return false;
  }

  // Constants that differ by place are stored like values.
  void TryWithConstant(int32_t i) {
    const Instruction& e = at(i);
    if (!IsReal(e.shape()) || e.operands.size() != 2) return;
    for (const Value v : e.operands) {
      if (!IsReal(c_.shape(v)) || c_.shape(v).dims != e.shape().dims) return;
    }
    const bool sum = e.op == Op::kAdd || e.op == Op::kSubtract;
    if (!sum && e.op != Op::kMultiply) return;
    TakeWithTail({sum ? IntegerForm::kSum : IntegerForm::kMultiply, i, i, {e.operands[0], e.operands[1]}, {}, -1});
  }

  // ---- what is needed

  void MarkNeeded() {
    found_.floats.assign(c_.instructions.size(), false);
    needed_.assign(found_.list.size(), false);
    std::vector<Value> open(c_.results.begin(), c_.results.end());
    for (int32_t i = 0; i < c_.instructions.count(); ++i) {
      if (InFamily(at(i).op, Family::kEffect, Family::kCheck)) open.push_back({i, 0});
    }
    while (!open.empty()) {
      const Value v = open.back();
      open.pop_back();
      const Instruction& i = c_.at(v);
      const int32_t step = found_.by_result[v.instruction];
      if (step >= 0) {
        if (needed_[static_cast<size_t>(step)]) continue;
        needed_[static_cast<size_t>(step)] = true;
        const IntegerStep& s = found_.list[static_cast<size_t>(step)];
        open.insert(open.end(), s.inputs.begin(), s.inputs.end());
        for (const Value operand : at(s.first).operands) {  // indices
          if (!IsReal(c_.shape(operand)) && s.form == IntegerForm::kMove) open.push_back(operand);
        }
        continue;
      }
      if (found_.floats[v.instruction] || (i.shapes.size() == 1 && Known(v))) continue;
      found_.floats[v.instruction] = true;
      open.insert(open.end(), i.operands.begin(), i.operands.end());
    }
  }

  // Steps that are joined by values, and have neither a product nor, with anything to compute, an input of the program, would only be
  // quantized and dequantized.
  void DropIslands() {
    MarkNeeded();
    std::vector<size_t> island(found_.list.size());
    std::iota(island.begin(), island.end(), size_t{0});
    const std::function<size_t(size_t)> root = [&](size_t s) { return island[s] == s ? s : island[s] = root(island[s]); };
    const auto producer = [&](Value v) { return found_.by_result[v.instruction]; };
    for (size_t s = 0; s < found_.list.size(); ++s) {
      if (!needed_[s]) continue;
      for (const Value v : found_.list[s].inputs) {
        if (producer(v) >= 0) island[root(s)] = root(static_cast<size_t>(producer(v)));
      }
    }
    std::set<size_t> products, given, computing;
    for (size_t s = 0; s < found_.list.size(); ++s) {
      if (!needed_[s]) continue;
      const IntegerStep& step = found_.list[s];
      if (step.form == IntegerForm::kProduct) products.insert(root(s));
      if (step.form != IntegerForm::kMove) computing.insert(root(s));
      if (std::any_of(step.inputs.begin(), step.inputs.end(), [&](Value v) { return c_.at(v).op == Op::kParameter; }))
        given.insert(root(s));
    }
    const auto worth = [&](size_t s) {
      return products.count(root(s)) != 0 || (given.count(root(s)) != 0 && computing.count(root(s)) != 0);
    };
    std::vector<IntegerStep> list;
    for (size_t s = 0; s < found_.list.size(); ++s) {
      const bool stays = needed_[s] && worth(s);
      found_.by_result[found_.list[s].last] = stays ? static_cast<int32_t>(list.size()) : -1;
      if (stays) list.push_back(found_.list[s]);
    }
    std::sort(list.begin(), list.end(), [](const IntegerStep& a, const IntegerStep& b) { return a.last < b.last; });
    for (size_t s = 0; s < list.size(); ++s) found_.by_result[list[s].last] = static_cast<int32_t>(s);
    found_.list = std::move(list);
    MarkNeeded();
  }

  const Module& m_;
  const Computation& c_;
  const std::set<int32_t>& kept_;
  const Uses uses_;
  IdVector<bool> taken_;
  IdVector<Value> base_;  // of an element-wise result: what it is a function of
  std::map<Value, bool> known_;
  std::vector<bool> needed_;
  IntegerSteps found_;
};

}  // namespace

const char* NameOf(IntegerForm form) {
  switch (form) {
    case IntegerForm::kProduct: return "product";
    case IntegerForm::kScale: return "scale";
    case IntegerForm::kSum: return "sum";
    case IntegerForm::kMultiply: return "multiply";
    case IntegerForm::kMean: return "mean";
    case IntegerForm::kMove: return "move";
    case IntegerForm::kExtreme: return "extreme";
    case IntegerForm::kTable: return "table";
    case IntegerForm::kSoftmax: return "softmax";
  }
  return "";
}

std::optional<Literal> ConstantAt(const Module& module, Value v) { return KnownValue(module, module.main(), v); }

std::optional<double> SplatAt(const Module& module, Value v) {
  const auto known = ConstantAt(module, v);
  if (!known || known->size() == 0 || !known->IsSplat() || IsComplex(known->type())) return std::nullopt;
  return known->RealAt(0);
}

std::string Label(const Computation& computation, int32_t instruction) {
  const Instruction& i = computation.instructions[instruction];
  const std::string op = std::string(Info(i.op).hlo);
  return (op.empty() ? OpName(i.op) : op) + " %" + (i.name.empty() ? std::to_string(instruction) : i.name);
}

IntegerSteps FindSteps(const Module& prepared, const std::set<int32_t>& kept) { return StepFinder(prepared, kept).Find(); }

}  // namespace mote
