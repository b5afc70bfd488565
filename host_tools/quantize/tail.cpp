// Additions, factors and bounds by constants.
#include "quantize/tail.h"

#include <algorithm>

namespace mote {
namespace {

// One value for all, or one for each index of the dimension; nothing where they differ otherwise.
std::optional<std::vector<double>> ChannelValues(const Literal& known, int64_t channel) {
  if (IsComplex(known.type()) || known.size() == 0) return std::nullopt;
  if (known.IsSplat()) return std::vector<double>{known.RealAt(0)};
  const Dims& dims = known.shape().dims;
  if (channel < 0 || channel >= static_cast<int64_t>(dims.size())) return std::nullopt;
  const int64_t stride = RowMajorStrides(dims)[channel], count = dims[channel];
  std::vector<double> values(static_cast<size_t>(count));
  for (int64_t i = 0; i < known.size(); ++i) {
    const int64_t c = i / stride % count;
    const double value = known.RealAt(i);
    if (i < count * stride && i % stride == 0) values[static_cast<size_t>(c)] = value;
    else if (values[static_cast<size_t>(c)] != value) return std::nullopt;
  }
  return values;
}

void Combine(std::vector<double>& values, const std::vector<double>& other, double (*f)(double, double)) {
  if (values.size() < other.size()) values.resize(other.size(), values[0]);
  for (size_t i = 0; i < values.size(); ++i) values[i] = f(values[i], other[other.size() == 1 ? 0 : i]);
}
double Plus(double a, double b) { return a + b; }
double Times(double a, double b) { return a * b; }
double Over(double a, double b) { return a / b; }

class Walk {
 public:
  Walk(const Module& module, const Computation& computation, int64_t channel) : m_(module), c_(computation), channel_(channel) {}

  // Whether the user of `value` could be folded in, and was.
  bool Fold(const Instruction& user, Value value) {
    if (user.shapes.size() != 1 || user.shape() != c_.shape(value)) return false;
    if (user.op == Op::kNegate) return Scale({-1}, Times);
    if (user.op == Op::kClamp) {
      const auto low = Splat(user.operands[0]), high = Splat(user.operands[2]);
      return user.operands[1] == value && low && high && Bound(*low, *high);
    }
    if (user.operands.size() != 2 || user.operands[0] == user.operands[1]) return false;
    const bool first = user.operands[0] == value;
    const auto known = ConstantAt(m_, user.operands[first ? 1 : 0]);
    if (!known) return false;
    const auto values = ChannelValues(*known, channel_);
    if (!values) return false;
    switch (user.op) {
      case Op::kAdd: return Shift(*values);
      case Op::kSubtract:
        if (!first) return Scale({-1}, Times) && Shift(*values);
        return Shift(Negated(*values));
      case Op::kMultiply: return Scale(*values, Times);
      case Op::kDivide: return first && std::find(values->begin(), values->end(), 0.0) == values->end() && Scale(*values, Over);
      case Op::kMaximum: return values->size() == 1 && Bound((*values)[0], kInfinity);
      case Op::kMinimum: return values->size() == 1 && Bound(-kInfinity, (*values)[0]);
      default: return false;
    }
  }

  Tail tail;

 private:
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  std::optional<double> Splat(Value v) const { return SplatAt(m_, v); }
  static std::vector<double> Negated(std::vector<double> values) {
    for (double& value : values) value = -value;
    return values;
  }
  bool Open() const { return tail.low == -kInfinity && tail.high == kInfinity; }
  bool Shift(const std::vector<double>& by) {
    if (!Open()) return false;
    Combine(tail.offsets, by, Plus);
    return true;
  }
  bool Scale(const std::vector<double>& by, double (*f)(double, double)) {
    if (!Open()) return false;
    Combine(tail.factors, by, f);
    Combine(tail.offsets, by, f);
    return true;
  }
  bool Bound(double low, double high) {
    tail.low = std::clamp(tail.low, low, std::max(low, high));
    tail.high = std::clamp(tail.high, low, std::max(low, high));
    return true;
  }

  const Module& m_;
  const Computation& c_;
  const int64_t channel_;
};

}  // namespace

Uses UsesOf(const Computation& computation) {
  Uses uses;
  uses.by.resize(computation.instructions.size());
  uses.results.assign(computation.instructions.size(), 0);
  for (int32_t i = 0; i < computation.instructions.count(); ++i) {
    for (const Value v : computation.instructions[i].operands) uses.by[v.instruction].push_back(i);
  }
  for (const Value v : computation.results) ++uses.results[v.instruction];
  return uses;
}

TailWalk WalkTail(const Module& module, const Computation& computation, const Uses& uses, int32_t from, int64_t channel,
                  std::optional<int32_t> first) {
  TailWalk done;
  Walk walk(module, computation, channel);
  for (int32_t at = from; first || (uses.by[at].size() == 1 && uses.results[at] == 0); first.reset()) {
    const int32_t user = first ? *first : uses.by[at][0];
    if (!walk.Fold(computation.instructions[user], {at, 0})) break;
    done.instructions.push_back(at = user);
  }
  done.tail = walk.tail;
  return done;
}

std::optional<Op> CombinerOf(const Module& module, const Instruction& reduction) {
  if (reduction.shapes.size() != 1 || reduction.called.size() != 1) return std::nullopt;
  const Computation& body = module.computations[reduction.called[0]];
  const auto& list = body.instructions;
  if (list.size() != 3 || body.results != IdVector<Value>{{2, 0}} || list[2].operands.size() != 2) return std::nullopt;
  const bool both = list[2].operands[0].instruction != list[2].operands[1].instruction;
  return both && InFamily(list[2].op, Family::kReducer) ? std::optional(list[2].op) : std::nullopt;
}

}  // namespace mote
