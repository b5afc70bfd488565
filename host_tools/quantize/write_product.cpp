// The product as it was, of s32, between transpositions that end where nothing moves.
#include "quantize/write_product.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace mote {
namespace {

using Permutation = std::vector<int64_t>;

bool IsIdentity(const Permutation& p) {
  for (size_t d = 0; d < p.size(); ++d) {
    if (p[d] != static_cast<int64_t>(d)) return false;
  }
  return true;
}

// Dimension d of the result is dimension p[d] of x.
Value Transposed(IntegerEmitter& out, Value x, const Permutation& p) {
  if (IsIdentity(p)) return x;
  const Shape shape = out.e.shape(x);
  Dims dims;
  for (const int64_t d : p) dims.push_back(shape.dims[d]);
  return out.e.Make(Op::kTranspose, Shape::Array(shape.element_type, dims), {x}, {{Attr::kPermutation, p}});
}

Permutation Inverse(const Permutation& p) {
  Permutation inverse(p.size());
  for (size_t d = 0; d < p.size(); ++d) inverse[static_cast<size_t>(p[d])] = static_cast<int64_t>(d);
  return inverse;
}

// Batch, spatial dimensions, channels.
Permutation ChannelsLast(Instruction& i, Attr batch, Attr feature, Attr spatial) {
  Permutation p = {i.Int(batch)};
  std::vector<int64_t> places;
  for (const int64_t d : i.Ints(spatial)) places.push_back(static_cast<int64_t>(p.size())), p.push_back(d);
  p.push_back(i.Int(feature));
  i.attributes[batch] = int64_t{0};
  i.attributes[spatial] = places;
  i.attributes[feature] = static_cast<int64_t>(p.size()) - 1;
  return p;
}

// What sums of products with these weights take.
ElementType SumsOf(const IntegerWeights& weights) {
  return weights.stored.type() == ElementType::kS8 ? ElementType::kS32 : ElementType::kS64;
}

void MakeInteger(Instruction& product, Dims dims, ElementType sums = ElementType::kS32) {
  product.shapes = {Shape::Array(sums, std::move(dims))};
  product.attributes.erase(Attr::kPrecisionConfig);
  product.attributes.erase(Attr::kDotAlgorithm);
}

Result<Value> WriteConvolution(IntegerEmitter& out, Instruction conv, const IntegerStep& step, Value x, const IntegerFormat& in,
                               const IntegerWeights& weights, const IntegerFormat& result) {
  const Dims dims = conv.shape().dims;
  const Permutation of_input = ChannelsLast(conv, Attr::kInputBatchDimension, Attr::kInputFeatureDimension, Attr::kInputSpatialDimensions);
  const Permutation of_output =
      ChannelsLast(conv, Attr::kOutputBatchDimension, Attr::kOutputFeatureDimension, Attr::kOutputSpatialDimensions);
  Dims fresh;
  for (const int64_t d : of_output) fresh.push_back(dims[d]);
  const ElementType type = SumsOf(weights);
  MakeInteger(conv, fresh, type);
  conv.operands = {out.Centered(Transposed(out, x, of_input), in, type), out.Wide(out.e.Constant(weights.stored), type)};
  const Value sums = out.PlusChannels(out.e.Add(std::move(conv)), weights.bias);
  MOTE_ASSIGN(const Value stored, out.Requantized(sums, weights.factors, result, step.tail.low, step.tail.high));
  return Transposed(out, stored, Inverse(of_output));
}

// The dimensions of a shape but these, then these.
Permutation SummedLast(int64_t rank, const std::vector<int64_t>& summed) {
  Permutation p;
  for (int64_t d = 0; d < rank; ++d) {
    if (std::find(summed.begin(), summed.end(), d) == summed.end()) p.push_back(d);
  }
  p.insert(p.end(), summed.begin(), summed.end());
  return p;
}

// x by rows of what is summed, weights by columns.
Result<Value> WriteDot(IntegerEmitter& out, Instruction dot, const IntegerStep& step, bool weights_first, Value x, const IntegerFormat& in,
                       const IntegerWeights& weights, const IntegerFormat& result) {
  const Dims dims = dot.shape().dims;
  const auto x_summed = dot.Ints(weights_first ? Attr::kRhsContractingDimensions : Attr::kLhsContractingDimensions);
  const auto w_summed = dot.Ints(weights_first ? Attr::kLhsContractingDimensions : Attr::kRhsContractingDimensions);
  const int64_t summed = static_cast<int64_t>(x_summed.size()), x_free = out.e.shape(x).rank() - summed;
  const Value rows = Transposed(out, x, SummedLast(out.e.shape(x).rank(), x_summed));
  Permutation columns = SummedLast(weights.stored.shape().rank(), w_summed);
  std::rotate(columns.begin(), columns.end() - summed, columns.end());
  const Value w = Transposed(out, out.e.Constant(weights.stored), columns);
  Dims line(out.e.shape(rows).dims.begin(), out.e.shape(rows).dims.begin() + x_free), free(line);
  int64_t terms = 1;
  for (const int64_t d : w_summed) terms *= weights.stored.shape().dims[d];
  line.push_back(terms);
  const int64_t outputs = terms == 0 ? 0 : weights.stored.size() / terms;
  Dims sums_dims = free;
  sums_dims.push_back(outputs);
  const ElementType type = SumsOf(weights);
  MakeInteger(dot, sums_dims, type);
  dot.attributes[Attr::kLhsContractingDimensions] = std::vector<int64_t>{x_free};
  dot.attributes[Attr::kRhsContractingDimensions] = std::vector<int64_t>{0};
  dot.operands = {out.Centered(out.e.Reshape(rows, line), in, type), out.Wide(out.e.Reshape(w, {terms, outputs}), type)};
  const Value sums = out.PlusChannels(out.e.Add(std::move(dot)), weights.bias);
  MOTE_ASSIGN(const Value stored, out.Requantized(sums, weights.factors, result, step.tail.low, step.tail.high));
  Permutation turned(dims.size());  // of the result in the program's order, where weights come first there
  std::iota(turned.begin(), turned.end(), 0);
  if (weights_first) std::rotate(turned.begin(), turned.end() - x_free, turned.end());
  Dims fresh;
  for (const int64_t d : turned) fresh.push_back(dims[d]);
  return Transposed(out, out.e.Reshape(stored, fresh), Inverse(turned));
}

}  // namespace

