// Attributes and constants of HLO text.
#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdio>

#include "hlo/alias_text.h"
#include "hlo/dot_algorithm.h"
#include "hlo/print_hlo_text.h"
#include "hlo/print_text.h"

namespace mote {
namespace {

// nan, -nan, or with the mantissa's bits nan(0x1234) when they are not the usual ones.
std::string NanText(ElementType type, double value) {
  const uint64_t bits = std::bit_cast<uint64_t>(value),
                 payload = NanPayloadBits(type) == 0 ? 0 : (bits & ((uint64_t{1} << 52) - 1)) >> (52 - NanPayloadBits(type));
  const std::string word = std::signbit(value) ? "-nan" : "nan";
  if (NanPayloadBits(type) == 0 || payload == uint64_t{1} << (NanPayloadBits(type) - 1)) return word;
  char text[24];
  std::snprintf(text, sizeof text, "(0x%llx)", static_cast<unsigned long long>(payload));
  return word + text;
}

// A short decimal form that reads back as the same bits. Every type but f64 is exact in f32.
std::string RealText(ElementType type, double value) {
  if (std::isnan(value)) return NanText(type, value);
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  char text[40];
  const std::to_chars_result end = type == ElementType::kF64 ? std::to_chars(text, text + sizeof text, value)
                                                             : std::to_chars(text, text + sizeof text, static_cast<float>(value));
  // Without a point it would be read as an integer, which 64 bits may not hold.
  const std::string number(text, end.ptr);
  return std::fabs(value) >= 0x1p62 && number.find_first_of(".e") == std::string::npos ? number + ".0" : number;
}

std::string ElementText(const Literal& literal, int64_t index) {
  const ElementType type = literal.type();
  if (IsPred(type)) {
    return literal.shape().dims.empty() ? (literal.IntegerAt(index) != 0 ? "true" : "false") : (literal.IntegerAt(index) != 0 ? "1" : "0");
  }
  if (IsUnsigned(type)) return std::to_string(static_cast<uint64_t>(literal.IntegerAt(index)));
  if (IsSigned(type)) return std::to_string(literal.IntegerAt(index));
  if (IsFloat(type)) return RealText(type, literal.RealAt(index));
  const std::complex<double> value = literal.ComplexAt(index);
  return "(" + RealText(RealPart(type), value.real()) + ", " + RealText(RealPart(type), value.imag()) + ")";
}

void AppendNested(const Literal& literal, size_t dim, int64_t* index, std::string* out) {
  const Dims& dims = literal.shape().dims;
  if (dim == dims.size()) {
    *out += ElementText(literal, (*index)++);
    return;
  }
  const bool outer = dim + 1 < dims.size();
  *out += outer ? "{ " : "{";
  for (int64_t i = 0; i < dims[dim]; ++i) {
    if (i > 0) *out += ", ";
    AppendNested(literal, dim + 1, index, out);
  }
  *out += outer ? " }" : "}";
}

std::string Braces(const std::vector<int64_t>& ints) {
  std::string out = "{";
  for (size_t i = 0; i < ints.size(); ++i) out += (i > 0 ? "," : "") + std::to_string(ints[i]);
  return out + "}";
}

std::string MatrixText(const IntMatrix& matrix) {
  std::string out = "{";
  for (size_t i = 0; i < matrix.size(); ++i) out += (i > 0 ? "," : "") + Braces(matrix[i]);
  return out + "}";
}

std::string Times(const std::vector<int64_t>& ints) {
  std::string out;
  for (size_t i = 0; i < ints.size(); ++i) out += (i > 0 ? "x" : "") + std::to_string(ints[i]);
  return out;
}

std::string Lower(std::string text) {
  for (char& ch : text) ch = ch >= 'A' && ch <= 'Z' ? static_cast<char>(ch - 'A' + 'a') : ch;
  return text;
}

std::string WindowText(const Instruction& i, const std::vector<int64_t>& sizes) {
  const bool convolution = i.op == Op::kConvolution;
  const std::vector<int64_t>&strides = i.Ints(Attr::kWindowStrides),
        &base = i.Ints(convolution ? Attr::kLhsDilation : Attr::kBaseDilations),
        &window = i.Ints(convolution ? Attr::kRhsDilation : Attr::kWindowDilations), &reversal = i.Ints(Attr::kWindowReversal);
  const auto all = [](const std::vector<int64_t>& list, int64_t value) {
    return std::all_of(list.begin(), list.end(), [&](int64_t x) { return x == value; });
  };
  std::string out = sizes.empty() ? "" : "size=" + Times(sizes);
  if (!all(strides, 1)) out += " stride=" + Times(strides);
  std::string pad;
  bool padded = false;
  for (const std::vector<int64_t>& row : i.Matrix(Attr::kPadding)) {
    pad += (pad.empty() ? "" : "x") + std::to_string(row[0]) + "_" + std::to_string(row[1]);
    padded = padded || row[0] != 0 || row[1] != 0;
  }
  if (padded) out += " pad=" + pad;
  if (!all(base, 1)) out += " lhs_dilate=" + Times(base);
  if (!all(window, 1)) out += " rhs_dilate=" + Times(window);
  if (!all(reversal, 0)) out += " rhs_reversal=" + Times(reversal);
  return out.empty() ? "" : ", window={" + out + "}";
}

std::string Labels(int64_t batch, char batch_label, int64_t feature, char feature_label, const std::vector<int64_t>& spatial) {
  std::string labels(spatial.size() + 2, '?');
  labels[batch] = batch_label;
  labels[feature] = feature_label;
  for (size_t i = 0; i < spatial.size(); ++i) labels[spatial[i]] = static_cast<char>('0' + i);
  return labels;
}

std::string ConvolutionText(const Instruction& i, const IdVector<Shape>& operands) {
  std::vector<int64_t> sizes;
  for (const int64_t dim : i.Ints(Attr::kKernelSpatialDimensions)) sizes.push_back(operands[1].dims[dim]);
  std::string out = WindowText(i, sizes);
  out += ", dim_labels=" +
         Labels(i.Int(Attr::kInputBatchDimension), 'b', i.Int(Attr::kInputFeatureDimension), 'f', i.Ints(Attr::kInputSpatialDimensions)) +
         "_" +
         Labels(i.Int(Attr::kKernelInputFeatureDimension), 'i', i.Int(Attr::kKernelOutputFeatureDimension), 'o',
                i.Ints(Attr::kKernelSpatialDimensions)) +
         "->" +
         Labels(i.Int(Attr::kOutputBatchDimension), 'b', i.Int(Attr::kOutputFeatureDimension), 'f', i.Ints(Attr::kOutputSpatialDimensions));
  if (i.Int(Attr::kFeatureGroupCount, 1) != 1) out += ", feature_group_count=" + std::to_string(i.Int(Attr::kFeatureGroupCount));
  if (i.Int(Attr::kBatchGroupCount, 1) != 1) out += ", batch_group_count=" + std::to_string(i.Int(Attr::kBatchGroupCount));
  return out;
}

std::string SliceText(const Instruction& i) {
  const std::vector<int64_t>&start = i.Ints(Attr::kStartIndices), &limit = i.Ints(Attr::kLimitIndices);
  const std::vector<int64_t> stride = i.IntsOr(Attr::kStrides, start.size(), 1);
  std::string out = ", slice={";
  for (size_t d = 0; d < start.size(); ++d) {
    out += (d > 0 ? ", [" : "[") + std::to_string(start[d]) + ":" + std::to_string(limit[d]) +
           (stride[d] == 1 ? "" : ":" + std::to_string(stride[d])) + "]";
  }
  return out + "}";
}

std::string PaddingText(const Instruction& i) {
  const std::vector<int64_t>&low = i.Ints(Attr::kEdgePaddingLow), &high = i.Ints(Attr::kEdgePaddingHigh),
        &interior = i.Ints(Attr::kInteriorPadding);
  const bool holes = std::any_of(interior.begin(), interior.end(), [](int64_t x) { return x != 0; });
  std::string out;
  for (size_t d = 0; d < low.size(); ++d) {
    out += (d > 0 ? "x" : "") + std::to_string(low[d]) + "_" + std::to_string(high[d]) + (holes ? "_" + std::to_string(interior[d]) : "");
  }
  return out.empty() ? "" : ", padding=" + out;
}

// Integers that HLO writes as a list of one.
bool IsOneElementList(Attr attr) {
  return attr == Attr::kDimension || attr == Attr::kAllGatherDim || attr == Attr::kScatterDimension || attr == Attr::kSplitDimension;
}

bool WrittenElsewhere(const Instruction& i, Attr attr) {
  switch (i.op) {
    case Op::kConvolution: return attr != Attr::kPrecisionConfig;
    case Op::kReduceWindow:
    case Op::kSelectAndScatter:
    case Op::kSlice:
    case Op::kPad:
    case Op::kParameter:
    case Op::kConstant: return true;
    default: return Info(attr).hlo.empty();
  }
}

std::string ValueText(const Instruction& i, Attr attr, const AttributeValue& value) {
  switch (Info(attr).kind) {
    case AttrKind::kInt: {
      static constexpr const char* kApi[] = {"API_VERSION_UNSPECIFIED", "API_VERSION_ORIGINAL", "API_VERSION_STATUS_RETURNING",
                                             "API_VERSION_STATUS_RETURNING_UNIFIED", "API_VERSION_TYPED_FFI"};
      const int64_t number = std::get<int64_t>(value);
      if (attr == Attr::kApiVersion && number >= 0 && number < 5) return kApi[number];
      return IsOneElementList(attr) ? "{" + std::to_string(number) + "}" : std::to_string(number);
    }
    case AttrKind::kReal: return RealText(ElementType::kF64, std::get<double>(value));
    case AttrKind::kBool: return std::get<bool>(value) ? "true" : "false";
    case AttrKind::kEnum: {
      const std::string& word = std::get<std::string>(value);
      if (attr == Attr::kRngAlgorithm || attr == Attr::kRngDistribution) return "rng_" + Lower(word);
      return word;
    }
    case AttrKind::kText: {
      const std::string& text = std::get<std::string>(value);
      if (attr == Attr::kDotAlgorithm) return DotAlgorithmToHlo(text).value_or("unset");
      if (attr == Attr::kOutputOperandAliases) return AliasesToHlo(text).value_or("{}");
      const bool raw = (attr == Attr::kBackendConfig && i.Int(Attr::kApiVersion) == 4);
      return raw ? OneLine(text) : Quoted(text);
    }
    case AttrKind::kInts: return Braces(std::get<std::vector<int64_t>>(value));
    case AttrKind::kMatrix: return MatrixText(std::get<IntMatrix>(value));
    case AttrKind::kEnums: {
      std::string out = "{";
      for (const std::string& word : std::get<std::vector<std::string>>(value)) out += (out.size() > 1 ? "," : "") + Lower(word);
      return out + "}";
    }
    case AttrKind::kType:
    case AttrKind::kLiteral: return "";
  }
  return "";
}

// XLA's parser wants the lists even when they are empty, and the index dimension although 0 is usual; batching lists only when used.
std::string IndexingText(const Instruction& i) {
  std::string out;
  const bool gather = i.op == Op::kGather;
  const std::vector<Attr> lists =
      gather ? std::vector<Attr>{Attr::kOffsetDims, Attr::kCollapsedSliceDims, Attr::kStartIndexMap}
             : std::vector<Attr>{Attr::kUpdateWindowDims, Attr::kInsertedWindowDims, Attr::kScatterDimsToOperandDims};
  const std::vector<Attr> batching = gather ? std::vector<Attr>{Attr::kOperandBatchingDims, Attr::kStartIndicesBatchingDims}
                                            : std::vector<Attr>{Attr::kInputBatchingDims, Attr::kScatterIndicesBatchingDims};
  for (const Attr attr : lists) out += ", " + std::string(Info(attr).hlo) + "=" + Braces(i.Ints(attr));
  for (const Attr attr : batching) {
    if (!i.Ints(attr).empty()) out += ", " + std::string(Info(attr).hlo) + "=" + Braces(i.Ints(attr));
  }
  out += ", index_vector_dim=" + std::to_string(i.Int(Attr::kIndexVectorDim));
  if (gather) out += ", slice_sizes=" + Braces(i.Ints(Attr::kSliceSizes));
  for (const Attr attr : {Attr::kIndicesAreSorted, Attr::kUniqueIndices}) {
    if (i.Bool(attr)) out += ", " + std::string(Info(attr).hlo) + "=true";
  }
  return out;
}

}  // namespace

std::string HloLiteralText(const Literal& literal, int64_t max_elements) {
  if (max_elements >= 0 && literal.size() > max_elements) return "{...}";
  std::string out;
  int64_t index = 0;
  AppendNested(literal, 0, &index, &out);
  return out;
}

std::string HloAttributesText(const Instruction& i, const IdVector<Shape>& operands) {
  if (i.op == Op::kSlice) return SliceText(i);
  if (i.op == Op::kPad) return PaddingText(i);
  std::string out;
  if (i.op == Op::kConvolution) out += ConvolutionText(i, operands);
  if (i.op == Op::kReduceWindow || i.op == Op::kSelectAndScatter) {
    out += WindowText(
        i, i.Ints(Attr::kWindowDimensions).empty() ? std::vector<int64_t>(operands[0].dims.size(), 1) : i.Ints(Attr::kWindowDimensions));
  }
  if (i.op == Op::kGather || i.op == Op::kScatter) return IndexingText(i);
  if (i.op == Op::kSort) {
    const int64_t dim = i.Int(Attr::kDimension, -1), rank = operands[0].rank();
    out += ", dimensions={" + std::to_string(std::max<int64_t>(dim < 0 ? dim + rank : dim, 0)) + "}";
  }
  for (const auto& [attr, value] : i.attributes) {
    if (WrittenElsewhere(i, attr) || (i.op == Op::kSort && attr == Attr::kDimension)) continue;
    const auto* list = std::get_if<std::vector<int64_t>>(&value);
    if (i.op == Op::kDotGeneral && list != nullptr && list->empty()) continue;
    if (attr == Attr::kSourceTargetPairs && (i.op == Op::kSend || i.op == Op::kRecv)) {
      out += ", frontend_attributes={_xla_send_recv_source_target_pairs=" + ValueText(i, attr, value) + "}";
      continue;
    }
    const std::string key = i.op == Op::kDynamicSlice ? "dynamic_slice_sizes" : std::string(Info(attr).hlo);
    out += ", " + key + "=" + ValueText(i, attr, value);
  }
  return out;
}

}  // namespace mote
