// FormProduct: Requantize of a convolution or dot of bytes with constant weights, with a bias between them; FormProductOf: whatever else
// rises with their sums, as what StableHLO quantizes by floats.
#include <algorithm>
#include <array>
#include <numeric>
#include <type_traits>

#include "fixed/expression.h"
#include "fixed/form_fixed.h"
#include "fixed/known_value.h"
#include "target/fixed_table.h"

namespace mote {
namespace {

constexpr int64_t kMostGroups = 64;

// A product's left-hand side: bytes less their zero point, with a frame of it around.
struct Input {
  Value bytes;
  int64_t zero = 0;
  std::vector<int64_t> before, after;  // padding of each dimension

  bool IsPadded() const {
    const auto some = [](int64_t n) { return n != 0; };
    return std::any_of(before.begin(), before.end(), some) || std::any_of(after.begin(), after.end(), some);
  }
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

// Integers that were fewer bits.
Value BeforeWidening(const FormContext& c, Value v) {
  while (c.e.at(v).op == Op::kConvert && !IsFloat(c.e.shape(c.e.at(v).operands[0]).element_type) &&
         IsSigned(c.e.shape(c.e.at(v).operands[0]).element_type) &&
         BitWidth(c.e.shape(v).element_type) >= BitWidth(c.e.shape(c.e.at(v).operands[0]).element_type)) {
    v = c.e.at(v).operands[0];
  }
  return v;
}

std::optional<Input> InputOf(const FormContext& c, Value v) {
  Input in;
  v = BeforeWidening(c, v);
  if (const Instruction& minus = c.e.at(v); minus.op == Op::kSubtract) {
    const auto zero = KnownSplat(c, minus.operands[1]);
    if (!zero) return std::nullopt;
    in.zero = *zero;
    v = minus.operands[0];
  }
  v = BeforeWidening(c, v);
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
  int64_t groups = 1;               // of a convolution: of as many channels each
  std::array<int64_t, 2> dilation = {1, 1};  // of the input: zeros between its rows and columns
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
  if (rank > 2 || !all(Attr::kWindowReversal, 0) || conv.Int(Attr::kBatchGroupCount, 1) != 1) return std::nullopt;
  if (!IsChannelsLast(conv, Attr::kInputBatchDimension, Attr::kInputFeatureDimension, Attr::kInputSpatialDimensions) ||
      !IsChannelsLast(conv, Attr::kOutputBatchDimension, Attr::kOutputFeatureDimension, Attr::kOutputSpatialDimensions) ||
      in.before.front() + in.after.front() + in.before.back() + in.after.back() != 0) {
    return std::nullopt;
  }
  const Dims &x = c.e.shape(in.bytes).dims, &y = conv.shape().dims, &k = rhs.shape().dims;
  const int64_t groups = conv.Int(Attr::kFeatureGroupCount, 1), channels = x.back(), features = y.back();
  const bool depthwise = groups == channels && groups != 1, dilated = !all(Attr::kLhsDilation, 1);
  if (dilated && (groups != 1 || !all(Attr::kWindowStrides, 1) || !all(Attr::kRhsDilation, 1) || in.IsPadded())) return std::nullopt;
  if (!depthwise && groups > kMostGroups) return std::nullopt;
  const auto of = [&](const Dims& dims, size_t s) { return s + rank < 2 ? 1 : dims[s + rank - 1]; };  // s 0: height, 1: width
  Product p;
  p.lhs = in.bytes;
  p.fields = FixedFields(static_cast<int64_t>(depthwise ? FixedRoutine::kDepthwise : FixedRoutine::kConvolution),
                         {x[0], of(x, 0), of(x, 1), depthwise ? features : channels}, {y[0], of(y, 0), of(y, 1), features});
  p.groups = depthwise ? 1 : groups;
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
    p.dilation[s] = conv.IntsOr(Attr::kLhsDilation, rank, 1)[d];
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
  if (in.IsPadded() || !dot.Ints(Attr::kLhsBatchingDimensions).empty() || k.size() != 2 || lhs_sum.size() != 1 || rhs_sum.size() != 1 ||
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

// The least and the greatest sum of a channel.
using Bounds = std::pair<int64_t, int64_t>;

// What becomes of each channel's sums, within these results.
struct Steps {
  std::vector<StepFunction> functions;
  int64_t least, most;
};

std::optional<std::vector<Value>> AsOne(ModuleEmitter& e, const Shape& shape, Product p, const std::vector<int64_t>& starts,
                                        const Finish& finish) {
  // of a depthwise convolution with several outputs an input
  const int64_t channels = e.shape(p.lhs).dims.back(), times = p.fields[kMoteFixedInC] / channels;
  if (static_cast<FixedRoutine>(p.fields[kMoteFixedRoutine]) == FixedRoutine::kDepthwise && times > 1) {
    Dims dims = e.shape(p.lhs).dims, spread = dims;
    spread.push_back(times), dims.back() *= times;
    std::vector<int64_t> kept(spread.size() - 1);
    std::iota(kept.begin(), kept.end(), 0);
    p.lhs = e.Reshape(e.Broadcast(p.lhs, Shape::Array(ElementType::kS8, spread), kept), dims);
  }
  Stream stream;
  stream.AppendFinish(starts, finish);
  stream.Append(p.weights.values, 1);
  return Fixed(e, shape, {p.lhs}, std::move(p.fields), stream);
}

Value Sliced(ModuleEmitter& e, Value v, const Dims& from, const Dims& to) {
  Dims dims = to;
  for (size_t d = 0; d < dims.size(); ++d) dims[d] -= from[d];
  if (dims == e.shape(v).dims) return v;
  Attributes window = {{Attr::kStartIndices, std::vector<int64_t>(from)}, {Attr::kLimitIndices, std::vector<int64_t>(to)}};
  window[Attr::kStrides] = std::vector<int64_t>(dims.size(), 1);
  return e.Make(Op::kSlice, Shape::Array(ElementType::kS8, dims), {v}, std::move(window));
}

// A step a group of channels, their results side by side.
std::optional<std::vector<Value>> ByGroups(ModuleEmitter& e, const Shape& shape, const Product& p, const std::vector<int64_t>& starts,
                                           const Finish& finish) {
  Dims from(e.shape(p.lhs).dims.size(), 0), to = e.shape(p.lhs).dims, dims = shape.dims;
  const int64_t inputs = to.back() / p.groups, outputs = dims.back() / p.groups;
  dims.back() = outputs;
  IdVector<Value> parts;
  for (int64_t g = 0; g < p.groups; ++g) {
    const auto part = [&](const auto& all) {
      const auto each = static_cast<ptrdiff_t>(all.size()) / p.groups;
      return std::decay_t<decltype(all)>(all.begin() + g * each, all.begin() + (g + 1) * each);
    };
    from.back() = g * inputs, to.back() = (g + 1) * inputs;
    Product one = {Sliced(e, p.lhs, from, to), p.fields, {outputs, part(p.weights.values), {}}};
    one.fields[kMoteFixedInC] = inputs, one.fields[kMoteFixedOutC] = outputs;
    Finish finish_of_one = finish;
    finish_of_one.channels = part(finish.channels);
    const auto step = AsOne(e, Shape::Array(ElementType::kS8, dims), std::move(one), part(starts), finish_of_one);
    if (!step) return std::nullopt;
    parts.push_back((*step)[0]);
  }
  // Written side by side one by one: a concatenation of channels would look for each byte's group.
  Value all = e.Splat(shape, 0);
  const auto index = [&](int64_t value) {
    Literal literal(Shape::Scalar(ElementType::kS32));
    literal.SetInteger(0, value);
    return e.Constant(literal);
  };
  for (int64_t g = 0; g < p.groups; ++g) {
    IdVector<Value> operands = {all, parts[static_cast<size_t>(g)]};
    for (size_t d = 0; d < dims.size(); ++d) operands.push_back(index(d + 1 == dims.size() ? g * outputs : 0));
    all = e.Make(Op::kDynamicUpdateSlice, shape, std::move(operands));
  }
  return {{all}};
}

// One direction of a convolution over an input with zeros between its elements: outputs `dilation` apart, a phase, are a convolution of the
// input itself with some of the taps. All phases see the same window, in which they have weights of 0 for what is not theirs.
struct Phases {
  int64_t dilation, kernel, pad, first = INT64_MAX, last = INT64_MIN;

  Phases(int64_t d, int64_t k, int64_t p) : dilation(d), kernel(k), pad(p) {
    for (int64_t n = 0; n < dilation * kernel; ++n) {
      const int64_t from = n / kernel - pad + n % kernel;
      if (from % dilation == 0) first = std::min(first, from / dilation), last = std::max(last, from / dilation);
    }
  }
  int64_t window() const { return last - first + 1; }
  // The tap of a phase at a position of the window; below 0 or beyond the kernel: none.
  int64_t Tap(int64_t phase, int64_t at) const { return (first + at) * dilation - phase + pad; }
};

// The phases are so many times as many channels, which are put beside each other afterwards.
std::optional<std::vector<Value>> ByPhases(ModuleEmitter& e, const Shape& shape, Product p, const std::vector<int64_t>& bias,
                                           Finish finish) {
  auto& f = p.fields;
  const Phases rows(p.dilation[0], f[kMoteFixedKernelH], f[kMoteFixedPadY]);
  const Phases columns(p.dilation[1], f[kMoteFixedKernelW], f[kMoteFixedPadX]);
  const int64_t features = f[kMoteFixedOutC], inputs = f[kMoteFixedInC], many = rows.dilation * columns.dilation;
  Weights weights = {features * many, {}, {}};
  std::vector<int64_t> starts;
  for (int64_t n = 0; n < weights.channels; ++n) {
    const int64_t y = n / features / columns.dilation, x = n / features % columns.dilation, o = n % features;
    int64_t start = bias[static_cast<size_t>(o)];
    for (int64_t at = 0; at < rows.window() * columns.window(); ++at) {
      const int64_t ky = rows.Tap(y, at / columns.window()), kx = columns.Tap(x, at % columns.window());
      const bool some = ky >= 0 && ky < rows.kernel && kx >= 0 && kx < columns.kernel;
      for (int64_t i = 0; i < inputs; ++i) {
        const int64_t number = ((o * rows.kernel + ky) * columns.kernel + kx) * inputs + i;
        weights.values.push_back(some ? p.weights.values[static_cast<size_t>(number)] : 0);
        start -= f[kMoteFixedPadValue] * weights.values.back();
      }
    }
    starts.push_back(start);
    if (n >= features) finish.channels.push_back(FinishChannel(finish.channels[static_cast<size_t>(o)]));
  }
  const Dims out = {f[kMoteFixedBatch], f[kMoteFixedOutH], f[kMoteFixedOutW], features};
  const int64_t height = (out[1] - 1) / rows.dilation + 1, width = (out[2] - 1) / columns.dilation + 1;
  f[kMoteFixedKernelH] = rows.window(), f[kMoteFixedKernelW] = columns.window();
  f[kMoteFixedPadY] = -rows.first, f[kMoteFixedPadX] = -columns.first;
  f[kMoteFixedOutH] = height, f[kMoteFixedOutW] = width, f[kMoteFixedOutC] = weights.channels;
  p.weights = std::move(weights);
  const auto step = AsOne(e, Shape::Array(ElementType::kS8, {out[0], height, width, features * many}), std::move(p), starts, finish);
  if (!step) return std::nullopt;
  Value v = (*step)[0];
  if (rows.dilation != 1) {
    v = e.Reshape(v, {out[0], height, width, rows.dilation, columns.dilation * features});
    v = e.Make(Op::kTranspose, Shape::Array(ElementType::kS8, {out[0], height, rows.dilation, width, columns.dilation * features}), {v},
               {{Attr::kPermutation, std::vector<int64_t>{0, 1, 3, 2, 4}}});
  }
  v = e.Reshape(v, {out[0], height * rows.dilation, width * columns.dilation, features});
  return {{e.Reshape(Sliced(e, v, {0, 0, 0, 0}, out), shape.dims)}};
}

// Notes why product `v` is left to others, for --explain.
std::nullopt_t Left(const FormContext& c, Value v, const char* why) {
  c.e.computation().instructions[v.instruction].extra[kWhyNotFixed] = why;
  return std::nullopt;
}

// The step of product `v`, whose sums have these starts, with what `steps_of` makes of them.
template <typename StepsWithin>
std::optional<std::vector<Value>> FinishedProduct(const FormContext& c, const Shape& shape, Value v, std::vector<int64_t> starts,
                                                  const StepsWithin& steps_of) {
  const Instruction product = c.e.at(v);
  if (!IsSumOfProducts(product)) return std::nullopt;
  const auto in = InputOf(c, product.operands[0]);
  const auto rhs = KnownValue(c.module, c.e.computation(), product.operands[1]);
  if (!in) return Left(c, v, "its input is not s8 less one zero point");
  if (!rhs || rhs->size() == 0 || IsFloat(rhs->type())) return Left(c, v, "its weights are no constant integers");
  auto p = product.op == Op::kConvolution ? ConvolutionOf(c, product, *in, *rhs) : DotOf(c, product, *in, *rhs);
  if (!p || p->weights.channels != static_cast<int64_t>(starts.size()))
    return Left(c, v, "its layout, groups, dilations or weights are none of a fixed-point product");
  const std::vector<int64_t> bias = starts;
  std::vector<Bounds> bounds;
  for (size_t o = 0; o < starts.size(); ++o) {
    const auto [up, down] = p->weights.totals[o];
    starts[o] -= in->zero * (up + down);
    bounds.push_back({starts[o] + up * -128 + down * 127, starts[o] + up * 127 + down * -128});
  }
  const auto steps = steps_of(bounds);
  if (!steps) return Left(c, v, "its sums may be too large for 32 bits");
  const auto finish = FindFinish(steps->functions, steps->least, steps->most);
  if (!finish) return Left(c, v, "no multiplier, addend and shift give what its requantization makes of every sum");
  p->fields[kMoteFixedPadValue] = in->zero;
  p->fields[kMoteFixedShift] = finish->shift, p->fields[kMoteFixedSigned] = finish->is_signed ? 1 : 0;
  p->fields[kMoteFixedLow] = steps->least, p->fields[kMoteFixedHigh] = steps->most;
  if (p->dilation != std::array<int64_t, 2>{1, 1}) return ByPhases(c.e, shape, *std::move(p), bias, *std::move(finish));
  if (p->groups != 1) return ByGroups(c.e, shape, *p, starts, *finish);
  return AsOne(c.e, shape, *std::move(p), starts, *finish);
}

// Where the results of channels rise, by questions to the evaluator about all of them at once.
class RiseSearch {
 public:
  RiseSearch(Expression& expression, const std::vector<Bounds>& bounds) : expression_(expression), bounds_(bounds) {}

  // One sum a channel, or as many of each one after the other.
  bool Ask(const std::vector<int64_t>& sums, std::vector<int64_t>& results) {
    const auto channels = static_cast<int64_t>(bounds_.size());
    const ElementType type = expression_.at(expression_.leaves[0]).shape().element_type;
    Literal literal(Shape::Array(type, {static_cast<int64_t>(sums.size()) / channels, channels}));
    for (size_t n = 0; n < sums.size(); ++n) {
      const auto& [low, high] = bounds_[n % bounds_.size()];
      literal.SetInteger(static_cast<int64_t>(n), std::clamp(sums[n], low, high));
    }
    const auto values = expression_.ValuesAt({literal});
    results.clear();
    for (int64_t n = 0; values && n < values->size(); ++n) results.push_back(values->IntegerAt(n));
    return values.has_value();
  }

  // The least sum of its channel that gives `wanted`, for each; one more than the greatest where none does. `near`: where it may be, or
  // empty.
  std::optional<std::vector<int64_t>> LeastFor(const std::vector<int64_t>& wanted, const std::vector<int64_t>& near) {
    std::vector<int64_t> below, from, asked, results;  // the result is less, at least that
    for (size_t n = 0; n < wanted.size(); ++n) {
      below.push_back(bounds_[n % bounds_.size()].first - 1), from.push_back(bounds_[n % bounds_.size()].second + 1);
    }
    for (int round = 0;; ++round) {
      asked.clear();
      bool open = false;
      for (size_t n = 0; n < wanted.size(); ++n) {
        const bool guess = round < 2 && !near.empty();
        const int64_t middle = guess ? near[n] + (round == 0 ? -kNear : kNear) : below[n] + (from[n] - below[n]) / 2;
        open |= from[n] - below[n] > 1;
        asked.push_back(from[n] - below[n] > 1 ? std::clamp(middle, below[n] + 1, from[n] - 1) : bounds_[n % bounds_.size()].first);
      }
      if (!open) return from;
      if (!Ask(asked, results)) return std::nullopt;
      for (size_t n = 0; n < wanted.size(); ++n) {
        if (from[n] - below[n] > 1) (results[n] < wanted[n] ? below[n] : from[n]) = asked[n];
      }
    }
  }

 private:
  static constexpr int64_t kNear = 2;
  Expression& expression_;
  const std::vector<Bounds>& bounds_;
};

// By one rise of each channel and its slope it is known where the others are, nearly.
std::optional<Steps> StepsOf(Expression& expression, const std::vector<Bounds>& bounds) {
  const size_t channels = bounds.size();
  RiseSearch search(expression, bounds);
  std::vector<int64_t> middles, results, wanted, near;
  std::vector<double> slopes;
  for (size_t o = 0; o < channels; ++o) {
    const auto [low, high] = bounds[o];
    const auto slope = expression.SlopeIn(static_cast<int64_t>(o));
    if (!slope || low < -Expression::kMostSum || high > Expression::kMostSum) return std::nullopt;
    middles.push_back(low + (high - low) / 2), slopes.push_back(*slope);
  }
  if (!search.Ask(middles, results)) return std::nullopt;
  for (int64_t& result : results) result = std::max<int64_t>(result, -127);
  const auto first = search.LeastFor(results, {});
  if (!first) return std::nullopt;
  for (int64_t value = -127; value < 128; ++value) {
    for (size_t o = 0; o < channels; ++o) {
      const double apart = slopes[o] > 0 ? static_cast<double>(value - results[o]) / slopes[o] : 0;
      wanted.push_back(value), near.push_back((*first)[o] + static_cast<int64_t>(std::clamp(apart, -2e9, 2e9)));
    }
  }
  const auto rises = search.LeastFor(wanted, near);
  if (!rises) return std::nullopt;
  Steps steps = {{}, 127, -128};
  for (size_t o = 0; o < channels; ++o) {
    std::vector<int64_t> list;
    for (size_t n = o; n < rises->size(); n += channels) list.push_back((*rises)[n]);
    const auto value = [list](int64_t sum) { return std::upper_bound(list.begin(), list.end(), sum) - list.begin() - 128; };
    steps.functions.push_back({bounds[o].first, bounds[o].second, slopes[o], value});
    steps.least = std::min<int64_t>(steps.least, value(bounds[o].first));
    steps.most = std::max<int64_t>(steps.most, value(bounds[o].second));
  }
  return steps;
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
  return FinishedProduct(c, requantize.shape(), v, std::move(starts), [&](const std::vector<Bounds>& bounds) -> std::optional<Steps> {
    Steps steps = {{}, r.min, r.max};
    for (int64_t o = 0; o < channels; ++o) {
      const auto [low, high] = bounds[static_cast<size_t>(o)];
      const auto function = StepsOf(r, o, low, high);
      if (!function) return std::nullopt;
      steps.functions.push_back(*function);
    }
    return steps;
  });
}

std::optional<std::vector<Value>> FormProductOf(const FormContext& c, const Instruction& last, Expression& expression) {
  if (expression.leaves.size() != 1 || last.shape().dims.empty()) return std::nullopt;
  if (!expression.Rises()) return Left(c, expression.leaves[0], "what follows may fall where its sums rise");
  return FinishedProduct(c, last.shape(), expression.leaves[0], std::vector<int64_t>(static_cast<size_t>(expression.channels()), 0),
                         [&](const std::vector<Bounds>& bounds) { return StepsOf(expression, bounds); });
}

}  // namespace mote
