// jax.export's main computes every variable from sizes of its arguments, asserts that the other sizes fit, and hands the variables to
// functions whose arguments carry their names (jax.global_constant). These computations are small: they are run forwards on trial sizes.
#include "passes/dimension_variables.h"

#include <optional>
#include <set>

#include "evaluate/evaluate.h"
#include "passes/passes.h"

namespace mote {
namespace {

constexpr const char* kName = "jax.global_constant";
constexpr int64_t kMostSize = INT32_MAX;

// "\"b\"" → b.
std::string Unquoted(const std::string& text) { return text.size() >= 2 && text.front() == '"' ? text.substr(1, text.size() - 2) : text; }

struct Variable {
  std::string name;
  Value value;  // of the entry
};

std::vector<Variable> FindVariables(const Module& module) {
  std::vector<Variable> found;
  if (module.entry < 0) return found;
  std::set<std::string> seen;
  for (const Instruction& call : module.main().instructions) {
    if (call.op != Op::kCall) continue;
    const auto& extra = module.computations[call.called[0]].parameter_extra;
    for (size_t i = 0; i < extra.size() && i < call.operands.size(); ++i) {
      const auto name = extra[i].find(kName);
      if (name != extra[i].end() && seen.insert(name->second).second) found.push_back({Unquoted(name->second), call.operands[i]});
    }
  }
  return found;
}

// Two values that must be equal: sizes that an assertion compares.
struct Equation {
  Value left, right;
};

std::vector<Equation> FindEquations(const Computation& main) {
  std::vector<Equation> equations;
  for (const Instruction& assertion : main.instructions) {
    if (assertion.op != Op::kCustomCall || assertion.Text(Attr::kCallTarget) != "shape_assertion" || assertion.operands.empty()) continue;
    const Instruction& test = main.at(assertion.operands[0]);
    if (test.op == Op::kCompare && test.Text(Attr::kComparisonDirection) == "EQ") equations.push_back({test.operands[0], test.operands[1]});
  }
  return equations;
}

using Dimension = std::pair<int32_t, int64_t>;  // parameter, number

class Solver {
 public:
  // `main` gives the variables' values first, then both sides of every equation.
  Solver(const Module& module, size_t variables) : module_(module), main_(module.main()), variables_(variables) {
    for (size_t p = 0; p < main_.parameters.size(); ++p) {
      const Shape& shape = main_.parameters[p];
      for (size_t d = 0; d < shape.dims.size(); ++d) {
        if (shape.dims[d] != kDynamic) sizes_[{static_cast<int32_t>(p), static_cast<int64_t>(d)}] = shape.dims[d];
      }
    }
  }

  // False when a value is given by no size.
  bool Solve(const std::vector<std::optional<int64_t>>& values) {
    for (bool more = true; more;) {
      more = false;
      for (size_t i = 0; i < variables_; ++i) {
        if (!values[i]) continue;
        const std::optional<Dimension> open = OnlyOpen(main_.results[i]);
        if (!open) continue;
        if (!Invert(main_.results[i], *open, *values[i])) return false;
        more = true;
      }
      for (size_t r = variables_; r + 1 < main_.results.size(); r += 2) {
        more = Equate(main_.results[r], main_.results[r + 1]) || Equate(main_.results[r + 1], main_.results[r]) || more;
      }
    }
    return true;
  }

  const std::map<Dimension, int64_t>& sizes() const { return sizes_; }

 private:
  std::optional<Dimension> AsDimension(Value v) const {
    const Instruction& i = main_.at(v);
    if (i.op != Op::kGetDimensionSize || main_.at(i.operands[0]).op != Op::kParameter) return std::nullopt;
    return Dimension{i.operands[0].instruction, i.Int(Attr::kDimension)};
  }

  // The one size that is not known and that the value is computed from.
  std::optional<Dimension> OnlyOpen(Value of) const {
    std::set<Dimension> open;
    std::set<Value> seen;
    IdVector<Value> work = {of};
    while (!work.empty()) {
      const Value v = work.back();
      work.pop_back();
      if (!seen.insert(v).second) continue;
      const std::optional<Dimension> dimension = AsDimension(v);
      if (dimension) {
        if (sizes_.count(*dimension) == 0) open.insert(*dimension);
        continue;
      }
      const IdVector<Value>& operands = main_.at(v).operands;
      work.insert(work.end(), operands.begin(), operands.end());
    }
    return open.size() == 1 ? std::optional(*open.begin()) : std::nullopt;
  }

