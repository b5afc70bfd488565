// Attributes of instructions as MLIR text in the generic spelling.
#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "hlo/print_text.h"

namespace mote {

std::string Quoted(const std::string& text) {
  std::string out = "\"";
  for (const char ch : text) {
    const unsigned char byte = static_cast<unsigned char>(ch);
    if (ch == '\\') {
      out += "\\\\";
    } else if (byte < 0x20 || byte >= 0x7F || ch == '"') {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\%02X", byte);
      out += escape;
    } else {
      out += ch;
    }
  }
  return out + "\"";
}

std::string SymbolText(const std::string& name) {
  const auto plain = [](char ch) {
    return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || (ch >= '0' && ch <= '9') || ch == '_' || ch == '$' || ch == '.';
  };
  const bool bare = !name.empty() && std::all_of(name.begin(), name.end(), plain) && !(name[0] >= '0' && name[0] <= '9') &&
                    name[0] != '.' && name[0] != '$';
  return "@" + (bare ? name : Quoted(name));
}

std::string BracketText(const std::vector<int64_t>& ints) {
  std::string out = "[";
  for (size_t i = 0; i < ints.size(); ++i) out += (i > 0 ? ", " : "") + std::to_string(ints[i]);
  return out + "]";
}

std::string OneLine(const std::string& text) {
  std::string out;
  bool quoted = false, blank = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char ch = text[i];
    if (ch == '"' && (i == 0 || text[i - 1] != '\\')) quoted = !quoted;
    if (!quoted && (ch == ' ' || ch == '\n' || ch == '\t' || ch == '\r')) {
      blank = true;
      continue;
    }
    const bool inside = !out.empty() && std::string_view("([{<").find(out.back()) == std::string_view::npos &&
                        std::string_view(")]}>").find(ch) == std::string_view::npos;
    if (blank && inside) out += ' ';  // none at the inner side of a bracket
    blank = false;
    out += ch;
  }
  return out;
}

