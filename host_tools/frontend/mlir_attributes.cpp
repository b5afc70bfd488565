// Attributes: numbers, strings, words, arrays, dictionaries, array<…>, dense<…> and #dialect.name<…>.
#include "frontend/element_text.h"
#include "frontend/mlir_parser.h"

namespace mote {

MOTE_DEFINE_COPIES(MlirAttribute);
namespace {

constexpr size_t kMostFields = 4096;

// #name<key = value, …> that are taken apart; everything else behind '#' stays text.
bool IsMesh(std::string_view name) {
  return name == "stablehlo.replica_group_mesh_axes" || name == "stablehlo.mesh" || name == "stablehlo.mesh_axis" ||
         name == "stablehlo.axis_ref";
}

bool IsFieldStruct(std::string_view name) {
  return name == "stablehlo.gather" || name == "stablehlo.scatter" || name == "stablehlo.dot" || name == "chlo.ragged_dot" ||
         name == "stablehlo.channel_handle" || name == "stablehlo.output_operand_alias" || IsMesh(name);
}
// The fields are attributes of the op table, but for the channel handle's.
bool IsField(std::string_view structure, std::string_view field) {
  if (structure == "stablehlo.channel_handle") return field == "handle" || field == "type";
  if (structure == "stablehlo.output_operand_alias") {
    return field == "output_tuple_indices" || field == "operand_index" || field == "operand_tuple_indices";
  }
  if (structure == "stablehlo.replica_group_mesh_axes") return field == "mesh" || field == "axes";
  if (structure == "stablehlo.mesh") return field == "axes" || field == "device_ids";
  if (structure == "stablehlo.mesh_axis") return field == "name" || field == "size";
  if (structure == "stablehlo.axis_ref") return field == "name" || field == "sub_axis_info";
  const Op op = structure == "stablehlo.gather"    ? Op::kGather
                : structure == "stablehlo.scatter" ? Op::kScatter
                : structure == "stablehlo.dot"     ? Op::kDotGeneral
                                                   : Op::kRaggedDot;
  for (const OpAttribute& known : Info(op).attributes) {
    if (Info(known.attr).stablehlo == field) return true;
  }
  return false;
}
// #name<word>
bool IsEnumeration(std::string_view name) {
  for (const std::string_view known :
       {"precision", "comparison_direction", "comparison_type", "fft_type", "rng_algorithm", "rng_distribution", "transpose"}) {
    if (name == std::string("stablehlo.") + std::string(known) || name == std::string("chlo.") + std::string(known)) return true;
  }
  return false;
}

}  // namespace

bool MlirParser::ParseAttribute(MlirAttribute* attribute) {
  if (!Enter()) return false;
  const size_t begin = token().begin;
  attribute->location = token().location;
  const bool read = ParseAttributeUnguarded(attribute);
  Leave();
  if (read && attribute->text.empty()) attribute->text = SourceFrom(begin);
  return read;
}

bool MlirParser::ParseAttributeUnguarded(MlirAttribute* attribute) {
  switch (token().kind) {
    case MlirTokenKind::kString:
      attribute->kind = MlirAttribute::Kind::kString;
      attribute->string = Unescape(token().text);
      lexer_.Advance();
      if (Is(':')) {  // "text" : type
        lexer_.Advance();
        Shape ignored;
        return ParseType(&ignored);
      }
      return true;
    case MlirTokenKind::kSymbol: {
      attribute->kind = MlirAttribute::Kind::kSymbol;
      attribute->string = Unescape(token().text);
      lexer_.Advance();
      while (Is(':') && source_.text().substr(token().begin, 3) == "::@") {  // @module::@function: the last name counts
        lexer_.Advance();
        lexer_.Advance();
        attribute->string = Unescape(token().text);
        lexer_.Advance();
      }
      return true;
    }
    case MlirTokenKind::kInteger:
    case MlirTokenKind::kReal:
      return ParseNumberAttribute(attribute);
    case MlirTokenKind::kHash:
      return ParseHashAttribute(attribute);
    case MlirTokenKind::kBang:
      attribute->kind = MlirAttribute::Kind::kType;
      return ParseType(&attribute->shape);
    case MlirTokenKind::kWord:
      return ParseWordAttribute(attribute);
    default:
      break;
  }
  if (Is('-') || Is('+')) return ParseNumberAttribute(attribute);
  return ParseBracketedAttribute(attribute);
}

bool MlirParser::ParseBracketedAttribute(MlirAttribute* attribute) {
  if (Is('[')) return ParseArrayAttribute(attribute);
  if (Is('{')) {
    attribute->kind = MlirAttribute::Kind::kDictionary;
    return ParseDictionary(&attribute->fields);
  }
  if (Is('<')) {
    const MlirLexer::State state = lexer_.Save();
    lexer_.Advance();
    if (IsWord("name") || IsWord("axes")) {  // parts of a mesh, whose own names may be left out
      attribute->kind = MlirAttribute::Kind::kStruct;
      return ParseFields(&attribute->fields, ">") && Expect('>');
    }
    lexer_.Restore(state);  // algorithm = <…>
    attribute->kind = MlirAttribute::Kind::kText;
    return SkipBracketed("the attribute");
  }
  if (Is('(')) {  // a function type
    attribute->kind = MlirAttribute::Kind::kText;
    if (!SkipBracketed("the type")) return false;
    if (token().kind != MlirTokenKind::kArrow) return true;
    lexer_.Advance();
    Shape ignored;
    return Is('(') ? SkipBracketed("the type") : ParseType(&ignored);
  }
  return FailHere("expected an attribute");
}

// 3, -3 : i64, 0x7FC00000 : f32, 1.5
bool MlirParser::ParseNumberAttribute(MlirAttribute* attribute) {
  const Location location = token().location;
  const size_t begin = token().begin;
  if (!Take('-')) Take('+');
  const bool real = token().kind == MlirTokenKind::kReal;
  if (!real && token().kind != MlirTokenKind::kInteger) return FailHere("expected a number");
  lexer_.Advance();
  const std::string_view number = SourceFrom(begin);
  std::string_view type;
  if (Is(':')) {
    lexer_.Advance();
    type = token().text;
    if (token().kind != MlirTokenKind::kWord) return FailHere("expected a type");
    lexer_.Advance();
  }
  const auto element = ElementTypeFromMlirName(type);
  attribute->kind = MlirAttribute::Kind::kInt;
  if (real) {
    attribute->kind = MlirAttribute::Kind::kReal;
    attribute->real = ParseReal(number).value_or(0);
    return true;
  }
  const bool real_type = element && IsFloat(*element);
  if (real_type && number.find('x') != std::string_view::npos) {
    uint64_t bits = 0;
    if (!TakeBitPattern(number, *element, location, &bits)) return false;
    attribute->kind = MlirAttribute::Kind::kReal;
    attribute->real = DecodeFloat(*element, bits);
    return true;
  }
  const auto integer = ParseInteger(number);
  if (!integer) return Fail(Rule::kOverflow, "integer " + Excerpt(number) + " does not fit 64 bits", location);
  attribute->integer = integer->value();
  if (real_type) {
    attribute->kind = MlirAttribute::Kind::kReal;
    attribute->real = static_cast<double>(attribute->integer);
  } else if (element && IsInteger(*element) && !FitsElement(*element, *integer)) {
    return Fail(Rule::kAttribute, Excerpt(number) + " is not a value of " + std::string(type), location);
  } else if (element && IsPred(*element)) {
    attribute->kind = MlirAttribute::Kind::kBool;
  }
  return true;
}

bool MlirParser::ParseWordAttribute(MlirAttribute* attribute) {
  const std::string_view word = token().text;
  if (word == "dense" || word == "dense_resource") return ParseDense(attribute);
  if (word == "array") return ParseDenseArray(attribute);
  if (word == "tensor" || word == "tuple") {
    attribute->kind = MlirAttribute::Kind::kType;
    return ParseType(&attribute->shape);
  }
  lexer_.Advance();
  if (word == "true" || word == "false") {
    attribute->kind = MlirAttribute::Kind::kBool;
    attribute->integer = word == "true";
  } else if (word == "unit") {
    attribute->kind = MlirAttribute::Kind::kUnit;
  } else if (word == "loc" || Is('<') || Is('(')) {
    attribute->kind = MlirAttribute::Kind::kText;
    return SkipBracketed("the attribute");
  } else {
    attribute->kind = MlirAttribute::Kind::kWord;
    attribute->string = std::string(word);
  }
  return true;
}

bool MlirParser::ParseHashAttribute(MlirAttribute* attribute) {
  std::string name(token().text);
  const Location location = token().location;
  lexer_.Advance();
  if (!Is('<')) {
    const auto alias = attribute_aliases_.find(name);
    if (alias == attribute_aliases_.end()) return Fail(Rule::kSyntax, "attribute '#" + Excerpt(name) + "' is not known", location);
    if (!Expand(alias_bytes_[alias->first], location)) return false;
    *attribute = alias->second;
    attribute->location = location;
    return true;
  }
  if (name == "stablehlo.conv") {
    lexer_.Advance();
    attribute->kind = MlirAttribute::Kind::kStruct;
    attribute->string = std::move(name);
    return ParseConvolutionDimensions(&attribute->fields) && Expect('>');
  }
  if (IsFieldStruct(name)) {
    lexer_.Advance();
    attribute->kind = MlirAttribute::Kind::kStruct;
    attribute->string = std::move(name);
    if (!ParseFields(&attribute->fields, ">")) return false;
    for (const MlirNamedAttribute& field : attribute->fields) {
      if (!IsField(attribute->string, field.name)) {
        return Fail(Rule::kSyntax, "'" + Excerpt(field.name) + "' is not a field of #" + attribute->string, field.location);
      }
    }
    return Expect('>');
  }
  const bool plain = name == "stablehlo" || name == "chlo";
  if (!plain && !IsEnumeration(name)) {
    attribute->kind = MlirAttribute::Kind::kText;
    return SkipBracketed("the attribute");
  }
  const MlirLexer::State state = lexer_.Save();
  lexer_.Advance();
  if (plain) {
    name += "." + std::string(token().text);
    lexer_.Advance();
    if (!IsEnumeration(name)) {  // #stablehlo<bounds …>
      lexer_.Restore(state);
      attribute->kind = MlirAttribute::Kind::kText;
      return SkipBracketed("the attribute");
    }
  }
  if (token().kind != MlirTokenKind::kWord) return FailHere("expected a word");
  attribute->kind = MlirAttribute::Kind::kWord;
  attribute->string = std::string(token().text);
  lexer_.Advance();
  return Expect('>');
}

bool MlirParser::ParseArrayAttribute(MlirAttribute* attribute) {
  attribute->kind = MlirAttribute::Kind::kArray;
  lexer_.Advance();
  while (!Is(']')) {
    attribute->items.emplace_back();
    if (!ParseAttribute(&attribute->items.back())) return false;
    if (!Take(',') && !Is(']')) return FailHere("expected ',' or ']'");
  }
  return Expect(']');
}

// array<i64: 1, 2>, array<i1: true>, array<i64>; of floats only the text is kept.
bool MlirParser::ParseDenseArray(MlirAttribute* attribute) {
  lexer_.Advance();
  if (!Expect('<')) return false;
  const auto type = token().kind == MlirTokenKind::kWord ? ElementTypeFromMlirName(token().text) : std::nullopt;
  if (!type) return FailHere("expected an element type");
  lexer_.Advance();
  attribute->kind = IsFloat(*type) ? MlirAttribute::Kind::kText : MlirAttribute::Kind::kInts;
  if (Take('>')) return true;
  if (!Expect(':')) return false;
  do {
    if (IsWord("true") || IsWord("false")) {
      attribute->ints.push_back(token().text == "true");
      lexer_.Advance();
    } else if (IsFloat(*type)) {
      Take('-');
      lexer_.Advance();
    } else {
      attribute->ints.push_back(0);
      if (!ParseInt64Token(&attribute->ints.back())) return false;
    }
  } while (Take(','));
  return Expect('>');
}

bool MlirParser::ParseDictionary(MlirAttributes* attributes) { return Expect('{') && ParseFields(attributes, "}") && Expect('}'); }

// key = value, key, "key" = value … up to one of `closing`, which is left.
// (pre-size)size: a part of a mesh axis
bool MlirParser::ParseSubAxis(MlirAttribute* attribute) {
  attribute->kind = MlirAttribute::Kind::kInts;
  attribute->location = token().location;
  attribute->ints.resize(2);
  return Expect('(') && ParseInt64Token(&attribute->ints[0]) && Expect(')') && ParseInt64Token(&attribute->ints[1]);
}

bool MlirParser::ParseFields(MlirAttributes* fields, std::string_view closing) {
  while (!(token().kind == MlirTokenKind::kPunctuation && token().text == closing)) {
    if (fields->size() == kMostFields) {
      return Fail(Rule::kLimit, "more than " + std::to_string(kMostFields) + " attributes in one list", token().location);
    }
    MlirNamedAttribute named;
    named.location = token().location;
    if (token().kind != MlirTokenKind::kWord && token().kind != MlirTokenKind::kString) return FailHere("expected an attribute's name");
    named.name = Unescape(token().text);
    const size_t begin = token().begin;
    lexer_.Advance();
    if (Take('=')) {
      if (named.name == "sub_axis_info" ? !ParseSubAxis(&named.value) : !ParseAttribute(&named.value)) return false;
    } else {
      named.value.location = named.location;
      named.value.text = std::string_view("unit");
    }
    for (const MlirNamedAttribute& other : *fields) {
      if (other.name == named.name) {
        return Fail(Rule::kSyntax, "attribute '" + Excerpt(SourceFrom(begin)) + "' is given twice", named.location);
      }
    }
    fields->push_back(std::move(named));
    if (!Take(',') && !(token().kind == MlirTokenKind::kPunctuation && token().text == closing)) {
      return FailHere("expected ',' or '" + std::string(closing) + "'");
    }
  }
  return true;
}

// [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], or "raw" and fields.
bool MlirParser::ParseConvolutionDimensions(MlirAttributes* fields) {
  if (TakeWord("raw")) return ParseFields(fields, ">");
  if (!ParseOneDimensionList(fields, "input_batch_dimension", "input_feature_dimension", 'b', 'f', "input_spatial_dimensions")) {
    return false;
  }
  if (!ExpectWord("x")) return false;
  if (!ParseOneDimensionList(fields, "kernel_input_feature_dimension", "kernel_output_feature_dimension", 'i', 'o',
                             "kernel_spatial_dimensions")) {
    return false;
  }
  if (token().kind != MlirTokenKind::kArrow) return FailHere("expected '->'");
  lexer_.Advance();
  return ParseOneDimensionList(fields, "output_batch_dimension", "output_feature_dimension", 'b', 'f', "output_spatial_dimensions");
}

bool MlirParser::ParseOneDimensionList(MlirAttributes* fields, std::string_view first, std::string_view second, char first_letter,
                                       char second_letter, std::string_view spatial) {
  const Location location = token().location;
  if (!Expect('[')) return false;
  int64_t letters[2] = {-1, -1};
  IdVector<int64_t> places;
  for (int64_t position = 0; !Is(']'); ++position) {
    const std::string_view text = token().text;
    if (token().kind == MlirTokenKind::kWord && text.size() == 1 && (text[0] == first_letter || text[0] == second_letter)) {
      int64_t& letter = letters[text[0] == second_letter];
      if (letter >= 0) return Fail(Rule::kDuplicate, "'" + std::string(text) + "' stands twice in the dimension numbers", token().location);
      letter = position;
      lexer_.Advance();
    } else if (token().kind == MlirTokenKind::kInteger) {
      int64_t number = 0;
      if (!ParseInt64Token(&number)) return false;
      if (number < 0 || number > kMaxRank) return Fail(Rule::kSyntax, "spatial dimension " + std::to_string(number), location);
      if (places.size() <= static_cast<size_t>(number)) places.resize(static_cast<size_t>(number) + 1, -1);
      if (places[number] >= 0) return Fail(Rule::kDuplicate, "spatial dimension " + std::to_string(number) + " stands twice", location);
      places[number] = position;
    } else {
      return FailHere(std::string("expected '") + first_letter + "', '" + second_letter + "' or a spatial dimension");
    }
    if (!Take(',') && !Is(']')) return FailHere("expected ',' or ']'");
  }
  for (const int64_t place : places) {
    if (place < 0) return Fail(Rule::kSyntax, "the spatial dimensions are not 0 to n-1", location);
  }
  if (letters[0] < 0 || letters[1] < 0) {
    return Fail(Rule::kAttribute,
                std::string("'") + (letters[0] < 0 ? first_letter : second_letter) + "' is missing in the dimension numbers", location);
  }
  const std::string_view names[2] = {first, second};
  for (int i = 0; i < 2; ++i) {
    MlirNamedAttribute& field = fields->emplace_back();
    field.name = std::string(names[i]);
    field.location = field.value.location = location;
    field.value.kind = MlirAttribute::Kind::kInt;
    field.value.integer = letters[i];
  }
  MlirNamedAttribute& field = fields->emplace_back();
  field.name = std::string(spatial);
  field.location = field.value.location = location;
  field.value.kind = MlirAttribute::Kind::kInts;
  field.value.ints = std::move(places);
  return Expect(']');
}

// Steps over the bracket that is the current token and all it holds.
bool MlirParser::SkipBracketed(std::string_view what) {
  const size_t end = EndOfBrackets(source_.text(), token().begin, options_.max_depth);
  if (end == kNestedTooDeep) {
    return Fail(Rule::kLimit, std::string(what) + " is nested deeper than " + std::to_string(options_.max_depth) + " levels",
                token().location);
  }
  if (end == std::string_view::npos) return FailHere("expected brackets around " + std::string(what) + " that close");
  lexer_.ContinueAt(end);
  return true;
}

}  // namespace mote
