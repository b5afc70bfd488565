// CONV_2D, DEPTHWISE_CONV_2D, TRANSPOSE_CONV, FULLY_CONNECTED, BATCH_MATMUL: on stored bytes, minus zero points, as one convolution or dot
// of s32, a bias and a requantization.
#include <algorithm>

#include "frontend/tflite/families.h"
#include "frontend/tflite/fixed_point.h"

namespace mote::tfl {
namespace {

// What they have in common behind their sums.
struct Sums {
  int64_t channels;            // the last dimension of the result
  int64_t filter_channels_at;  // the dimension of the filter whose index is the channel
  file::Activation activation;
  std::optional<file::TensorType> bias_type;  // of int16 activations, where the options state it
  bool fully_connected = false;
  size_t input = 0, bias = 2;  // of the operator's inputs; the filter is number 1
};

bool IsFloatForm(Node& n, size_t input = 0) { return IsFloat(n.type(input)) && n.type(input) == n.type(1); }
bool IsIntegerForm(Node& n, size_t input = 0) {
  const ElementType x = n.type(input), w = n.type(1);
  return (x == ElementType::kS8 || x == ElementType::kS16) && n.Out().shape.element_type == x &&
         (w == ElementType::kS8 || w == ElementType::kS4);
}

Diagnostic WrongTypes(Node& n) {
  return n.Unsupported("activations and weights of these types: both are floats of one type, or s8 and s16 with weights of s8 or s4");
}

// The sums' type: s64 where activations of 16 bits have a bias of 64, or none.
ElementType SumType(Node& n, const Sums& sums) {
  if (n.type(sums.input) != ElementType::kS16) return ElementType::kS32;
  if (n.Has(sums.bias)) return n.type(sums.bias) == ElementType::kS64 ? ElementType::kS64 : ElementType::kS32;
  return sums.bias_type == file::TensorType::INT32 ? ElementType::kS32 : ElementType::kS64;
}

Status CheckBias(Node& n, const Sums& sums, ElementType type) {
  if (!n.Has(sums.bias)) return Ok();
  if (n.type(sums.bias) != type) return n.Fail(Rule::kElementType, std::string("the bias must be ") + HloName(type));
  if (n.In(sums.bias).shape.ElementCount() != sums.channels) {
    return n.Fail(Rule::kShape, "the bias must have " + std::to_string(sums.channels) + " elements");
  }
  return Ok();
}

Operand Biased(Node& n, Operand value, const Sums& sums) {
  if (!n.Has(sums.bias) || n.b.error()) return value;
  return n.b.Add(value, n.b.Reshape(n.x(sums.bias), {sums.channels}), {n.b.shape(value).rank() - 1});
}

Result<std::vector<double>> Reals(Node& n, const Sums& sums) {
  MOTE_ASSIGN(const Scale in, n.In1(sums.input));
  MOTE_ASSIGN(const Scale out, n.ScaleOf(n.Out()));
  MOTE_ASSIGN(const std::vector<float> filter, ScalesAlong(n.In(1), sums.filter_channels_at));
  MOTE_CHECK_OK(n.Spend(64 * filter.size()));
  std::vector<double> reals;
  for (const float scale : filter) {
    const bool product_of_floats = sums.fully_connected && filter.size() == 1 && n.arithmetic() == TfliteArithmetic::kTflm;
    const double product = product_of_floats ? static_cast<double>(in.scale * scale) : static_cast<double>(in.scale) * scale;
    reals.push_back(product / out.scale);
  }
  return reals;
}

// As many sums as the output has elements: what is computed must not be larger than what the file states.
Status CheckCount(Node& n, Operand value) {
  if (n.b.error()) return *n.b.error();
  __int128 count = 1;
  for (const int64_t size : n.b.shape(value).dims) count = std::min(count * size, __int128{1} << 64);
  if (count == n.Out().shape.ElementCount()) return Ok();
  return n.Fail(Rule::kShape, "gives " + ToString(n.b.shape(value)) + ", where the file states " + ToString(n.Out().shape));
}

// Sums to the stored result.
Result<Operand> Requantized(Node& n, Operand value, const Sums& sums) {
  MOTE_CHECK_OK(CheckCount(n, value));
  MOTE_ASSIGN(const Scale out, n.ScaleOf(n.Out()));
  MOTE_ASSIGN(const std::vector<double> reals, Reals(n, sums));
  MOTE_ASSIGN(const Range range, ActivationRange(sums.activation, n.Out().shape.element_type, out));
  if (n.b.error()) return Operand{};
  if (sums.fully_connected && n.arithmetic() == TfliteArithmetic::kLitert) return RequantizedReal(n, value, reals, out, range);
  if (n.b.shape(value).element_type == ElementType::kS64) return RequantizedOnce(n, value, reals, out, range);
  MOTE_ASSIGN(const Requantization requantization, DoubleRule(reals, out, range));
  return n.b.Requantize(value, n.Out().shape.element_type, requantization);
}

struct Spatial {
  file::Padding padding;
  int64_t stride_h, stride_w, dilation_h, dilation_w;
};

// Input NHWC; filter with its windows in dimensions 1 and 2.
Result<Operand> Convolve(Node& n, Operand x, Operand w, const Spatial& s, int64_t groups, int64_t kernel_in, int64_t kernel_out) {
  MOTE_ASSIGN(const Window rows, WindowOf(n, s.padding, n.dims(0)[1], n.dims(1)[1], s.stride_h, s.dilation_h));
  MOTE_ASSIGN(const Window columns, WindowOf(n, s.padding, n.dims(0)[2], n.dims(1)[2], s.stride_w, s.dilation_w));
  ConvolutionDimensions d;
  d.input_batch = d.output_batch = 0;
  d.input_feature = d.output_feature = 3;
  d.input_spatial = d.output_spatial = d.kernel_spatial = {1, 2};
  d.kernel_input_feature = kernel_in;
  d.kernel_output_feature = kernel_out;
  return n.b.ConvGeneralDilated(x, w, {s.stride_h, s.stride_w}, {{rows.before, rows.behind}, {columns.before, columns.behind}}, {},
                                {s.dilation_h, s.dilation_w}, d, groups);
}

Status ReadWindowed(Node& n, const Spatial& s, const Sums& sums, int64_t groups, int64_t kernel_in, int64_t kernel_out) {
  if (IsFloatForm(n)) {
    MOTE_CHECK_OK(CheckBias(n, sums, n.type(0)));
    MOTE_ASSIGN(const Operand value, Convolve(n, n.x(0), n.x(1), s, groups, kernel_in, kernel_out));
    MOTE_ASSIGN(const Operand result, Activated(n, Biased(n, value, sums), sums.activation));
    return n.Set(result);
  }
  if (!IsIntegerForm(n)) return WrongTypes(n);
  MOTE_ASSIGN(const Scale in, n.In1(0));
  const ElementType type = SumType(n, sums);
  if (type == ElementType::kS64 && in.zero != 0) return n.Unsupported("activations of s16 with a zero point");
  MOTE_CHECK_OK(CheckBias(n, sums, type));
  const auto wide = [&](size_t i, int64_t zero) {
    return type == ElementType::kS64 ? n.b.ConvertElementType(n.x(i), type) : n.Wide(i, zero);
  };
  MOTE_ASSIGN(const Operand value, Convolve(n, wide(0, in.zero), wide(1, 0), s, groups, kernel_in, kernel_out));
  MOTE_ASSIGN(const Operand result, Requantized(n, Biased(n, value, sums), sums));
  return n.Set(result);
}

Status CheckRanks(Node& n) {
  if (n.rank(0) == 4 && n.rank(1) == 4) return Ok();
  return n.Fail(Rule::kRank, "input and filter must have four dimensions");
}

}  // namespace

Status ReadConv(Node& n) {
  MOTE_CHECK_OK(CheckRanks(n));
  MOTE_ASSIGN(const file::Conv2DOptions* o, n.Options<file::Conv2DOptions>(1));
  const int64_t channels = n.dims(0)[3], per_group = n.dims(1)[3], results = n.dims(1)[0];
  if (per_group < 1 || channels % per_group != 0) return n.Fail(Rule::kDivisible, "the filter's channels do not divide the input's");
  const int64_t groups = channels / per_group;
  if (groups < 1 || results % groups != 0)
    return n.Fail(Rule::kDivisible, "the result's channels are no multiple of the " + std::to_string(groups) + " groups");
  const Sums sums{results, 0, o->activation(), o->bias_type()};
  return ReadWindowed(n, {o->padding(), o->stride_h(), o->stride_w(), o->dilation_h(), o->dilation_w()}, sums, groups, 3, 0);
}

Status ReadDepthwise(Node& n) {
  MOTE_CHECK_OK(CheckRanks(n));
  MOTE_ASSIGN(const file::DepthwiseConv2DOptions* o, n.Options<file::DepthwiseConv2DOptions>(2));
  const int64_t channels = n.dims(0)[3], results = n.dims(1)[3];
  if (n.dims(1)[0] != 1) return n.Fail(Rule::kShape, "the filter's first dimension must be 1");
  if (channels < 1 || results % channels != 0) return n.Fail(Rule::kDivisible, "the filter's channels are no multiple of the input's");
  const Sums sums{results, 3, o->activation(), {}};
  return ReadWindowed(n, {o->padding(), o->stride_h(), o->stride_w(), o->dilation_h(), o->dilation_w()}, sums, channels, 0, 3);
}

Status ReadFullyConnected(Node& n) {
  MOTE_ASSIGN(const file::FullyConnectedOptions* o, n.Options<file::FullyConnectedOptions>(8));
  if (n.outputs() != 1 || o->weights_format() != 0) return n.Unsupported("shuffled weights");
  if (n.rank(1) != 2 || n.rank(0) < 1) return n.Fail(Rule::kRank, "the weights must have two dimensions, the input at least one");
  const int64_t results = n.dims(1)[0], depth = n.dims(1)[1], elements = n.In(0).shape.ElementCount();
  if (depth < 1 || elements % depth != 0)
    return n.Fail(Rule::kDivisible, "the input has no rows of " + std::to_string(depth) + " elements");
  const Sums sums{results, 0, o->activation(), o->bias_type(), true};
  const Ints rows = {elements / depth, depth};
  DotDimensionNumbers d;
  d.lhs_contracting = d.rhs_contracting = {1};
  if (IsFloatForm(n)) {
    MOTE_CHECK_OK(CheckBias(n, sums, n.type(0)));
    const Operand value = n.b.DotGeneral(n.b.Reshape(n.x(0), rows), n.x(1), d);
    MOTE_ASSIGN(const Operand result, Activated(n, Biased(n, value, sums), sums.activation));
    return n.Set(n.b.Reshape(result, n.Out().shape.dims));
  }
  if (!IsIntegerForm(n)) return WrongTypes(n);
  MOTE_ASSIGN(const Scale in, n.In1(0));
  MOTE_ASSIGN(const std::vector<float> scales, ScalesAlong(n.In(1), 0));
  int64_t zero = 0;
  if (scales.size() == 1) {
    MOTE_ASSIGN(const Scale filter, n.In1(1));
    zero = filter.zero;
  }
  const ElementType type = SumType(n, sums);
  MOTE_CHECK_OK(CheckBias(n, sums, type));
  Operand x = n.Wide(n.b.Reshape(n.x(0), rows), in.zero), w = n.Wide(1, zero);
  if (type == ElementType::kS64) {
    x = n.b.ConvertElementType(x, type);
    w = n.b.ConvertElementType(w, type);
  }
  MOTE_ASSIGN(const Operand result, Requantized(n, Biased(n, n.b.DotGeneral(x, w, d), sums), sums));
  return n.Set(n.b.Reshape(result, n.Out().shape.dims));
}

// The gradient of a convolution: the input is spread by the strides, the windows are turned round.
Status ReadTransposeConv(Node& n) {
  MOTE_ASSIGN(const file::TransposeConvOptions* o, n.Options<file::TransposeConvOptions>(49));
  constexpr size_t kInput = 2;
  if (n.rank(kInput) != 4 || n.rank(1) != 4 || n.Out().shape.rank() != 4)
    return n.Fail(Rule::kRank, "input, filter and output must have four dimensions");
  const Dims &in = n.dims(kInput), &filter = n.dims(1), &out = n.Out().shape.dims;
  const Sums sums{filter[0], 0, o->activation(), o->bias_type(), false, kInput, 3};
  const int64_t strides[] = {o->stride_h(), o->stride_w()};
  IntMatrix pads;
  for (size_t s = 0; s < 2; ++s) {
    MOTE_ASSIGN(const Window window, WindowOf(n, o->padding(), out[s + 1], filter[s + 1], strides[s], 1));
    if (window.outputs != in[s + 1])
      return n.Fail(Rule::kShape, "windows over the output give " + std::to_string(window.outputs) + " positions along dimension " +
                                      std::to_string(s + 1));
    const int64_t low = filter[s + 1] - 1 - window.before;
    pads.push_back({low, out[s + 1] + filter[s + 1] - 2 - (in[s + 1] - 1) * strides[s] - low});
  }
  ConvolutionDimensions d;
  d.input_batch = d.output_batch = d.kernel_output_feature = 0;
  d.input_feature = d.output_feature = d.kernel_input_feature = 3;
  d.input_spatial = d.output_spatial = d.kernel_spatial = {1, 2};
  const auto convolved = [&](Operand x, Operand w) {
    return n.b.ConvGeneralDilated(x, n.b.Rev(w, {1, 2}), {1, 1}, pads, {strides[0], strides[1]}, {}, d);
  };
  if (IsFloatForm(n, kInput)) {
    MOTE_CHECK_OK(CheckBias(n, sums, n.type(kInput)));
    MOTE_ASSIGN(const Operand result, Activated(n, Biased(n, convolved(n.x(kInput), n.x(1)), sums), sums.activation));
    return n.Set(result);
  }
  if (!IsIntegerForm(n, kInput)) return WrongTypes(n);
  MOTE_ASSIGN(const Scale scale, n.In1(kInput));
  const ElementType type = SumType(n, sums);
  if (type == ElementType::kS64 && scale.zero != 0) return n.Unsupported("activations of s16 with a zero point");
  MOTE_CHECK_OK(CheckBias(n, sums, type));
  const auto wide = [&](size_t i, int64_t zero) {
    return type == ElementType::kS64 ? n.b.ConvertElementType(n.x(i), type) : n.Wide(i, zero);
  };
  MOTE_ASSIGN(const Operand result, Requantized(n, Biased(n, convolved(wide(kInput, scale.zero), wide(1, 0)), sums), sums));
  return n.Set(result);
}

Status ReadBatchMatmul(Node& n) {
  MOTE_ASSIGN(const file::BatchMatMulOptions* o, n.Options<file::BatchMatMulOptions>(101));
  const int64_t rank = n.Out().shape.rank();
  if (n.rank(0) < 2 || n.rank(1) < 2 || rank < 2 || n.rank(0) > rank || n.rank(1) > rank) return n.Fail(Rule::kRank, "matrices are wanted");
  Operand x = n.x(0), y = n.x(1);
  const bool floats = IsFloatForm(n);
  std::vector<double> reals;
  Scale out;
  if (!floats) {
    if (n.type(0) != ElementType::kS8 || n.type(1) != ElementType::kS8 || n.Out().shape.element_type != ElementType::kS8)
      return WrongTypes(n);
    MOTE_ASSIGN(const Scale first, n.In1(0));
    MOTE_ASSIGN(const Scale second, n.In1(1));
    MOTE_ASSIGN(out, n.ScaleOf(n.Out()));
    reals = {static_cast<double>(first.scale * second.scale) / static_cast<double>(out.scale)};
    x = n.Wide(0, first.zero);
    y = n.Wide(1, second.zero);
  }
  const auto stretched = [&](Operand m, size_t i) {  // to the result's batches
    Dims dims(n.Out().shape.dims.begin(), n.Out().shape.dims.end() - 2);
    dims.insert(dims.end(), n.dims(i).end() - 2, n.dims(i).end());
    return dims == n.dims(i) ? m : n.Like(m, dims);
  };
  for (size_t i = 0; i < 2; ++i) {
    for (int64_t d = 0; d + 2 < n.rank(i); ++d) {
      const int64_t size = n.dims(i)[static_cast<size_t>(d)];
      if (size != 1 && size != n.Out().shape.dims[static_cast<size_t>(rank - n.rank(i) + d)])
        return n.Fail(Rule::kShape, "the batches cannot be stretched to the output's");
    }
  }
  x = stretched(x, 0);
  y = stretched(y, 1);
  DotDimensionNumbers d;
  for (int64_t i = 0; i + 2 < rank; ++i) d.lhs_batch.push_back(i);
  d.rhs_batch = d.lhs_batch;
  d.lhs_contracting = {o->adjoint_x() ? rank - 2 : rank - 1};
  d.rhs_contracting = {o->adjoint_y() ? rank - 1 : rank - 2};
  const Operand product = n.b.DotGeneral(x, y, d);
  if (floats) return n.Set(product);
  MOTE_CHECK_OK(CheckCount(n, product));
  MOTE_ASSIGN(const Requantization requantization, DoubleRule(reals, out, RangeOf(ElementType::kS8)));
  return n.Set(n.b.Requantize(product, ElementType::kS8, requantization));
}

}  // namespace mote::tfl