namespace {

std::string ArrayText(const std::vector<int64_t>& ints, bool booleans) {
  std::string out = booleans ? "array<i1" : "array<i64";
  for (size_t i = 0; i < ints.size(); ++i) {
    out += (i > 0 ? ", " : ": ") + (booleans ? std::string(ints[i] != 0 ? "true" : "false") : std::to_string(ints[i]));
  }
  return out + ">";
}

// Rows of unequal length are padded with -1, as replica_groups are.
std::string MatrixText(const IntMatrix& matrix) {
  size_t columns = 0;
  for (const std::vector<int64_t>& row : matrix) columns = std::max(columns, row.size());
  const std::string type = "tensor<" + std::to_string(matrix.size()) + "x" + std::to_string(columns) + "xi64>";
  Literal literal(Shape::Array(ElementType::kS64, {static_cast<int64_t>(matrix.size()), static_cast<int64_t>(columns)}));
  for (size_t i = 0; i < matrix.size(); ++i) {
    for (size_t j = 0; j < columns; ++j) {
      literal.SetInteger(static_cast<int64_t>(i * columns + j), j < matrix[i].size() ? matrix[i][j] : -1);
    }
  }
  return DenseText(literal, -1) + " : " + type;
}

std::string IntText(Attr attr, int64_t value) {
  switch (attr) {
    case Attr::kExponentBits:
    case Attr::kMantissaBits:
    case Attr::kApiVersion:
    case Attr::kCompositeVersion:
    case Attr::kIndex: return std::to_string(value) + " : i32";
    case Attr::kMaxUlpDifference:
    case Attr::kMinUlpDifference: return std::to_string(static_cast<uint64_t>(value)) + " : ui64";
    default: return std::to_string(value) + " : i64";
  }
}

// The value as stated, whatever the type it is then rounded to.
std::string RealText(Attr attr, double value) {
  return FloatText(ElementType::kF64, value, EncodeFloat(ElementType::kF64, value)) + (attr == Attr::kEpsilon ? " : f32" : " : f64");
}

// Enumerations that CHLO has of its own, under StableHLO's names.
std::string Dialect(const Instruction& instruction) {
  return instruction.op == Op::kChloBroadcastCompare || instruction.op == Op::kRaggedDot ? "#chlo<" : "#stablehlo<";
}

std::string EnumText(const Instruction& instruction, Attr attr, const std::string& word) {
  std::string_view name = Info(attr).stablehlo;
  if (attr == Attr::kTransposeA) name = "transpose";
  if (attr == Attr::kCompareType) name = "comparison_type";
  return Dialect(instruction) + std::string(name) + " " + word + ">";
}

// Texts that stand for themselves; the others are strings.
bool IsRawText(const Instruction& instruction, Attr attr) {
  switch (attr) {
    case Attr::kResultAccuracy:
    case Attr::kDotAlgorithm:
    case Attr::kOutputOperandAliases:
    case Attr::kCompositeAttributes:
    case Attr::kPrograms:
    case Attr::kInfeed: return true;
    case Attr::kBackendConfig: return instruction.Int(Attr::kApiVersion) == 4;  // typed FFI: a dictionary
    default: return false;
  }
}

std::string ValueText(const Instruction& instruction, Attr attr, const AttributeValue& value, int64_t max_elements) {
  switch (Info(attr).kind) {
    case AttrKind::kInt: return IntText(attr, std::get<int64_t>(value));
    case AttrKind::kReal: return RealText(attr, std::get<double>(value));
    case AttrKind::kBool:
      if (!std::get<bool>(value)) return "false";
      return attr == Attr::kUseGlobalDeviceIds ? "unit" : "true";  // the former is there or not
    case AttrKind::kEnum: return EnumText(instruction, attr, std::get<std::string>(value));
    case AttrKind::kText: {
      const std::string& text = std::get<std::string>(value);
      return IsRawText(instruction, attr) ? OneLine(text) : Quoted(text);
    }
    case AttrKind::kInts: return ArrayText(std::get<std::vector<int64_t>>(value), attr == Attr::kWindowReversal);
    case AttrKind::kMatrix: return MatrixText(std::get<IntMatrix>(value));
    case AttrKind::kEnums: {
      std::string out = "[";
      for (const std::string& word : std::get<std::vector<std::string>>(value)) {
        out += (out.size() > 1 ? ", " : "") + (Dialect(instruction) + "precision " + word + ">");
      }
      return out + "]";
    }
    case AttrKind::kType: return MlirName(std::get<ElementType>(value));
    case AttrKind::kLiteral: {
      const Literal& literal = std::get<Literal>(value);
      if (instruction.op == Op::kConstantLike && !IsComplex(literal.type())) {  // a number, not a tensor
        const std::string splat = DenseText(literal.WithShape(Shape::Scalar(literal.type())), -1);
        return splat.substr(6, splat.size() - 7) + " : " + MlirName(literal.type());
      }
      return DenseText(literal, max_elements) + " : " + ToMlirString(literal.shape());
    }
  }
  return "";
}

// #stablehlo.gather<offset_dims = [1], index_vector_dim = 1>: fields with default values are left out.
std::string StructText(const Instruction& instruction, const std::string& name, std::initializer_list<Attr> fields) {
  std::string out;
  for (const Attr field : fields) {
    const bool list = Info(field).kind == AttrKind::kInts;
    if (list && instruction.Ints(field).empty()) continue;
    if (!list && instruction.Int(field) == 0) continue;
    out += (out.empty() ? "" : ", ") + std::string(Info(field).stablehlo) + " = " +
           (list ? BracketText(instruction.Ints(field)) : std::to_string(instruction.Int(field)));
  }
  return name + "<" + out + ">";
}

struct Struct {
  const char* key;
  const char* name;
  std::vector<Attr> fields;
};

const std::vector<Struct>& Structs() {
  static const std::vector<Struct> structs = {
      {"dimension_numbers",
       "#stablehlo.gather",
       {Attr::kOffsetDims, Attr::kCollapsedSliceDims, Attr::kOperandBatchingDims, Attr::kStartIndicesBatchingDims, Attr::kStartIndexMap,
        Attr::kIndexVectorDim}},
      {"scatter_dimension_numbers",
       "#stablehlo.scatter",
       {Attr::kUpdateWindowDims, Attr::kInsertedWindowDims, Attr::kInputBatchingDims, Attr::kScatterIndicesBatchingDims,
        Attr::kScatterDimsToOperandDims, Attr::kIndexVectorDim}},
      {"dot_dimension_numbers",
       "#stablehlo.dot",
       {Attr::kLhsBatchingDimensions, Attr::kRhsBatchingDimensions, Attr::kLhsContractingDimensions, Attr::kRhsContractingDimensions}},
      {"ragged_dot_dimension_numbers",
       "#chlo.ragged_dot",
       {Attr::kLhsBatchingDimensions, Attr::kRhsBatchingDimensions, Attr::kLhsContractingDimensions, Attr::kRhsContractingDimensions,
        Attr::kRaggedDims, Attr::kGroupDims}},
  };
  return structs;
}

const Struct* StructOf(Op op) {
  switch (op) {
    case Op::kGather:
    case Op::kDynamicGather: return &Structs()[0];
    case Op::kScatter: return &Structs()[1];
    case Op::kDotGeneral: return &Structs()[2];
    case Op::kRaggedDot: return &Structs()[3];
    default: return nullptr;
  }
}

bool IsConvolutionDimension(Attr attr) {
  const int at = static_cast<int>(attr);
  return at >= static_cast<int>(Attr::kInputBatchDimension) && at <= static_cast<int>(Attr::kOutputSpatialDimensions);
}

std::string Labels(int64_t batch, char batch_label, int64_t feature, char feature_label, const std::vector<int64_t>& spatial) {
  IdVector<std::string> labels(spatial.size() + 2, "?");
  const auto put = [&](int64_t at, std::string label) {
    if (at >= 0 && at < static_cast<int64_t>(labels.size())) labels[at] = std::move(label);
  };
  put(batch, std::string(1, batch_label));
  put(feature, std::string(1, feature_label));
  for (size_t i = 0; i < spatial.size(); ++i) put(spatial[i], std::to_string(i));
  std::string out = "[";
  for (size_t i = 0; i < labels.size(); ++i) out += (i > 0 ? ", " : "") + labels[i];
  return out + "]";
}

}  // namespace

