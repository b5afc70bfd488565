// Attribute trees → the attributes of an instruction, driven by the op table. Struct-like attributes are taken apart,
// what the table does not know is kept as text.
#include "frontend/mlir_parser.h"
#include "hlo/spelling.h"
#include "hlo/dot_algorithm.h"
#include "hlo/requantize.h"

namespace mote {
namespace {

using Kind = MlirAttribute::Kind;
constexpr int64_t kMostInts = int64_t{1} << 22;  // of one attribute

// Names that differ between a struct's fields, or older producers, and the op table.
std::string_view TableName(std::string_view structure, std::string_view field) {
  if (structure == "stablehlo.channel_handle") return field == "handle" ? "channel_id" : field == "type" ? "channel_type" : field;
  return field;
}

std::optional<Attr> AttributeNamed(const OpInfo& info, std::string_view name) {
  for (const OpAttribute& known : info.attributes) {
    if (Info(known.attr).stablehlo == name && !name.empty()) return known.attr;
  }
  return std::nullopt;
}

std::string Nearest(const OpInfo& info, std::string_view name) {
  Spelling spelling(name);
  for (const OpAttribute& known : info.attributes) spelling.Try(Info(known.attr).stablehlo);
  return spelling.Hint();
}

// A request for no particular accuracy: mode DEFAULT, with tolerances that are all zero.
bool IsDefaultAccuracy(std::string_view text) {
  return text.find("DEFAULT") != std::string_view::npos && text.find_first_of("123456789") == std::string_view::npos;
}

// Whether leaving it out says the same, so that both spellings give equal modules.
bool IsDefault(const OpInfo& info, Attr attr, const AttributeValue& value) {
  if (attr == Attr::kResultAccuracy) return IsDefaultAccuracy(std::get<std::string>(value));
  if (attr == Attr::kCompositeAttributes) return std::get<std::string>(value) == "{}";
  if (attr == Attr::kCompositeVersion) return std::get<int64_t>(value) == 0;
  const bool* flag = std::get_if<bool>(&value);
  if (flag == nullptr || *flag || attr == Attr::kLargest) return false;
  for (const OpAttribute& known : info.attributes) {
    if (known.attr == attr) return !known.required;
  }
  return true;
}

bool IsStructKey(std::string_view name) {
  return name == "dimension_numbers" || name == "scatter_dimension_numbers" || name == "dot_dimension_numbers" ||
         name == "ragged_dot_dimension_numbers" || name == "channel_handle";
}

// [[@f, @g], [@h]] with one blank behind each comma.
std::string SymbolsText(const MlirAttribute& value) {
  if (value.kind == Kind::kSymbol) return "@" + value.string;
  if (value.kind != Kind::kArray) return std::string(value.text);
  std::string text = "[";
  for (const MlirAttribute& item : value.items) text += (text.size() > 1 ? ", " : "") + SymbolsText(item);
  return text + "]";
}

// <lhs_precision_type = f32, …>, the same for both spellings.
std::string AlgorithmText(std::string_view written) {
  std::string text;
  for (const char c : written.substr(std::min(written.find('<'), written.size()))) {
    const bool blank = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!blank) {
      if (c == '>' && !text.empty() && text.back() == ' ') text.pop_back();
      text += c;
    } else if (!text.empty() && text.back() != ' ' && text.back() != '<') {
      text += ' ';
    }
  }
  return text;
}

// dense<…>, or a number such as 1.0 : f32 (chlo.constant_like).
std::optional<Literal> LiteralOf(const MlirAttribute& value) {
  if (value.kind == Kind::kLiteral) return value.literal;
  if (value.kind != Kind::kReal && value.kind != Kind::kInt) return std::nullopt;
  const size_t colon = value.text.rfind(':');
  const size_t begin = colon == std::string_view::npos ? colon : value.text.find_first_not_of(' ', colon + 1);
  const auto type = begin == std::string_view::npos ? std::nullopt : ElementTypeFromMlirName(value.text.substr(begin));
  Literal scalar(Shape::Scalar(type.value_or(value.kind == Kind::kReal ? ElementType::kF64 : ElementType::kS64)));
  if (value.kind == Kind::kReal) scalar.SetReal(0, value.real);
  if (value.kind == Kind::kInt) scalar.SetInteger(0, value.integer);
  return scalar;
}

// The composite of this name in the version that we know; others are what their decomposition is.
bool IsRequantize(const Instruction& instruction, const MlirAttributes& attributes) {
  bool named = false, known = true;
  for (const MlirNamedAttribute& attribute : attributes) {
    if (attribute.name == "name") named = attribute.value.string == kRequantizeName;
    if (attribute.name == "version") known = attribute.value.kind == Kind::kInt && attribute.value.integer == 0;
  }
  return instruction.op == Op::kComposite && named && known;
}

}  // namespace

