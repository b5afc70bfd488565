// Builder methods for reductions, windows, linear algebra and sorting (OPS.md 2.4).
#include <algorithm>

#include "hlo/builder.h"
#include "hlo/infer.h"

namespace mote {

std::vector<int64_t> SamePadding(int64_t size, int64_t window, int64_t stride) {
  const int64_t out = stride > 0 ? (size + stride - 1) / stride : 0;
  const int64_t total = std::max<int64_t>((out - 1) * stride + window - size, 0);
  return {total / 2, total - total / 2};
}

ConvolutionDimensions DefaultConvolutionDimensions(size_t spatial) {
  ConvolutionDimensions dimensions;
  for (size_t i = 0; i < spatial; ++i) {
    for (Ints* list : {&dimensions.input_spatial, &dimensions.kernel_spatial, &dimensions.output_spatial}) list->push_back(static_cast<int64_t>(i) + 2);
  }
  return dimensions;
}

Operand Builder::Reduce(Operand x, Operand init, const Module& computation, const Ints& dimensions) {
  const Operands results = Reduce(Operands{x}, Operands{init}, computation, dimensions);
  return results.empty() ? Operand() : results[0];
}

Operands Builder::Reduce(const Operands& operands, const Operands& inits, const Module& computation, const Ints& dimensions) {
  if (operands.size() != inits.size() || operands.empty()) {
    Fail(Rule::kArity, "reduce of " + std::to_string(operands.size()) + " operands with " + std::to_string(inits.size()) + " initial values");
    return {};
  }
  Operands all = operands;
  all.insert(all.end(), inits.begin(), inits.end());
  return Emit(Op::kReduce, all, {{Attr::kDimensions, dimensions}}, {}, {{&computation, true}});
}

Operand Builder::ReduceWindow(Operand x, Operand init, const Module& computation, const Ints& window, const Ints& strides, Padding padding) {
  if (!IsArray(x)) return {};
  const Dims& dims = shape(x).dims;
  if (window.size() != dims.size() || strides.size() != dims.size()) {
    return Fail(Rule::kCount, "a window " + Text(window) + " with strides " + Text(strides) + " over " + ToString(shape(x)));
  }
  IntMatrix pads;
  for (size_t i = 0; i < dims.size(); ++i) pads.push_back(padding == Padding::kSame ? SamePadding(dims[i], window[i], strides[i]) : Ints{0, 0});
  const Operands results = ReduceWindowWithGeneralPadding({x}, {init}, computation, window, strides, {}, {}, pads);
  return results.empty() ? Operand() : results[0];
}

Operands Builder::ReduceWindowWithGeneralPadding(const Operands& operands, const Operands& inits, const Module& computation, const Ints& window,
                                                 const Ints& strides, const Ints& base_dilations, const Ints& window_dilations, const IntMatrix& padding) {
  if (operands.size() != inits.size() || operands.empty()) {
    Fail(Rule::kArity, "reduce_window of " + std::to_string(operands.size()) + " operands with " + std::to_string(inits.size()) + " initial values");
    return {};
  }
  Operands all = operands;
  all.insert(all.end(), inits.begin(), inits.end());
  Attributes attributes = {{Attr::kWindowDimensions, window}, {Attr::kWindowStrides, strides}, {Attr::kPadding, padding}};
  if (!base_dilations.empty()) attributes[Attr::kBaseDilations] = base_dilations;
  if (!window_dilations.empty()) attributes[Attr::kWindowDilations] = window_dilations;
  return Emit(Op::kReduceWindow, all, std::move(attributes), {}, {{&computation, true}});
}

Operand Builder::SelectAndScatter(Operand x, const Module& select, const Ints& window, const Ints& strides, const IntMatrix& padding, Operand source,
                                  Operand init, const Module& scatter) {
  Attributes attributes = {{Attr::kWindowDimensions, window}, {Attr::kWindowStrides, strides}};
  if (!padding.empty()) attributes[Attr::kPadding] = padding;
  return EmitOne(Op::kSelectAndScatter, {x, source, init}, std::move(attributes), {}, {{&select}, {&scatter}});
}

Operands Builder::Sort(const Operands& operands, const Module& comparator, int64_t dimension, bool is_stable) {
  Attributes attributes = {{Attr::kDimension, dimension}};
  if (is_stable) attributes[Attr::kIsStable] = true;
  return Emit(Op::kSort, operands, std::move(attributes), {}, {{&comparator}});
}

Operands Builder::TopK(Operand x, int64_t k) { return Emit(Op::kTopK, {x}, {{Attr::kK, k}}); }

Operand Builder::Dot(Operand lhs, Operand rhs) { return EmitOne(Op::kDot, {lhs, rhs}); }

Operand Builder::DotGeneral(Operand lhs, Operand rhs, const DotDimensionNumbers& d, std::optional<ElementType> preferred) {
  Attributes attributes = {{Attr::kLhsBatchingDimensions, d.lhs_batch}, {Attr::kRhsBatchingDimensions, d.rhs_batch},
                           {Attr::kLhsContractingDimensions, d.lhs_contracting}, {Attr::kRhsContractingDimensions, d.rhs_contracting}};
  const Operand product = EmitOne(Op::kDotGeneral, {lhs, rhs}, std::move(attributes));
  if (!product.valid() || !preferred) return product;
  computation_.instructions.back().shapes[0].element_type = *preferred;
  return product;
}

Operand Builder::Conv(Operand lhs, Operand rhs, const Ints& strides, Padding padding) {
  if (!IsArray(lhs) || !IsArray(rhs)) return {};
  const ConvolutionDimensions d = DefaultConvolutionDimensions(strides.size());
  if (shape(lhs).dims.size() != strides.size() + 2 || shape(rhs).dims.size() != strides.size() + 2) {
    return Fail(Rule::kRank, "a convolution with strides " + Text(strides) + " of " + ToString(shape(lhs)) + " and " + ToString(shape(rhs)));
  }
  IntMatrix pads;
  for (size_t i = 0; i < strides.size(); ++i) {
    const int64_t size = shape(lhs).dims[i + 2], window = shape(rhs).dims[i + 2];
    pads.push_back(padding == Padding::kSame ? SamePadding(size, window, strides[i]) : Ints{0, 0});
  }
  return ConvWithGeneralPadding(lhs, rhs, strides, pads, {}, {}, 1, 1, d);
}

Operand Builder::ConvWithGeneralPadding(Operand lhs, Operand rhs, const Ints& strides, const IntMatrix& padding, const Ints& lhs_dilation,
                                        const Ints& rhs_dilation, int64_t feature_group_count, int64_t batch_group_count,
                                        std::optional<ConvolutionDimensions> dimensions, std::optional<ElementType> preferred) {
  const ConvolutionDimensions d = dimensions ? *dimensions : DefaultConvolutionDimensions(strides.size());
  Attributes attributes = {{Attr::kWindowStrides, strides},
                           {Attr::kPadding, padding},
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
  const Operand product = EmitOne(Op::kConvolution, {lhs, rhs}, std::move(attributes));
  if (!product.valid() || !preferred) return product;
  computation_.instructions.back().shapes[0].element_type = *preferred;
  return product;
}

Operand Builder::Cholesky(Operand a, bool lower) {
  Attributes attributes;
  if (lower) attributes[Attr::kLower] = true;
  return EmitOne(Op::kCholesky, {a}, std::move(attributes));
}

Operand Builder::TriangularSolve(Operand a, Operand b, bool left_side, bool lower, bool unit_diagonal, Transposed transpose_a) {
  static constexpr const char* kNames[] = {"NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"};
  return EmitOne(Op::kTriangularSolve, {a, b},
                 {{Attr::kLeftSide, left_side}, {Attr::kLower, lower}, {Attr::kUnitDiagonal, unit_diagonal}, {Attr::kTransposeA, std::string(kNames[static_cast<size_t>(transpose_a)])}});
}

Operand Builder::Fft(Operand x, FftKind kind, const Ints& length) {
  static constexpr const char* kNames[] = {"FFT", "IFFT", "RFFT", "IRFFT"};
  return EmitOne(Op::kFft, {x}, {{Attr::kFftType, std::string(kNames[static_cast<size_t>(kind)])}, {Attr::kFftLength, length}});
}

Operands Builder::BatchNormTraining(Operand x, Operand scale, Operand offset, double epsilon, int64_t feature_index) {
  return Emit(Op::kBatchNormTraining, {x, scale, offset}, {{Attr::kEpsilon, epsilon}, {Attr::kFeatureIndex, feature_index}});
}

Operand Builder::BatchNormInference(Operand x, Operand scale, Operand offset, Operand mean, Operand variance, double epsilon, int64_t feature_index) {
  return EmitOne(Op::kBatchNormInference, {x, scale, offset, mean, variance}, {{Attr::kEpsilon, epsilon}, {Attr::kFeatureIndex, feature_index}});
}

Operands Builder::BatchNormGrad(Operand x, Operand scale, Operand mean, Operand variance, Operand grad, double epsilon, int64_t feature_index) {
  return Emit(Op::kBatchNormGrad, {x, scale, mean, variance, grad}, {{Attr::kEpsilon, epsilon}, {Attr::kFeatureIndex, feature_index}});
}

}  // namespace mote
