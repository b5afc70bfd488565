// Self-checking programs on the evaluator: which instructions are checks, what they demand, and running them.
#include "evaluate/check.h"

#include <algorithm>
#include <charconv>
#include <memory>
#include <mutex>

#include "evaluate/operation.h"

namespace mote {
namespace {

constexpr const char* kTargets[] = {"check.expect_eq", "check.expect_close", "check.expect_almost_eq", "check.eq"};

// The leading number of an attribute kept as text, as in "2.0e-06 : f64".
std::optional<double> NumberOf(const Instruction& instruction, const std::string& key) {
  auto found = instruction.extra.find(key);
  if (found == instruction.extra.end()) return std::nullopt;
  const std::string& text = found->second;
  double value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{}) return std::nullopt;
  return value;
}

bool IsCheck(const Instruction& instruction) {
  if (instruction.op != Op::kCustomCall) return InFamily(instruction.op, Family::kCheck);
  for (const char* target : kTargets) {
    if (instruction.Text(Attr::kCallTarget) == target) return true;
  }
  return false;
}

Criterion AlmostEqualWithin(double tolerance) {
  Criterion criterion;
  criterion.kind = Criterion::Kind::kAlmostEqual;
  criterion.tolerance = tolerance;
  return criterion;
}

Criterion CloseWithin(int64_t max_ulp, int64_t min_ulp) {
  Criterion criterion;
  criterion.kind = Criterion::Kind::kClose;
  criterion.max_ulp = static_cast<uint64_t>(max_ulp);
  criterion.min_ulp = static_cast<uint64_t>(min_ulp);
  return criterion;
}

// Defaults differ between the custom calls and the operations of the check dialect.
Criterion CriterionOf(const Instruction& instruction) {
  switch (instruction.op) {
    case Op::kCheckExpectAlmostEq:
    case Op::kCheckExpectAlmostEqConst: return AlmostEqualWithin(instruction.Real(Attr::kTolerance, 1e-4));
    case Op::kCheckExpectClose:
      return CloseWithin(instruction.Int(Attr::kMaxUlpDifference, 1), instruction.Int(Attr::kMinUlpDifference, 0));
    case Op::kCustomCall: break;
    default: return {};
  }
  const std::string& target = instruction.Text(Attr::kCallTarget);
  if (target == "check.expect_almost_eq") return AlmostEqualWithin(NumberOf(instruction, "tolerance").value_or(1e-3));
  if (target == "check.eq") return AlmostEqualWithin(NumberOf(instruction, "tolerance").value_or(1e-4));
  if (target != "check.expect_close") return {};
  return CloseWithin(static_cast<int64_t>(NumberOf(instruction, "max_ulp_difference").value_or(3)),
                     static_cast<int64_t>(NumberOf(instruction, "min_ulp_difference").value_or(0)));
}

// check.eq names what is expected first, all others the value under test.
size_t GotOperand(const Instruction& instruction) {
  return instruction.op == Op::kCustomCall && instruction.Text(Attr::kCallTarget) == "check.eq" ? 1 : 0;
}

// Gathers verdicts; processes of a grid report from their own threads.
class Verdicts {
 public:
  Result<std::vector<RuntimeValue>> Take(const Instruction& instruction, const std::vector<RuntimeValue>& operands) {
    bool against_constant = instruction.Has(Attr::kValue);
    if (operands.empty() || (operands.size() < 2 && !against_constant)) {
      return Error(Rule::kArity, "a check needs the value and what is expected", instruction.location);
    }
    size_t got = GotOperand(instruction);
    Literal expected = against_constant ? instruction.LiteralValue() : ActualArray(operands[1 - got]);
    Comparison comparison = Compare(CriterionOf(instruction), ActualArray(operands[got]), expected);
    std::lock_guard<std::mutex> lock(mutex_);
    ++outcome_.checks;
    if (!comparison.ok && outcome_.ok) {
      outcome_.ok = false;
      std::string name = instruction.op == Op::kCustomCall ? instruction.Text(Attr::kCallTarget) : OpName(instruction.op);
      outcome_.message = "line " + std::to_string(instruction.location.line) + ": " + name + ": " + comparison.message;
    }
    std::vector<RuntimeValue> results;
    for (const Shape& shape : instruction.shapes) {
      Literal verdict(shape);
      if (verdict.size() == 1) verdict.SetInteger(0, comparison.ok);
      results.push_back(evaluation::ArrayValue(std::move(verdict)));
    }
    return results;
  }
  const CheckOutcome& outcome() const { return outcome_; }

