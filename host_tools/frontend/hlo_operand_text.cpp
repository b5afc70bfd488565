// Operands of HLO text: names, elements of a tuple (name#1), instructions written in place (add(x, f32[] constant(1))).
#include "frontend/hlo_parser.h"
#include "hlo/spelling.h"

namespace mote {

// (a, f32[2]{0} b, abs(c), …)
bool HloParser::ParseOperands(Reader& reader, Pending& pending) {
  if (!Expect('(')) return false;
  while (!Is(')')) {
    if (!ParseOperand(reader, pending)) return false;
    if (!Take(',') && !Is(')')) return FailHere("expected ',' or ')'");
  }
  return Expect(')');
}

bool HloParser::ParseOperand(Reader& reader, Pending& pending) {
  LaidOutShape shape;
  const bool shaped = IsShape();
  if (shaped && !ParseShape(&shape)) return false;
  const bool nameless = reader.makes_parameters && shaped && (Is(',') || Is(')'));
  if (!nameless && token().kind != HloTokenKind::kWord) return FailHere("expected an operand");
  const size_t next = source_.text().find_first_not_of(" \t\r\n", token().end);
  if (!nameless && next != std::string_view::npos && source_.text()[next] == '(') {
    return ParseNestedOperand(reader, pending, shaped ? &shape : nullptr);
  }
  const Location location = token().location;
  const std::string_view name = nameless ? std::string_view() : token().text;
  Named* operand = nullptr;
  const bool unknown = reader.makes_parameters && shaped && reader.names.find(name) == reader.names.end();
  if (unknown) {
    operand = NewParameter(reader, name, shape);
  } else if (!Lookup(reader, name, location, &operand)) {
    return false;
  }
  if (!nameless) lexer_.Advance();
  pending.poisoned = pending.poisoned || operand->poisoned;
  if (!operand->poisoned) {
    if (!ParseElementsOf(reader, &operand)) return false;
    const Shape has = ShapeOf(reader, *operand);
    if (shaped && !pending.passes && !SameSizes(shape.shape, has)) {
      return Fail(Rule::kShape, "operand " + std::string(name) + " is " + ToString(has) + ", but is written as " + ToString(shape.shape),
                  location);
    }
  }
  pending.operands.push_back(operand);
  return true;
}

// An instruction as an operand: it has no name, and no attributes, as their comma could be that of the next operand.
bool HloParser::ParseNestedOperand(Reader& reader, Pending& pending, const LaidOutShape* shape) {
  if (depth_ >= options_.max_depth) {
    return Fail(Rule::kLimit, "operands nested deeper than " + std::to_string(options_.max_depth) + " levels", token().location);
  }
  Pending inner;
  inner.nested = true;
  if (shape != nullptr) {
    inner.declared = *shape;
    inner.has_shape = true;
  }
  Named value;
  ++depth_;
  const bool read = ParseRightSide(reader, inner, &value);
  --depth_;
  if (!read) return false;
  pending.poisoned = pending.poisoned || value.poisoned;
  pending.operands.push_back(&reader.nameless.emplace_back(std::move(value)));
  return true;
}

// name#1#0: element 0 of element 1
bool HloParser::ParseElementsOf(Reader& reader, Named** operand) {
  while (Take('#')) {
    const Location location = token().location;
    int64_t index = 0;
    if (!ParseInt(&index)) return false;
    const Shape shape = ShapeOf(reader, **operand);
    if (!shape.IsTuple()) return Fail(Rule::kArray, "an element of " + ToString(shape), location);
    if (index < 0 || index >= static_cast<int64_t>(shape.elements.size())) {
      return Fail(Rule::kDimension, "element " + std::to_string(index) + " of a tuple of " + std::to_string(shape.elements.size()),
                  location);
    }
    if ((*operand)->is_tuple) {
      *operand = &(*operand)->elements[index];
      continue;
    }
    Instruction element;
    element.op = Op::kGetTupleElement;
    element.location = location;
    element.operands = {(*operand)->value};
    element.shapes = {shape.elements[index]};
    element.attributes[Attr::kIndex] = index;
    *operand = &reader.nameless.emplace_back(Append(reader, std::move(element), false));
  }
  return true;
}

HloParser::Named* HloParser::NewParameter(Reader& reader, std::string_view name, const LaidOutShape& shape) {
  Instruction parameter;
  const int64_t number = static_cast<int64_t>(reader.parameters.size());
  parameter.op = Op::kParameter;
  parameter.location = token().location;
  parameter.name = name.empty() ? "p" + std::to_string(number) : std::string(name);
  parameter.shapes = {shape.shape};
  parameter.attributes[Attr::kIndex] = number;
  Named named = Append(reader, std::move(parameter), false);
  named.minor_to_major = shape.minor_to_major;
  reader.is_parameter.resize(reader.computation.instructions.size(), false);
  reader.is_parameter.back() = true;
  reader.parameters.emplace(number, named.value);
  if (name.empty()) return &reader.nameless.emplace_back(std::move(named));
  return &reader.names.emplace(name, std::move(named)).first->second;
}

bool HloParser::Lookup(Reader& reader, std::string_view name, Location location, Named** named) {
  const auto found = reader.names.find(name);
  if (found != reader.names.end()) {
    *named = &found->second;
    return true;
  }
  Spelling spelling(name);
  for (const auto& [candidate, value] : reader.names) spelling.Try(candidate, false);
  return Fail(Rule::kSyntax, Excerpt(name) + " is used before any definition", location, spelling.Hint("", "", ""));
}

Shape HloParser::ShapeOf(const Reader& reader, const Named& named) {
  if (!named.is_tuple) return reader.computation.shape(named.value);
  IdVector<Shape> elements;
  for (const Named& element : named.elements) elements.push_back(ShapeOf(reader, element));
  return Shape::Tuple(std::move(elements));
}

}  // namespace mote
