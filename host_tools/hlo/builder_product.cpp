// Builder methods for products and convolutions (OPS.md 2.4 Dot to ConvWithGeneralPadding), and the padding and dimension numbers they
// default to.
#include <algorithm>
#include <cmath>
#include <tuple>

#include "hlo/builder.h"
#include "hlo/infer.h"

namespace mote {

std::vector<int64_t> SamePadding(int64_t size, int64_t window, int64_t stride) {
  if (stride < 1) return {0, 0};
  const int64_t out = size / stride + (size % stride != 0 ? 1 : 0);
  const __int128 total = static_cast<__int128>(out - 1) * stride + window - size;
  if (total <= 0) return {0, 0};
  const int64_t all = static_cast<int64_t>(std::min<__int128>(total, INT64_MAX));
  return {all / 2, all - all / 2};
}

ConvolutionDimensions DefaultConvolutionDimensions(size_t spatial) {
  ConvolutionDimensions dimensions;
  for (size_t i = 0; i < spatial; ++i) {
    for (Ints* list : {&dimensions.input_spatial, &dimensions.kernel_spatial, &dimensions.output_spatial}) {
      list->push_back(static_cast<int64_t>(i) + 2);
    }
  }
  return dimensions;
}

namespace {

// The exponent of the largest power of two that the type holds.
int Range(ElementType type) {
  int exponent = 1023;
  while (exponent > -1023 && DecodeFloat(type, EncodeFloat(type, std::ldexp(1.0, exponent))) != std::ldexp(1.0, exponent)) --exponent;
  return exponent;
}

// The more precise of two types: complex before real, floats before integers, then range, width and sign.
ElementType MorePrecise(ElementType a, ElementType b) {
  const auto key = [](ElementType type) {
    const ElementType part = RealPart(type);
    return std::tuple(IsComplex(type), IsFloat(part) ? Range(part) : INT32_MIN, BitWidth(part), IsSigned(part));
  };
  return key(a) < key(b) ? b : a;
}

}  // namespace

Operand Builder::Product(Op op, const Operands& operands, Attributes attributes, const PrecisionConfig& precision,
                         std::optional<ElementType> preferred) {
  if (!Usable(operands) || !IsArray(operands[0]) || !IsArray(operands[1])) return {};
  static constexpr const char* kWords[] = {"DEFAULT", "HIGH", "HIGHEST"};
  std::vector<std::string> words;
  for (const Precision word : precision.operands) words.push_back(kWords[static_cast<size_t>(word)]);
  if (!words.empty()) attributes[Attr::kPrecisionConfig] = words;
  if (!precision.algorithm.empty()) attributes[Attr::kDotAlgorithm] = precision.algorithm;
  const Shape &lhs = shape(operands[0]), &rhs = shape(operands[1]);
  // The operands of a convolution and of dot must be of one type; another product of two types has the more precise one.
  const bool mixed =
      lhs.element_type != rhs.element_type && op != Op::kConvolution && op != Op::kDot && !IsQuantized(lhs) && !IsQuantized(rhs);
  if (!preferred && !mixed) return EmitOne(op, operands, std::move(attributes));
  const ElementType type = preferred ? *preferred : MorePrecise(lhs.element_type, rhs.element_type);
  const int width = std::max(BitWidth(lhs.element_type), BitWidth(rhs.element_type));
  if (IsInteger(lhs.element_type) && IsInteger(rhs.element_type) && IsInteger(type) && BitWidth(type) < width) {
    return Fail(Rule::kElementType, std::string(OpName(op)) + " of " + ToString(lhs) + " and " + ToString(rhs) +
                                        " cannot be preferred in the narrower " + HloName(type));
  }
  Instruction instruction;
  instruction.op = op;
  instruction.attributes = attributes;
  IdVector<Shape> shapes;
  for (const Operand& operand : operands) {
    instruction.operands.push_back(operand.value);
    shapes.push_back(shape(operand));
  }
  // The rule takes the type from what is declared and the sizes from the operands.
  const IdVector<Shape> stated = {Shape::Scalar(type)};
  const Inferred inferred = InferInContext({module_, instruction, shapes, stated, &computation_});
  if (!inferred.ok()) return Fail(inferred.error().rule, inferred.error().text);
  return EmitOne(op, operands, std::move(attributes), *inferred);
}

namespace {

std::map<Attr, AttributeValue> DotAttributes(const DotDimensionNumbers& d) {
  return {{Attr::kLhsBatchingDimensions, d.lhs_batch}, {Attr::kRhsBatchingDimensions, d.rhs_batch},
          {Attr::kLhsContractingDimensions, d.lhs_contracting}, {Attr::kRhsContractingDimensions, d.rhs_contracting}};
}

}  // namespace

Operand Builder::Dot(Operand lhs, Operand rhs, const PrecisionConfig& precision, std::optional<ElementType> preferred) {
  return Product(Op::kDot, {lhs, rhs}, {}, precision, preferred);
}

Operand Builder::DotGeneral(Operand lhs, Operand rhs, const DotDimensionNumbers& dimensions, std::optional<ElementType> preferred,
                            const PrecisionConfig& precision) {
  return Product(Op::kDotGeneral, {lhs, rhs}, DotAttributes(dimensions), precision, preferred);
}

Operand Builder::RaggedDot(Operand lhs, Operand rhs, Operand group_sizes, const RaggedDotDimensionNumbers& dimensions,
                           const PrecisionConfig& precision, std::optional<ElementType> preferred) {
  Attributes attributes = DotAttributes(dimensions.dot);
  attributes[Attr::kRaggedDims] = Ints{dimensions.lhs_ragged};
  attributes[Attr::kGroupDims] = dimensions.rhs_group;
  return Product(Op::kRaggedDot, {lhs, rhs, group_sizes}, std::move(attributes), precision, preferred);
}

Operand Builder::ScaledDot(Operand lhs, Operand rhs, Operand lhs_scale, Operand rhs_scale, const DotDimensionNumbers& dimensions,
                           std::optional<ElementType> preferred) {
  return Product(Op::kScaledDot, {lhs, rhs, lhs_scale, rhs_scale}, DotAttributes(dimensions), {}, preferred);
}

Operand Builder::Einsum(Operand lhs, Operand rhs, const std::string& config) {
  return EmitOne(Op::kEinsum, {lhs, rhs}, {{Attr::kEinsumConfig, config}});
}

Operand Builder::UnaryEinsum(Operand x, const std::string& config) {
  return EmitOne(Op::kUnaryEinsum, {x}, {{Attr::kEinsumConfig, config}});
}

Operand Builder::Conv(Operand lhs, Operand rhs, const Ints& strides, Padding padding, int64_t feature_group_count,
                      int64_t batch_group_count, const PrecisionConfig& precision, std::optional<ElementType> preferred) {
  return ConvWithGeneralDimensions(lhs, rhs, strides, padding, DefaultConvolutionDimensions(strides.size()), feature_group_count,
                                   batch_group_count, precision, preferred);
}

Operand Builder::ConvWithGeneralDimensions(Operand lhs, Operand rhs, const Ints& strides, Padding padding, const ConvolutionDimensions& d,
                                           int64_t feature_group_count, int64_t batch_group_count, const PrecisionConfig& precision,
                                           std::optional<ElementType> preferred) {
  if (!IsArray(lhs) || !IsArray(rhs)) return {};
  const Shape &x = shape(lhs), &kernel = shape(rhs);
  const std::string subject = "a convolution with strides " + Text(strides) + " of " + ToString(x) + " and " + ToString(kernel);
  if (x.dims.size() != strides.size() + 2 || kernel.dims.size() != strides.size() + 2) {
    return Fail(Rule::kRank, subject + ": operands of rank " + std::to_string(strides.size() + 2) + " are needed");
  }
  if (d.input_spatial.size() != strides.size() || d.kernel_spatial.size() != strides.size()) {
    return Fail(Rule::kCount, subject + ": as many spatial dimensions as strides are needed");
  }
  IntMatrix pads;
  for (size_t i = 0; i < strides.size(); ++i) {
    for (const int64_t dim : {d.input_spatial[i], d.kernel_spatial[i]}) {
      if (dim < 0 || dim >= x.rank()) {
        return Fail(Rule::kDimension, subject + ": spatial dimension " + Text(dim) + " is outside [0, " + Text(x.rank()) + ")");
      }
    }
    const int64_t size = x.dims[d.input_spatial[i]], window = kernel.dims[d.kernel_spatial[i]];
    if (padding == Padding::kSame && (size == kDynamic || window == kDynamic)) {
      return Fail(Rule::kUnsupported, subject + ": padding to the same size needs known sizes");
    }
    pads.push_back(padding == Padding::kSame ? SamePadding(size, window, strides[i]) : Ints{0, 0});
  }
  return ConvGeneral(lhs, rhs, strides, pads, d, feature_group_count, batch_group_count, precision, preferred);
}

Operand Builder::ConvWithGeneralPadding(Operand lhs, Operand rhs, const Ints& strides, const IntMatrix& padding, const Ints& lhs_dilation,
                                        const Ints& rhs_dilation, int64_t feature_group_count, int64_t batch_group_count,
                                        std::optional<ConvolutionDimensions> dimensions, std::optional<ElementType> preferred,
                                        const PrecisionConfig& precision) {
  return ConvGeneralDilated(lhs, rhs, strides, padding, lhs_dilation, rhs_dilation,
                            dimensions ? *dimensions : DefaultConvolutionDimensions(strides.size()), feature_group_count, batch_group_count,
                            precision, preferred);
}

Operand Builder::ConvGeneral(Operand lhs, Operand rhs, const Ints& strides, const IntMatrix& padding,
                             const ConvolutionDimensions& dimensions, int64_t feature_group_count, int64_t batch_group_count,
                             const PrecisionConfig& precision, std::optional<ElementType> preferred) {
  return ConvGeneralDilated(lhs, rhs, strides, padding, {}, {}, dimensions, feature_group_count, batch_group_count, precision, preferred);
}

namespace {

std::map<Attr, AttributeValue> ConvolutionAttributes(const Ints& strides, const Ints& lhs_dilation, const Ints& rhs_dilation,
                                                     const ConvolutionDimensions& d, int64_t feature_group_count,
                                                     int64_t batch_group_count) {
  std::map<Attr, AttributeValue> attributes = {{Attr::kWindowStrides, strides},
                                               {Attr::kInputBatchDimension, d.input_batch},
                                               {Attr::kInputFeatureDimension, d.input_feature},
                                               {Attr::kInputSpatialDimensions, d.input_spatial},
                                               {Attr::kKernelInputFeatureDimension, d.kernel_input_feature},
                                               {Attr::kKernelOutputFeatureDimension, d.kernel_output_feature},
                                               {Attr::kKernelSpatialDimensions, d.kernel_spatial},
                                               {Attr::kOutputBatchDimension, d.output_batch},
                                               {Attr::kOutputFeatureDimension, d.output_feature},
                                               {Attr::kOutputSpatialDimensions, d.output_spatial},
                                               {Attr::kFeatureGroupCount, feature_group_count},
                                               {Attr::kBatchGroupCount, batch_group_count}};
  if (!lhs_dilation.empty()) attributes[Attr::kLhsDilation] = lhs_dilation;
  if (!rhs_dilation.empty()) attributes[Attr::kRhsDilation] = rhs_dilation;
  return attributes;
}

}  // namespace

Operand Builder::ConvGeneralDilated(Operand lhs, Operand rhs, const Ints& strides, const IntMatrix& padding, const Ints& lhs_dilation,
                                    const Ints& rhs_dilation, const ConvolutionDimensions& dimensions, int64_t feature_group_count,
                                    int64_t batch_group_count, const PrecisionConfig& precision, std::optional<ElementType> preferred,
                                    const std::vector<bool>& window_reversal) {
  Attributes attributes = ConvolutionAttributes(strides, lhs_dilation, rhs_dilation, dimensions, feature_group_count, batch_group_count);
  attributes[Attr::kPadding] = padding;
  if (!window_reversal.empty()) attributes[Attr::kWindowReversal] = Ints(window_reversal.begin(), window_reversal.end());
  return Product(Op::kConvolution, {lhs, rhs}, std::move(attributes), precision, preferred);
}

Operand Builder::DynamicConv(Operand lhs, Operand rhs, Operand padding, const Ints& strides, const Ints& lhs_dilation,
                             const Ints& rhs_dilation, const ConvolutionDimensions& dimensions, const Shape& result,
                             int64_t feature_group_count, int64_t batch_group_count, const PrecisionConfig& precision) {
  static constexpr const char* kWords[] = {"DEFAULT", "HIGH", "HIGHEST"};
  Attributes attributes = ConvolutionAttributes(strides, lhs_dilation, rhs_dilation, dimensions, feature_group_count, batch_group_count);
  std::vector<std::string> words;
  for (const Precision word : precision.operands) words.push_back(kWords[static_cast<size_t>(word)]);
  if (!words.empty()) attributes[Attr::kPrecisionConfig] = words;
  return EmitOne(Op::kDynamicConv, {lhs, rhs, padding}, std::move(attributes), {result});
}

}  // namespace mote
