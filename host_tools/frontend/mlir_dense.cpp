// dense<…> constants: splats, nested lists, hex strings, and dense_resource<…> from the resources behind the module.
#include "frontend/element_text.h"
#include "frontend/mlir_parser.h"

namespace mote {

// dense<…> : type. The type stands behind the elements, so they are stepped over first and read when it is known.
bool MlirParser::ParseDense(MlirAttribute* attribute) {
  const MlirLexer::State begin = lexer_.Save();
  if (!SkipDense() || !Expect(':')) return false;
  if (!ParseType(&attribute->shape)) return false;
  const MlirLexer::State end = lexer_.Save();
  lexer_.Restore(begin);
  if (!ParseDenseAs(attribute->shape, &attribute->literal)) return false;
  lexer_.Restore(end);
  attribute->kind = MlirAttribute::Kind::kLiteral;
  return true;
}

bool MlirParser::SkipDense() {
  lexer_.Advance();
  if (!Is('<')) return FailHere("expected '<'");
  const std::string_view text = source_.text();
  size_t at = token().end;
  while (true) {
    at = text.find_first_of(">\"/", at);
    if (at == std::string_view::npos) return FailHere("expected '>' behind the elements");
    if (text[at] == '>') break;
    at = text.find(text[at] == '"' ? '"' : '\n', at + 1);
    if (at == std::string_view::npos) return FailHere("expected '>' behind the elements");
    ++at;
  }
  lexer_.ContinueAt(at + 1);
  return true;
}

bool MlirParser::ParseDenseAs(const Shape& shape, Literal* literal) {
  const Location location = token().location;
  const bool resource = token().text == "dense_resource";
  if (!shape.IsArray()) return Fail(Rule::kArray, "a constant of type " + ToMlirString(shape), location);
  for (size_t i = 0; i < shape.dims.size(); ++i) {
    if (shape.dims[i] == kDynamic || shape.IsBounded(i)) {
      return Fail(Rule::kAttribute, "a constant of type " + ToMlirString(shape) + ", whose size is not static", location);
    }
  }
  Shape plain = Shape::Array(shape.element_type, shape.dims);
  if (plain.ByteSize() > options_.max_constant_bytes) {
    Fail(Rule::kLimit, "a constant of more than " + std::to_string(options_.max_constant_bytes) + " bytes", location);
    *literal = Literal(Shape::Scalar(shape.element_type));
    return errors_.size() < options_.max_errors;  // what uses it is checked all the same
  }
  lexer_.Advance();
  if (!Expect('<')) return false;
  if (resource ? !ParseDenseResource(plain, literal) : !ParseDenseElements(plain, literal)) return false;
  return Expect('>');
}

bool MlirParser::ParseDenseElements(const Shape& shape, Literal* literal) {
  if (Is('>')) {
    if (shape.ElementCount() != 0) return FailHere("expected elements of " + ToMlirString(shape));
    *literal = Literal(shape);
    return true;
  }
  if (token().kind == MlirTokenKind::kString) return ParseDenseString(shape, literal);
  if (Is('[')) {
    const Location location = token().location;
    // A list names every element with at least two characters, which bounds what is allocated by the text.
    if (shape.ElementCount() > static_cast<int64_t>(source_.text().size())) {
      return Fail(Rule::kSize, "fewer elements than " + ToMlirString(shape) + " has", location);
    }
    *literal = Literal(shape);
    int64_t index = 0;
    return ParseDenseList(*literal, 0, &index);
  }
  Literal scalar(Shape::Scalar(shape.element_type));
  const Location location = token().location;
  if (!ParseDenseElement(scalar, 0) || !Expand(shape.ByteSize(), location)) return false;
  *literal = Literal::Splat(shape, scalar);
  return true;
}

bool MlirParser::ParseDenseList(Literal& literal, size_t level, int64_t* index) {
  const Shape& shape = literal.shape();
  const Location location = token().location;
  if (level == shape.dims.size()) return Fail(Rule::kSize, "a list nested deeper than the rank of " + ToMlirString(shape), location);
  lexer_.Advance();
  int64_t count = 0;
  while (!Is(']')) {
    if (count++ == shape.dims[level]) break;
    if (Is('[')) {
      if (!ParseDenseList(literal, level + 1, index)) return false;
    } else {
      if (level + 1 != shape.dims.size()) {
        return Fail(Rule::kSize, "a list nested less deep than the rank of " + ToMlirString(shape), location);
      }
      if (!ParseDenseElement(literal, (*index)++)) return false;
    }
    if (!Take(',') && !Is(']')) return FailHere("expected ',' or ']'");
  }
  if (!Is(']') || count != shape.dims[level]) {
    return Fail(Rule::kSize,
                "a list of other than " + std::to_string(shape.dims[level]) + " elements in dimension " + std::to_string(level) + " of " +
                    ToMlirString(shape),
                location);
  }
  return Expect(']');
}

bool MlirParser::ParseDenseElement(Literal& literal, int64_t index) {
  if (!IsComplex(literal.type()) || !Is('(')) return ParseDenseNumber(literal, index, 0);
  lexer_.Advance();
  return ParseDenseNumber(literal, index, 0) && Expect(',') && ParseDenseNumber(literal, index, 1) && Expect(')');
}

bool MlirParser::ParseDenseNumber(Literal& literal, int64_t index, int part) {
  const ElementType type = literal.type();
  const Location location = token().location;
  const size_t begin = token().begin;
  if (IsWord("true") || IsWord("false")) {
    if (!IsPred(type)) return FailHere("expected a number");
    literal.SetInteger(index, token().text == "true");
    lexer_.Advance();
    return true;
  }
  if (!Take('-')) Take('+');
  const MlirTokenKind kind = token().kind;
  if (kind != MlirTokenKind::kInteger && kind != MlirTokenKind::kReal) return FailHere("expected an element");
  lexer_.Advance();
  const std::string_view text = SourceFrom(begin);
  if (IsPred(type) || IsInteger(type)) {
    const auto integer = kind == MlirTokenKind::kInteger ? ParseInteger(text) : std::nullopt;
    if (!integer || !FitsElement(type, *integer)) {
      return Fail(Rule::kAttribute, Excerpt(text) + " is not a value of " + MlirName(type), location);
    }
    literal.SetInteger(index, IsPred(type) ? integer->magnitude != 0 : integer->value());
    return true;
  }
  if (text.find('x') != std::string_view::npos) {
    uint64_t bits = 0;
    if (!TakeBitPattern(text, RealPart(type), location, &bits)) return false;
    SetBits(literal, index, part, bits);
    return true;
  }
  const auto value = ParseReal(text);
  if (!value) return Fail(Rule::kAttribute, Excerpt(text) + " is not a number", location);
  if (IsComplex(type)) {
    SetBits(literal, index, part, EncodeFloat(RealPart(type), *value));
  } else {
    literal.SetReal(index, *value);
  }
  return true;
}

bool MlirParser::TakeBitPattern(std::string_view text, ElementType real, Location location, uint64_t* bits) {
  const auto pattern = ParseBitPattern(text, real);
  if (!pattern) {
    const std::string width = std::to_string(BitWidth(real)), digits = std::to_string((BitWidth(real) + 3) / 4);
    return Fail(Rule::kAttribute, Excerpt(text) + " is not a bit pattern of " + MlirName(real) + ", which has " + width + " bits", location,
                "write 0x and at most " + digits + " hex digits without a sign, or a decimal number such as 1.0");
  }
  *bits = *pattern;
  return true;
}

bool MlirParser::ParseDenseString(const Shape& shape, Literal* literal) {
  const std::string_view digits = token().text;
  const Location location = token().location;
  lexer_.Advance();
  if (digits.substr(0, 2) != "0x") return Fail(Rule::kUnsupported, "a constant of strings", location);
  auto bytes = DecodeHex(digits.substr(2));
  if (!bytes) return Fail(Rule::kSyntax, "the string holds other than hex digits of whole bytes", location);
  return TakeBytes(shape, std::move(*bytes), literal, location);
}

bool MlirParser::TakeBytes(const Shape& shape, std::vector<uint8_t> bytes, Literal* literal, Location location) {
  const size_t count = bytes.size();
  if (shape.ByteSize() / 8 > static_cast<int64_t>(count) && !Expand(shape.ByteSize(), location)) return false;
  auto read = LiteralFromBytes(shape, std::move(bytes));
  if (!read) return Fail(Rule::kSize, std::to_string(count) + " bytes for " + ToMlirString(shape), location);
  *literal = std::move(*read);
  return true;
}

// The blob's first four bytes give its alignment.
bool MlirParser::ParseDenseResource(const Shape& shape, Literal* literal) {
  const std::string_view name = token().text;
  const Location location = token().location;
  if (token().kind != MlirTokenKind::kWord && token().kind != MlirTokenKind::kString) return FailHere("expected the resource's name");
  lexer_.Advance();
  if (!resources_found_ && !FindResources()) return false;
  const auto found = resources_.find(name);
  if (found == resources_.end()) {
    return Fail(Rule::kSyntax, "resource '" + Excerpt(name) + "' is not in the text's dialect_resources", location);
  }
  auto bytes = DecodeHex(found->second);
  if (!bytes || bytes->size() < 4) {
    return Fail(Rule::kSyntax, "resource '" + Excerpt(name) + "' is not a hex string of four bytes or more", location);
  }
  bytes->erase(bytes->begin(), bytes->begin() + 4);
  return TakeBytes(shape, std::move(*bytes), literal, location);
}

// {-# dialect_resources: { builtin: { name: "0x…", … } } #-}: every `name: "0x…"` between the marks.
bool MlirParser::FindResources() {
  resources_found_ = true;
  const std::string_view text = source_.text();
  const size_t begin = text.rfind("{-#");
  if (begin == std::string_view::npos) return true;
  const MlirLexer::State state = lexer_.Save();
  MlirLexer lexer(text.substr(begin + 3), 1);
  std::string_view key;
  while (lexer.token().kind != MlirTokenKind::kEnd) {
    const MlirToken found = lexer.token();
    if (found.kind == MlirTokenKind::kString && found.text.substr(0, 2) == "0x") {
      resources_[key] = found.text.substr(2);
    } else if (found.kind == MlirTokenKind::kWord || found.kind == MlirTokenKind::kString) {
      key = found.text;
    }
    lexer.Advance();
  }
  lexer_.Restore(state);
  return true;
}

}  // namespace mote
