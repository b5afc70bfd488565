// ThreadRandomState: what Rng hides becomes values. The state is one more parameter and result of the entry, and of every loop and branch
// that draws numbers; the numbers are made of the bits of RngBitGenerator by the formulas of hlo/random_numbers.h.
#include <cmath>

#include "hlo/random_numbers.h"
#include "passes/passes.h"
#include "passes/real_expression.h"

namespace mote {
namespace {

Shape StateShape() { return Shape::Array(ElementType::kU64, {2}); }

bool Draws(const Module& module, const Computation& computation) {
  for (const Instruction& i : computation.instructions) {
    if (i.op == Op::kRng || i.op == Op::kRngGetAndUpdateState) return true;
    for (const int32_t called : i.called) {
      if (Draws(module, module.computations[called])) return true;
    }
  }
  return false;
}

Value ScalarOf(ModuleEmitter& e, ElementType type, uint64_t value) {
  Literal literal(Shape::Scalar(type));
  literal.SetInteger(0, static_cast<int64_t>(value));
  return e.Constant(literal);
}

// The numbers of one Rng; moves the state on.
class Drawing {
 public:
  Drawing(ModuleEmitter& e, const Instruction& i, Value* state) : e_(e), i_(i), state_(state), type_(i.shape().element_type) {}

  Value Numbers() {
    if (!IsFloat(type_)) return UniformIntegers();
    wide_ = type_ == ElementType::kF64 ? ElementType::kF64 : ElementType::kF32;
    bits_ = wide_ == ElementType::kF64 ? 64 : 32;
    word_ = bits_ == 64 ? ElementType::kU64 : ElementType::kU32;
    return i_.Text(Attr::kRngDistribution) == "NORMAL" ? Normal() : UniformFloats();
  }

 private:
  Value Words(ElementType word) {
    Instruction draw;
    draw.op = Op::kRngBitGenerator;
    draw.shapes = {StateShape(), Shape::Array(word, i_.shape().dims)};
    draw.operands = {*state_};
    draw.attributes[Attr::kRngAlgorithm] = std::string("THREE_FRY");
    *state_ = e_.Add(std::move(draw));
    return {state_->instruction, 1};
  }
  Value Spread(Value scalar) { return e_.Broadcast(scalar, i_.shape(), {}); }
  Value Spread(ElementType type, uint64_t value) { return Spread(ScalarOf(e_, type, value)); }
  Real Wide(Value value) { return {&e_, e_.Convert(value, wide_)}; }

  Value UniformIntegers() {
    const Value low = i_.operands[0], high = i_.operands[1];
    const Value from = e_.Convert(low, ElementType::kU64), to = e_.Convert(high, ElementType::kU64);
    const Value span = e_.Binary(Op::kSubtract, to, from), ascending = e_.Compare("LT", low, high);
    const Value one = ScalarOf(e_, ElementType::kU64, 1);
    const Value divisor = e_.Make(Op::kSelect, Shape::Scalar(ElementType::kU64), {ascending, span, one});
    const Value words = Words(ElementType::kU64), divisors = Spread(divisor);
    const Value rest = e_.Binary(Op::kRemainder, words, divisors), start = Spread(from);
    return e_.Convert(e_.Binary(Op::kAdd, start, rest), type_);
  }

  Value UniformFloats() {
    const Value low = i_.operands[0], high = i_.operands[1];
    const int unit_bits = bits_ == 64 ? 53 : 24;
    const Value words = Words(word_), shift = Spread(word_, static_cast<uint64_t>(bits_ - unit_bits));
    const Real unit = Wide(e_.Binary(Op::kShiftRightLogical, words, shift)) * std::ldexp(1.0, -unit_bits);
    const Real a = Wide(low), b = Wide(high), span = b - a;
    const Real scaled = Real{&e_, Spread(span.value)} * unit, start = {&e_, Spread(a.value)};
    const Value x = e_.Convert((start + scaled).value, type_);
    const Value ascending = e_.Compare("LT", low, high), below = e_.Binary(Op::kNextAfter, high, low);
    const Value largest = e_.Make(Op::kSelect, Shape::Scalar(type_), {ascending, below, low});
    return e_.Binary(Op::kMinimum, x, Spread(largest));
  }