 private:
  std::mutex mutex_;
  CheckOutcome outcome_;
};

std::vector<int32_t> TestFunctions(const Module& module) {
  std::vector<int32_t> functions;
  for (size_t i = 0; i < module.computations.size(); ++i) {
    const Computation& computation = module.computations[i];
    if (!computation.is_public || !computation.parameters.empty()) continue;
    functions.push_back(static_cast<int32_t>(i));
  }
  if (functions.empty() && module.entry >= 0 && module.main().parameters.empty()) functions.push_back(module.entry);
  return functions;
}

}  // namespace

Result<std::vector<Check>> ChecksOf(const Computation& computation) {
  std::vector<Check> checks;
  for (const Instruction& instruction : computation.instructions) {
    if (!IsCheck(instruction)) continue;
    if (instruction.operands.empty()) return Error(Rule::kArity, "a check without operands", instruction.location);
    Check check;
    check.criterion = CriterionOf(instruction);
    size_t got = GotOperand(instruction);
    check.got = instruction.operands[std::min(got, instruction.operands.size() - 1)];
    check.location = instruction.location;
    if (instruction.Has(Attr::kValue)) {
      check.constant = instruction.LiteralValue();
    } else if (instruction.operands.size() >= 2) {
      check.expected = instruction.operands[1 - got];
    } else {
      return Error(Rule::kArity, "a check needs the value and what is expected", instruction.location);
    }
    checks.push_back(std::move(check));
  }
  return checks;
}

Result<CheckOutcome> RunSelfChecking(const Module& module, const EvaluateOptions& given) {
  EvaluateOptions options = given;
  Verdicts verdicts;
  CustomCall take = [&verdicts](const Instruction& i, const std::vector<RuntimeValue>& operands) { return verdicts.Take(i, operands); };
  for (const char* target : kTargets) options.custom_calls[target] = take;
  for (Op op : {Op::kCheckExpectEqConst, Op::kCheckExpectAlmostEqConst}) options.custom_calls[OpName(op)] = take;
  std::vector<int32_t> functions = TestFunctions(module);
  if (functions.empty()) return Error(Rule::kUnsupported, "no public function without arguments to run");
  for (int32_t function : functions) {
    Result<std::vector<RuntimeValue>> results = Evaluate(module, {}, options, function);
    if (!results) return results.errors();
  }
  return verdicts.outcome();
}

namespace evaluation {
namespace {

// Check operations call what is registered under their name, as custom calls do.
Result<Values> RunCheck(Call& call) {
  auto found = call.context.options.custom_calls.find(OpName(call.instruction.op));
  if (found == call.context.options.custom_calls.end()) return call.Fail(Rule::kUnsupported, "checks are only run by mote check");
  return found->second(call.instruction, call.operands);
}

}  // namespace

std::span<const OperationRow> CheckOperations() {
  constexpr Quantized kOwn = Quantized::kOwn;
  constexpr RunTimeSizes kWhole = RunTimeSizes::kWhole;
  static const OperationRow rows[] = {
      {Op::kCheckExpectEq, nullptr, RunCheck, kOwn, kWhole},
      {Op::kCheckExpectEqConst, nullptr, RunCheck, kOwn, kWhole},
      {Op::kCheckExpectAlmostEq, nullptr, RunCheck, kOwn, kWhole},
      {Op::kCheckExpectAlmostEqConst, nullptr, RunCheck, kOwn, kWhole},
      {Op::kCheckExpectClose, nullptr, RunCheck, kOwn, kWhole},
  };
  return rows;
}

}  // namespace evaluation
}  // namespace mote
