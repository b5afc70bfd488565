// Builder methods for values, calls, control flow, tokens and hosts (OPS.md 2.1).
#include "hlo/builder.h"

#include "hlo/infer.h"

namespace mote {
namespace {

// A computation of one parameter becomes one that takes all these shapes, its own parameter being number `own`.
void PassAll(Computation* branch, const IdVector<Shape>& shapes, size_t own) {
  const int32_t added = shapes.count() - 1;
  const auto renumber = [&](Value& value) {
    value.instruction = value.instruction == 0 ? static_cast<int32_t>(own) : value.instruction + added;
  };
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
    return Fail(Rule::kOrder, "parameter " + std::to_string(number) + " must be made in order, before any operation; " +
                                  std::to_string(count) + " exist");
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

Operand Builder::ConstantR1(ElementType type, int64_t length, double value) {
  if (length < 0) return Fail(Rule::kSize, "a constant of " + std::to_string(length) + " elements");
  const Shape shape = Shape::Array(type, {length});
  if (const Status status = CheckSize({module_, {}, {}, {}, nullptr}, shape); !status.ok()) {
    return Fail(status.error().rule, status.error().text);
  }
  Literal scalar(Shape::Scalar(type));
  scalar.SetReal(0, value);
  return ConstantLiteral(Literal::Splat(shape, scalar));
}

Operand Builder::ConstantR2(ElementType type, const std::vector<std::vector<double>>& rows) {
  const size_t columns = rows.empty() ? 0 : rows[0].size();
  Literal literal(Shape::Array(type, {static_cast<int64_t>(rows.size()), static_cast<int64_t>(columns)}));
  for (size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].size() != columns) {
      return Fail(Rule::kSize,
                  "a constant with rows of " + std::to_string(columns) + " and of " + std::to_string(rows[i].size()) + " elements");
    }
    for (size_t j = 0; j < columns; ++j) literal.SetReal(static_cast<int64_t>(i * columns + j), rows[i][j]);
  }
  return ConstantLiteral(literal);
}

Operand Builder::Tuple(const Operands& elements) { return EmitOne(Op::kTuple, elements); }

Operand Builder::GetTupleElement(Operand tuple, int64_t index) { return EmitOne(Op::kGetTupleElement, {tuple}, {{Attr::kIndex, index}}); }

Operand Builder::AfterAll(const Operands& tokens) { return EmitOne(Op::kAfterAll, tokens); }

Operands Builder::Call(const Module& computation, const Operands& arguments) {
  return Emit(Op::kCall, arguments, {}, {}, {{&computation}});
}

Operands Builder::CompositeCall(const Module& computation, const Operands& arguments, const std::string& name,
                                const std::string& attributes, int64_t version) {
  if (version < 0) {
    Fail(Rule::kAttribute, "the version of composite '" + name + "' must not be negative, but is " + Text(version));
    return {};
  }
  Attributes all = {{Attr::kCompositeName, name}};
  if (!attributes.empty()) all[Attr::kCompositeAttributes] = attributes;
  if (version != 0) all[Attr::kCompositeVersion] = version;
  return Emit(Op::kComposite, arguments, std::move(all), {}, {{&computation}});
}

Operand Builder::Conditional(Operand predicate, Operand true_operand, const Module& true_computation, Operand false_operand,
                             const Module& false_computation) {
  return Branches(Op::kIf, predicate, {&true_computation, &false_computation}, {true_operand, false_operand});
}

Operand Builder::Conditional(Operand branch_index, const std::vector<const Module*>& branches, const Operands& operands) {
  if (!Usable({branch_index})) return {};
  const Shape& index = shape(branch_index);
  const bool predicate = index.IsArray() && index.element_type == ElementType::kPred;
  if (predicate && branches.size() != 2) {
    return Fail(Rule::kCount, "a conditional on " + ToString(index) + " has two branches, not " + std::to_string(branches.size()));
  }
  return Branches(predicate ? Op::kIf : Op::kCase, branch_index, branches, operands);
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
  IdVector<Shape> shapes;
  for (const Operand& operand : operands) {
    instruction.operands.push_back(operand.value);
    shapes.push_back(shape(operand));
  }
  instruction.captures = static_cast<int32_t>(operands.size());
  for (size_t i = 0; i < branches.size(); ++i) {
    const int32_t index = Import(*branches[i], false);
    if (error_) return {};
    Computation& branch = module_.computations[index];
    if (branch.parameters.size() != 1) {
      return Fail(Rule::kArity,
                  "branch " + std::to_string(i) + " takes " + std::to_string(branch.parameters.size()) + " parameters instead of one");
    }
    if (!TypesAgree(branch.parameters[0], shapes[i])) {
      return Fail(Rule::kSignature, "branch " + std::to_string(i) + " takes " + ToString(branch.parameters[0]) + ", but its operand is " +
                                        ToString(shapes[i]));
    }
    PassAll(&branch, shapes, i);
    instruction.called.push_back(index);
  }
  shapes.insert(shapes.begin(), shape(selector));
  const Inferred inferred = InferInContext({module_, instruction, shapes, {}, &computation_});
  if (!inferred.ok()) return Fail(inferred.error().rule, inferred.error().text);
  instruction.shapes = *inferred;
  computation_.instructions.push_back(std::move(instruction));
  return {{computation_.instructions.count() - 1, 0}};
}

Operand Builder::While(const Module& condition, const Module& body, Operand init) {
  if (!Usable({init})) return {};
  for (const Module* program : {&condition, &body}) {
    const bool single = program->entry < 0 || program->main().parameters.size() == 1;
    if (!single) {
      return Fail(Rule::kArity,
                  "a computation of while takes " + std::to_string(program->main().parameters.size()) + " parameters instead of one");
    }
  }
  return EmitOne(Op::kWhile, {init}, {}, {}, {{&condition}, {&body}});
}

Operand Builder::Map(const Operands& operands, const Module& computation, const Ints& dimensions) {
  return EmitOne(Op::kMap, operands, {{Attr::kDimensions, dimensions}}, {}, {{&computation}});
}

Operands Builder::OptimizationBarrier(const Operands& operands) { return Emit(Op::kOptimizationBarrier, operands); }

Operands Builder::CustomCall(const std::string& target, const Operands& operands, const IdVector<Shape>& results,
                             const CustomCallOptions& options) {
  Attributes attributes = {{Attr::kCallTarget, target}};
  if (!options.backend_config.empty()) attributes[Attr::kBackendConfig] = options.backend_config;
  if (options.has_side_effect) attributes[Attr::kHasSideEffect] = true;
  if (options.api_version != 1) attributes[Attr::kApiVersion] = options.api_version;
  if (!options.output_operand_aliases.empty()) attributes[Attr::kOutputOperandAliases] = options.output_operand_aliases;
  std::vector<Region> regions;
  if (options.computation != nullptr) regions.push_back({options.computation});
  return Emit(Op::kCustomCall, operands, std::move(attributes), results, regions);
}

Operands Builder::Infeed(Operand token, const IdVector<Shape>& shapes, const std::string& config) {
  IdVector<Shape> results = shapes;
  results.push_back(Shape::Token());
  Attributes attributes;
  if (!config.empty()) attributes[Attr::kInfeedConfig] = config;
  return Emit(Op::kInfeed, {token}, std::move(attributes), results);
}

Operands Builder::Infeed(const Shape& shape, const std::string& config) {
  const Operands taken =
      Infeed(infeed_token_.valid() ? infeed_token_ : AfterAll({}), shape.IsTuple() ? shape.elements : IdVector<Shape>{shape}, config);
  if (!taken.empty()) infeed_token_ = taken.back();
  return taken;
}

Operand Builder::Outfeed(const Operands& values, Operand token, const std::string& config) {
  Operands operands = values;
  operands.push_back(token);
  Attributes attributes;
  if (!config.empty()) attributes[Attr::kOutfeedConfig] = config;
  return EmitOne(Op::kOutfeed, operands, std::move(attributes));
}

Operand Builder::Outfeed(const Operands& values, const std::string& config) {
  const Operand token = Outfeed(values, outfeed_token_.valid() ? outfeed_token_ : AfterAll({}), config);
  if (token.valid()) outfeed_token_ = token;
  return token;
}

// Channel types: 1 between devices, 2 to the host, 3 from it.
Operands Builder::Transfer(Op op, const Operands& operands, const IdVector<Shape>& results, int64_t channel, int64_t type,
                           const IntMatrix& pairs) {
  Attributes attributes = {{Attr::kChannelId, channel}, {Attr::kChannelType, type}};
  if (type != 1) attributes[Attr::kIsHostTransfer] = true;
  if (!pairs.empty()) attributes[Attr::kSourceTargetPairs] = pairs;
  return Emit(op, operands, std::move(attributes), results);
}

Operand Builder::Send(Operand x, Operand token, int64_t channel, const IntMatrix& source_target_pairs) {
  const Operands sent = Transfer(Op::kSend, {x, token}, {}, channel, 1, source_target_pairs);
  return sent.empty() ? Operand() : sent[0];
}

Operand Builder::SendToHost(Operand x, Operand token, int64_t channel) {
  const Operands sent = Transfer(Op::kSend, {x, token}, {}, channel, 2, {});
  return sent.empty() ? Operand() : sent[0];
}

// In the IR send and recv hold both halves of the transfer.
Operand Builder::SendDone(Operand sent) {
  if (!Usable({sent})) return {};
  if (computation_.at(sent.value).op != Op::kSend) {
    return Fail(Rule::kSignature, "SendDone takes the result of a Send, not " + ToString(shape(sent)));
  }
  return sent;
}

Operands Builder::Recv(const Shape& shape, Operand token, int64_t channel, const IntMatrix& source_target_pairs) {
  return Transfer(Op::kRecv, {token}, {shape, Shape::Token()}, channel, 1, source_target_pairs);
}

Operands Builder::RecvFromHost(const Shape& shape, Operand token, int64_t channel) {
  return Transfer(Op::kRecv, {token}, {shape, Shape::Token()}, channel, 3, {});
}

Operand Builder::RecvDone(const Operands& received) {
  if (!Usable(received)) return {};
  if (received.size() != 2 || computation_.at(received[0].value).op != Op::kRecv) {
    return Fail(Rule::kSignature, "RecvDone takes the two results of a Recv");
  }
  return received[0];
}

}  // namespace mote
