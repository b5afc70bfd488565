// Tuples, calls and control flow of OPS.md 2.1. Branches and bodies receive the captured values as trailing arguments.
#include <cmath>

#include "evaluate/decompositions.h"
#include "evaluate/operation.h"
#include "evaluate/reducer.h"
#include "evaluate/shape_ops.h"
#include "hlo/known_call.h"
#include "hlo/linear_algebra_call.h"

namespace mote::evaluation {
namespace {

Result<Values> Tuple(Call& call) { return One(TupleValue(std::move(call.operands))); }

Result<Values> GetTupleElement(Call& call) {
  size_t index = call.instruction.Int(Attr::kIndex);
  if (index >= call.operands[0].elements.size()) return call.Fail(Rule::kDimension, "index outside the tuple at run time");
  return One(std::move(call.operands[0].elements[index]));
}

Result<Values> Pass(Call& call) { return std::move(call.operands); }

Result<Values> First(Call& call) { return One(std::move(call.operands[0])); }

// One tuple where the instruction declares one tuple, whatever the computation returns.
Values Repack(const Call& call, Values values) {
  bool wants_tuple = call.instruction.shapes.size() == 1 && call.instruction.shapes[0].IsTuple();
  if (wants_tuple && (values.size() != 1 || !values[0].is_tuple)) return One(TupleValue(std::move(values)));
  return values;
}

Result<Values> RunCalled(Call& call, size_t which, Values arguments) {
  MOTE_ASSIGN(Values values, RunComputation(call.context, call.instruction.called[which], std::move(arguments)));
  return Repack(call, std::move(values));
}

Result<Values> CallComputation(Call& call) { return RunCalled(call, 0, std::move(call.operands)); }

// Branches of HLO text take one operand each, those of StableHLO only captures.
Values BranchArguments(Call& call, size_t branch) {
  const Computation& target = call.context.module.computations[call.instruction.called[branch]];
  Values captures = call.Captures(), arguments;
  size_t own = target.parameters.size() >= captures.size() ? target.parameters.size() - captures.size() : 0;
  if (own == 1 && static_cast<size_t>(call.instruction.declared_operands()) > branch + 1) arguments.push_back(call.operands[branch + 1]);
  arguments.insert(arguments.end(), captures.begin(), captures.end());
  return arguments;
}

Result<Values> If(Call& call) {
  size_t branch = call.operand(0).IntegerAt(0) != 0 ? 0 : 1;
  return RunCalled(call, branch, BranchArguments(call, branch));
}

// An index out of range, a negative one too, runs the last branch.
Result<Values> Case(Call& call) {
  int64_t count = static_cast<int64_t>(call.instruction.called.size()), index = call.operand(0).IntegerAt(0);
  if (IsPred(call.operand(0).type())) return If(call);
  size_t branch = index < 0 || index >= count ? count - 1 : index;
  return RunCalled(call, branch, BranchArguments(call, branch));
}

Result<Values> While(Call& call) {
  const Values captures = call.Captures();
  Values carried = std::move(call.operands);
  carried.resize(carried.size() - captures.size());
  while (true) {
    MOTE_CHECK_OK(call.context.Spend(kInstructionCost));
    Values arguments = carried;
    arguments.insert(arguments.end(), captures.begin(), captures.end());
    MOTE_ASSIGN(Values goes_on, RunComputation(call.context, call.instruction.called[0], std::move(arguments)));
    if (goes_on.size() != 1 || goes_on[0].literal.size() != 1) return call.Fail(Rule::kSignature, "condition does not return one pred");
    if (goes_on[0].literal.IntegerAt(0) == 0) return carried;
    arguments = std::move(carried);
    arguments.insert(arguments.end(), captures.begin(), captures.end());
    MOTE_ASSIGN(carried, RunCalled(call, 1, std::move(arguments)));
  }
}

Result<Values> Token(Call&) { return One(TokenValue()); }

// The factor, and for each matrix 0, or 1 where the factorisation failed.
Result<Values> FactorAndInfo(Call& call, const Instruction& cholesky) {
  MOTE_ASSIGN(Values values, RunInstruction(call.context, cholesky, std::move(call.operands)));
  const Literal& factor = values[0].literal;
  Literal failed(ResultLeaf(call, 1));
  const int64_t size = failed.size() == 0 ? 0 : factor.size() / failed.size();
  for (int64_t i = 0; i < failed.size(); ++i) failed.SetInteger(i, size != 0 && std::isnan(factor.ComplexAt(i * size).real()) ? 1 : 0);
  values.push_back(ArrayValue(std::move(failed)));
  return PackResults(call, std::move(values));
}

// The first elements, along the sort's dimension, of the sorted operands.
Result<Values> FirstOfSorted(Call& call, const Instruction& sort) {
  call.operands.resize(sort.operands.size());
  MOTE_ASSIGN(Values sorted, RunInstruction(call.context, sort, std::move(call.operands)));
  for (size_t i = 0; i < sorted.size(); ++i) {
    const Literal& from = sorted[i].literal;
    Literal first(ResultLeaf(call, i));
    Move(from, 0, RowMajorStrides(from.shape().dims), first);
    sorted[i].literal = std::move(first);
  }
  return PackResults(call, std::move(sorted));
}

// Registered targets, operations in the form of a call, and placement annotations, which are the identity on one device.
Result<Values> CustomCallTarget(Call& call) {
  const std::string& target = call.instruction.Text(Attr::kCallTarget);
  auto found = call.context.options.custom_calls.find(target);
  if (found != call.context.options.custom_calls.end()) return found->second(call.instruction, call.operands);
  if (const auto known = KnownCall(call.instruction)) {
    if (known->op == Op::kCholesky) return FactorAndInfo(call, *known);
    MOTE_ASSIGN(Values values, RunInstruction(call.context, *known, std::move(call.operands)));
    return PackResults(call, std::move(values));
  }
  IdVector<Shape> shapes;
  for (const RuntimeValue& operand : call.operands) shapes.push_back(operand.literal.shape());
  if (const auto sort = ApproximateTopK(call.instruction, shapes)) return FirstOfSorted(call, *sort);
  if (IsLinearAlgebraCall(call.instruction)) {
    MOTE_ASSIGN(Values values, Decompose(call));
    return PackResults(call, std::move(values));
  }
  if (IsIdentityCall(call.instruction)) {
    Values values = std::move(call.operands);
    values.resize(call.instruction.shapes.size());
    return values;
  }
  // uninitialized: zeros
  if (target == "CreateBuffer" && !call.shapes.empty() && call.shape().IsBuffer()) {
    return One(ArrayValue(Literal(call.shape().elements[0])));
  }
  return RefusedCall(call.instruction, shapes);
}

}  // namespace

std::span<const OperationRow> ControlFlowOperations() {
  constexpr Quantized kOwn = Quantized::kOwn;
  constexpr RunTimeSizes kWhole = RunTimeSizes::kWhole;
  static const OperationRow rows[] = {
      {Op::kTuple, nullptr, Tuple, kOwn, kWhole},
      {Op::kGetTupleElement, nullptr, GetTupleElement, kOwn, kWhole},
      {Op::kCall, nullptr, CallComputation, kOwn, kWhole},
      {Op::kFusion, nullptr, CallComputation, kOwn, kWhole},
      {Op::kComposite, nullptr, CallComputation, kOwn, kWhole},
      {Op::kIf, nullptr, If, kOwn, kWhole},
      {Op::kCase, nullptr, Case, kOwn, kWhole},
      {Op::kWhile, nullptr, While, kOwn, kWhole},
      {Op::kOptimizationBarrier, nullptr, Pass, kOwn, kWhole},
      {Op::kDomain, nullptr, First, kOwn, kWhole},
      {Op::kAddDependency, nullptr, First, kOwn, kWhole},
      {Op::kAsyncUpdate, nullptr, First, kOwn, kWhole},
      {Op::kAfterAll, nullptr, Token, kOwn, kWhole},
      {Op::kCreateToken, nullptr, Token, kOwn, kWhole},
      {Op::kCustomCall, nullptr, CustomCallTarget, kOwn, kWhole},
  };
  return rows;
}

}  // namespace mote::evaluation
