// The pattern is looked for twice: in the program, for the columns to observe, and in the one that is being made.
#include "quantize/signal_spectrum.h"

#include <cmath>

#include "evaluate/watch.h"
#include "fixed/known_value.h"
#include "passes/emitter.h"

namespace mote {
namespace {

constexpr double kRoom = 1.3;  // for more than occurred, so that what is allowed for fits below 1

struct Spectrum {
  Value dot;
  std::optional<Value> offset;  // the same for all
  std::vector<Value> roots;     // what is squared
};

// Sums of squares, and what is squared in them.
bool FindRoots(const Computation& c, Value v, std::vector<Value>& roots) {
  const Instruction& i = c.at(v);
  if (i.op == Op::kAdd) return FindRoots(c, i.operands[0], roots) && FindRoots(c, i.operands[1], roots);
  if (i.op != Op::kMultiply || i.operands[0] != i.operands[1]) return false;
  roots.push_back(i.operands[0]);
  return true;
}

std::optional<Spectrum> SpectrumOf(const Module& m, const Computation& c, const Instruction& log) {
  if (log.op != Op::kLog || !IsFloat(log.shape().element_type)) return std::nullopt;
  Spectrum s;
  s.dot = log.operands[0];
  if (const Instruction& sum = c.at(s.dot); sum.op == Op::kAdd) {
    const auto known = KnownValue(m, c, sum.operands[1]);
    if (!known || known->size() == 0 || !known->IsSplat()) return std::nullopt;
    s.dot = sum.operands[0], s.offset = sum.operands[1];
  }
  const Instruction& dot = c.at(s.dot);
  if (dot.op != Op::kDotGeneral || !dot.Ints(Attr::kLhsBatchingDimensions).empty() || c.shape(dot.operands[1]).rank() != 2) {
    return std::nullopt;
  }
  const std::vector<int64_t> last = {c.shape(dot.operands[0]).rank() - 1}, first = {0};
  if (dot.Ints(Attr::kLhsContractingDimensions) != last || dot.Ints(Attr::kRhsContractingDimensions) != first) return std::nullopt;
  if (!KnownValue(m, c, dot.operands[1]) || !FindRoots(c, dot.operands[0], s.roots)) return std::nullopt;
  return s;
}

// Digits in front of the point of the largest of each column.
struct Columns {
  std::vector<double> roots, sums;

  static void Add(std::vector<double>& most, const Literal& values) {
    most.resize(static_cast<size_t>(values.shape().dims.back()), 0);
    for (int64_t i = 0; i < values.size(); ++i) {
      double& column = most[static_cast<size_t>(i) % most.size()];
      if (std::isfinite(values.RealAt(i))) column = std::max(column, std::fabs(values.RealAt(i)));
    }
  }
  static int DigitsOf(double most) { return most > 0 ? static_cast<int>(std::ceil(std::log2(most * kRoom))) : 0; }
};

using Found = std::map<int32_t, std::pair<Spectrum, Columns>>;  // by the logarithm's place

Status ObserveColumns(const Module& m, const std::vector<Inputs>& samples, Found& found) {
  const Watch watch = [&](int32_t computation, int32_t at, const std::vector<RuntimeValue>& results) {
    if (computation != m.entry) return;
    for (auto& [log, each] : found) {
      if (each.first.dot == Value{at, 0}) Columns::Add(each.second.sums, results[0].literal);
      for (const Value root : each.first.roots) {
        if (root == Value{at, 0}) Columns::Add(each.second.roots, results[0].literal);
      }
    }
  };
  for (const Inputs& sample : samples) {
    std::vector<RuntimeValue> values(sample.size());
    for (size_t i = 0; i < sample.size(); ++i) values[i].literal = sample[i];
    MOTE_CHECK_OK(EvaluateWatched(m, values, watch));
  }
  return Ok();
}

// Numbers along the last dimension of a shape.
Value Row(ModuleEmitter& e, const Shape& shape, const std::function<double(size_t)>& at) {
  Literal row(Shape::Array(shape.element_type, {shape.dims.back()}));
  for (int64_t k = 0; k < row.size(); ++k) row.SetReal(k, at(static_cast<size_t>(k)));
  return e.Broadcast(e.Constant(row), shape, {shape.rank() - 1});
}

// Each square of a root that is divided by 2^digits.
Value Squares(ModuleEmitter& e, Value v, const std::vector<double>& roots) {
  const Instruction i = e.at(v);
  if (i.op == Op::kAdd) {
    const Value left = Squares(e, i.operands[0], roots), right = Squares(e, i.operands[1], roots);
    return e.Binary(Op::kAdd, left, right);
  }
  const Value root = i.operands[0];
  const Value factors = Row(e, e.shape(root), [&](size_t k) { return std::ldexp(1, -Columns::DigitsOf(roots[k])); });
  const Value scaled = e.Binary(Op::kMultiply, root, factors);
  return e.Binary(Op::kMultiply, scaled, scaled);
}

Value Balanced(const Module& m, ModuleEmitter& e, const Instruction& log, const Columns& columns) {
  const Spectrum s = *SpectrumOf(m, e.computation(), log);
  Instruction dot = e.at(s.dot);
  const Literal weights = *KnownValue(m, e.computation(), dot.operands[1]);
  Literal balanced(weights.shape());
  const int64_t width = weights.shape().dims[1];
  for (int64_t i = 0; i < weights.size(); ++i) {
    const int in = 2 * Columns::DigitsOf(columns.roots[static_cast<size_t>(i / width)]);
    balanced.SetReal(i, std::ldexp(weights.RealAt(i), in - Columns::DigitsOf(columns.sums[static_cast<size_t>(i % width)])));
  }
  const Value squares = Squares(e, dot.operands[0], columns.roots);
  dot.operands = {squares, e.Constant(balanced)};
  Value sum = e.Add(std::move(dot));
  const Shape shape = e.shape(sum);
  if (s.offset) {
    const double offset = KnownValue(m, e.computation(), *s.offset)->RealAt(0);
    const Value row = Row(e, shape, [&](size_t k) { return std::ldexp(offset, -Columns::DigitsOf(columns.sums[k])); });
    sum = e.Binary(Op::kAdd, sum, row);
  }
  const Value logarithm = e.Unary(Op::kLog, sum);
  const Value back = Row(e, shape, [&](size_t k) { return Columns::DigitsOf(columns.sums[k]) * std::log(2.0); });
  return e.Binary(Op::kAdd, logarithm, back);
}

}  // namespace

Result<std::optional<Module>> BalanceSpectra(const Module& m, const std::vector<Inputs>& samples) {
  Found found;
  const Computation& c = m.main();
  for (int32_t i = 0; i < c.instructions.count(); ++i) {
    if (auto s = SpectrumOf(m, c, c.instructions[i])) found.emplace(i, std::pair(std::move(*s), Columns{}));
  }
  if (found.empty()) return std::optional<Module>();
  MOTE_CHECK_OK(ObserveColumns(m, samples, found));
  Module balanced = m;
  int32_t at = static_cast<int32_t>(c.parameters.size());  // of the instruction that is visited
  balanced.computations[m.entry] = Rewrite(c, [&](ModuleEmitter& e, const Instruction& i) -> std::optional<IdVector<Value>> {
    const auto spectrum = found.find(at++);
    if (spectrum == found.end()) return std::nullopt;
    return {{Balanced(m, e, i, spectrum->second.second)}};
  });
  return std::optional(std::move(balanced));
}

}  // namespace mote
