// Builder methods for reductions, windows, linear algebra and sorting (OPS.md 2.4). Products and convolutions: builder_product.cpp.
#include <numeric>

#include "hlo/builder.h"
#include "hlo/infer.h"

namespace mote {

// As many initial values as operands, and at least one.
bool Builder::Pairs(const char* what, size_t operands, size_t inits) {
  if (operands == inits && operands > 0) return true;
  Fail(Rule::kArity, std::string(what) + " of " + std::to_string(operands) + " operands with " + std::to_string(inits) + " initial values");
  return false;
}

Operand Builder::Reduce(Operand x, Operand init, const Module& computation, const Ints& dimensions) {
  const Operands results = Reduce(Operands{x}, Operands{init}, computation, dimensions);
  return results.empty() ? Operand() : results[0];
}

Operands Builder::Reduce(const Operands& operands, const Operands& inits, const Module& computation, const Ints& dimensions) {
  if (!Pairs("reduce", operands.size(), inits.size())) return {};
  Operands all = operands;
  all.insert(all.end(), inits.begin(), inits.end());
  return Emit(Op::kReduce, all, {{Attr::kDimensions, dimensions}}, {}, {{&computation, true}});
}

Operand Builder::ReduceAll(Operand x, Operand init, const Module& computation) {
  if (!IsArray(x)) return {};
  Ints all(shape(x).dims.size());
  std::iota(all.begin(), all.end(), 0);
  return Reduce(x, init, computation, all);
}

// The padding of a window over x; none of a size that is not known can be kSame.
bool Builder::WindowPads(const char* what, Operand x, const Ints& window, const Ints& strides, Padding padding, IntMatrix* pads) {
  if (!IsArray(x)) return false;
  const Dims& dims = shape(x).dims;
  const std::string subject =
      std::string(what) + " with the window " + Text(window) + " and strides " + Text(strides) + " over " + ToString(shape(x));
  if (window.size() != dims.size() || strides.size() != dims.size()) {
    Fail(Rule::kCount, subject + ": one entry per dimension is needed");
    return false;
  }
  for (size_t i = 0; i < dims.size(); ++i) {
    if (window[i] < 1 || strides[i] < 1) {
      Fail(Rule::kAttribute, subject + ": entries must be positive");
      return false;
    }
    if (padding == Padding::kSame && dims[i] == kDynamic) {
      Fail(Rule::kUnsupported, subject + ": padding to the same size needs known sizes");
      return false;
    }
    pads->push_back(padding == Padding::kSame ? SamePadding(dims[i], window[i], strides[i]) : Ints{0, 0});
  }
  return true;
}

Operand Builder::ReduceWindow(Operand x, Operand init, const Module& computation, const Ints& window, const Ints& strides,
                              Padding padding) {
  const Operands results = ReduceWindow(Operands{x}, Operands{init}, computation, window, strides, padding);
  return results.empty() ? Operand() : results[0];
}

Operands Builder::ReduceWindow(const Operands& operands, const Operands& inits, const Module& computation, const Ints& window,
                               const Ints& strides, Padding padding) {
  IntMatrix pads;
  if (!Pairs("reduce_window", operands.size(), inits.size()) ||
      !WindowPads("reduce_window", operands[0], window, strides, padding, &pads)) {
    return {};
  }
  return ReduceWindowWithGeneralPadding(operands, inits, computation, window, strides, {}, {}, pads);
}

Operand Builder::ReduceWindowWithGeneralPadding(Operand x, Operand init, const Module& computation, const Ints& window, const Ints& strides,
                                                const Ints& base_dilations, const Ints& window_dilations, const IntMatrix& padding) {
  const Operands results =
      ReduceWindowWithGeneralPadding(Operands{x}, Operands{init}, computation, window, strides, base_dilations, window_dilations, padding);
  return results.empty() ? Operand() : results[0];
}

Operands Builder::ReduceWindowWithGeneralPadding(const Operands& operands, const Operands& inits, const Module& computation,
                                                 const Ints& window, const Ints& strides, const Ints& base_dilations,
                                                 const Ints& window_dilations, const IntMatrix& padding) {
  if (!Pairs("reduce_window", operands.size(), inits.size())) return {};
  Operands all = operands;
  all.insert(all.end(), inits.begin(), inits.end());
  Attributes attributes = {{Attr::kWindowDimensions, window}, {Attr::kWindowStrides, strides}};
  if (!padding.empty()) attributes[Attr::kPadding] = padding;
  if (!base_dilations.empty()) attributes[Attr::kBaseDilations] = base_dilations;
  if (!window_dilations.empty()) attributes[Attr::kWindowDilations] = window_dilations;
  return Emit(Op::kReduceWindow, all, std::move(attributes), {}, {{&computation, true}});
}

Operand Builder::SelectAndScatter(Operand x, const Module& select, const Ints& window, const Ints& strides, Padding padding, Operand source,
                                  Operand init, const Module& scatter) {
  IntMatrix pads;
  if (!WindowPads("select_and_scatter", x, window, strides, padding, &pads)) return {};
  return SelectAndScatterWithGeneralPadding(x, select, window, strides, pads, source, init, scatter);
}

Operand Builder::SelectAndScatterWithGeneralPadding(Operand x, const Module& select, const Ints& window, const Ints& strides,
                                                    const IntMatrix& padding, Operand source, Operand init, const Module& scatter) {
  Attributes attributes = {{Attr::kWindowDimensions, window}, {Attr::kWindowStrides, strides}};
  if (!padding.empty()) attributes[Attr::kPadding] = padding;
  return EmitOne(Op::kSelectAndScatter, {x, source, init}, std::move(attributes), {}, {{&select}, {&scatter}});
}

Operands Builder::Sort(const Operands& operands, const Module& comparator, int64_t dimension, bool is_stable) {
  Attributes attributes = {{Attr::kDimension, dimension}};
  if (is_stable) attributes[Attr::kIsStable] = true;
  return Emit(Op::kSort, operands, std::move(attributes), {}, {{&comparator}});
}

Operands Builder::TopK(Operand x, int64_t k, bool largest) {
  Attributes attributes = {{Attr::kK, k}};
  if (!largest) attributes[Attr::kLargest] = false;
  return Emit(Op::kTopK, {x}, std::move(attributes));
}

Operands Builder::Scan(const Operands& inputs, const Operands& carries, const Module& computation, int64_t dimension, bool is_reverse) {
  Operands all = inputs;
  all.insert(all.end(), carries.begin(), carries.end());
  Attributes attributes = {{Attr::kDimension, dimension}, {Attr::kNumCarries, static_cast<int64_t>(carries.size())}};
  if (is_reverse) attributes[Attr::kIsReverse] = true;
  return Emit(Op::kScan, all, std::move(attributes), {}, {{&computation, true}});
}

Operand Builder::Cholesky(Operand a, bool lower) {
  Attributes attributes;
  if (lower) attributes[Attr::kLower] = true;
  return EmitOne(Op::kCholesky, {a}, std::move(attributes));
}

Operand Builder::TriangularSolve(Operand a, Operand b, bool left_side, bool lower, bool unit_diagonal, Transposed transpose_a) {
  static constexpr const char* kNames[] = {"NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"};
  return EmitOne(Op::kTriangularSolve, {a, b},
                 {{Attr::kLeftSide, left_side},
                  {Attr::kLower, lower},
                  {Attr::kUnitDiagonal, unit_diagonal},
                  {Attr::kTransposeA, std::string(kNames[static_cast<size_t>(transpose_a)])}});
}

Operand Builder::Fft(Operand x, FftKind kind, const Ints& length) {
  static constexpr const char* kNames[] = {"FFT", "IFFT", "RFFT", "IRFFT"};
  return EmitOne(Op::kFft, {x}, {{Attr::kFftType, std::string(kNames[static_cast<size_t>(kind)])}, {Attr::kFftLength, length}});
}

Operands Builder::BatchNormTraining(Operand x, Operand scale, Operand offset, double epsilon, int64_t feature_index) {
  return Emit(Op::kBatchNormTraining, {x, scale, offset}, {{Attr::kEpsilon, epsilon}, {Attr::kFeatureIndex, feature_index}});
}

Operand Builder::BatchNormInference(Operand x, Operand scale, Operand offset, Operand mean, Operand variance, double epsilon,
                                    int64_t feature_index) {
  return EmitOne(Op::kBatchNormInference, {x, scale, offset, mean, variance},
                 {{Attr::kEpsilon, epsilon}, {Attr::kFeatureIndex, feature_index}});
}

Operands Builder::BatchNormGrad(Operand x, Operand scale, Operand mean, Operand variance, Operand grad, double epsilon,
                                int64_t feature_index) {
  return Emit(Op::kBatchNormGrad, {x, scale, mean, variance, grad}, {{Attr::kEpsilon, epsilon}, {Attr::kFeatureIndex, feature_index}});
}

}  // namespace mote