// A composite that the op table knows: its attributes are those of the row, and its decomposition goes with it.
bool MlirParser::AttachRequantize(Pending& pending) {
  pending.instruction.op = Op::kRequantize;
  for (const MlirNamedAttribute& named : pending.attributes) {
    if (named.name == "name" || named.name == "version") continue;
    if (named.name != "composite_attributes") {
      if (!AttachOne(pending, named)) return false;
      continue;
    }
    for (const MlirNamedAttribute& field : named.value.fields) {
      if (!AttachOne(pending, field)) return false;
    }
  }
  return true;
}

bool MlirParser::Attach(Pending& pending) {
  if (IsRequantize(pending.instruction, pending.attributes)) return AttachRequantize(pending);
  const Instruction& instruction = pending.instruction;
  for (const MlirNamedAttribute& named : pending.attributes) {
    if (!AttachOne(pending, named)) return false;
    if (named.name != "backend_config" || instruction.op != Op::kCustomCall) continue;
    const bool typed = [&] {
      for (const MlirNamedAttribute& other : pending.attributes) {
        if (other.name == "api_version") return other.value.integer == 4;
      }
      return false;
    }();
    const Kind wanted = typed ? Kind::kDictionary : Kind::kString;
    if (named.value.kind == wanted || named.value.kind == Kind::kUnit) continue;
    return Fail(Rule::kAttribute,
                typed ? "backend_config is not a dictionary, as api_version 4 asks for" : "backend_config is not a string",
                instruction.location);
  }
  return true;
}

bool MlirParser::AttachOne(Pending& pending, const MlirNamedAttribute& named) {
  Instruction& instruction = pending.instruction;
  const OpInfo& info = Info(instruction.op);
  const std::string_view name = named.name;
  if (name == "decomposition" || name == "called_computations" || name == "callee") {
    if (info.called != 0) return AttachCallees(instruction, named.value);
  }
  if (IsStructKey(name) && named.value.kind == Kind::kStruct) return AttachStruct(instruction, named);
  if (instruction.op == Op::kTorchIndexSelect && name == "dim") return AttachKnown(instruction, Attr::kDimension, named);
  if (const auto attr = AttributeNamed(info, name)) return AttachKnown(instruction, *attr, named);
  if (name == "operandSegmentSizes" || name == "operand_segment_sizes") {
    if (instruction.op != Op::kScan) return true;
    if (named.value.ints.size() != 2) return Fail(Rule::kCount, "operandSegmentSizes of scan are not two", named.location);
    instruction.attributes[Attr::kNumCarries] = named.value.ints[1];
    return true;
  }
  if (name == "window_reversal" || name == "resultSegmentSizes") return true;
  if (instruction.op == Op::kTopK && name == "is_stable") return true;  // ours always is
  if (instruction.op == Op::kConstant && name == "value") return WrongKind(instruction, Attr::kValue, "a dense constant");
  // A misspelt attribute would silently mean its default.
  const std::string hint = name.find('.') == std::string_view::npos ? Nearest(info, name) : "";
  if (!hint.empty()) {
    return Fail(Rule::kAttribute, "'" + named.name + "' is not an attribute of " + OpName(instruction.op), named.location, hint);
  }
  instruction.extra[named.name] = std::string(named.value.text);
  return true;
}

bool MlirParser::WrongKind(const Instruction& instruction, Attr attr, std::string_view wanted) {
  // Values are checked with the operation: an attribute's own place is that of errors of spelling.
  return Fail(Rule::kAttribute, "attribute '" + std::string(Info(attr).stablehlo) + "' is not " + std::string(wanted),
              instruction.location);
}