Result<Value> WriteProduct(IntegerEmitter& out, const Instruction& product, const IntegerStep& step, size_t weights_operand, Value x,
                           const IntegerFormat& in, const IntegerWeights& weights, const IntegerFormat& result) {
  if (product.op == Op::kConvolution) return WriteConvolution(out, product, step, x, in, weights, result);
  if (product.Ints(Attr::kLhsBatchingDimensions).empty())
    return WriteDot(out, product, step, weights_operand == 0, x, in, weights, result);
  Instruction dot = product;  // constant and value by batches: one scale, the program's order
  const ElementType type = SumsOf(weights);
  MakeInteger(dot, product.shape().dims, type);
  const Value centered = out.Centered(x, in, type), constant = out.Wide(out.e.Constant(weights.stored), type);
  dot.operands = weights_operand == 0 ? IdVector<Value>{constant, centered} : IdVector<Value>{centered, constant};
  const Value sums = out.PlusChannels(out.e.Add(std::move(dot)), weights.bias);
  return out.Requantized(sums, weights.factors, result, step.tail.low, step.tail.high);
}

Result<Value> WriteProductOfTwo(IntegerEmitter& out, const Instruction& product, const IntegerStep& step, Value x, Value y,
                                const IntegerFormat& x_format, const IntegerFormat& y_format, const IntegerFormat& result) {
  Instruction dot = product;
  MakeInteger(dot, product.shape().dims);
  dot.operands = {out.Centered(x, x_format), out.Centered(y, y_format)};
  double factor = x_format.scale * y_format.scale * step.tail.factors[0] / result.scale;
  Value sums = out.e.Add(std::move(dot));
  if (factor < 0) sums = out.e.Unary(Op::kNegate, sums), factor = -factor;
  if (factor == 0) factor = 0x1p-40;
  sums = out.Plus(sums, std::llround(std::clamp(step.tail.offsets[0] / (factor * result.scale), -0x1p30, 0x1p30)));
  return out.Requantized(sums, {factor}, result, step.tail.low, step.tail.high);
}

Result<Value> WriteScale(IntegerEmitter& out, const IntegerStep& step, Value x, const IntegerFormat& in, const IntegerFormat& result) {
  Permutation last(static_cast<size_t>(out.e.shape(x).rank()));
  std::iota(last.begin(), last.end(), 0);
  last.erase(last.begin() + step.channel);
  last.push_back(step.channel);
  const Value turned = Transposed(out, x, last);
  const Dims dims = out.e.shape(turned).dims;
  const int64_t channels = dims.back();
  Literal weights(Shape::Array(ElementType::kS8, {1, 1, 1, channels}));
  std::vector<int64_t> bias;
  std::vector<double> factors;
  for (int64_t c = 0; c < channels; ++c) {
    const auto of = [&](const std::vector<double>& list) { return list[list.size() == 1 ? 0 : static_cast<size_t>(c)]; };
    const double factor = of(step.tail.factors) * in.scale, offset = of(step.tail.offsets);
    const double unit = std::max({std::fabs(factor) / 127, std::fabs(offset) * 0x1p-22, 1e-30});
    weights.SetInteger(c, std::llround(factor / unit));
    bias.push_back(std::llround(offset / unit));
    factors.push_back(unit / result.scale);
  }
  const Dims lines = {1, out.e.shape(turned).ElementCount() / channels, 1, channels};
  const std::vector<int64_t> spatial = {1, 2}, taps = {0, 1};
  const Value sums = out.e.Make(Op::kConvolution, Shape::Array(ElementType::kS32, lines),
                                {out.Centered(out.e.Reshape(turned, lines), in), out.Wide(out.e.Constant(weights))},
                                {{Attr::kInputBatchDimension, int64_t{0}}, {Attr::kInputFeatureDimension, int64_t{3}},
                                 {Attr::kInputSpatialDimensions, spatial}, {Attr::kKernelInputFeatureDimension, int64_t{2}},
                                 {Attr::kKernelOutputFeatureDimension, int64_t{3}}, {Attr::kKernelSpatialDimensions, taps},
                                 {Attr::kOutputBatchDimension, int64_t{0}}, {Attr::kOutputFeatureDimension, int64_t{3}},
                                 {Attr::kOutputSpatialDimensions, spatial}, {Attr::kFeatureGroupCount, channels},
                                 {Attr::kBatchGroupCount, int64_t{1}}});
  MOTE_ASSIGN(const Value stored,
              out.Requantized(out.PlusChannels(sums, bias), factors, result, step.tail.low, step.tail.high));
  return Transposed(out, out.e.Reshape(stored, dims), Inverse(last));
}

}  // namespace mote
