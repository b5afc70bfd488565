// Computation by computation, instruction by instruction.
#include "quantize/signal_write.h"

#include <algorithm>

#include "evaluate/evaluate.h"
#include "fixed/known_value.h"
#include "quantize/steps.h"
#include "quantize/tail.h"

namespace mote {
namespace {

struct Shared {
  const Module& floats;
  const SignalValues& values;
  const SignalFormats& formats;
  const bool integer_io;
  WrittenSignal& out;
  NewRegions& regions;
};

// What a value moves through: its own place, and that of constants.
class ComputationWriter {
 public:
  ComputationWriter(const Shared& shared, int32_t computation)
      : s_(shared), at_(computation), c_(s_.floats.computations[computation]), fresh_(EmptyLike(c_)), w_(fresh_, s_.regions) {}

  // `results`: formats of the real ones; nothing: the entry.
  Status Write(const std::vector<std::optional<WordFormat>>* results) {
    for (int32_t i = 0; i < c_.instructions.count(); ++i) {
      const Instruction& instruction = c_.instructions[i];
      w_.e.location = instruction.location, w_.e.name = instruction.name;
      if (instruction.op == Op::kParameter) Parameter(i, results == nullptr);
      else MOTE_CHECK_OK(Any(i));
    }
    for (size_t r = 0; r < c_.results.size(); ++r) {
      const Value v = c_.results[r];
      if (!IsRealArray(c_.shape(v))) fresh_.results.push_back(map_.at(v));
      else if (results != nullptr) fresh_.results.push_back(As(v, (*results)[r].value_or(FormatOf(v))));
      else fresh_.results.push_back(s_.integer_io ? Stored(v) : Real(v));
    }
    s_.out.module.computations[at_] = std::move(fresh_);
    for (const auto& [old, stored] : map_) {
      if (IsRealArray(c_.shape(old))) s_.out.stored[{at_, old}] = stored;
    }
    for (const auto& [old, word] : accumulators_) {
      s_.out.stored[{at_, old}] = word.v;
      s_.out.accumulators[{at_, old}] = word.exponent;
    }
    return Ok();
  }

 private:
  PlacedValue Placed(Value v) const { return {at_, v}; }
  WordFormat FormatOf(PlacedValue v) const { return s_.formats.by_group[s_.values.At(v)]; }
  WordFormat FormatOf(Value v) const { return FormatOf(Placed(v)); }

  void Parameter(int32_t i, bool of_entry) {
    Instruction parameter = c_.instructions[i];
    const Value v{i, 0};
    if (!IsRealArray(parameter.shape())) {
      map_[v] = w_.e.Add(std::move(parameter));
      return;
    }
    const WordFormat f = FormatOf(v);
    const bool stored = !of_entry || s_.integer_io;
    if (stored) {
      parameter.shapes[0].element_type = f.type();
      fresh_.parameters[parameter.Int(Attr::kIndex)] = parameter.shapes[0];
    }
    const Value given = w_.e.Add(std::move(parameter));
    map_[v] = stored ? given : Quantized(given, f);
  }

  // f32 holds 16 bits and the steps beyond them.
  static ElementType Through(WordFormat f) { return f.bits == 16 ? ElementType::kF32 : ElementType::kF64; }
  Value Quantized(Value real, WordFormat f) {
    const Value wide = w_.e.Convert(real, Through(f));
    const auto splat = [&](double x) { return w_.e.Splat(w_.e.shape(wide), x); };
    const Value steps = w_.e.Unary(Op::kRoundNearestEven, w_.e.Binary(Op::kMultiply, wide, splat(std::ldexp(1, -f.exponent))));
    const auto most = static_cast<double>(f.most());
    return w_.e.Convert(w_.e.Make(Op::kClamp, w_.e.shape(steps), {splat(-most), steps, splat(most)}), f.type());
  }
  Value Real(Value v) {
    const Value stored = Stored(v), wide = w_.e.Convert(stored, Through(FormatOf(v)));
    const Value real = w_.e.Binary(Op::kMultiply, wide, w_.e.Splat(w_.e.shape(wide), FormatOf(v).scale()));
    return w_.e.Convert(real, c_.shape(v).element_type);
  }

  Value Stored(Value v) { return s_.values.IsConstant(Placed(v)) ? Constant(v, FormatOf(v)) : map_.at(v); }

