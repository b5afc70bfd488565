// The largest weight of a channel is 127; the factor behind the product is the weights' own.
#include "quantize/weights.h"

#include <algorithm>
#include <cmath>

namespace mote {
namespace {

constexpr double kMostSum = 2147483647.0 - 1048576.0;
// Of sums of bytes, bias and all: what Cortex-M4's paired sums hold. A result's step is thousands of their units there, so that a weight's
// coarser step is nothing beside it.
constexpr double kMostByteSum = 8388608.0 * 0.98;

double Of(const std::vector<double>& values, size_t channel) { return values[values.size() == 1 ? 0 : channel]; }

// Weights as they are to be stored: times the tail's factors and the input's.
struct Channels {
  Shape shape;
  std::vector<double> weights;
  WeightPlaces places;
  std::vector<double> scales;  // one a channel, or one
  int64_t most = 127;          // of a stored weight

  size_t At(size_t i) const { return static_cast<size_t>(places.result[i]); }
  int64_t Byte(size_t i) const {
    const double scale = scales[At(i)];
    return scale == 0 ? 0 : std::clamp<int64_t>(std::llround(weights[i] / scale), -most, most);
  }
};

Channels ChannelsOf(const Module& prepared, const IntegerStep& step) {
  const Instruction& product = prepared.main().instructions[step.first];
  const Literal weights = *ConstantAt(prepared, product.operands[WeightsOperand(prepared, step)]);
  const int64_t dimension = WeightsChannel(prepared, step);
  Channels c;
  c.shape = weights.shape();
  c.places = PlacesOf(prepared, step);
  c.most = step.weights == ElementType::kS8 ? 127 : 32767;
  c.scales.assign(dimension < 0 ? 1 : static_cast<size_t>(c.shape.dims[dimension]), 0);
  c.weights.resize(static_cast<size_t>(weights.size()));
  for (size_t i = 0; i < c.weights.size(); ++i) {
    const double factor = step.input_factors.empty() ? 1 : step.input_factors[static_cast<size_t>(c.places.input[i])];
    c.weights[i] = weights.RealAt(static_cast<int64_t>(i)) * factor * Of(step.tail.factors, c.At(i));
    c.scales[c.At(i)] = std::max(c.scales[c.At(i)], std::fabs(c.weights[i]) / static_cast<double>(c.most));
  }
  return c;
}

struct Rounded {
  std::vector<int64_t> bytes;
  std::vector<double> added;  // to each channel's sum on the average, by rounding
};

Rounded RoundedWeights(const Channels& c, const IntegerStep& step) {
  Rounded r{std::vector<int64_t>(c.weights.size()), std::vector<double>(c.scales.size(), 0)};
  if (step.moments == nullptr || step.weights != ElementType::kS8) {
    for (size_t i = 0; i < c.weights.size(); ++i) r.bytes[i] = c.Byte(i);
    return r;
  }
  std::vector<std::vector<size_t>> of_channel(c.scales.size());
  for (size_t i = 0; i < c.weights.size(); ++i) of_channel[c.At(i)].push_back(i);
  const auto groups = static_cast<size_t>(step.moments->groups());
  std::optional<WeightRounding> rounding;
  for (size_t o = 0, before = SIZE_MAX; o < of_channel.size(); ++o) {
    const size_t group = o / (of_channel.size() / groups);
    std::vector<double> weights, factors;
    for (const size_t i : of_channel[o]) {
      weights.push_back(c.weights[i]);
      factors.push_back(step.input_factors.empty() ? 1 : step.input_factors[static_cast<size_t>(c.places.input[i])]);
    }
    if (group != before) rounding.emplace(*step.moments, static_cast<int64_t>(group), factors);
    before = group;
    std::vector<int64_t> bytes;
    rounding->Round(weights, c.scales[o], bytes);
    for (size_t k = 0; k < bytes.size(); ++k) {
      r.bytes[of_channel[o][k]] = bytes[k];
      const double mean = step.moments->Mean(static_cast<int64_t>(group), static_cast<int64_t>(k)) / factors[k];
      r.added[o] += (static_cast<double>(bytes[k]) * c.scales[o] - weights[k]) * mean;
    }
  }
  return r;
}

}  // namespace

size_t WeightsOperand(const Module& prepared, const IntegerStep& step) {
  const Instruction& product = prepared.main().instructions[step.first];
  return product.operands[0] == step.inputs[0] ? 1 : 0;
}

int64_t WeightsChannel(const Module& prepared, const IntegerStep& step) {
  if (step.channel < 0) return -1;
  const Instruction& product = prepared.main().instructions[step.first];
  if (product.op == Op::kConvolution) return product.Int(Attr::kKernelOutputFeatureDimension);
  const size_t operand = WeightsOperand(prepared, step);
  const auto& summed = product.Ints(operand == 1 ? Attr::kRhsContractingDimensions : Attr::kLhsContractingDimensions);
  for (int64_t d = 0;; ++d) {
    if (std::find(summed.begin(), summed.end(), d) == summed.end()) return d;
  }
}

int64_t TermsOf(const Module& prepared, const IntegerStep& step) {
  const Computation& c = prepared.main();
  const Instruction& product = c.instructions[step.first];
  int64_t terms = 1;
  if (product.op == Op::kConvolution) {
    const Shape& kernel = c.shape(product.operands[1]);
    return kernel.ElementCount() / kernel.dims[product.Int(Attr::kKernelOutputFeatureDimension)];
  }
  for (const int64_t d : product.Ints(Attr::kLhsContractingDimensions)) terms *= c.shape(product.operands[0]).dims[d];
  return terms;
}

int64_t InputChannel(const Module& prepared, const IntegerStep& step) {
  const Instruction& product = prepared.main().instructions[step.first];
  if (product.op == Op::kConvolution) return product.Int(Attr::kInputFeatureDimension);
  const size_t operand = WeightsOperand(prepared, step);
  const auto& summed = product.Ints(operand == 1 ? Attr::kLhsContractingDimensions : Attr::kRhsContractingDimensions);
  return summed.size() == 1 ? summed[0] : -1;
}

WeightPlaces PlacesOf(const Module& prepared, const IntegerStep& step) {
  const Computation& c = prepared.main();
  const Instruction& product = c.instructions[step.first];
  const size_t operand = WeightsOperand(prepared, step);
  const Dims& dims = c.shape(product.operands[operand]).dims;
  const Dims strides = RowMajorStrides(dims);
  const int64_t result = WeightsChannel(prepared, step);
  int64_t input = -1, groups = 1;
  if (product.op == Op::kConvolution) {
    input = product.Int(Attr::kKernelInputFeatureDimension), groups = product.Int(Attr::kFeatureGroupCount, 1);
  } else if (const auto& summed = product.Ints(operand == 1 ? Attr::kRhsContractingDimensions : Attr::kLhsContractingDimensions);
             summed.size() == 1) {
    input = summed[0];
  }
  WeightPlaces places;
  for (int64_t i = 0; i < c.shape(product.operands[operand]).ElementCount(); ++i) {
    const int64_t to = result < 0 ? 0 : i / strides[result] % dims[result];
    const int64_t group = groups == 1 ? 0 : to / (dims[result] / groups);
    const int64_t from = input < 0 ? 0 : i / strides[input] % dims[input] + group * dims[input];
    places.result.push_back(static_cast<int32_t>(to)), places.input.push_back(static_cast<int32_t>(from));
  }
  return places;
}

Result<IntegerWeights> WeightsFor(const Module& prepared, const IntegerStep& step, const IntegerFormat& in, const IntegerFormat& out) {
  Channels c = ChannelsOf(prepared, step);
  const bool words = step.weights != ElementType::kS8, bytes = in.type == ElementType::kS8 && !words;
  std::vector<double> magnitudes(c.scales.size(), 0);
  for (size_t i = 0; i < c.weights.size(); ++i) magnitudes[c.At(i)] += std::fabs(c.weights[i]);
  // One scale for all weights still has a bias a channel.
  const size_t channels = std::max(step.tail.offsets.size(), c.scales.size());
  for (size_t k = 0; k < channels; ++k) {
    double& scale = c.scales[c.scales.size() == 1 ? 0 : k];
    if (bytes) scale = std::max(scale, (255 * Of(magnitudes, k) + std::fabs(Of(step.tail.offsets, k)) / in.scale) / kMostByteSum);
    if (scale == 0) scale = out.scale / in.scale;
  }
  IntegerWeights w;
  Shape shape = c.shape;
  shape.element_type = step.weights;
  w.stored = Literal(shape);
  const Rounded rounded = RoundedWeights(c, step);
  std::vector<double> sums(c.scales.size(), 0);
  for (size_t i = 0; i < c.weights.size(); ++i) {
    const int64_t byte = rounded.bytes[i];
    w.stored.SetInteger(static_cast<int64_t>(i), byte);
    sums[c.At(i)] += static_cast<double>(std::abs(byte));
    const double error = static_cast<double>(byte) * c.scales[c.At(i)] - c.weights[i];
    w.squared_error += error * error, w.squared += c.weights[i] * c.weights[i];
  }
  const double limit = words ? 0x1p47 : 2147483647.0,
               reach = in.type == ElementType::kS8 ? 255 : static_cast<double>(std::max(in.most - in.zero, in.zero - in.least));
  bool biased = false;
  for (size_t k = 0; k < channels; ++k) {
    const double bias = std::round((Of(step.tail.offsets, k) - Of(rounded.added, k)) / (in.scale * Of(c.scales, k)));
    if (reach * Of(sums, k) + std::fabs(bias) > limit)
      return Error(Rule::kLimit, Label(prepared.main(), step.first) + ": sums of products leave " + (words ? "47" : "32") + " bits");
    w.bias.push_back(static_cast<int64_t>(bias));
    biased |= bias != 0;
  }
  for (const double scale : c.scales) w.factors.push_back(in.scale * scale / out.scale);
  if (!biased) w.bias.clear();
  return w;
}

int64_t MostSteps(const Module& prepared, const IntegerStep& step, RealRange input) {
  if (step.weights != ElementType::kS8) return 32767;
  const Channels c = ChannelsOf(prepared, step);
  std::vector<double> sums(c.scales.size(), 0);
  for (size_t i = 0; i < c.weights.size(); ++i) sums[c.At(i)] += static_cast<double>(std::abs(c.Byte(i)));
  const double magnitude = std::max({-input.low, input.high, 1e-30});
  double most = 32767;
  for (size_t k = 0; k < std::max(step.tail.offsets.size(), c.scales.size()); ++k) {
    const double scale = Of(c.scales, k);
    const double bias = scale == 0 ? 0 : std::fabs(Of(step.tail.offsets, k)) / (magnitude * scale);
    most = std::min(most, kMostSum / std::max(Of(sums, k) + bias, 1.0));
  }
  return std::max<int64_t>(static_cast<int64_t>(most), 127);
}

int64_t MostSteps(const Module& prepared, const IntegerStep& step, ElementType other) {
  const double terms = static_cast<double>(TermsOf(prepared, step));
  const double most = other == ElementType::kS8 ? kMostSum / (255 * terms) : std::sqrt(kMostSum / terms);
  return std::max<int64_t>(static_cast<int64_t>(std::min(most, 32767.0)), 127);
}

}  // namespace mote