bool MlirParser::AttachKnown(Instruction& instruction, Attr attr, const MlirNamedAttribute& named) {
  const MlirAttribute& value = named.value;
  AttributeValue out;
  switch (Info(attr).kind) {
    case AttrKind::kInt:
      if (value.kind != Kind::kInt) return WrongKind(instruction, attr, "an integer");
      out = value.integer;
      break;
    case AttrKind::kReal:
      if (value.kind != Kind::kReal && value.kind != Kind::kInt) return WrongKind(instruction, attr, "a number");
      out = value.kind == Kind::kReal ? value.real : static_cast<double>(value.integer);
      break;
    case AttrKind::kBool:
      if (value.kind != Kind::kBool && value.kind != Kind::kUnit) return WrongKind(instruction, attr, "true or false");
      out = value.kind == Kind::kUnit || value.integer != 0;
      break;
    case AttrKind::kEnum:
      if (value.kind != Kind::kWord && value.kind != Kind::kString) return WrongKind(instruction, attr, "a word");
      out = value.string;
      break;
    case AttrKind::kText:
      if (attr == Attr::kDotAlgorithm) {
        const Status known = CheckDotAlgorithm(std::string(value.text));
        if (!known.ok()) return Fail(known.error().rule, known.error().text, named.location);
      }
      out = value.kind == Kind::kString                        ? value.string
            : attr == Attr::kPrograms || attr == Attr::kInfeed ? SymbolsText(value)
            : attr == Attr::kDotAlgorithm                      ? AlgorithmText(value.text)
                                                               : std::string(value.text);
      break;
    case AttrKind::kInts:
      return AttachInts(instruction, attr, named);
    case AttrKind::kMatrix:
      return AttachMatrix(instruction, attr, named);
    case AttrKind::kEnums:
      return AttachEnums(instruction, attr, named);
    case AttrKind::kType:
      if (value.kind != Kind::kType) return WrongKind(instruction, attr, "a type");
      out = value.shape.element_type;
      break;
    case AttrKind::kLiteral:
      if (auto literal = LiteralOf(value)) {
        out = std::move(*literal);
      } else {
        return WrongKind(instruction, attr, "a constant");
      }
      break;
  }
  if (!IsDefault(Info(instruction.op), attr, out)) instruction.attributes[attr] = std::move(out);
  return true;
}

bool MlirParser::AttachEnums(Instruction& instruction, Attr attr, const MlirNamedAttribute& named) {
  if (named.value.kind != Kind::kArray) return WrongKind(instruction, attr, "a list of words");
  std::vector<std::string> words;
  for (const MlirAttribute& item : named.value.items) {
    if (item.kind != Kind::kWord) return WrongKind(instruction, attr, "a list of words");
    if (attr == Attr::kPrecisionConfig && item.string != "DEFAULT" && item.string != "HIGH" && item.string != "HIGHEST") {
      return Fail(Rule::kAttribute, "'" + Excerpt(item.string) + "' is not a precision", item.location, "DEFAULT, HIGH or HIGHEST");
    }
    words.push_back(item.string);
  }
  AttributeValue out = std::move(words);
  if (!IsDefault(Info(instruction.op), attr, out)) instruction.attributes[attr] = std::move(out);
  return true;
}

// array<i64: …>, dense<…> of rank 1 (older producers), [0, 1]
bool MlirParser::AttachInts(Instruction& instruction, Attr attr, const MlirNamedAttribute& named) {
  const MlirAttribute& value = named.value;
  std::vector<int64_t> ints;
  if (value.kind == Kind::kInts) {
    ints = value.ints;
  } else if (value.kind == Kind::kLiteral && (IsInteger(value.literal.type()) || IsPred(value.literal.type()))) {
    if (value.shape.rank() != 1) {
      return Fail(Rule::kRank, "attribute '" + named.name + "' is " + ToMlirString(value.shape) + ", not of rank 1", instruction.location);
    }
    if (value.literal.size() > kMostInts) {
      return Fail(Rule::kLimit, "attribute '" + named.name + "' has more than " + std::to_string(kMostInts) + " elements",
                  instruction.location);
    }
    for (int64_t i = 0; i < value.literal.size(); ++i) ints.push_back(value.literal.IntegerAt(i));
  } else if (value.kind == Kind::kArray) {
    for (const MlirAttribute& item : value.items) {
      if (item.kind != Kind::kInt && item.kind != Kind::kBool) return WrongKind(instruction, attr, "a list of integers");
      ints.push_back(item.integer);
    }
  } else {
    return WrongKind(instruction, attr, "a list of integers");
  }
  instruction.attributes[attr] = std::move(ints);
  return true;
}

// dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>. Replica groups of unequal size are padded with -1 in text.
bool MlirParser::AttachMatrix(Instruction& instruction, Attr attr, const MlirNamedAttribute& named) {
  const MlirAttribute& value = named.value;
  if (attr == Attr::kReplicaGroups && value.kind == Kind::kStruct) return AttachMesh(instruction, named);
  IntMatrix matrix;
  if (value.kind == Kind::kArray) {
    for (const MlirAttribute& row : value.items) {
      std::vector<int64_t>& ints = matrix.emplace_back();
      if (row.kind == Kind::kInts) ints = row.ints;
      if (row.kind != Kind::kArray && row.kind != Kind::kInts) return WrongKind(instruction, attr, "a list of lists of integers");
      for (const MlirAttribute& item : row.items) {
        if (item.kind != Kind::kInt) return WrongKind(instruction, attr, "a list of lists of integers");
        ints.push_back(item.integer);
      }
    }
  } else if (value.kind == Kind::kLiteral && IsInteger(value.literal.type())) {
    const bool none = attr == Attr::kSourceTargetPairs && instruction.op != Op::kCollectivePermute && value.literal.size() == 0;
    if (none && value.shape.rank() == 1) return true;  // dense<[]> : tensor<0xi64> on send and recv
    const Rule not_a_matrix = attr == Attr::kReplicaGroups ? Rule::kGroup : Rule::kRank;
    if (value.shape.rank() != 2) {
      return Fail(not_a_matrix, "attribute '" + named.name + "' is " + ToMlirString(value.shape) + ", not of rank 2", instruction.location);
    }
    const int64_t rows = value.shape.dims[0], columns = value.shape.dims[1];
    if (rows > kMostInts || columns > kMostInts || rows * columns > kMostInts) {
      return Fail(Rule::kLimit, "attribute '" + named.name + "' has more than " + std::to_string(kMostInts) + " rows or elements",
                  instruction.location);
    }
    for (int64_t i = 0; i < rows; ++i) {
      std::vector<int64_t>& row = matrix.emplace_back();
      for (int64_t j = 0; j < columns; ++j) row.push_back(value.literal.IntegerAt(i * columns + j));
    }
  } else if (value.kind == Kind::kText) {
    return Fail(Rule::kUnsupported, "attribute '" + named.name + "' as " + Excerpt(value.text), instruction.location);
  } else {
    return WrongKind(instruction, attr, "a matrix of integers");
  }
  if (attr == Attr::kReplicaGroups) {
    for (std::vector<int64_t>& row : matrix) {
      while (!row.empty() && row.back() == -1) row.pop_back();
    }
  }
  instruction.attributes[attr] = std::move(matrix);
  return true;
}

bool MlirParser::AttachStruct(Instruction& instruction, const MlirNamedAttribute& named) {
  const OpInfo& info = Info(instruction.op);
  for (const MlirNamedAttribute& field : named.value.fields) {
    const std::string_view name = TableName(named.value.string, field.name);
    const auto attr = AttributeNamed(info, name);
    if (!attr) {
      return Fail(Rule::kAttribute, "'" + field.name + "' is not a field of " + named.name + " of " + OpName(instruction.op),
                  field.location, Nearest(info, name));
    }
    if (instruction.Has(*attr)) return Fail(Rule::kSyntax, "'" + field.name + "' is given twice", field.location);
    MlirNamedAttribute renamed;
    renamed.name = field.name;
    renamed.location = field.location;
    renamed.value = field.value;
    if (!AttachKnown(instruction, *attr, renamed)) return false;
  }
  return true;
}

bool MlirParser::AttachCallees(Instruction& instruction, const MlirAttribute& value) {
  if (value.kind == Kind::kSymbol) {
    instruction.called.push_back(CalleeReference(value.string, value.location));
    return true;
  }
  if (value.kind != Kind::kArray) return Fail(Rule::kAttribute, "expected the name of a function", value.location);
  for (const MlirAttribute& item : value.items) {
    if (!AttachCallees(instruction, item)) return false;
  }
  return true;
}

}  // namespace mote
