// Type rules of windowed operations: convolution, dynamic_conv, reduce_window, select_and_scatter (OPS.md 2.4).
#include <algorithm>

#include "hlo/infer.h"

namespace mote {

Result<int64_t> WindowedSize(const InferContext& c, int64_t input, const WindowDim& w) {
  if (input == kDynamic || w.size == kDynamic) return kDynamic;
  const __int128 base = input == 0 ? 0 : static_cast<__int128>(input - 1) * w.base_dilation + 1;
  const __int128 padded = base + w.low + w.high;
  const __int128 window = w.size == 0 ? 0 : static_cast<__int128>(w.size - 1) * w.window_dilation + 1;
  if (padded <= 0 || window > padded) return int64_t{0};
  const __int128 size = (padded - window) / w.stride + 1;
  if (size > INT64_MAX) return c.Fail(Rule::kOverflow, "a window of " + c.Name() + " gives a size that does not fit 64 bits");
  return static_cast<int64_t>(size);
}

namespace {

Status CheckWindowList(const InferContext& c, Attr attr, size_t rank) {
  if (!c.instruction.Has(attr)) return Ok();
  const size_t got = attr == Attr::kPadding ? c.instruction.Matrix(attr).size() : c.instruction.Ints(attr).size();
  if (got == 0) return Ok();
  // Producers write more strides than a dynamic_conv has spatial dimensions; StableHLO takes the first ones.
  if (attr == Attr::kWindowStrides && c.instruction.op == Op::kDynamicConv && got > rank) return Ok();
  return CheckCount(c, got, rank, std::string(Info(attr).stablehlo), "a window of rank " + std::to_string(rank));
}

std::vector<int64_t> ListOr(const InferContext& c, Attr attr, size_t rank, int64_t fill) {
  const std::vector<int64_t>& list = c.instruction.Ints(attr);
  return list.empty() ? std::vector<int64_t>(rank, fill) : list;
}

// The attributes of a window over `sizes`, checked. Operations name their dilations differently.
Result<std::vector<WindowDim>> CheckWindow(const InferContext& c, const std::vector<int64_t>& sizes, Attr base_dilation,
                                           Attr window_dilation) {
  const size_t rank = sizes.size();
  for (Attr attr : {Attr::kWindowStrides, base_dilation, window_dilation, Attr::kPadding, Attr::kWindowReversal}) {
    // JAX exports dynamic convolutions with a stride too many, and upstream accepts them.
    const bool surplus = c.instruction.op == Op::kDynamicConv && c.instruction.Ints(attr).size() > rank;
    if (!surplus) MOTE_CHECK_OK(CheckWindowList(c, attr, rank));
  }
  const std::vector<int64_t> strides = ListOr(c, Attr::kWindowStrides, rank, 1), base = ListOr(c, base_dilation, rank, 1),
                             window = ListOr(c, window_dilation, rank, 1);
  const IntMatrix& padding = c.instruction.Matrix(Attr::kPadding);
  std::vector<WindowDim> out(rank);
  for (size_t i = 0; i < rank; ++i) {
    const std::string where = " in window dimension " + std::to_string(i) + ", but is ";
    if (sizes[i] != kDynamic && sizes[i] <= 0) return c.Fail(Rule::kAttribute, "the window size must be positive" + where + Text(sizes[i]));
    if (strides[i] <= 0) return c.Fail(Rule::kAttribute, "the window stride must be positive" + where + Text(strides[i]));
    if (base[i] <= 0) return c.Fail(Rule::kAttribute, "the base dilation must be positive" + where + Text(base[i]));
    if (window[i] <= 0) return c.Fail(Rule::kAttribute, "the window dilation must be positive" + where + Text(window[i]));
    out[i] = {sizes[i], strides[i], 0, 0, base[i], window[i]};
    if (padding.empty()) continue;
    if (padding[i].size() != 2) {
      return c.Fail(Rule::kCount, "padding must hold one pair of low and high per window dimension, but entry " + std::to_string(i) +
                                      " has " + std::to_string(padding[i].size()) + " values");
    }
    out[i].low = padding[i][0];
    out[i].high = padding[i][1];
  }
  return out;
}

struct ConvDims {
  int64_t batch, feature;
  const std::vector<int64_t>& spatial;
};

Status CheckConvDims(const InferContext& c, const ConvDims& d, int rank, const char* whose) {
  std::vector<int64_t> all = {d.batch, d.feature};
  all.insert(all.end(), d.spatial.begin(), d.spatial.end());
  MOTE_CHECK_OK(CheckInRange(c, all, rank, std::string(whose) + " dimension numbers"));
  return CheckUnique(c, all, std::string(whose) + " dimension numbers");
}

Status CheckGroups(const InferContext& c, const ConvDims& in, const ConvDims& kernel) {
  const int64_t features = c.instruction.Int(Attr::kFeatureGroupCount, 1), batches = c.instruction.Int(Attr::kBatchGroupCount, 1);
  const Shape &lhs = c.operand(0), &rhs = c.operand(1);
  const std::string shapes = " (" + c.Show(lhs) + " and " + c.Show(rhs) + ")";
  if (features > 1 && batches > 1) {
    return c.Fail(Rule::kAttribute,
                  "feature_group_count and batch_group_count cannot both be above 1, but are " + Text(features) + " and " + Text(batches));
  }
  const int64_t in_batch = lhs.dims[in.batch], in_feature = lhs.dims[in.feature];
  // In the kernel, `batch` is the input feature and `feature` the output feature.
  const int64_t kernel_in = rhs.dims[kernel.batch], kernel_out = rhs.dims[kernel.feature];
  if (in_batch != kDynamic && in_batch % batches != 0) {
    return c.Fail(Rule::kDivisible,
                  "the input batch " + Text(in_batch) + " is not a multiple of batch_group_count " + Text(batches) + shapes);
  }
  if (in_feature != kDynamic && in_feature % features != 0) {
    return c.Fail(Rule::kDivisible,
                  "the input feature " + Text(in_feature) + " is not a multiple of feature_group_count " + Text(features) + shapes);
  }
  if (in_feature != kDynamic && kernel_in != kDynamic && in_feature / features != kernel_in) {
    return c.Fail(Rule::kShape, "the kernel's input feature must be " + Text(in_feature / features) +
                                    ", the input feature divided by feature_group_count, but is " + Text(kernel_in) + shapes);
  }
  if (kernel_out != kDynamic && kernel_out % batches != 0) {
    return c.Fail(Rule::kDivisible,
                  "the output feature " + Text(kernel_out) + " is not a multiple of batch_group_count " + Text(batches) + shapes);
  }
  if (kernel_out != kDynamic && kernel_out % features != 0) {
    return c.Fail(Rule::kDivisible,
                  "the output feature " + Text(kernel_out) + " is not a multiple of feature_group_count " + Text(features) + shapes);
  }
  return Ok();
}

Status CheckQuantizedConvolution(const InferContext& c, const ConvDims& kernel, const ConvDims& out, const Shape& result) {
  const Shape& rhs = c.operand(1);
  if (IsPerAxis(rhs) && rhs.quantization->axis != kernel.feature) {
    return c.Fail(Rule::kElementType,
                  "rhs must be quantized along the kernel's output feature dimension " + Text(kernel.feature) + ", but is " + c.Show(rhs));
  }
  if (IsPerAxis(result) && result.quantization->axis != out.feature) {
    return c.Fail(Rule::kElementType,
                  "the result must be quantized along its feature dimension " + Text(out.feature) + ", but is " + c.Show(result));
  }
  return CheckQuantizedProduct(c, c.operand(0), rhs, result);
}

// `dynamic`: the padding is an operand, so the spatial sizes are not known here.
Inferred Convolution(const InferContext& c, bool dynamic) {
  const Instruction& i = c.instruction;
  MOTE_CHECK_OK(RequireType(c, 0, kTypeAQ));
  MOTE_CHECK_OK(RequireType(c, 1, dynamic ? kTypeAQ : kTypeAll));
  const Shape &lhs = c.operand(0), &rhs = c.operand(1);
  const ConvDims in{i.Int(Attr::kInputBatchDimension), i.Int(Attr::kInputFeatureDimension), i.Ints(Attr::kInputSpatialDimensions)};
  const ConvDims kernel{i.Int(Attr::kKernelInputFeatureDimension), i.Int(Attr::kKernelOutputFeatureDimension),
                        i.Ints(Attr::kKernelSpatialDimensions)};
  const ConvDims out{i.Int(Attr::kOutputBatchDimension), i.Int(Attr::kOutputFeatureDimension), i.Ints(Attr::kOutputSpatialDimensions)};
  const std::string both = c.Show(lhs) + " and " + c.Show(rhs);
  for (Attr count : {Attr::kFeatureGroupCount, Attr::kBatchGroupCount}) {
    if (i.Int(count, 1) < 1) {
      return c.Fail(Rule::kAttribute, std::string(Info(count).stablehlo) + " must be positive, but is " + Text(i.Int(count, 1)));
    }
  }
  if (lhs.rank() < 2 || lhs.rank() != rhs.rank()) {
    return c.Fail(Rule::kRank, "convolution takes two operands of one rank, at least 2, got " + both);
  }
  const bool quantized = IsQuantized(lhs) || IsQuantized(rhs);
  if (!quantized) MOTE_CHECK_OK(RequireSameTypes(c, 0, 1));
  if (in.spatial.size() != kernel.spatial.size() || in.spatial.size() != out.spatial.size()) {
    return c.Fail(Rule::kCount, "input, kernel and output must have equally many spatial dimensions, but have " +
                                    std::to_string(in.spatial.size()) + ", " + std::to_string(kernel.spatial.size()) + " and " +
                                    std::to_string(out.spatial.size()));
  }
  MOTE_CHECK_OK(CheckConvDims(c, in, lhs.rank(), "input"));
  MOTE_CHECK_OK(CheckConvDims(c, kernel, lhs.rank(), "kernel"));
  MOTE_CHECK_OK(CheckConvDims(c, out, lhs.rank(), "output"));
  MOTE_CHECK_OK(CheckGroups(c, in, kernel));
  MOTE_CHECK_OK(CheckPrecisionConfig(c));
  if (lhs.rank() != static_cast<int>(in.spatial.size()) + 2) {
    return c.Fail(Rule::kRank, "convolution with " + std::to_string(in.spatial.size()) + " spatial dimensions takes operands of rank " +
                                   std::to_string(in.spatial.size() + 2) + ", got " + both);
  }
  std::vector<int64_t> sizes;
  for (int64_t dim : kernel.spatial) sizes.push_back(rhs.dims[dim]);
  MOTE_ASSIGN(const std::vector<WindowDim> window, CheckWindow(c, sizes, Attr::kLhsDilation, Attr::kRhsDilation));
  Shape result = WithTypeOf(Shape::Array(lhs.element_type, Dims(lhs.dims.size(), kDynamic)), lhs);
  const int64_t batch = lhs.dims[in.batch];
  result.dims[out.batch] = batch == kDynamic ? kDynamic : batch / i.Int(Attr::kBatchGroupCount, 1);
  result.dims[out.feature] = rhs.dims[kernel.feature];
  result.bounded.assign(result.dims.size(), false);
  result.bounded[out.batch] = lhs.IsBounded(in.batch);
  result.bounded[out.feature] = rhs.IsBounded(kernel.feature);
  for (size_t k = 0; k < window.size() && !dynamic; ++k) {
    MOTE_ASSIGN(result.dims[out.spatial[k]], WindowedSize(c, lhs.dims[in.spatial[k]], window[k]));
  }
  if (c.declared.empty()) {
    if (quantized) return Declared(c).errors();
    return Shapes{result};
  }
  // The result may be wider than the operands (preferred element type).
  if (quantized || IsQuantized(c.declared[0])) MOTE_CHECK_OK(CheckQuantizedConvolution(c, kernel, out, c.declared[0]));
  return Shapes{WithTypeOf(result, c.declared[0])};
}

Shape Scalar(const Shape& type_source) { return WithTypeOf(Shape::Scalar(type_source.element_type), type_source); }

}  // namespace

Inferred InferConvolution(const InferContext& c) { return Convolution(c, false); }

Inferred InferDynamicConv(const InferContext& c) {
  MOTE_CHECK_OK(RequireType(c, 2, kTypeI));
  const Shape& padding = c.operand(2);
  const int64_t spatial = static_cast<int64_t>(c.instruction.Ints(Attr::kInputSpatialDimensions).size());
  MOTE_ASSIGN(Shapes shapes, Convolution(c, true));
  if (padding.rank() != 2 || !padding.IsStatic()) {
    return c.Fail(Rule::kRank, "the padding must be a static matrix, but is " + c.Show(padding));
  }
  if (padding.dims != Dims{spatial, 2}) {
    return c.Fail(Rule::kShape, "the padding must have " + Text(spatial) + " rows of low and high, but is " + c.Show(padding));
  }
  return shapes;
}

Inferred InferReduceWindow(const InferContext& c) {
  if (c.count() % 2 != 0) {
    return c.Fail(Rule::kArity, "reduce_window takes as many initial values as inputs, but has " + std::to_string(c.count()) + " operands");
  }
  const size_t n = c.count() / 2;
  MOTE_CHECK_OK(RequireTypes(c, kTypeAQ));
  const Shape& x = c.operand(0);
  for (size_t i = 1; i < n; ++i) {
    if (!ShapesAgree(x, c.operand(i))) {
      return c.Fail(Rule::kShape, "the inputs of reduce_window must have one shape, but #0 is " + c.Show(x) + " and #" + std::to_string(i) +
                                      " is " + c.Show(c.operand(i)));
    }
  }
  const std::vector<int64_t>& sizes = c.instruction.Ints(Attr::kWindowDimensions);
  MOTE_CHECK_OK(CheckCount(c, sizes.size(), x.dims.size(), "window_dimensions " + Text(sizes), c.Show(x)));
  MOTE_ASSIGN(const std::vector<WindowDim> window, CheckWindow(c, sizes, Attr::kBaseDilations, Attr::kWindowDilations));
  MOTE_ASSIGN(const Shapes accumulators, CheckReducer(c, c.called(0), c.operands.subspan(0, n), c.operands.subspan(n, n)));
  Shapes out;
  for (size_t i = 0; i < n; ++i) {
    Shape reduced = WithTypeOf(Shape::Array(x.element_type, x.dims), accumulators[i]);
    reduced.bounded = x.bounded;
    for (size_t k = 0; k < window.size(); ++k) {
      MOTE_ASSIGN(reduced.dims[k], WindowedSize(c, x.dims[k], window[k]));
    }
    out.push_back(std::move(reduced));
  }
  return out;
}

Inferred InferSelectAndScatter(const InferContext& c) {
  MOTE_CHECK_OK(RequireTypes(c, kTypeAQ));
  const Shape &x = c.operand(0), &source = c.operand(1), &init = c.operand(2);
  const Computation& select = c.called(0);
  const size_t captures = c.instruction.captures;
  const Shape element = Scalar(x);
  const auto same_or_float = [](const Shape& a, const Shape& b) {
    return SameElementType(a, b) || ((TypeSetOf(a) & kTypeF) && (TypeSetOf(b) & kTypeF));
  };
  if (!same_or_float(x, source)) {
    return c.Fail(Rule::kElementMix,
                  "the source must have the operand's element type, but operand and source are " + c.Show(x) + " and " + c.Show(source));
  }
  if (select.parameters.size() != 2 + captures) {
    return c.Fail(Rule::kSignature, "the select computation must take 2 scalars, but takes " + c.Show(select.parameters));
  }
  for (size_t i = 0; i < 2; ++i) {
    if (!select.parameters[i].IsScalar() || !same_or_float(select.parameters[i], element)) {
      return c.Fail(Rule::kSignature, "the select computation must take " + c.Show(element) + ", but takes " +
                                          c.Show(select.parameters[i]) + " at index " + std::to_string(i));
    }
  }
  const Shapes selected = select.ResultShapes();
  if (selected.size() != 1 || !selected[0].IsScalar() || !IsPred(selected[0].element_type)) {
    return c.Fail(Rule::kSignature, "the select computation must return a pred scalar, but returns " + c.Show(selected));
  }
  const Shapes sources = {Scalar(source)}, inits = {init};
  MOTE_ASSIGN(const Shapes accumulators, CheckReducer(c, c.called(1), sources, inits));
  const std::vector<int64_t> sizes = ListOr(c, Attr::kWindowDimensions, x.dims.size(), 1);
  MOTE_CHECK_OK(CheckCount(c, sizes.size(), x.dims.size(), "window_dimensions " + Text(sizes), c.Show(x)));
  MOTE_ASSIGN(const std::vector<WindowDim> window, CheckWindow(c, sizes, Attr::kBaseDilations, Attr::kWindowDilations));
  Shape windows = x;
  for (size_t k = 0; k < window.size(); ++k) {
    MOTE_ASSIGN(windows.dims[k], WindowedSize(c, x.dims[k], window[k]));
  }
  if (!ShapesAgree(windows, source)) {
    return c.Fail(Rule::kShape, "the source must have one element per window, " + c.Show(windows) + ", but is " + c.Show(source));
  }
  return Shapes{WithTypeOf(x, accumulators[0])};
}

}  // namespace mote