  Value Normal() {
    const Value words = Words(word_);
    const Real mu = {&e_, Spread(Wide(i_.operands[0]).value)}, sigma = {&e_, Spread(Wide(i_.operands[1]).value)};
    const Real z = Quantile(words), x = sigma * z;
    return e_.Convert((mu + x).value, type_);
  }

  static Real Horner(Real x, const double (&coefficients)[8]) {
    Real sum = x.Constant(coefficients[7]);
    for (int k = 6; k >= 0; --k) sum = sum * x + coefficients[k];
    return sum;
  }
  static Real Quotient(Real x, const normal_quantile::Ratio& ratio) {
    const Real numerator = Horner(x, ratio.numerator), denominator = Horner(x, ratio.denominator);
    return numerator / denominator;
  }

  Real Quantile(Value words) {
    using namespace normal_quantile;
    const Value ones = Spread(word_, 1), n = e_.Binary(Op::kOr, words, ones), zeros = Spread(word_, 0);
    const Real q = 0.5 - Wide(n) * std::ldexp(1.0, -bits_ - 1);
    const Real inner = kCentralSquare - q * q;
    const Real numerator = q * Horner(inner, kCentralRatio.numerator);
    const Real central = numerator / Horner(inner, kCentralRatio.denominator);
    const Real r = Sqrt(NegatedLog(n));
    const Real near = Quotient(r - kNear, kNearRatio);
    const Real tail = bits_ == 32 ? near : Farther(r, near);  // words of 32 bits have no p whose r is beyond 5
    const Real z = Select(q.Is("LE", kCentral), central, tail);
    const Value upper = e_.Compare("NE", e_.Binary(Op::kAnd, words, ones), zeros);
    return Select(upper, z, -z);
  }

  static Real Farther(Real r, Real near) {
    const Real far = Quotient(r - normal_quantile::kFar, normal_quantile::kFarRatio);
    return Select(r.Is("LE", normal_quantile::kFar), near, far);
  }

  Real NegatedLog(Value n) {
    using namespace normal_quantile;
    const Value leading = e_.Unary(Op::kCountLeadingZeros, n), shifted = e_.Binary(Op::kShiftLeft, n, leading);
    const Real whole = Wide(shifted) * std::ldexp(1.0, 1 - bits_), twos = Wide(leading) + 2;
    const Value large = e_.Compare("GT", whole.value, whole.Constant(kSqrt2).value);
    const Real m = Select(large, whole * 0.5, whole), k = Select(large, twos - 1, twos);
    const Real below = m - 1, s = below / (m + 1), square = s * s;
    Real sum = s.Constant(2.0 / kLastOdd);
    for (int odd = kLastOdd - 2; odd > 0; odd -= 2) sum = sum * square + 2.0 / odd;
    const Real powers = k * kLn2, rest = s * sum;
    return powers - rest;
  }

  ModuleEmitter& e_;
  const Instruction& i_;
  Value* state_;
  const ElementType type_;
  ElementType wide_ = ElementType::kF32, word_ = ElementType::kU32;
  int bits_ = 32;
};

class Threading {
 public:
  explicit Threading(const Module& module) : fresh_(module) {}

  Result<Module> Run() {
    const size_t last = fresh_.main().parameters.size();
    MOTE_CHECK_OK(Thread(fresh_.entry, last, true));
    Computation& main = fresh_.computations[fresh_.entry];
    const auto name = [](std::vector<std::string>& names, size_t count) {
      names.resize(count);
      names.back() = kRngStateName;
    };
    name(main.parameter_names, main.parameters.size());
    name(main.result_names, main.results.size());
    if (!main.parameter_extra.empty()) main.parameter_extra.emplace_back();
    if (!main.result_extra.empty()) main.result_extra.emplace_back();
    return std::move(fresh_);
  }

