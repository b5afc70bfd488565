// Shapes of HLO text: f32[2,<=3]{1,0:T(8,128)}, (f32[], s32[4]), token[].
#include "frontend/element_text.h"
#include "frontend/hlo_parser.h"
#include "hlo/spelling.h"

namespace mote {

// A tuple of shapes, or a word that '[' follows; an opcode has '(' behind it.
bool HloParser::IsShape() const {
  if (Is('(')) return true;
  const size_t next = source_.text().find_first_not_of(" \t\r\n", token().end);
  if (IsWord("b") && next != std::string_view::npos && source_.text()[next] == '(') return true;
  return token().kind == HloTokenKind::kWord && next != std::string_view::npos && source_.text()[next] == '[';
}

bool HloParser::ParseShape(LaidOutShape* shape) { return ParseShapeAt(shape, 0); }

bool HloParser::ParseShapeAt(LaidOutShape* shape, int depth) {
  const Location location = token().location;
  if (depth >= options_.max_depth) {
    return Fail(Rule::kLimit, "a shape nested deeper than " + std::to_string(options_.max_depth) + " levels", location);
  }
  if (Take('(')) {
    IdVector<Shape> elements;
    while (!Is(')')) {
      LaidOutShape element;
      if (!ParseShapeAt(&element, depth + 1)) return false;
      elements.push_back(std::move(element.shape));
      if (!Take(',') && !Is(')')) return FailHere("expected ',' or ')'");
    }
    shape->shape = Shape::Tuple(std::move(elements));
    return Expect(')');
  }
  if (token().kind != HloTokenKind::kWord) return FailHere("expected a shape");
  const std::string_view name = token().text;
  lexer_.Advance();
  if (name == "token") {
    shape->shape = Shape::Token();
    return Expect('[') && Expect(']') && (!LayoutFollows() || ParseLayout(shape));
  }
  if (name == "b" && Is('(')) {  // b(f32[2]): the buffer that holds an array
    LaidOutShape array;
    lexer_.Advance();
    if (!ParseShapeAt(&array, depth + 1)) return false;
    if (!array.shape.IsArray()) return Fail(Rule::kArray, "a buffer of " + ToString(array.shape), location);
    shape->shape = Shape::Buffer(std::move(array.shape));
    return Expect(')');
  }
  if (name == "opaque") return Fail(Rule::kUnsupported, "an opaque value", location);
  const auto type = ElementTypeFromHloName(name);
  if (!type) return Fail(Rule::kElementType, "element type '" + Excerpt(name) + "' is not known", location, NearestType(name, HloName));
  shape->shape = Shape::Array(*type, {});
  if (!Expect('[') || !ParseSizes(&shape->shape) || !Expect(']')) return false;
  if (LayoutFollows() && !ParseLayout(shape)) return false;
  return CheckSize(shape->shape, location);
}

bool HloParser::ParseSizes(Shape* shape) {
  while (!Is(']')) {
    const Location location = token().location;
    bool bounded = false;
    int64_t size = kDynamic;
    if (Take('<')) {
      bounded = true;
      if (!Expect('=')) return false;
    }
    if (Take('?')) {
      if (Take('<')) {
        bounded = true;
        if (!Expect('=')) return false;
      }
    }
    if (token().kind == HloTokenKind::kWord) {
      if (!ParseInt(&size)) return false;
      if (size < 0) return Fail(Rule::kSize, "dimension " + std::to_string(size) + " is negative", location);
    } else if (bounded) {
      return FailHere("expected the bound");
    }
    if (static_cast<int>(shape->dims.size()) == kMaxRank) {
      return Fail(Rule::kLimit, "an array of more than " + std::to_string(kMaxRank) + " dimensions", location);
    }
    shape->dims.push_back(size);
    if (bounded) shape->bounded.resize(shape->dims.size(), false);
    if (bounded) shape->bounded.back() = true;
    if (!Take(',') && !Is(']')) return FailHere("expected ',' or ']'");
  }
  if (!shape->bounded.empty()) shape->bounded.resize(shape->dims.size(), false);
  return true;
}

// A layout's brace, not that of the computation behind its signature.
bool HloParser::LayoutFollows() const {
  const char next = Is('{') && token().end < source_.text().size() ? source_.text()[token().end] : '\0';
  return (next >= '0' && next <= '9') || next == ':' || next == '}';
}

// {1,0:T(8,128)S(1)}: the order counts, tiles and memory spaces do not.
bool HloParser::ParseLayout(LaidOutShape* shape) {
  const Location location = token().location;
  const size_t end = EndOfHloBrackets(source_.text(), token().begin, options_.max_depth);
  if (end == std::string_view::npos) return FailHere("expected a layout");
  lexer_.Advance();
  while (token().kind == HloTokenKind::kWord) {
    int64_t dim = 0;
    if (!ParseInt(&dim)) return false;
    shape->minor_to_major.push_back(dim);
    if (!Take(',')) break;
  }
  if (!Is('}') && !Is(':')) return FailHere("expected '}'");
  lexer_.ContinueAt(end);
  const size_t rank = shape->shape.dims.size();
  IdVector<bool> seen(rank, false);
  for (const int64_t dim : shape->minor_to_major) {
    const bool good = dim >= 0 && static_cast<size_t>(dim) < rank && !seen[dim];
    if (!good || shape->minor_to_major.size() != rank) {
      return Fail(Rule::kOrder, "the layout of " + ToString(shape->shape) + " is not a permutation of its dimensions", location);
    }
    seen[dim] = true;
  }
  bool row_major = true;
  for (size_t i = 0; i < shape->minor_to_major.size(); ++i) {
    row_major = row_major && shape->minor_to_major[i] == static_cast<int64_t>(rank - 1 - i);
  }
  if (row_major) shape->minor_to_major.clear();
  return true;
}

bool HloParser::CheckSize(const Shape& shape, Location location) {
  int64_t bytes = StorageBytes(shape.element_type);
  for (const int64_t dim : shape.dims) {
    if (dim == kDynamic || dim == 0) continue;
    if (__builtin_mul_overflow(bytes, dim, &bytes)) {
      return Fail(Rule::kOverflow, "the size of " + ToString(shape) + " does not fit 64 bits", location);
    }
  }
  if (bytes / StorageBytes(shape.element_type) <= options_.max_elements) return true;
  return Fail(Rule::kLimit, ToString(shape) + " has more than " + std::to_string(options_.max_elements) + " elements", location);
}

// Whether two spellings can stand for one shape: layouts and bounds do not count, `?` is any size.
bool HloParser::SameSizes(const Shape& a, const Shape& b) {
  if (a.kind != b.kind || a.elements.size() != b.elements.size() || a.dims.size() != b.dims.size()) return false;
  if (a.IsArray() && a.element_type != b.element_type) return false;
  for (size_t i = 0; i < a.elements.size(); ++i) {
    if (!SameSizes(a.elements[i], b.elements[i])) return false;
  }
  for (size_t i = 0; i < a.dims.size(); ++i) {
    if (a.dims[i] != b.dims[i] && a.dims[i] != kDynamic && b.dims[i] != kDynamic) return false;
  }
  return true;
}

}  // namespace mote
