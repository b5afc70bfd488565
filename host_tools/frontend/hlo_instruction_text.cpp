// Instructions of HLO text, and how those that the IR says otherwise are built: tuple results become several results, layouts of a
// bitcast become transposes, a vector of start indices becomes scalars, asynchronous pairs become the operation they stand for.
#include "frontend/element_text.h"
#include "frontend/hlo_parser.h"
#include "hlo/infer.h"

namespace mote {
namespace {

// HLO gives a tuple, the IR several results.
bool HasSeveralResults(Op op) {
  switch (op) {
    case Op::kSort: case Op::kReduce: case Op::kReduceWindow: case Op::kScatter: case Op::kScan: case Op::kTopK:
    case Op::kRngBitGenerator: case Op::kBatchNormTraining: case Op::kBatchNormGrad: case Op::kAllReduce: case Op::kAllGather:
    case Op::kAllToAll: case Op::kReduceScatter: case Op::kCollectiveBroadcast: case Op::kInfeed: case Op::kCustomCall:
      return true;
    default:
      return false;
  }
}

bool EndsWith(std::string_view text, std::string_view ending) {
  return text.size() > ending.size() && text.substr(text.size() - ending.size()) == ending;
}

struct Opcode {
  std::optional<Op> op;
  bool start = false;  // the first half of an asynchronous pair
  bool pass = false;   // a later half: stands for its operand
};

Opcode ReadOpcode(std::string_view name) {
  if (name == "async-start") return {Op::kCall, true, false};
  if (name == "async-update" || name == "async-done") return {Op::kCall, false, true};
  if (const auto op = OpFromHlo(name)) return {op, false, false};
  for (const std::string_view ending : {"-start", "-done", "-update"}) {
    if (!EndsWith(name, ending)) continue;
    const auto op = OpFromHlo(name.substr(0, name.size() - ending.size()));
    if (op) return {op, ending == "-start", ending != "-start"};
  }
  return {};
}

// What the operation itself gives, from the shape of its start: (operands, result, …), or (result, operand, …) of a copy.
void UseResultOfStart(Op op, Shape* shape) {
  if (op == Op::kAllReduce || !shape->IsTuple() || shape->elements.size() < 2) return;
  Shape result = shape->elements[op == Op::kCopy ? 0 : 1];
  *shape = std::move(result);
}

}  // namespace

// [ROOT] name = shape opcode(operands), key=value, …
bool HloParser::ParseInstruction(Reader& reader) {
  Pending pending;
  pending.root = TakeWord("ROOT");
  pending.location = token().location;
  if (token().kind != HloTokenKind::kWord) return FailHere("expected an instruction");
  pending.name = token().text;
  lexer_.Advance();
  Named value;
  value.poisoned = true;
  bool read = Expect('=');
  if (read) {
    Named built;
    read = ParseRightSide(reader, pending, &built);
    if (read) value = std::move(built);
  }
  return Bind(reader, pending, std::move(value)) && read;
}

// [shape] opcode(operands), key=value, …
bool HloParser::ParseRightSide(Reader& reader, Pending& pending, Named* value) {
  if (!pending.has_shape && IsShape()) {
    if (!ParseShape(&pending.declared)) return false;
    pending.has_shape = true;
  }
  if (token().kind != HloTokenKind::kWord) return FailHere("expected an opcode");
  pending.opcode = token().text;
  pending.location = token().location;
  lexer_.Advance();
  if (!BuildInstruction(reader, pending, value)) return false;
  if (pending.has_shape) value->minor_to_major = pending.declared.minor_to_major;
  return true;
}

bool HloParser::Bind(Reader& reader, const Pending& pending, Named value) {
  reader.last = value;
  if (pending.root) {
    if (reader.has_root) return Fail(Rule::kSyntax, "a second ROOT", pending.location);
    reader.root = value;
    reader.has_root = true;
  }
  if (reader.names.emplace(pending.name, std::move(value)).second) return true;
  return Fail(Rule::kSyntax, Excerpt(pending.name) + " is defined twice", pending.location);
}

bool HloParser::BuildInstruction(Reader& reader, Pending& pending, Named* value) {
  const std::string opcode(pending.opcode);
  const Opcode read = ReadOpcode(opcode);
  if (!read.op) {
    const std::string_view nearest = NearestHloName(opcode);
    return Fail(Rule::kSyntax, "opcode '" + Excerpt(opcode) + "' is not known", pending.location,
                nearest.empty() ? "" : "did you mean '" + std::string(nearest) + "'?");
  }
  Instruction& instruction = pending.instruction;
  instruction.op = *read.op;
  instruction.name = std::string(pending.name);
  instruction.location = pending.location;
  const bool needs_shape = !read.pass && (instruction.op == Op::kParameter || instruction.op == Op::kConstant);
  if (needs_shape && !pending.has_shape) return Fail(Rule::kResult, opcode + " must state its shape", pending.location);
  if (instruction.op == Op::kParameter && !read.pass) return ParseParameter(reader, pending, value);
  if (instruction.op == Op::kConstant && !read.pass) {
    if (!Expect('(') || !ParseConstant(reader, pending.declared.shape, value) || !Expect(')')) return false;
    if (!value->is_tuple) reader.computation.instructions.back().name = instruction.name;
  } else {
    pending.passes = read.pass;
    if (!ParseOperands(reader, pending)) return false;
  }
  while (!pending.nested && Take(',')) {
    if (!ReadWritten(&pending.attributes.emplace_back())) return false;
    for (size_t i = 0; i + 1 < pending.attributes.size(); ++i) {
      const Written &one = pending.attributes[i], &last = pending.attributes.back();
      if (one.key == last.key) return Fail(Rule::kDuplicate, "attribute '" + std::string(last.key) + "' is there twice", last.location);
    }
  }
  if (pending.poisoned) {
    value->poisoned = true;
    return true;
  }
  if (instruction.op == Op::kConstant) return true;
  if (read.pass) {
    if (pending.operands.empty()) return Fail(Rule::kArity, opcode + " has no operand", pending.location);
    *value = *pending.operands[0];
    return true;
  }
  if (read.start && !pending.has_shape) return Fail(Rule::kResult, opcode + " must state its shape", pending.location);
  if (read.start) UseResultOfStart(instruction.op, &pending.declared.shape);
  if (!Attach(pending)) return false;
  if (!FillDefaults(reader, pending)) return false;
  const bool element = instruction.op == Op::kGetTupleElement && !pending.operands.empty() && pending.operands[0]->is_tuple;
  if (!pending.has_shape && !element && !InferDeclared(reader, pending)) return false;
  switch (instruction.op) {
    case Op::kGetTupleElement: return BuildTupleElement(reader, pending, value);
    case Op::kBitcast: return BuildBitcast(reader, pending, value);
    case Op::kBitcastConvert: return BuildBitcastConvert(reader, pending, value);
    case Op::kIf: return BuildConditional(reader, pending, value);
    case Op::kCollectivePermute:
    case Op::kReduceScatter:
      if (pending.operands.size() > 1) return BuildOnePerOperand(reader, pending, value);
      return BuildPlain(reader, pending, value);
    default: return BuildPlain(reader, pending, value);
  }
}

bool HloParser::ParseParameter(Reader& reader, Pending& pending, Named* value) {
  int64_t number = 0;
  if (!Expect('(') || !ParseInt(&number) || !Expect(')')) return false;
  while (!pending.nested && Take(',')) {
    Written ignored;
    if (!ReadWritten(&ignored)) return false;
  }
  if (number < 0) return Fail(Rule::kDimension, "parameter(" + std::to_string(number) + ")", pending.location);
  pending.instruction.attributes[Attr::kIndex] = number;
  pending.instruction.shapes = {pending.declared.shape};
  *value = Append(reader, std::move(pending.instruction), false);
  reader.is_parameter.resize(reader.computation.instructions.size(), false);
  reader.is_parameter.back() = true;
  if (reader.parameters.emplace(number, value->value).second) return true;
  return Fail(Rule::kSyntax, "parameter(" + std::to_string(number) + ") is defined twice", pending.location);
}

// The result's shape where the text leaves it out, from the operands and the computations that stand before.
bool HloParser::InferDeclared(Reader& reader, Pending& pending) {
  Instruction probe = pending.instruction;
  Shapes operands;
  for (const Named* operand : pending.operands) operands.push_back(ShapeOf(reader, *operand));
  for (int32_t& called : probe.called) {
    const Callee& callee = callees_[-1 - called];
    const auto found = computations_.find(callee.name);
    if (found == computations_.end()) {
      return Fail(Rule::kSignature, "there is no computation " + Excerpt(callee.name) + " before", callee.location);
    }
    called = found->second;
  }
  if (probe.op == Op::kIf && !probe.called.empty()) {
    const Computation& branch = module_.computations[probe.called[0]];
    pending.declared.shape = branch.shape(branch.results[0]);
    return true;
  }
  const Inferred inferred = InferInContext({module_, probe, operands, {}, nullptr});
  if (!inferred.ok()) {
    errors_.push_back(inferred.error());
    return false;
  }
  if (inferred->empty()) return Fail(Rule::kResult, std::string(pending.opcode) + " must state its shape", pending.location);
  pending.declared.shape = inferred->size() == 1 ? (*inferred)[0] : Shape::Tuple(*inferred);
  return true;
}

HloParser::Named HloParser::Append(Reader& reader, Instruction instruction, bool split_results) {
  Named named;
  const int32_t index = reader.computation.instructions.count();
  if (split_results) {
    named.is_tuple = true;
    for (size_t i = 0; i < instruction.shapes.size(); ++i) named.elements.emplace_back().value = {index, static_cast<int32_t>(i)};
  } else {
    named.value = {index, 0};
  }
  reader.computation.instructions.push_back(std::move(instruction));
  return named;
}

// A value for what may be a tuple of values.
Value HloParser::Materialise(Reader& reader, Named& named, Location location) {
  if (!named.is_tuple || named.value.instruction >= 0) return named.value;
  Instruction tuple;
  tuple.op = Op::kTuple;
  tuple.location = location;
  IdVector<Shape> shapes;
  for (Named& element : named.elements) {
    tuple.operands.push_back(Materialise(reader, element, location));
    shapes.push_back(reader.computation.shape(tuple.operands.back()));
  }
  tuple.shapes = {Shape::Tuple(std::move(shapes))};
  named.value = Append(reader, std::move(tuple), false).value;
  return named.value;
}

bool HloParser::BuildTupleElement(Reader& reader, Pending& pending, Named* value) {
  const int64_t index = pending.instruction.Int(Attr::kIndex, -1);
  if (pending.operands.size() == 1 && pending.operands[0]->is_tuple) {
    const IdVector<Named>& elements = pending.operands[0]->elements;
    if (index < 0 || index >= static_cast<int64_t>(elements.size())) {
      return Fail(Rule::kDimension, "element " + std::to_string(index) + " of a tuple of " + std::to_string(elements.size()),
                  pending.location);
    }
    Named element = elements[index];
    *value = std::move(element);
    return true;
  }
  return BuildPlain(reader, pending, value);
}

// conditional(pred, a, b) or conditional(index, a, b, …): which of the two the selector's type says. hlo_link.cpp hands on the operands.
bool HloParser::BuildConditional(Reader& reader, Pending& pending, Named* value) {
  if (pending.operands.empty()) return Fail(Rule::kArity, "conditional without operands", pending.location);
  const Value selector = Materialise(reader, *pending.operands[0], pending.location);
  if (!IsPred(reader.computation.shape(selector).element_type)) pending.instruction.op = Op::kCase;
  return BuildPlain(reader, pending, value);
}

bool HloParser::BuildPlain(Reader& reader, Pending& pending, Named* value) {
  Instruction& instruction = pending.instruction;
  for (Named* operand : pending.operands) instruction.operands.push_back(Materialise(reader, *operand, pending.location));
  if ((instruction.op == Op::kDynamicSlice || instruction.op == Op::kDynamicUpdateSlice) && !SplitStartIndices(reader, pending)) {
    return false;
  }
  const Shape& declared = pending.declared.shape;
  if (!declared.IsTuple() || !HasSeveralResults(instruction.op)) {
    instruction.shapes = {declared};
    *value = Append(reader, std::move(instruction), false);
    return true;
  }
  const bool nested = instruction.op == Op::kInfeed && declared.elements.size() == 2 && declared.elements[0].IsTuple();
  instruction.shapes = declared.elements;
  if (nested) {  // ((data…), token): the IR has data…, token
    instruction.shapes = declared.elements[0].elements;
    instruction.shapes.push_back(declared.elements[1]);
  }
  *value = Append(reader, std::move(instruction), true);
  if (nested) {
    Named whole;
    whole.is_tuple = true;
    whole.elements.resize(2);
    whole.elements[1] = value->elements.back();
    value->elements.pop_back();
    whole.elements[0] = std::move(*value);
    *value = std::move(whole);
  }
  return true;
}

// Collectives of several operands that the IR has for one: each operand goes its own way.
bool HloParser::BuildOnePerOperand(Reader& reader, Pending& pending, Named* value) {
  const Shape& declared = pending.declared.shape;
  if (!declared.IsTuple() || declared.elements.size() != pending.operands.size()) {
    return Fail(
        Rule::kResult,
        std::string(pending.opcode) + " of " + std::to_string(pending.operands.size()) + " operands is declared as " + ToString(declared),
        pending.location);
  }
  value->is_tuple = true;
  for (size_t i = 0; i < pending.operands.size(); ++i) {
    Instruction one = pending.instruction;
    one.operands = {Materialise(reader, *pending.operands[i], pending.location)};
    one.shapes = {declared.elements[i]};
    value->elements.push_back(Append(reader, std::move(one), false));
  }
  return true;
}

// The older spelling with all start indices in one vector.
bool HloParser::SplitStartIndices(Reader& reader, Pending& pending) {
  IdVector<Value>& operands = pending.instruction.operands;
  const size_t first = pending.instruction.op == Op::kDynamicSlice ? 1 : 2;
  if (operands.size() != first + 1) return true;
  const Value vector = operands.back();
  const Shape shape = reader.computation.shape(vector);
  if (!shape.IsArray() || shape.rank() != 1) return true;
  if (shape.dims[0] != reader.computation.shape(operands[0]).rank()) {
    return Fail(Rule::kCount, ToString(shape) + " start indices for " + ToString(reader.computation.shape(operands[0])), pending.location);
  }
  operands.pop_back();
  for (int64_t i = 0; i < shape.dims[0]; ++i) {
    Instruction slice;
    slice.op = Op::kSlice;
    slice.location = pending.location;
    slice.shapes = {Shape::Array(shape.element_type, {1})};
    slice.operands = {vector};
    slice.attributes[Attr::kStartIndices] = std::vector<int64_t>{i};
    slice.attributes[Attr::kLimitIndices] = std::vector<int64_t>{i + 1};
    slice.attributes[Attr::kStrides] = std::vector<int64_t>{1};
    Instruction scalar;
    scalar.op = Op::kReshape;
    scalar.location = pending.location;
    scalar.shapes = {Shape::Scalar(shape.element_type)};
    scalar.operands = {Append(reader, std::move(slice), false).value};
    operands.push_back(Append(reader, std::move(scalar), false).value);
  }
  return true;
}

}  // namespace mote
