// See kernel_runner.h.
#include "kernel/interpret.h"
#include "kernel_runner.h"

#include <gtest/gtest.h>

#include "frontend/frontend.h"

namespace mote::testing {
namespace {

Criterion CriterionFor(ElementType type, size_t operations) {
  Criterion criterion;
  if (!IsFloat(type)) return criterion;
  criterion.kind = Criterion::Kind::kAlmostEqual;
  const double scale = operations > 1 ? 4.0 : 1.0;  // fused groups round in other places only through other sums
  criterion.relative = scale * (type == ElementType::kF64   ? 1e-11
                                : type == ElementType::kF32 ? 2e-5
                                : type == ElementType::kF16 ? 4e-3
                                : BitWidth(type) == 16      ? 3e-2
                                                            : 0.3);
  criterion.tolerance = criterion.relative;
  return criterion;
}

bool IsCheck(const Instruction& instruction) {
  return (instruction.op == Op::kCustomCall && instruction.Text(Attr::kCallTarget).rfind("check", 0) == 0) ||
         InFamily(instruction.op, Family::kCheck);
}

// What the evaluator says about every value of the computation.
Result<Values> EvaluateAll(const Module& module, const Computation& computation, const std::vector<Literal>& inputs) {
  Values values;
  for (size_t i = 0; i < computation.instructions.size(); ++i) {
    const Instruction& instruction = computation.instructions[i];
    const int32_t self = static_cast<int32_t>(i);
    if (IsCheck(instruction)) continue;
    if (instruction.op == Op::kParameter) {
      values[{self, 0}] = inputs[static_cast<size_t>(instruction.Int(Attr::kIndex))];
      continue;
    }
    Module one;
    one.computations = module.computations;
    Computation single;
    single.name = "single";
    Instruction copy = instruction;
    std::vector<RuntimeValue> arguments;
    for (size_t k = 0; k < instruction.operands.size(); ++k) {
      const Shape& shape = computation.shape(instruction.operands[k]);
      Instruction parameter;
      parameter.op = Op::kParameter;
      parameter.shapes = {shape};
      parameter.attributes[Attr::kIndex] = static_cast<int64_t>(k);
      single.parameters.push_back(shape);
      single.instructions.push_back(parameter);
      copy.operands[k] = {static_cast<int32_t>(k), 0};
      RuntimeValue argument;
      argument.literal = values.at(instruction.operands[k]);
      arguments.push_back(argument);
    }
    single.instructions.push_back(copy);
    for (size_t r = 0; r < instruction.shapes.size(); ++r) {
      single.results.push_back({static_cast<int32_t>(instruction.operands.size()), static_cast<int32_t>(r)});
    }
    one.computations.push_back(single);
    one.entry = static_cast<int32_t>(one.computations.size()) - 1;
    MOTE_ASSIGN(const std::vector<RuntimeValue> results, Evaluate(one, arguments));
    for (size_t r = 0; r < results.size(); ++r) values[{self, static_cast<int32_t>(r)}] = results[r].literal;
  }
  return values;
}

}  // namespace

Status RunBound(const Computation& computation, const BoundKernel& bound, const Group& group, Values* values) {
  std::vector<std::vector<uint8_t>> buffers;
  for (size_t i = 0; i < bound.operands.size(); ++i) {
    const Value value = bound.operands[i];
    if (bound.kernel.operands[i].read) {
      const auto bytes = values->at(value).bytes();
      buffers.emplace_back(bytes.begin(), bytes.end());
    } else if (group.kind == Group::Kind::kUpdate) {
      const auto bytes = values->at(group.inputs[0]).bytes();
      buffers.emplace_back(bytes.begin(), bytes.end());
    } else {
      buffers.emplace_back(static_cast<size_t>(computation.shape(value).ByteSize()), uint8_t{0xA5});  // what is not written shows
    }
  }
  MOTE_CHECK_OK(InterpretKernel(bound.kernel, bound.values, buffers));
  for (size_t i = 0; i < bound.operands.size(); ++i) {
    if (bound.kernel.operands[i].written) (*values)[bound.operands[i]] = Literal(computation.shape(bound.operands[i]), buffers[i]);
  }
  return Ok();
}

namespace {

class KernelRun {
 public:
  KernelRun(const Module& module, const Computation& computation, const RunOptions& options, const Values& expected)
      : module_(module), c_(computation), options_(options), expected_(expected) {}