  Value Constant(Value v, WordFormat f) {
    if (const auto found = constants_.find({v, f}); found != constants_.end()) return found->second;
    const Instruction& i = c_.at(v);
    Value made;
    if (InFamily(i.op, Family::kMove)) {
      Instruction move = i;
      move.shapes[0].element_type = f.type();
      move.operands = {Constant(i.operands[0], f)};
      made = w_.e.Add(std::move(move));
    } else {
      const Literal known = *KnownValue(s_.floats, c_, v);
      Literal stored(Shape::Array(f.type(), known.shape().dims));
      for (int64_t k = 0; k < stored.size(); ++k) stored.SetInteger(k, f.Stored(known.RealAt(k)));
      made = w_.e.Constant(stored);
    }
    constants_[{v, f}] = made;
    return made;
  }

  // Sums and products know how large it can be.
  Word WordOf(Value v) { return WordOf(v, FormatOf(v)); }
  Word WordOf(Value v, WordFormat f) {
    if (const auto found = accumulators_.find(v); found != accumulators_.end()) return found->second;
    if (!s_.values.IsConstant(Placed(v))) return w_.Of(map_.at(v), f);
    Word word{Constant(v, f), f.exponent, 1, true};
    const Literal known = *KnownValue(s_.floats, c_, v);
    for (int64_t k = 0; k < known.size(); ++k) word.bound = std::max(word.bound, std::fabs(static_cast<double>(f.Stored(known.RealAt(k)))));
    return word;
  }

  Value As(Value v, WordFormat f) {
    if (s_.values.IsConstant(Placed(v))) return Constant(v, f);
    return FormatOf(v) == f ? map_.at(v) : w_.Fit(WordOf(v), f);
  }

  bool AnyReal(const Instruction& i) const {
    for (const Value v : i.operands) {
      if (IsRealArray(c_.shape(v))) return true;
    }
    return std::any_of(i.shapes.begin(), i.shapes.end(), [](const Shape& s) { return IsRealArray(s); });
  }

  Diagnostic No(int32_t at, const std::string& why = "") const {
    return Error(Rule::kUnsupported, Label(c_, at) + " has no form in fixed point" + why, c_.instructions[at].location);
  }

  Status Any(int32_t at) {
    const Instruction& i = c_.instructions[at];
    const Value out{at, 0};
    if (IsControl(i)) return Control(at);
    if (s_.values.IsConstant(Placed(out))) return Ok();
    if (!AnyReal(i)) {
      Copy(at, i);
      return Ok();
    }
    if (i.shapes.size() != 1) return No(at);
    MOTE_ASSIGN(const Value made, IsRealArray(i.shape()) ? MakeReal(at) : MakeOther(at));
    map_[out] = made;
    return Ok();
  }

  // With operands that are no reals in their new places.
  void Copy(int32_t at, Instruction copy) {
    for (Value& operand : copy.operands) operand = map_.at(operand);
    const auto results = static_cast<int32_t>(copy.shapes.size());
    const Value first = w_.e.Add(std::move(copy));
    for (int32_t r = 0; r < results; ++r) map_[{at, r}] = {first.instruction, r};
  }

  Status Control(int32_t at) {
    Instruction control = c_.instructions[at];
    std::map<int32_t, std::vector<std::optional<WordFormat>>> results;
    const Instruction old = control;
    for (const int32_t called : old.called) results[called].resize(s_.floats.computations[called].results.size());
    for (const Passage& p : PassagesOf(s_.floats, old)) {
      if (p.result && IsRealArray(old.shapes[*p.gives])) results[p.called][*p.result] = FormatOf(Value{at, *p.gives});
    }
    IdVector<Value> operands;
    for (const Value v : old.operands) {
      if (!IsRealArray(c_.shape(v))) operands.push_back(map_.at(v));
      else operands.push_back(As(v, FormatAsOperand(old, v, static_cast<int32_t>(operands.size()))));
    }
    for (const int32_t called : old.called) MOTE_CHECK_OK(ComputationWriter(s_, called).Write(&results[called]));
    control.operands = std::move(operands);
    for (int32_t r = 0; r < static_cast<int32_t>(control.shapes.size()); ++r) {
      if (IsRealArray(control.shapes[r])) control.shapes[r].element_type = FormatOf(Value{at, r}).type();
    }
    const auto count = static_cast<int32_t>(control.shapes.size());
    const Value first = w_.e.Add(std::move(control));
    for (int32_t r = 0; r < count; ++r) map_[{at, r}] = {first.instruction, r};
    return Ok();
  }