std::string ConvolutionDimensionsText(const Instruction& i) {
  return Labels(i.Int(Attr::kInputBatchDimension), 'b', i.Int(Attr::kInputFeatureDimension), 'f', i.Ints(Attr::kInputSpatialDimensions)) +
         "x" +
         Labels(i.Int(Attr::kKernelInputFeatureDimension), 'i', i.Int(Attr::kKernelOutputFeatureDimension), 'o',
                i.Ints(Attr::kKernelSpatialDimensions)) +
         "->" +
         Labels(i.Int(Attr::kOutputBatchDimension), 'b', i.Int(Attr::kOutputFeatureDimension), 'f', i.Ints(Attr::kOutputSpatialDimensions));
}

std::map<std::string, std::string> AttributeTexts(const Module& module, const Instruction& instruction, int64_t max_elements) {
  std::map<std::string, std::string> out;
  const Struct* structure = StructOf(instruction.op);
  const auto in_struct = [&](Attr attr) {
    return structure != nullptr && std::find(structure->fields.begin(), structure->fields.end(), attr) != structure->fields.end();
  };
  for (const auto& [attr, value] : instruction.attributes) {
    if (in_struct(attr) || IsConvolutionDimension(attr) || attr == Attr::kChannelId || attr == Attr::kChannelType) continue;
    if (Info(attr).stablehlo.empty()) continue;  // of HLO text only
    const bool dim = instruction.op == Op::kTorchIndexSelect && attr == Attr::kDimension;
    out[dim ? "dim" : std::string(Info(attr).stablehlo)] = ValueText(instruction, attr, value, max_elements);
  }
  if (structure != nullptr) {
    std::string fields;
    for (const Attr field : structure->fields) {
      const std::string one = StructText(instruction, "", {field});
      if (one.size() > 2) fields += (fields.empty() ? "" : ", ") + one.substr(1, one.size() - 2);
    }
    out[structure->key] = std::string(structure->name) + "<" + fields + ">";
  }
  if (instruction.op == Op::kConvolution || instruction.op == Op::kDynamicConv) {
    out["dimension_numbers"] = "#stablehlo.conv<" + ConvolutionDimensionsText(instruction) + ">";
  }
  if (instruction.Has(Attr::kChannelId)) {
    out["channel_handle"] = "#stablehlo.channel_handle<handle = " + std::to_string(instruction.Int(Attr::kChannelId)) + ", type = " +
                            std::to_string(instruction.Int(Attr::kChannelType)) + ">";
  }
  if (instruction.op == Op::kScan) {
    const int64_t carries = instruction.Int(Attr::kNumCarries), operands = instruction.declared_operands(),
                  results = static_cast<int64_t>(instruction.shapes.size());
    out["operandSegmentSizes"] = "array<i32: " + std::to_string(operands - carries) + ", " + std::to_string(carries) + ">";
    out["resultSegmentSizes"] = "array<i32: " + std::to_string(results - carries) + ", " + std::to_string(carries) + ">";
  }
  if (instruction.Has(Attr::kReplicaGroupMesh)) out["replica_groups"] = instruction.Text(Attr::kReplicaGroupMesh);
  if (instruction.op == Op::kComposite) {
    out["decomposition"] = SymbolText(module.computations[instruction.called[0]].name);
  }
  if (instruction.op == Op::kCustomCall && !instruction.called.empty()) {
    std::string list;
    for (int32_t called : instruction.called) {
      list += (list.empty() ? "" : ", ") + SymbolText(module.computations[called].name);
    }
    out["called_computations"] = "[" + list + "]";
  }
  return out;
}

}  // namespace mote