  std::optional<int64_t> ValueOf(Value of) const {
    IdVector<std::optional<Literal>> known(main_.instructions.size());
    for (int32_t i = 0; i <= of.instruction; ++i) {
      known[i] = Known(main_.instructions[i], i, known);
    }
    const std::optional<Literal>& literal = known[of.instruction];
    return literal && literal->size() == 1 && of.result == 0 ? std::optional(literal->IntegerAt(0)) : std::nullopt;
  }

  std::optional<Literal> Known(const Instruction& instruction, int32_t number, const IdVector<std::optional<Literal>>& known) const {
    if (instruction.shapes.size() != 1 || !instruction.shape().IsScalar() || !instruction.called.empty()) return std::nullopt;
    if (!IsInteger(instruction.shape().element_type) && !IsPred(instruction.shape().element_type)) return std::nullopt;
    if (instruction.op == Op::kConstant) return instruction.LiteralValue();
    if (const std::optional<Dimension> dimension = AsDimension({number, 0})) {
      const auto size = sizes_.find(*dimension);
      if (size == sizes_.end()) return std::nullopt;
      Literal literal(instruction.shape());
      literal.SetInteger(0, size->second);
      return literal;
    }
    std::vector<Literal> operands;
    for (const Value& operand : instruction.operands) {
      const std::optional<Literal>& value = known[operand.instruction];
      if (!value) return std::nullopt;
      operands.push_back(*value);
    }
    if (operands.empty()) return std::nullopt;
    Result<Literal> value = EvaluateOperation(module_, instruction, operands);
    return value.ok() ? std::optional(std::move(*value)) : std::nullopt;
  }

  // Finds the size that makes the value `wanted`. Variables grow with the size they are computed from: (size - offset) / factor.
  bool Invert(Value of, Dimension open, int64_t wanted) {
    int64_t low = 0, high = kMostSize;
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      sizes_[open] = middle;
      const std::optional<int64_t> value = ValueOf(of);
      if (value && *value >= wanted) high = middle;
      else low = middle + 1;
    }
    sizes_[open] = low;
    return ValueOf(of) == wanted;
  }

  bool Equate(Value size, Value other) {
    const std::optional<Dimension> dimension = AsDimension(size);
    if (!dimension || sizes_.count(*dimension) != 0) return false;
    const std::optional<int64_t> value = ValueOf(other);
    if (!value) return false;
    sizes_[*dimension] = *value;
    return true;
  }

  const Module& module_;
  const Computation& main_;
  size_t variables_;
  std::map<Dimension, int64_t> sizes_;
};

}  // namespace

std::vector<std::string> DimensionVariables(const Module& module) {
  std::vector<std::string> names;
  for (const Variable& variable : FindVariables(module)) names.push_back(variable.name);
  return names;
}

Result<std::map<std::string, int64_t>> SizesOfVariables(const Module& module, const std::map<std::string, int64_t>& values) {
  const std::vector<Variable> variables = FindVariables(module);
  Module asked = module;
  Computation& main = asked.computations[asked.entry];
  const std::vector<Equation> equations = FindEquations(main);
  main.results.clear();
  std::vector<std::optional<int64_t>> wanted;
  std::string text;
  for (const Variable& variable : variables) {
    main.results.push_back(variable.value);
    const auto value = values.find(variable.name);
    wanted.push_back(value == values.end() ? std::nullopt : std::optional(value->second));
    if (value != values.end()) text += (text.empty() ? "" : ", ") + variable.name + " = " + std::to_string(value->second);
  }
  for (const Equation& equation : equations) main.results.insert(main.results.end(), {equation.left, equation.right});
  MOTE_ASSIGN(const Module inlined, InlineCalls(asked));
  const Module small = ShareAndDrop(inlined);
  Solver solver(small, variables.size());
  if (!solver.Solve(wanted)) return Error(Rule::kAttribute, "no size of a parameter gives " + text, module.main().location);
  std::map<std::string, int64_t> sizes;
  for (const auto& [dimension, size] : solver.sizes()) {
    const Shape& shape = module.main().parameters[dimension.first];
    const size_t d = dimension.second;
    if (shape.dims[d] == kDynamic) {
      sizes[ParameterNames(module.main(), dimension.first).back() + "." + std::to_string(d)] = size;
    }
  }
  return sizes;
}

}  // namespace mote