  // That of the parameter which the operand becomes.
  WordFormat FormatAsOperand(const Instruction& control, Value v, int32_t operand) const {
    const int32_t own = control.declared_operands();
    for (size_t k = 0; k < control.called.size(); ++k) {
      const Computation& called = s_.floats.computations[control.called[k]];
      const int32_t before = static_cast<int32_t>(called.parameters.size()) - control.captures;
      int32_t parameter = operand - own + before;  // of a capture
      if (operand < own) parameter = control.op == Op::kWhile ? operand : operand == static_cast<int32_t>(k) + 1 ? 0 : -1;
      if (parameter >= 0) return FormatOf(PlacedValue{control.called[k], {parameter, 0}});
    }
    return FormatOf(v);
  }

  // What is no real, of reals.
  Result<Value> MakeOther(int32_t at) {
    const Instruction& i = c_.instructions[at];
    const auto flag = [&](bool value) { return w_.e.Splat(i.shape(), value ? 1 : 0); };
    if (i.op == Op::kIsFinite) return flag(true);
    if (i.op == Op::kCompare) {
      const std::string& direction = i.Text(Attr::kComparisonDirection);
      if (i.operands[0] == i.operands[1]) return flag(direction == "EQ" || direction == "GE" || direction == "LE");
      return w_.Compare(direction, WordOf(i.operands[0]), WordOf(i.operands[1]));
    }
    if (i.op == Op::kConvert && IsInteger(i.shape().element_type)) {
      const Word x = WordOf(i.operands[0]), zero{w_.Splat(x.v, 0), x.exponent, 0};
      const Word down = w_.Whole(x, false), up = w_.Whole(x, true);
      const WordFormat whole{64, 0};
      const Value towards_zero = w_.Select(w_.Compare("LT", x, zero), w_.Fit(up, whole), w_.Fit(down, whole));
      return w_.e.Convert(towards_zero, i.shape().element_type);
    }
    return No(at);
  }

  Result<Value> MakeReal(int32_t at) {
    const Instruction& i = c_.instructions[at];
    const WordFormat f = FormatOf(Value{at, 0});
    const auto word = [&](size_t k) { return WordOf(i.operands[k]); };
    if (StaysInAccumulator(s_.floats, {at_, {at, 0}})) {
      Word& made = accumulators_[{at, 0}];
      if (i.op == Op::kAdd || i.op == Op::kSubtract) made = w_.Sum(word(0), word(1), i.op == Op::kSubtract);
      else made = i.op == Op::kMultiply ? w_.Product(word(0), word(0)) : Contracted(i);  // a square
      return made.v;
    }
    if (InFamily(i.op, Family::kMove, Family::kIndexed) || i.op == Op::kSelect) return Moved(i, f);
    switch (i.op) {
      case Op::kNegate:
      case Op::kAbs: return w_.e.Unary(i.op, As(i.operands[0], f));
      case Op::kConvert: return Converted(at, f);
      case Op::kAdd: return w_.Fit(w_.Sum(word(0), word(1), f), f);
      case Op::kSubtract: return w_.Fit(w_.Sum(word(0), word(1), f, true), f);
      case Op::kMultiply: return w_.Fit(Multiplied(i, f), f);
      case Op::kDivide: return w_.Fit(w_.Quotient(word(0), word(1), f), f);
      case Op::kMaximum:
      case Op::kMinimum: return w_.e.Binary(i.op, As(i.operands[0], f), As(i.operands[1], f));
      case Op::kClamp:
        return w_.e.Make(Op::kClamp, w_.e.shape(As(i.operands[1], f)), {As(i.operands[0], f), As(i.operands[1], f), As(i.operands[2], f)});
      case Op::kSqrt: return w_.Fit(w_.Root(word(0)), f);
      case Op::kRsqrt: return w_.Fit(w_.InverseRoot(word(0)), f);
      case Op::kLog: return w_.Fit(w_.Logarithm(word(0)), f);
      case Op::kExponential: return w_.Fit(w_.Exponential(word(0), f), f);
      case Op::kFloor: return w_.Fit(w_.Whole(word(0), false), f);
      case Op::kCeil: return w_.Fit(w_.Whole(word(0), true), f);
      case Op::kDotGeneral:
      case Op::kConvolution: return w_.Fit(Contracted(i), f);
      case Op::kReduce: return Reduced(at, f);
      default: break;
    }
    if (IsElementwise(i.op) && i.called.empty()) return Function(at, f);
    return No(at);
  }