  RunReport Run() {
    Result<Grouping> grouping = FormGroups(module_, c_, options_.lower);
    if (!grouping.ok()) {
      report_.unsupported = grouping.error().text;
      return report_;
    }
    for (const auto& [result, source] : grouping->aliases) alias_[result] = source;
    for (size_t i = 0; i < c_.instructions.size(); ++i) {
      const Op op = c_.instructions[i].op;
      const Value self{static_cast<int32_t>(i), 0};
      if (op == Op::kParameter || op == Op::kConstant) values_[self] = expected_.at(self);
    }
    for (const Group& group : grouping->groups) {
      if (!RunGroup(group)) return report_;
    }
    for (const Value& result : c_.results) {
      if (!Resolve(result)) report_.odd = "a result of the computation was not computed";
    }
    return report_;
  }

 private:
  bool Resolve(Value value) {
    if (values_.count(value) != 0) return true;
    Value source = value;
    while (alias_.count(source) != 0) source = alias_[source];
    if (values_.count(source) == 0) return false;
    values_[value] = values_[source].WithShape(c_.shape(value));
    return true;
  }

  // False ends the run; the report says why.
  bool RunGroup(const Group& group) {
    const Instruction& last = c_.instructions[static_cast<size_t>(group.instructions.back())];
    if (IsCheck(last)) return true;
    for (const Value& input : group.inputs) {
      if (!Resolve(input)) report_.odd = "an input of a group was not computed before it: instruction " + std::to_string(input.instruction);
    }
    if (!report_.odd.empty()) return false;
    if (last.op == Op::kCall) {
      for (const Value& output : group.outputs) values_[output] = expected_.at(output);
      return true;
    }
    Result<BoundKernel> bound = LowerGroup(module_, c_, group, options_.lower);
    if (!bound.ok()) {
      report_.unsupported = bound.error().text;
      if (report_.unsupported.find("malformed") != std::string::npos) report_.odd = report_.unsupported;
      return false;
    }
    if (options_.print) std::printf("%s(%s)\n", PrintKernel(bound->kernel, &bound->values).c_str(), group.why.c_str());
    if (Status status = RunBound(c_, *bound, group, &values_); !status.ok()) {
      report_.odd = status.error().text + "\n" + PrintKernel(bound->kernel, &bound->values);
      return false;
    }
    ++report_.kernels;
    for (const Value& output : group.outputs) {
      const Comparison same =
          Compare(CriterionFor(c_.shape(output).element_type, group.instructions.size()), values_[output], expected_.at(output));
      if (!same.ok && report_.wrong.empty()) report_.wrong = same.message + "\n" + PrintKernel(bound->kernel, &bound->values);
    }
    report_.bound.push_back(std::move(*bound));
    report_.groups.push_back(group);
    if (options_.values != nullptr) *options_.values = values_;
    return true;
  }

  const Module& module_;
  const Computation& c_;
  const RunOptions& options_;
  const Values& expected_;
  RunReport report_;
  std::map<Value, Value> alias_;
  Values values_;
};

}  // namespace

RunReport RunByKernels(const Module& module, const Computation& computation, const std::vector<Literal>& inputs,
                       const RunOptions& options) {
  const Result<Values> expected = EvaluateAll(module, computation, inputs);
  if (expected.ok()) return KernelRun(module, computation, options, *expected).Run();
  RunReport report;
  report.unsupported = "evaluator: " + expected.error().text;
  return report;
}

Module Parse(const std::string& text) {
  Result<Module> module = ReadStablehlo(text, "test.mlir");
  if (!module.ok()) {
    ADD_FAILURE() << FormatDiagnostic(module.error());
    return {};
  }
  return *module;
}

Literal RandomLiteral(const Shape& shape, uint32_t seed) {
  Literal literal(shape);
  uint32_t state = seed * 2654435761u + 12345u;
  for (int64_t i = 0; i < literal.size(); ++i) {
    state = state * 1664525u + 1013904223u;
    const int32_t value = static_cast<int32_t>(state >> 16) % 4096;
    if (IsFloat(shape.element_type)) literal.SetReal(i, (value - 2048) / 1024.0);
    if (IsPred(shape.element_type)) literal.SetInteger(i, value & 1);
    if (IsInteger(shape.element_type)) literal.SetInteger(i, value % 7 - (IsSigned(shape.element_type) ? 3 : 0));
  }
  return literal;
}

}  // namespace mote::testing
