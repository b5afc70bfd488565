// Builder methods for values, calls, control flow, tokens and hosts (OPS.md 2.1).
#include "hlo/builder.h"

#include "hlo/infer.h"

namespace mote {
namespace {

// A computation of one parameter becomes one that takes all these shapes, its own parameter being number `own`.
void PassAll(Computation* branch, const std::vector<Shape>& shapes, size_t own) {
  const int32_t added = static_cast<int32_t>(shapes.size()) - 1;
  const auto renumber = [&](Value& value) { value.instruction = value.instruction == 0 ? static_cast<int32_t>(own) : value.instruction + added; };
  std::vector<Instruction> instructions(shapes.size());
  for (size_t i = 0; i < shapes.size(); ++i) {
    instructions[i].op = Op::kParameter;
    instructions[i].shapes = {shapes[i]};
    instructions[i].attributes[Attr::kIndex] = static_cast<int64_t>(i);
  }
  for (size_t i = 1; i < branch->instructions.size(); ++i) {
    for (Value& operand : branch->instructions[i].operands) renumber(operand);
    instructions.push_back(std::move(branch->instructions[i]));
  }
  for (Value& result : branch->results) renumber(result);
  branch->instructions = std::move(instructions);
  branch->parameters = shapes;
  branch->parameter_names.clear();
  branch->parameter_extra.clear();
}

}  // namespace

Operand Builder::Parameter(int64_t number, const Shape& shape, const std::string& name) {
  if (error_) return {};
  const size_t count = computation_.parameters.size();
  if (number != static_cast<int64_t>(count) || computation_.instructions.size() != count) {
    return Fail(Rule::kOrder, "parameter " + std::to_string(number) + " must be made in order, before any operation; " + std::to_string(count) + " exist");
  }
  computation_.parameters.push_back(shape);
  computation_.parameter_names.push_back(name);
  return EmitOne(Op::kParameter, {}, {{Attr::kIndex, number}}, {shape});
}

Operand Builder::ConstantLiteral(const Literal& literal) { return EmitOne(Op::kConstant, {}, {{Attr::kValue, literal}}); }

Operand Builder::ConstantR0(ElementType type, double value) {
  Literal literal(Shape::Scalar(type));
  literal.SetReal(0, value);
  return ConstantLiteral(literal);
}

Operand Builder::ConstantR1(ElementType type, const std::vector<double>& values) {
  Literal literal(Shape::Array(type, {static_cast<int64_t>(values.size())}));
  for (size_t i = 0; i < values.size(); ++i) literal.SetReal(static_cast<int64_t>(i), values[i]);
  return ConstantLiteral(literal);
}

Operand Builder::Tuple(const Operands& elements) { return EmitOne(Op::kTuple, elements); }

Operand Builder::GetTupleElement(Operand tuple, int64_t index) { return EmitOne(Op::kGetTupleElement, {tuple}, {{Attr::kIndex, index}}); }

Operand Builder::AfterAll(const Operands& tokens) { return EmitOne(Op::kAfterAll, tokens); }

Operands Builder::Call(const Module& computation, const Operands& arguments) { return Emit(Op::kCall, arguments, {}, {}, {{&computation}}); }

Operand Builder::Conditional(Operand predicate, Operand true_operand, const Module& true_computation, Operand false_operand, const Module& false_computation) {
  return Branches(Op::kIf, predicate, {&true_computation, &false_computation}, {true_operand, false_operand});
}

Operand Builder::Conditional(Operand branch_index, const std::vector<const Module*>& branches, const Operands& operands) {
  return Branches(Op::kCase, branch_index, branches, operands);
}

// Each branch has one parameter and its own operand; in the IR all branches take all operands.
Operand Builder::Branches(Op op, Operand selector, const std::vector<const Module*>& branches, const Operands& operands) {
  if (!Usable({selector}) || !Usable(operands)) return {};
  if (branches.empty() || branches.size() != operands.size()) {
    return Fail(Rule::kCount, std::to_string(branches.size()) + " branches with " + std::to_string(operands.size()) + " operands");
  }
  Instruction instruction;
  instruction.op = op;
  instruction.operands = {selector.value};
  std::vector<Shape> shapes;
  for (const Operand& operand : operands) {
    instruction.operands.push_back(operand.value);
    shapes.push_back(shape(operand));
  }
  instruction.captures = static_cast<int32_t>(operands.size());
  for (size_t i = 0; i < branches.size(); ++i) {
    const int32_t index = Import(*branches[i], false);
    if (error_) return {};
    Computation& branch = module_.computations[static_cast<size_t>(index)];
    if (branch.parameters.size() != 1) {
      return Fail(Rule::kArity, "branch " + std::to_string(i) + " takes " + std::to_string(branch.parameters.size()) + " parameters instead of one");
    }
    if (!TypesAgree(branch.parameters[0], shapes[i])) {
      return Fail(Rule::kSignature, "branch " + std::to_string(i) + " takes " + ToString(branch.parameters[0]) + ", but its operand is " + ToString(shapes[i]));
    }
    PassAll(&branch, shapes, i);
    instruction.called.push_back(index);
  }
  shapes.insert(shapes.begin(), shape(selector));
  const Inferred inferred = InferInContext({module_, instruction, shapes, {}, &computation_});
  if (!inferred.ok()) return Fail(inferred.error().rule, inferred.error().text);
  instruction.shapes = *inferred;
  computation_.instructions.push_back(std::move(instruction));
  return {{static_cast<int32_t>(computation_.instructions.size()) - 1, 0}};
}

Operand Builder::While(const Module& condition, const Module& body, Operand init) {
  if (!Usable({init})) return {};
  for (const Module* program : {&condition, &body}) {
    const bool single = program->entry < 0 || program->main().parameters.size() == 1;
    if (!single) return Fail(Rule::kArity, "a computation of while takes " + std::to_string(program->main().parameters.size()) + " parameters instead of one");
  }
  return EmitOne(Op::kWhile, {init}, {}, {}, {{&condition}, {&body}});
}

Operand Builder::Map(const Operands& operands, const Module& computation, const Ints& dimensions) {
  return EmitOne(Op::kMap, operands, {{Attr::kDimensions, dimensions}}, {}, {{&computation}});
}

Operands Builder::OptimizationBarrier(const Operands& operands) { return Emit(Op::kOptimizationBarrier, operands); }

Operands Builder::CustomCall(const std::string& target, const Operands& operands, const std::vector<Shape>& results) {
  return Emit(Op::kCustomCall, operands, {{Attr::kCallTarget, target}}, results);
}

Operands Builder::Infeed(Operand token, const std::vector<Shape>& shapes) {
  std::vector<Shape> results = shapes;
  results.push_back(Shape::Token());
  return Emit(Op::kInfeed, {token}, {}, results);
}

Operand Builder::Outfeed(const Operands& values, Operand token) {
  Operands operands = values;
  operands.push_back(token);
  return EmitOne(Op::kOutfeed, operands);
}

Operand Builder::Send(Operand operand, Operand token, int64_t channel) {
  return EmitOne(Op::kSend, {operand, token}, {{Attr::kChannelId, channel}, {Attr::kChannelType, int64_t{1}}});
}

Operands Builder::Recv(const Shape& shape, Operand token, int64_t channel) {
  return Emit(Op::kRecv, {token}, {{Attr::kChannelId, channel}, {Attr::kChannelType, int64_t{1}}}, {shape, Shape::Token()});
}

}  // namespace mote