  // A constant beside 32 bits has as many: its literal is no larger than what it would be widened to.
  Word Multiplied(const Instruction& i, WordFormat f) {
    Word words[2];
    for (size_t k = 0; k < 2; ++k) {
      const Value v = i.operands[k];
      const bool widen = s_.values.IsConstant(Placed(v)) && FormatOf(i.operands[1 - k]).bits > 16;
      const size_t group = s_.values.At(Placed(v));
      words[k] = widen ? WordOf(v, WordFormatFor(32, std::max(-s_.formats.low[group], s_.formats.high[group]))) : WordOf(v);
    }
    return i.operands[0] == i.operands[1] ? w_.Product(words[0], words[0], f) : w_.Product(words[0], words[1], f);
  }

  Value Moved(const Instruction& i, WordFormat f) {
    Instruction move = i;
    move.shapes[0].element_type = f.type();
    for (Value& operand : move.operands) operand = IsRealArray(c_.shape(operand)) ? As(operand, f) : map_.at(operand);
    return w_.e.Add(std::move(move));
  }

  Result<Value> Converted(int32_t at, WordFormat f) {
    const Value from = c_.instructions[at].operands[0];
    const ElementType type = c_.shape(from).element_type;
    if (IsFloat(type)) return As(from, f);
    if (!IsInteger(type) && !IsPred(type)) return No(at);
    const Value wide = w_.e.Convert(map_.at(from), ElementType::kS64);
    const double bound = IsPred(type) ? 1 : std::min(std::ldexp(1.0, BitWidth(type)), 0x1p62);
    return w_.Fit({wide, 0, bound}, f);
  }

  // Dots with constants: the largest sum of magnitudes along what is contracted bounds the sums.
  Word Contracted(const Instruction& i) {
    Word a = WordOf(i.operands[0]), b = WordOf(i.operands[1]);
    int64_t count = 1;
    if (i.op == Op::kDotGeneral) {
      for (const int64_t d : i.Ints(Attr::kLhsContractingDimensions)) count *= c_.shape(i.operands[0]).dims[d];
    } else {
      const Shape& kernel = c_.shape(i.operands[1]);
      count = kernel.ElementCount() / std::max<int64_t>(kernel.dims[i.Int(Attr::kKernelOutputFeatureDimension)], 1);
    }
    const bool first = s_.values.IsConstant(Placed(i.operands[0])), last = s_.values.IsConstant(Placed(i.operands[1]));
    double terms = b.bound * static_cast<double>(count);
    if (last) terms = std::min(terms, Magnitudes(i, 1));
    if (first && !last && i.op == Op::kDotGeneral) terms = Magnitudes(i, 0) * b.bound / a.bound;
    return w_.Contraction(i, a, b, std::max(terms, b.bound));
  }

  double Magnitudes(const Instruction& i, size_t operand) {
    const Literal known = *KnownValue(s_.floats, c_, i.operands[operand]);
    std::vector<int64_t> summed;
    if (i.op == Op::kDotGeneral) {
      summed = i.Ints(operand == 0 ? Attr::kLhsContractingDimensions : Attr::kRhsContractingDimensions);
    } else {
      for (int64_t d = 0; d < known.shape().rank(); ++d) {
        if (d != i.Int(Attr::kKernelOutputFeatureDimension)) summed.push_back(d);
      }
    }
    const Dims strides = RowMajorStrides(known.shape().dims);
    std::map<int64_t, double> sums;
    double most = 0;
    for (int64_t k = 0; k < known.size(); ++k) {
      int64_t key = k;
      for (const int64_t d : summed) key -= k / strides[d] % known.shape().dims[d] * strides[d];
      const double magnitude = std::fabs(static_cast<double>(FormatOf(i.operands[operand]).Stored(known.RealAt(k))));
      most = std::max(most, sums[key] += magnitude);
    }
    return most;
  }

  Result<Value> Reduced(int32_t at, WordFormat f) {
    const Instruction& i = c_.instructions[at];
    const auto operation = i.operands.size() == 2 && i.captures == 0 ? CombinerOf(s_.floats, i) : std::nullopt;
    const std::vector<int64_t>& dimensions = i.Ints(Attr::kDimensions);
    if (operation == Op::kAdd) {
      Word sum = w_.SumOver(WordOf(i.operands[0]), dimensions);
      const auto start = KnownValue(s_.floats, c_, i.operands[1]);
      if (!start || start->RealAt(0) != 0) {
        Word init = WordOf(i.operands[1]);
        init.v = w_.e.Broadcast(init.v, i.shape(), {});
        sum = w_.Sum(sum, init);
      }
      return w_.Fit(sum, f);
    }
    if (operation != Op::kMaximum && operation != Op::kMinimum) return No(at);
    const auto limit = static_cast<double>(f.most());
    const Value extreme = w_.e.Reduce(*operation, As(i.operands[0], f), operation == Op::kMaximum ? -limit : limit, dimensions);
    return w_.e.Binary(*operation, extreme, w_.e.Broadcast(As(i.operands[1], f), i.shape(), {}));
  }

