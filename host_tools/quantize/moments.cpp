// Successive rounding: with covariance RᵀR, the last weight is rounded first, and what it was moved by moves the others' targets by R's
// rows.
#include "quantize/moments.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "quantize/weights.h"

namespace mote {
namespace {

constexpr int64_t kMostPatches = 8192;  // of each group, over all samples
constexpr double kDamping = 0.01;       // of the mean variance, added to each

}  // namespace

Patches::Patches(const Module& prepared, const IntegerStep& step) {
  const Computation& c = prepared.main();
  const Instruction& product = c.instructions[step.first];
  const Shape &input = c.shape(step.inputs[0]), &weights = c.shape(product.operands[WeightsOperand(prepared, step)]);
  if (product.op == Op::kConvolution) OfConvolution(product, input, weights);
  else OfDot(prepared, step, input, weights);
  for (const int64_t count : counts_) positions_ *= count;
}

void Patches::OfConvolution(const Instruction& conv, const Shape& input, const Shape& weights) {
  const auto& places = conv.Ints(Attr::kInputSpatialDimensions);
  const auto& kernel = conv.Ints(Attr::kKernelSpatialDimensions);
  const auto& out = conv.Ints(Attr::kOutputSpatialDimensions);
  const size_t rank = places.size();
  const Dims memory = RowMajorStrides(input.dims);
  const auto strides = conv.IntsOr(Attr::kWindowStrides, rank, 1), dilations = conv.IntsOr(Attr::kRhsDilation, rank, 1),
             holes = conv.IntsOr(Attr::kLhsDilation, rank, 1), turned = conv.IntsOr(Attr::kWindowReversal, rank, 0);
  const IntMatrix& padding = conv.Matrix(Attr::kPadding);
  const int64_t channel = conv.Int(Attr::kKernelOutputFeatureDimension), feature = conv.Int(Attr::kKernelInputFeatureDimension);
  groups_ = conv.Int(Attr::kFeatureGroupCount, 1);
  group_stride_ = weights.dims[feature] * memory[conv.Int(Attr::kInputFeatureDimension)];
  const auto walk = [&](int64_t dimension, int64_t count, int64_t step, int64_t hole) {
    counts_.push_back(count), strides_.push_back(memory[dimension]), steps_.push_back(step), holes_.push_back(hole);
    extents_.push_back(input.dims[dimension]);
  };
  walk(conv.Int(Attr::kInputBatchDimension), input.dims[conv.Int(Attr::kInputBatchDimension)], 1, 1);
  for (size_t s = 0; s < rank; ++s) walk(places[s], conv.shape().dims[out[s]], strides[s], holes[s]);
  walk(conv.Int(Attr::kInputFeatureDimension), 1, 0, 1);
  Dims rest = weights.dims;
  rest[channel] = 1;
  std::vector<int64_t> at(rest.size(), 0);
  for (int64_t n = weights.ElementCount() / weights.dims[channel]; n > 0; --n) {
    Tap tap{{0}};
    for (size_t s = 0; s < rank; ++s) {
      const int64_t k = at[static_cast<size_t>(kernel[s])], reach = weights.dims[kernel[s]] - 1;
      tap.at.push_back((turned[s] != 0 ? reach - k : k) * dilations[s] - (padding.empty() ? 0 : padding[s][0]));
    }
    tap.at.push_back(at[static_cast<size_t>(feature)]);
    taps_.push_back(std::move(tap));
    for (size_t d = rest.size(); d-- > 0 && ++at[d] == rest[d];) at[d] = 0;
  }
}

void Patches::OfDot(const Module& prepared, const IntegerStep& step, const Shape& input, const Shape& weights) {
  const Instruction& dot = prepared.main().instructions[step.first];
  const bool last = WeightsOperand(prepared, step) == 1;
  const auto& of_input = dot.Ints(last ? Attr::kLhsContractingDimensions : Attr::kRhsContractingDimensions);
  const auto& of_weights = dot.Ints(last ? Attr::kRhsContractingDimensions : Attr::kLhsContractingDimensions);
  const Dims memory = RowMajorStrides(input.dims);
  for (int64_t d = 0; d < input.rank(); ++d) {
    const bool summed = std::find(of_input.begin(), of_input.end(), d) != of_input.end();
    counts_.push_back(summed ? 1 : input.dims[d]), strides_.push_back(memory[d]), steps_.push_back(1), holes_.push_back(1);
    extents_.push_back(input.dims[d]);
  }
  Dims rest = weights.dims;
  rest[WeightsChannel(prepared, step)] = 1;
  std::vector<int64_t> at(rest.size(), 0);
  for (int64_t n = weights.ElementCount() / weights.dims[WeightsChannel(prepared, step)]; n > 0; --n) {
    Tap tap{std::vector<int64_t>(input.dims.size(), 0)};
    for (size_t k = 0; k < of_input.size(); ++k) tap.at[static_cast<size_t>(of_input[k])] = at[static_cast<size_t>(of_weights[k])];
    taps_.push_back(std::move(tap));
    for (size_t d = rest.size(); d-- > 0 && ++at[d] == rest[d];) at[d] = 0;
  }
}

void Patches::At(const Literal& input, int64_t position, int64_t group, std::span<double> into) const {
  std::vector<int64_t> from(counts_.size());
  for (size_t d = counts_.size(); d-- > 0; position /= counts_[d]) from[d] = position % counts_[d] * steps_[d];
  for (size_t k = 0; k < taps_.size(); ++k) {
    int64_t index = group * group_stride_;
    bool inside = true;
    for (size_t d = 0; d < from.size() && inside; ++d) {
      const int64_t at = from[d] + taps_[k].at[d];
      inside = at >= 0 && at % holes_[d] == 0 && at / holes_[d] < extents_[d];
      index += at / holes_[d] * strides_[d];
    }
    into[k] = inside ? input.RealAt(index) : 0;
  }
}

std::shared_ptr<InputMoments> InputMoments::Make(const Module& prepared, const IntegerStep& step, size_t samples) {
  if (WeightsChannel(prepared, step) < 0) return nullptr;
  Patches patches(prepared, step);
  if (patches.terms() > kMostTerms || patches.positions() == 0) return nullptr;
  return std::shared_ptr<InputMoments>(new InputMoments(std::move(patches), std::max<size_t>(samples, 1)));
}

void InputMoments::Add(const Literal& input) {
  const auto n = static_cast<size_t>(terms());
  sums_.resize(n * static_cast<size_t>(groups())), products_.resize(n * n * static_cast<size_t>(groups()));
  const int64_t positions = patches_.positions();
  const int64_t taken = std::min(positions, std::max<int64_t>(kMostPatches / static_cast<int64_t>(samples_), 1));
  std::vector<double> x(n);
  for (int64_t p = 0; p < taken; ++p) {
    // Evenly spread, beginning elsewhere with every sample.
    const int64_t position = (p * positions / taken + count_) % positions;
    for (int64_t g = 0; g < groups(); ++g) {
      patches_.At(input, position, g, x);
      double* sums = sums_.data() + static_cast<size_t>(g) * n;
      double* products = products_.data() + static_cast<size_t>(g) * n * n;
      for (size_t j = 0; j < n; ++j) {
        if (x[j] == 0) continue;
        sums[j] += x[j];
        for (size_t k = 0; k <= j; ++k) products[j * n + k] += x[j] * x[k];
      }
    }
  }
  count_ += taken;
}

double InputMoments::Covariance(int64_t group, int64_t j, int64_t k) const {
  const int64_t n = terms();
  const double product = products_[static_cast<size_t>((group * n + std::max(j, k)) * n + std::min(j, k))];
  return product / static_cast<double>(count_) - Mean(group, j) * Mean(group, k);
}

WeightRounding::WeightRounding(const InputMoments& moments, int64_t group, const std::vector<double>& factors) {
  const auto n = static_cast<size_t>(moments.terms());
  const auto covariance = [&](size_t j, size_t k) {
    return moments.Covariance(group, static_cast<int64_t>(j), static_cast<int64_t>(k)) / (factors[j] * factors[k]);
  };
  order_.resize(n);
  std::iota(order_.begin(), order_.end(), size_t{0});
  std::vector<double> variances(n);
  double mean = 0;
  for (size_t k = 0; k < n; ++k) mean += variances[k] = std::max(covariance(k, k), 0.0);
  mean = std::max(mean / static_cast<double>(n), 1e-30);
  std::stable_sort(order_.begin(), order_.end(), [&](size_t a, size_t b) { return variances[a] < variances[b]; });
  factor_.assign(n * n, 0);
  std::vector<double>& r = factor_;  // Cholesky: row i of R from the rows above it
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = i; j < n; ++j) r[i * n + j] = covariance(order_[i], order_[j]) + (i == j ? kDamping * mean : 0);
  }
  for (size_t i = 0; i < n; ++i) {
    const double diagonal = std::sqrt(std::max(r[i * n + i], 1e-12 * mean));
    for (size_t j = i; j < n; ++j) r[i * n + j] /= diagonal;
    for (size_t below = i + 1; below < n; ++below) {
      const double by = r[i * n + below];
      if (by == 0) continue;
      for (size_t j = below; j < n; ++j) r[below * n + j] -= by * r[i * n + j];
    }
  }
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = n; j-- > i;) r[i * n + j] /= r[i * n + i];
  }
}

void WeightRounding::Round(const std::vector<double>& weights, double scale, std::vector<int64_t>& bytes) const {
  const size_t n = order_.size();
  bytes.resize(n);
  std::vector<double> moved(n, 0);  // weight minus what is stored, in the order of rounding
  for (size_t i = n; i-- > 0;) {
    double target = weights[order_[i]];
    for (size_t j = i + 1; j < n; ++j) target += factor_[i * n + j] * moved[j];
    const int64_t byte = std::clamp<int64_t>(std::llround(target / scale), -127, 127);
    bytes[order_[i]] = byte;
    moved[i] = weights[order_[i]] - static_cast<double>(byte) * scale;
  }
}

}  // namespace mote
