// Types: tensor<…>, memref<…>, tuple<…>, tokens, futures, quantized element types, bounds, aliases.
#include <cmath>

#include "frontend/element_text.h"
#include "frontend/mlir_parser.h"
#include "hlo/spelling.h"

namespace mote {

bool MlirParser::ParseType(Shape* shape) {
  if (!Enter()) return false;
  const bool read = ParseTypeUnguarded(shape);
  Leave();
  return read;
}

bool MlirParser::ParseTypeUnguarded(Shape* shape) {
  const Location location = token().location;
  if (IsWord("tensor")) return ParseTensor(shape);
  if (TakeWord("tuple")) {
    if (!Expect('<')) return false;
    IdVector<Shape> elements;
    if (!ParseTypeList(&elements, '>')) return false;
    *shape = Shape::Tuple(std::move(elements));
    return Expect('>');
  }
  if (IsWord("memref")) {
    Shape array;
    if (!ParseTensor(&array)) return false;
    *shape = Shape::Buffer(std::move(array));
    return true;
  }
  if (token().kind != MlirTokenKind::kBang) {
    if (IsWord("vector") || IsWord("none") || IsWord("index") || ElementTypeFromMlirName(token().text)) {
      return Fail(Rule::kUnsupported, "type '" + std::string(token().text) + "' is not read as a value's type", location, "use tensor<…>");
    }
    return FailHere("expected a type");
  }
  const std::string_view name = token().text;
  if (name == "stablehlo.token" || name == "mhlo.token") {
    lexer_.Advance();
    *shape = Shape::Token();
    return true;
  }
  if (name == "stablehlo.future") {
    lexer_.Advance();
    shape->kind = Shape::Kind::kFuture;
    if (!Expect('<')) return false;
    do {
      if (ElementTypeFromMlirName(token().text)) {
        return Fail(Rule::kArray, "a future of type " + std::string(token().text) + " instead of a tensor", location);
      }
      if (!ParseType(&shape->elements.emplace_back())) return false;
    } while (Take(','));
    return Expect('>');
  }
  const auto alias = type_aliases_.find(name);
  if (alias == type_aliases_.end()) return Fail(Rule::kSyntax, "type '!" + Excerpt(name) + "' is not known", location);
  if (!Expand(type_alias_bytes_[name], location)) return false;
  lexer_.Advance();
  *shape = alias->second;
  return true;
}

// Types separated by commas up to `closing` (which is left), or one or more when closing is 0.
bool MlirParser::ParseTypeList(IdVector<Shape>* shapes, char closing) {
  if (closing != '\0' && Is(closing)) return true;
  do {
    shapes->emplace_back();
    if (!ParseType(&shapes->back())) return false;
  } while (Take(','));
  return true;
}

bool MlirParser::ParseTensor(Shape* shape) {
  const Location location = token().location;
  lexer_.Advance();
  if (!Is('<')) return FailHere("expected '<'");
  *shape = Shape();
  if (!ParseDimensions(shape) || !ParseElementType(shape)) return false;
  if (Take(',') && !ParseEncoding(shape)) return false;
  return Expect('>') && CheckSize(*shape, location);
}

// The "2x?x3x" behind "tensor<", read as characters, since "2x3xf32" is no token. Leaves the element type as the current token.
bool MlirParser::ParseDimensions(Shape* shape) {
  const std::string_view text = source_.text();
  lexer_.Advance();
  const Location location = token().location;
  size_t at = token().begin;
  if (at < text.size() && text[at] == '*') return Fail(Rule::kUnsupported, "a tensor without rank", location);
  while (true) {
    while (at < text.size() && (text[at] == ' ' || text[at] == '\n' || text[at] == '\t' || text[at] == '\r')) ++at;
    const size_t begin = at;
    const bool negative = at < text.size() && text[at] == '-';
    if (at < text.size() && text[at] == '?') {
      ++at;
    } else {
      if (negative) ++at;
      while (at < text.size() && text[at] >= '0' && text[at] <= '9') ++at;
    }
    if (at == begin) break;
    if (at >= text.size() || text[at] != 'x') {
      lexer_.Advance();
      return FailHere("expected 'x' between dimensions");
    }
    const std::string_view digits = text.substr(begin, at - begin);
    ++at;
    if (static_cast<int>(shape->dims.size()) == kMaxRank) {
      return Fail(Rule::kLimit, "a tensor of more than " + std::to_string(kMaxRank) + " dimensions", location);
    }
    const std::optional<int64_t> size = digits == "?" ? kDynamic : ParseInt64(digits);
    if (negative) return Fail(Rule::kSize, "dimension " + std::string(digits) + " is negative", location);
    if (!size) return Fail(Rule::kOverflow, "dimension " + Excerpt(digits) + " does not fit 64 bits", location);
    shape->dims.push_back(*size);
  }
  lexer_.ContinueAt(at);
  return true;
}

bool MlirParser::ParseElementType(Shape* shape) {
  if (token().kind == MlirTokenKind::kBang) {
    if (token().text.substr(0, 6) == "quant.") return ParseQuantized(shape);
    const auto alias = type_aliases_.find(token().text);
    if (alias == type_aliases_.end()) return FailHere("expected an element type");
    return Fail(Rule::kUnsupported, "an alias as element type", token().location);
  }
  if (token().kind != MlirTokenKind::kWord) return FailHere("expected an element type");
  const std::string_view name = token().text;
  const Location location = token().location;
  lexer_.Advance();
  if (name == "complex") {
    if (!Expect('<')) return false;
    const std::string_view part = token().text;
    lexer_.Advance();
    if (part != "f32" && part != "f64") {
      return Fail(Rule::kElementType, "complex<" + Excerpt(part) + "> is not a type: f32 or f64", location);
    }
    shape->element_type = part == "f32" ? ElementType::kC64 : ElementType::kC128;
    return Expect('>');
  }
  if (name == "index") {  // sizes and shape operands; 64 bits here
    shape->element_type = ElementType::kS64;
    return true;
  }
  const auto type = ElementTypeFromMlirName(name);
  if (!type) return Fail(Rule::kElementType, "element type '" + Excerpt(name) + "' is not known", location, NearestType(name, MlirName));
  shape->element_type = *type;
  return true;
}

// i8, ui4, u8 (an older spelling)
bool MlirParser::ParseStorageType(ElementType* type) {
  const Location location = token().location;
  std::string name(token().text);
  if (name.substr(0, 1) == "u" && name.substr(0, 2) != "ui") name.insert(1, "i");
  *type = ElementTypeFromMlirName(name).value_or(ElementType::kF32);
  if (!IsInteger(*type)) return Fail(Rule::kElementType, "storage type '" + Excerpt(name) + "' is not an integer type", location);
  lexer_.Advance();
  return true;
}

// !quant.uniform<i8:f32, 0.5:-3>, !quant.uniform<i8<-127:127>:f32:1, {0.1:-3, 0.2}>
bool MlirParser::ParseQuantized(Shape* shape) {
  if (token().text != "quant.uniform") {
    return Fail(Rule::kUnsupported, "quantized type '!" + std::string(token().text) + "'", token().location);
  }
  const Location location = token().location;
  lexer_.Advance();
  if (!Expect('<')) return false;
  auto quantization = std::make_shared<Quantization>();
  if (!ParseStorageType(&shape->element_type)) return false;
  const ElementType type = shape->element_type;
  const int bits = BitWidth(type);
  quantization->storage_min = IsSigned(type) ? -(int64_t{1} << (bits - 1)) : 0;
  const uint64_t most = (IsSigned(type) ? uint64_t{1} << (bits - 1) : bits == 64 ? uint64_t{0} : uint64_t{1} << bits) - 1;
  quantization->storage_max = static_cast<int64_t>(most);
  if (Take('<')) {
    if (!ParseInt64Token(&quantization->storage_min) || !Expect(':') || !ParseInt64Token(&quantization->storage_max) || !Expect('>')) {
      return false;
    }
  }
  if (!Expect(':')) return false;
  const ElementType expressed = ElementTypeFromMlirName(token().text).value_or(ElementType::kPred);
  if (!IsFloat(expressed)) return Fail(Rule::kElementType, "the expressed type of a quantized type is not a float type", location);
  quantization->expressed = expressed;
  lexer_.Advance();
  if (Take(':')) {
    int64_t axis = 0;
    if (Is('{')) return Fail(Rule::kUnsupported, "quantization by sub-channels", location);
    if (!ParseInt64Token(&axis)) return false;
    if (axis < 0 || axis > kMaxRank) {
      return Fail(Rule::kDimension, "quantization axis " + std::to_string(axis) + " is not a dimension", location);
    }
    quantization->axis = static_cast<int>(axis);
  }
  if (!Expect(',')) return false;
  const bool braces = Take('{');
  if (!ParseQuantizedParameters(quantization.get())) return false;
  while (braces && Take(',')) {
    if (!ParseQuantizedParameters(quantization.get())) return false;
  }
  if (braces && !Expect('}')) return false;
  if (quantization->axis < 0 && quantization->scales.size() != 1) return Fail(Rule::kCount, "several scales without an axis", location);
  shape->quantization = std::move(quantization);
  return Expect('>');
}

// scale[:zero point]
bool MlirParser::ParseQuantizedParameters(Quantization* quantization) {
  const size_t begin = token().begin;
  Take('-');
  if (token().kind != MlirTokenKind::kReal && token().kind != MlirTokenKind::kInteger) return FailHere("expected a scale");
  lexer_.Advance();
  const auto scale = ParseReal(SourceFrom(begin));
  if (!scale) return Fail(Rule::kSyntax, "scale " + Excerpt(SourceFrom(begin)) + " is not a number", token().location);
  int64_t zero_point = 0;
  if (Take(':') && !ParseInt64Token(&zero_point)) return false;
  const double least = DecodeFloat(quantization->expressed, 1);
  if (!(*scale >= least) || std::isinf(DecodeFloat(quantization->expressed, EncodeFloat(quantization->expressed, *scale)))) {
    return Fail(Rule::kElementType,
                "scale " + Excerpt(SourceFrom(begin)) + " is outside of the positive range of " + MlirName(quantization->expressed),
                token().location);
  }
  quantization->scales.push_back(*scale);
  quantization->zero_points.push_back(zero_point);
  return true;
}

// #stablehlo.bounds<10, ?> or #stablehlo.type_extensions<bounds = [10, ?]>; other encodings are dropped.
bool MlirParser::ParseEncoding(Shape* shape) {
  if (token().kind != MlirTokenKind::kHash) {
    const size_t end = EndOfBrackets(source_.text(), token().begin, options_.max_depth);
    if (end >= kNestedTooDeep) return FailHere("expected an encoding");
    lexer_.ContinueAt(end);
    return true;
  }
  const std::string_view name = token().text;
  const Location location = token().location;
  lexer_.Advance();
  const bool extensions = name == "stablehlo.type_extensions" || name == "mhlo.type_extensions";
  if (!extensions && name != "stablehlo.bounds") return !Is('<') || SkipBracketed("the encoding");
  if (!Expect('<')) return false;
  if (extensions && (!ExpectWord("bounds") || !Expect('=') || !Expect('['))) return false;
  std::vector<int64_t> bounds;
  do {
    bounds.push_back(kDynamic);
    if (Take('?')) continue;
    if (!ParseInt64Token(&bounds.back())) return false;
    if (bounds.back() == -1) bounds.back() = kDynamic;  // what older producers write for ?
    if (bounds.back() < 0 && bounds.back() != kDynamic) {
      return Fail(Rule::kSize, "bound " + std::to_string(bounds.back()) + " is negative", location);
    }
  } while (Take(','));
  if (extensions && !Expect(']')) return false;
  if (bounds.size() != shape->dims.size()) {
    return Fail(Rule::kCount, std::to_string(bounds.size()) + " bounds for " + std::to_string(shape->dims.size()) + " dimensions",
                location);
  }
  shape->bounded.assign(bounds.size(), false);
  for (size_t i = 0; i < bounds.size(); ++i) {
    if (bounds[i] == kDynamic) continue;
    if (shape->dims[i] != kDynamic) {
      return Fail(Rule::kAttribute, "a bound for dimension " + std::to_string(i) + ", whose size is static", location);
    }
    shape->dims[i] = bounds[i];
    shape->bounded[i] = true;
  }
  return Expect('>');
}

// The element count must fit 64 bits and the stated limit; unknown sizes count as 1.
bool MlirParser::CheckSize(const Shape& shape, Location location) {
  int64_t count = StorageBytes(shape.element_type);
  for (const int64_t dim : shape.dims) {
    if (dim == kDynamic || dim == 0) continue;
    if (__builtin_mul_overflow(count, dim, &count)) {
      return Fail(Rule::kOverflow, "the size of " + ToMlirString(shape) + " does not fit 64 bits", location);
    }
  }
  if (count / StorageBytes(shape.element_type) <= options_.max_elements) return true;
  return Fail(Rule::kLimit, ToMlirString(shape) + " has more than " + std::to_string(options_.max_elements) + " elements", location);
}

}  // namespace mote
