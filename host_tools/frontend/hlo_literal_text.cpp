// Constants of HLO text: 5, {{1, 2}, {3, 4}}, (1, -2) for complex, and tuples of them.
#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>

#include "frontend/element_text.h"
#include "frontend/hlo_parser.h"

namespace mote {

// The current token is the first one inside "constant(".
bool HloParser::ParseConstant(Reader& reader, const Shape& shape, Named* value) {
  const Location location = token().location;
  if (shape.IsTuple()) {
    if (!Expect('(')) return false;
    value->is_tuple = true;
    for (size_t i = 0; i < shape.elements.size(); ++i) {
      if (i > 0 && !Expect(',')) return false;
      if (!ParseConstant(reader, shape.elements[i], &value->elements.emplace_back())) return false;
    }
    return Expect(')');
  }
  if (!shape.IsArray() || !shape.IsStatic()) return Fail(Rule::kArray, "a constant of shape " + ToString(shape), location);
  Literal literal;
  if (!ParseLiteral(shape, &literal)) return false;
  Instruction instruction;
  instruction.op = Op::kConstant;
  instruction.shapes = {shape};
  instruction.attributes[Attr::kValue] = std::move(literal);
  instruction.location = location;
  *value = Append(reader, std::move(instruction), false);
  return true;
}

bool HloParser::ParseLiteral(const Shape& shape, Literal* literal) {
  const Location location = token().location;
  if (shape.ByteSize() > options_.max_constant_bytes) {
    return Fail(Rule::kLimit, "a constant of more than " + std::to_string(options_.max_constant_bytes) + " bytes", location);
  }
  // Every element takes at least one character, which bounds what is allocated by the text.
  if (shape.ElementCount() > static_cast<int64_t>(source_.text().size())) {
    if (source_.text().substr(token().begin, 5) == "{...}") {
      return Fail(Rule::kUnsupported, "a constant whose elements were left out", location, "dump the module with its large constants");
    }
    return Fail(Rule::kSize, "fewer elements than " + ToString(shape) + " has", location);
  }
  *literal = Literal(shape);
  if (shape.dims.empty()) return ParseElement(*literal, 0);
  if (!Is('{')) {  // one element without braces: plain for an array of one, or where all are zero
    const bool zero = literal->size() > 0 && ParseElement(*literal, 0) &&
                      literal->bytes().size() == static_cast<size_t>(std::count(literal->bytes().begin(), literal->bytes().end(), 0));
    if (!errors_.empty()) return false;
    if (zero || literal->size() == 1) return true;
    return Fail(Rule::kSize, "one element for " + ToString(shape), location, "broadcast a scalar, or write all elements in braces");
  }
  int64_t index = 0;
  return ParseLiteralList(*literal, 0, &index);
}

bool HloParser::ParseLiteralList(Literal& literal, size_t level, int64_t* index) {
  const Shape& shape = literal.shape();
  const Location location = token().location;
  if (source_.text().substr(token().begin, 5) == "{...}") {
    return Fail(Rule::kUnsupported, "a constant whose elements were left out", location, "dump the module with its large constants");
  }
  if (!Expect('{')) return false;
  int64_t count = 0;
  while (!Is('}')) {
    if (count++ == shape.dims[level]) break;
    if (level + 1 < shape.dims.size()) {
      // An array without elements may be written as {}, whatever its rank.
      if (!ParseLiteralList(literal, level + 1, index)) return false;
    } else if (!ParseElement(literal, (*index)++)) {
      return false;
    }
    if (!Take(',') && !Is('}') && !Is('{')) return FailHere("expected ',' or '}'");
  }
  if (!Is('}') || (count != shape.dims[level] && shape.ElementCount() != 0)) {
    return Fail(Rule::kSize,
                "a list of other than " + std::to_string(shape.dims[level]) + " elements in dimension " + std::to_string(level) + " of " +
                    ToString(shape),
                location);
  }
  return Expect('}');
}

bool HloParser::ParseElement(Literal& literal, int64_t index) {
  if (!IsComplex(literal.type()) || !Is('(')) return ParsePart(literal, index, 0);
  lexer_.Advance();
  if (!ParsePart(literal, index, 0) || !Expect(',') || !ParsePart(literal, index, 1) || !Expect(')')) return false;
  // XLA takes a NaN in one part for a NaN in both (golden/hlo/literal_c64.hlo).
  const std::complex<double> value = literal.ComplexAt(index);
  if (std::isnan(value.real()) || std::isnan(value.imag())) literal.SetComplex(index, {NAN, NAN});
  return true;
}

bool HloParser::ParsePart(Literal& literal, int64_t index, int part) {
  const ElementType type = literal.type();
  const Location location = token().location;
  if (token().kind != HloTokenKind::kWord) return FailHere("expected an element");
  const std::string_view text = token().text;
  lexer_.Advance();
  if (IsPred(type) && (text == "true" || text == "false")) {
    literal.SetInteger(index, text == "true");
    return true;
  }
  if (IsPred(type) || IsInteger(type)) {
    const auto integer = ParseInteger(text);
    // Signed types are no bit patterns here: s8 has no 255.
    const bool too_large = integer && IsSigned(type) && !integer->negative && integer->magnitude >> (BitWidth(type) - 1) != 0;
    if (!integer || too_large || !FitsElement(type, *integer)) {
      return Fail(Rule::kAttribute, Excerpt(text) + " is not a value of " + HloName(type), location);
    }
    literal.SetInteger(index, IsPred(type) ? integer->magnitude != 0 : integer->value());
    return true;
  }
  if (text == "nan" || text == "-nan") return ParseNan(literal, index, part, text[0] == '-');
  const auto value = ParseReal(text);
  if (!value) return Fail(Rule::kAttribute, Excerpt(text) + " is not a number", location);
  const bool infinite = text == "inf" || text == "-inf";
  if (!infinite && !std::isfinite(DecodeFloat(RealPart(type), EncodeFloat(RealPart(type), *value)))) {
    return Fail(Rule::kAttribute, Excerpt(text) + " is beyond the range of " + HloName(type), location);
  }
  if (IsComplex(type)) {
    SetBits(literal, index, part, EncodeFloat(RealPart(type), *value));
  } else {
    literal.SetReal(index, *value);
  }
  return true;
}

// nan, -nan, nan(0x1234): the payload is all of the mantissa's bits.
bool HloParser::ParseNan(Literal& literal, int64_t index, int part, bool negative) {
  const ElementType type = RealPart(literal.type());
  double value = std::copysign(NAN, negative ? -1.0 : 1.0);
  if (Take('(')) {
    const int bits = NanPayloadBits(type);
    const auto payload = token().kind == HloTokenKind::kWord ? ParseInteger(token().text) : std::nullopt;
    if (!payload || payload->negative) return FailHere("expected the payload of a NaN");
    if (payload->magnitude == 0 || bits == 0 || payload->magnitude >> bits != 0) {
      return Fail(Rule::kAttribute, Excerpt(token().text) + " is not the payload of a NaN of " + HloName(type), token().location);
    }
    value = std::bit_cast<double>(uint64_t{negative} << 63 | uint64_t{0x7FF} << 52 | payload->magnitude << (52 - bits));
    lexer_.Advance();
    if (!Expect(')')) return false;
  }
  SetBits(literal, index, part, EncodeFloat(type, value));
  return true;
}

}  // namespace mote