  // Of one value, what else it takes being equal everywhere: by a table over what occurred.
  Result<Value> Function(int32_t at, WordFormat f) {
    const Instruction& i = c_.instructions[at];
    std::optional<Value> x;
    std::vector<double> others;
    for (const Value v : i.operands) {
      const auto known = s_.values.IsConstant(Placed(v)) ? KnownValue(s_.floats, c_, v) : std::nullopt;
      if (!known && (x || !IsRealArray(c_.shape(v)))) return No(at, ": a function of two values");
      if (known && !known->IsSplat()) return No(at, ": a function with constants that differ by place");
      if (!known) x = v;
      others.push_back(known ? known->RealAt(0) : 0);
    }
    if (!x) return No(at);
    const auto values = [&](const std::vector<double>& reals) -> Result<std::vector<double>> {
      const Shape shape = Shape::Array(ElementType::kF64, {static_cast<int64_t>(reals.size())});
      Instruction line = i;
      line.shapes[0] = shape;
      std::vector<Literal> operands;
      for (size_t k = 0; k < i.operands.size(); ++k) {
        Literal operand(shape);
        for (size_t n = 0; n < reals.size(); ++n) operand.SetReal(static_cast<int64_t>(n), i.operands[k] == *x ? reals[n] : others[k]);
        operands.push_back(std::move(operand));
      }
      MOTE_ASSIGN(const Literal y, EvaluateOperation(s_.floats, line, operands));
      std::vector<double> result;
      for (int64_t k = 0; k < y.size(); ++k) result.push_back(y.RealAt(k));
      return result;
    };
    const size_t group = s_.values.At(Placed(*x));
    MOTE_ASSIGN(const Word y, w_.Lines(WordOf(*x), s_.formats.low[group], s_.formats.high[group], values));
    return w_.Fit(y, f);
  }

  const Shared& s_;
  const int32_t at_;
  const Computation& c_;
  Computation fresh_;
  WordEmitter w_;
  std::map<Value, Value> map_;  // reals: their stored form
  std::map<Value, Word> accumulators_;
  std::map<std::pair<Value, WordFormat>, Value> constants_;
};

}  // namespace

bool StaysInAccumulator(const Module& floats, PlacedValue v) {
  const Computation& c = floats.computations[v.computation];
  const Instruction& made = c.at(v.value);
  const bool sum = made.op == Op::kAdd || made.op == Op::kSubtract;
  const bool power = made.op == Op::kMultiply && made.operands[0] == made.operands[1];
  if (made.op != Op::kDotGeneral && made.op != Op::kConvolution && !sum && !power) return false;
  if (std::find(c.results.begin(), c.results.end(), v.value) != c.results.end()) return false;
  const Instruction* user = nullptr;
  int32_t place = -1;
  for (int32_t at = v.value.instruction + 1; at < c.instructions.count(); ++at) {
    const Instruction& i = c.instructions[at];
    const auto reads = std::count(i.operands.begin(), i.operands.end(), v.value);
    if (reads > 1 || (reads == 1 && user != nullptr)) return false;
    if (reads == 1) user = &i, place = at;
  }
  if (user == nullptr) return false;
  if (user->op == Op::kLog || user->op == Op::kSqrt || user->op == Op::kRsqrt) return true;
  const bool into_sum = user->op == Op::kAdd || user->op == Op::kSubtract;
  // Powers of a spectrum: their digits are twice its own, and quiet ones have but the last of these.
  const bool into_product = user->op == Op::kDotGeneral && (sum || power) && user->operands[0] == v.value &&
                            KnownValue(floats, c, user->operands[1]).has_value();
  return (into_sum || into_product) && StaysInAccumulator(floats, {v.computation, {place, 0}});
}

Result<WrittenSignal> WriteSignal(const Module& floats, const SignalValues& values, const SignalFormats& formats, bool integer_io) {
  WrittenSignal out{floats, {}, {}};
  NewRegions regions{floats.computations.size(), {}};
  const Shared shared{floats, values, formats, integer_io, out, regions};
  MOTE_CHECK_OK(ComputationWriter(shared, floats.entry).Write(nullptr));
  for (Computation& region : regions.computations) out.module.computations.push_back(std::move(region));
  return out;
}

}  // namespace mote