 private:
  static Diagnostic Refusal(const Instruction& i, const std::string& why) {
    return Error(Rule::kUnsupported, OpName(i.op) + std::string(": ") + why, i.location);
  }

  // The computation with the state as parameter number `at`, and as its last result where it `gives` it.
  Status Thread(int32_t number, size_t at, bool gives) {
    const Computation old = fresh_.computations[number];
    Computation made = EmptyLike(old);
    made.parameters.clear();
    ModuleEmitter e(made);
    IdVector<IdVector<Value>> map(old.instructions.size());
    for (size_t p = 0; p < old.parameters.size(); ++p) {
      if (p == at) state_ = e.Parameter(StateShape());
      e.location = old.instructions[p].location;
      e.name = old.instructions[p].name;
      map[p] = {e.Parameter(old.parameters[p])};
    }
    if (at == old.parameters.size()) state_ = e.Parameter(StateShape());
    for (size_t n = old.parameters.size(); n < old.instructions.size(); ++n) {
      Instruction i = old.instructions[n];
      for (Value& operand : i.operands) operand = map[operand.instruction][operand.result];
      e.location = i.location;
      e.name = i.name;
      MOTE_ASSIGN(map[n], Visit(e, std::move(i)));
    }
    for (const Value& result : old.results) made.results.push_back(map[result.instruction][result.result]);
    if (gives) made.results.push_back(state_);
    fresh_.computations[number] = std::move(made);
    return Ok();
  }

  Result<IdVector<Value>> Visit(ModuleEmitter& e, Instruction i) {
    if (i.op == Op::kRng) {
      if (!i.shape().IsStatic()) return Refusal(i, "the size of its result is not known");
      return IdVector<Value>{Drawing(e, i, &state_).Numbers()};
    }
    if (i.op == Op::kRngGetAndUpdateState) return GetAndUpdate(e, i);
    const size_t results = i.shapes.size();
    bool draws = false;
    for (const int32_t called : i.called) draws |= Draws(fresh_, fresh_.computations[called]);
    if (draws) MOTE_CHECK_OK(ThreadRegions(i));
    const Value first = e.Add(std::move(i));
    IdVector<Value> values;
    for (size_t r = 0; r < results; ++r) values.push_back({first.instruction, static_cast<int32_t>(r)});
    if (draws) state_ = {first.instruction, static_cast<int32_t>(results)};
    return values;
  }

  Result<IdVector<Value>> GetAndUpdate(ModuleEmitter& e, const Instruction& i) {
    if (!(i.shape() == StateShape())) return Refusal(i, "the state is u64[2], not " + ToString(i.shape()));
    Literal step(StateShape());
    step.SetInteger(1, static_cast<int64_t>(RngDelta(i)));
    const Value before = state_;
    state_ = e.Binary(Op::kAdd, before, e.Constant(step));
    return IdVector<Value>{before};
  }

  // Loops carry the state behind what they carry, branches capture it last; both give it as their last result.
  Status ThreadRegions(Instruction& i) {
    const bool loop = i.op == Op::kWhile;
    if (!loop && i.op != Op::kIf && i.op != Op::kCase) return Refusal(i, "its region draws random numbers");
    if (loop && Draws(fresh_, fresh_.computations[i.called[0]])) return Refusal(i, "its condition draws random numbers");
    const auto carried = static_cast<size_t>(i.declared_operands());
    const Value before = state_;
    for (size_t region = 0; region < i.called.size(); ++region) {
      MOTE_CHECK_OK(Thread(i.called[region], loop ? carried : static_cast<size_t>(i.captures), !loop || region == 1));
    }
    i.operands.insert(loop ? i.operands.begin() + static_cast<std::ptrdiff_t>(carried) : i.operands.end(), before);
    if (!loop) ++i.captures;
    i.shapes.push_back(StateShape());
    return Ok();
  }

  Module fresh_;
  Value state_;
};

}  // namespace

Result<Module> ThreadRandomState(const Module& module) {
  if (module.entry < 0 || !Draws(module, module.main())) return module;
  return Threading(module).Run();
}

}  // namespace mote
