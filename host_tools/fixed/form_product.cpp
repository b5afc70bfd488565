// FormProduct: Requantize of a convolution or dot of bytes with constant weights, with a bias between them.
#include <algorithm>

#include "fixed/fixed_operation.h"
#include "fixed/known_value.h"
#include "target/fixed_table.h"

namespace mote {
namespace {

// A product's left-hand side: bytes less their zero point, with a frame of it around.
struct Input {
  Value bytes;
  int64_t zero = 0;
  std::vector<int64_t> before, after;  // padding of each dimension
};

// Weights in the order of the stream, what one output channel sums over `terms`, sums starting at the bias.
struct Weights {
  int64_t channels = 0;
  std::vector<int64_t> values;
  std::vector<std::pair<int64_t, int64_t>> totals;  // sums of the positive and of the negative weights of each channel
};

bool IsBytes(const Shape& shape) {
  return shape.IsArray() && shape.IsStatic() && !shape.quantization && shape.element_type == ElementType::kS8;
}

// The value that all elements have.
std::optional<int64_t> KnownSplat(const FormContext& c, Value v) {
  const auto known = KnownValue(c.module, c.e.computation(), v);
  if (!known || known->size() == 0 || !known->IsSplat() || IsFloat(known->type())) return std::nullopt;
  return known->IntegerAt(0);
}

std::optional<Input> InputOf(const FormContext& c, Value v) {
  Input in;
  if (const Instruction& minus = c.e.at(v); minus.op == Op::kSubtract) {
    const auto zero = KnownSplat(c, minus.operands[1]);
    if (!zero) return std::nullopt;
    in.zero = *zero;
    v = minus.operands[0];
  }
  if (c.e.at(v).op == Op::kConvert) v = c.e.at(v).operands[0];
  const auto rank = static_cast<size_t>(c.e.shape(v).rank());
  in.before.assign(rank, 0), in.after.assign(rank, 0);
  if (const Instruction& pad = c.e.at(v); pad.op == Op::kPad && IsBytes(pad.shape())) {
    const auto& low = pad.Ints(Attr::kEdgePaddingLow);
    const auto& high = pad.Ints(Attr::kEdgePaddingHigh);
    const std::vector<int64_t> inside = pad.IntsOr(Attr::kInteriorPadding, rank, 0);
    const auto none = [](const std::vector<int64_t>& list, auto bad) { return std::none_of(list.begin(), list.end(), bad); };
    const bool frame = none(low, [](int64_t n) { return n < 0; }) && none(high, [](int64_t n) { return n < 0; }) &&
                       none(inside, [](int64_t n) { return n != 0; });
    if (frame && KnownSplat(c, pad.operands[1]) == in.zero) in.before = low, in.after = high, v = pad.operands[0];
  }
  in.bytes = v;
  if (!IsBytes(c.e.shape(v)) || in.zero < -128 || in.zero > 127) return std::nullopt;
  return in;
}

// What is added to sums, one number a channel.
std::optional<std::vector<int64_t>> BiasOf(const FormContext& c, Value v, int64_t channels) {
  const auto known = KnownValue(c.module, c.e.computation(), v);
  if (!known || known->type() != ElementType::kS32) return std::nullopt;
  std::vector<int64_t> bias;
  for (int64_t i = 0; i < known->size(); ++i) {
    const int64_t value = known->IntegerAt(i);
    if (i < channels) bias.push_back(value);
    else if (bias[static_cast<size_t>(i % channels)] != value) return std::nullopt;
  }
  return bias.empty() ? std::nullopt : std::optional(bias);
}

// Elements of `rhs` by the strides of the dimensions that the stream walks, outermost first. `channel`: which of these is the output
// channel.
std::optional<Weights> Walk(const Literal& rhs, const std::vector<std::pair<int64_t, int64_t>>& walk, size_t channel) {
  Weights w;
  w.channels = walk[channel].first;
  w.totals.assign(static_cast<size_t>(w.channels), {0, 0});
  std::vector<int64_t> at(walk.size(), 0);
  for (int64_t n = 0; n < rhs.size(); ++n) {
    int64_t index = 0;
    for (size_t d = 0; d < walk.size(); ++d) index += at[d] * walk[d].second;
    const int64_t value = rhs.IntegerAt(index);
    if (value < -128 || value > 127) return std::nullopt;
    w.values.push_back(value);
    auto& [up, down] = w.totals[static_cast<size_t>(at[channel])];
    (value > 0 ? up : down) += value;
    for (size_t d = walk.size(); d-- > 0 && ++at[d] == walk[d].first;) at[d] = 0;
  }
  return w;
}

std::vector<int64_t> StridesOf(const Dims& dims) {
  std::vector<int64_t> strides(dims.size(), 1);
  for (size_t d = dims.size(); d-- > 1;) strides[d - 1] = strides[d] * dims[d];
  return strides;
}

struct Product {
  Value lhs;
  std::vector<int64_t> fields;
  Weights weights;
};

// Dimensions in the order of memory: batch, spatial ones ascending, channels.
bool IsChannelsLast(const Instruction& i, Attr batch, Attr feature, Attr spatial) {
  const auto& places = i.Ints(spatial);
  for (size_t s = 0; s < places.size(); ++s) {
    if (places[s] != static_cast<int64_t>(s) + 1) return false;
  }
  return i.Int(batch) == 0 && i.Int(feature) == static_cast<int64_t>(places.size()) + 1;
}

std::optional<Product> ConvolutionOf(const FormContext& c, const Instruction& conv, const Input& in, const Literal& rhs) {
  const auto& spatial = conv.Ints(Attr::kKernelSpatialDimensions);
  const size_t rank = spatial.size();
  const auto all = [&](Attr attr, int64_t otherwise) {
    const std::vector<int64_t> list = conv.IntsOr(attr, rank, otherwise);
    return std::all_of(list.begin(), list.end(), [&](int64_t n) { return n == otherwise; });
  };
  if (rank > 2 || !all(Attr::kLhsDilation, 1) || !all(Attr::kWindowReversal, 0) || conv.Int(Attr::kBatchGroupCount, 1) != 1)
    return std::nullopt;
  if (!IsChannelsLast(conv, Attr::kInputBatchDimension, Attr::kInputFeatureDimension, Attr::kInputSpatialDimensions) ||
      !IsChannelsLast(conv, Attr::kOutputBatchDimension, Attr::kOutputFeatureDimension, Attr::kOutputSpatialDimensions) ||
      in.before.front() + in.after.front() + in.before.back() + in.after.back() != 0) {
    return std::nullopt;
  }
  const Dims &x = c.e.shape(in.bytes).dims, &y = conv.shape().dims, &k = rhs.shape().dims;
  const int64_t groups = conv.Int(Attr::kFeatureGroupCount, 1), channels = x.back(), features = y.back();
  const bool depthwise = groups == channels && features == channels && groups != 1;
  if (groups != 1 && !depthwise) return std::nullopt;
  const auto of = [&](const Dims& dims, size_t s) { return s + rank < 2 ? 1 : dims[s + rank - 1]; };  // s 0: height, 1: width
  Product p;
  p.lhs = in.bytes;
  p.fields = FixedFields(static_cast<int64_t>(depthwise ? FixedRoutine::kDepthwise : FixedRoutine::kConvolution),
                         {x[0], of(x, 0), of(x, 1), channels}, {y[0], of(y, 0), of(y, 1), features});
  const std::vector<int64_t> strides = conv.IntsOr(Attr::kWindowStrides, rank, 1), dilations = conv.IntsOr(Attr::kRhsDilation, rank, 1);
  const IntMatrix& padding = conv.Matrix(Attr::kPadding);
  const std::vector<int64_t> step = StridesOf(k);
  std::vector<std::pair<int64_t, int64_t>> window;
  for (size_t d = 0; d < rank; ++d) {
    const size_t s = d + 2 - rank, tap = static_cast<size_t>(spatial[d]);
    window.push_back({k[tap], step[tap]});
    p.fields[kMoteFixedKernelH + s] = k[tap];
    p.fields[kMoteFixedStrideY + s] = strides[d];
    p.fields[kMoteFixedDilationY + s] = dilations[d];
    p.fields[kMoteFixedPadY + s] = (padding.empty() ? 0 : padding[d][0]) + in.before[d + 1];
  }
  const auto feature = static_cast<size_t>(conv.Int(Attr::kKernelOutputFeatureDimension));
  const auto input = static_cast<size_t>(conv.Int(Attr::kKernelInputFeatureDimension));
  const std::pair<int64_t, int64_t> output = {k[feature], step[feature]};
  if (depthwise) window.push_back(output);
  else window.push_back({k[input], step[input]}), window.insert(window.begin(), output);
  auto weights = Walk(rhs, window, depthwise ? window.size() - 1 : 0);
  if (!weights) return std::nullopt;
  p.weights = *std::move(weights);
  return p;
}

std::optional<Product> DotOf(const FormContext& c, const Instruction& dot, const Input& in, const Literal& rhs) {
  const Dims &x = c.e.shape(in.bytes).dims, &k = rhs.shape().dims;
  const auto& lhs_sum = dot.Ints(Attr::kLhsContractingDimensions);
  const auto& rhs_sum = dot.Ints(Attr::kRhsContractingDimensions);
  const bool padded = std::any_of(in.before.begin(), in.before.end(), [](int64_t n) { return n != 0; }) ||
                      std::any_of(in.after.begin(), in.after.end(), [](int64_t n) { return n != 0; });
  if (padded || !dot.Ints(Attr::kLhsBatchingDimensions).empty() || k.size() != 2 || lhs_sum.size() != 1 || rhs_sum.size() != 1 ||
      lhs_sum[0] != static_cast<int64_t>(x.size()) - 1) {
    return std::nullopt;
  }
  const auto summed = static_cast<size_t>(rhs_sum[0]), kept = 1 - summed;
  Dims lines = AsLines(x);
  if (lines[1] % kMoteFixedPixels == 0) lines = {1, lines[1] / kMoteFixedPixels, kMoteFixedPixels, lines[3]};
  else std::swap(lines[1], lines[2]);
  Dims out = lines;
  out[3] = k[kept];
  const std::vector<int64_t> step = StridesOf(k);
  auto weights = Walk(rhs, {{k[kept], step[kept]}, {k[summed], step[summed]}}, 0);
  if (!weights) return std::nullopt;
  return Product{in.bytes, FixedFields(static_cast<int64_t>(FixedRoutine::kConvolution), lines, out), *std::move(weights)};
}

}  // namespace

std::optional<std::vector<Value>> FormProduct(const FormContext& c, const Instruction& requantize) {
  const Requantization r = RequantizationOf(requantize);
  const int64_t channels = requantize.shape().dims.empty() ? 0 : requantize.shape().dims.back();
  if (channels == 0) return std::nullopt;
  std::vector<int64_t> starts(static_cast<size_t>(channels), 0);
  Value v = requantize.operands[0];
  while (c.e.at(v).op == Op::kAdd) {
    const Instruction& add = c.e.at(v);
    const bool second = InFamily(c.e.at(add.operands[0]).op, Family::kProduct, Family::kReducer);
    const auto bias = BiasOf(c, add.operands[second ? 1 : 0], channels);
    if (!bias) return std::nullopt;
    for (size_t o = 0; o < starts.size(); ++o) starts[o] += (*bias)[o];
    v = add.operands[second ? 0 : 1];
  }
  const Instruction product_instruction = c.e.at(v);
  const Instruction* product = &product_instruction;
  if (product->op != Op::kConvolution && product->op != Op::kDotGeneral) return std::nullopt;
  const auto in = InputOf(c, product->operands[0]);
  const auto rhs = KnownValue(c.module, c.e.computation(), product->operands[1]);
  if (!in || !rhs || rhs->size() == 0 || IsFloat(rhs->type()) || product->shape().element_type != ElementType::kS32) return std::nullopt;
  auto p = product->op == Op::kConvolution ? ConvolutionOf(c, *product, *in, *rhs) : DotOf(c, *product, *in, *rhs);
  if (!p || p->weights.channels != channels) return std::nullopt;
  std::vector<StepFunction> functions;
  for (int64_t o = 0; o < channels; ++o) {
    const auto [up, down] = p->weights.totals[static_cast<size_t>(o)];
    int64_t& start = starts[static_cast<size_t>(o)];
    start -= in->zero * (up + down);
    const auto steps = StepsOf(r, o, start + up * -128 + down * 127, start + up * 127 + down * -128);
    if (!steps) return std::nullopt;
    functions.push_back(*steps);
  }
  const auto finish = FindFinish(functions, r.min, r.max);
  if (!finish) return std::nullopt;
  p->fields[kMoteFixedPadValue] = in->zero;
  p->fields[kMoteFixedShift] = finish->shift, p->fields[kMoteFixedSigned] = finish->is_signed ? 1 : 0;
  p->fields[kMoteFixedLow] = r.min, p->fields[kMoteFixedHigh] = r.max;
  Stream stream;
  stream.AppendFinish(starts, *finish);
  stream.Append(p->weights.values, 1);
  return Fixed(c.e, requantize.shape(), {p->lhs}, std::move(p->fields), stream);
}

}  // namespace mote
