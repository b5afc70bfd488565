// BatchNormTraining, BatchNormInference and BatchNormGrad of OPS.md 2.4. Moments and sums are taken in double in row-major order of the
// elements of a feature; every result is rounded once. Epsilon is an f32 attribute.
#include <cmath>

#include "evaluate/elements.h"
#include "evaluate/operation.h"
#include "evaluate/reducer.h"

namespace mote::evaluation {
namespace {

// The feature of every element.
std::vector<size_t> FeaturesOf(const Shape& shape, int64_t feature_index) {
  int64_t inner = 1, count = shape.dims[feature_index];
  for (size_t d = static_cast<size_t>(feature_index) + 1; d < shape.dims.size(); ++d) inner *= shape.dims[d];
  std::vector<size_t> features(shape.ElementCount());
  for (size_t i = 0; i < features.size(); ++i) features[i] = static_cast<int64_t>(i) / inner % count;
  return features;
}

struct Batch {
  std::vector<double> x;
  std::vector<size_t> feature;
  size_t features = 0;
  double per_feature = 0;  // elements
  double epsilon = 0;
};

Batch BatchOf(const Call& call) {
  const Literal& x = call.operand(0);
  int64_t index = call.instruction.Int(Attr::kFeatureIndex);
  Batch b{Widen<double>(x), FeaturesOf(x.shape(), index), static_cast<size_t>(x.shape().dims[index]), 0,
          static_cast<float>(call.instruction.Real(Attr::kEpsilon))};
  b.per_feature = b.features == 0 ? 0 : static_cast<double>(b.x.size()) / static_cast<double>(b.features);
  return b;
}

// Sums f(i) over the elements of each feature.
template <typename F>
std::vector<double> SumPerFeature(const Batch& b, F&& f) {
  std::vector<double> sums(b.features, 0.0);
  for (size_t i = 0; i < b.x.size(); ++i) sums[b.feature[i]] += f(i);
  return sums;
}

std::vector<double> Normalize(const Batch& b, const std::vector<double>& scale, const std::vector<double>& offset,
                              const std::vector<double>& mean, const std::vector<double>& variance) {
  std::vector<double> out(b.x.size());
  for (size_t i = 0; i < out.size(); ++i) {
    size_t f = b.feature[i];
    out[i] = scale[f] * (b.x[i] - mean[f]) / std::sqrt(variance[f] + b.epsilon) + offset[f];
  }
  return out;
}

Result<Values> Training(Call& call) {
  Batch b = BatchOf(call);
  std::vector<double> mean = SumPerFeature(b, [&](size_t i) { return b.x[i]; });
  for (double& value : mean) value /= b.per_feature;
  std::vector<double> variance = SumPerFeature(b, [&](size_t i) { return (b.x[i] - mean[b.feature[i]]) * (b.x[i] - mean[b.feature[i]]); });
  for (double& value : variance) value /= b.per_feature;
  std::vector<double> y = Normalize(b, Widen<double>(call.operand(1)), Widen<double>(call.operand(2)), mean, variance);
  Values values = One(ArrayValue(Narrow(ResultLeaf(call, 0), y)));
  values.push_back(ArrayValue(Narrow(ResultLeaf(call, 1), mean)));
  values.push_back(ArrayValue(Narrow(ResultLeaf(call, 2), variance)));
  return PackResults(call, std::move(values));
}

Result<Literal> Inference(Call& call) {
  Batch b = BatchOf(call);
  return Narrow(call.shape(), Normalize(b, Widen<double>(call.operand(1)), Widen<double>(call.operand(2)), Widen<double>(call.operand(3)),
                                        Widen<double>(call.operand(4))));
}

// c = mean(dy(x-μ)/(σ²+ε)), d = mean(dy), dx = γ/sqrt(σ²+ε)·(dy - d - c(x-μ)), dγ = Σ dy(x-μ)/sqrt(σ²+ε), dβ = Σ dy.
Result<Values> Grad(Call& call) {
  Batch b = BatchOf(call);
  std::vector<double> scale = Widen<double>(call.operand(1)), mean = Widen<double>(call.operand(2)),
                      variance = Widen<double>(call.operand(3));
  std::vector<double> dy = Widen<double>(call.operand(4));
  std::vector<double> products = SumPerFeature(b, [&](size_t i) { return dy[i] * (b.x[i] - mean[b.feature[i]]); });
  std::vector<double> sums = SumPerFeature(b, [&](size_t i) { return dy[i]; });
  std::vector<double> dx(b.x.size()), dscale(b.features);
  for (size_t f = 0; f < b.features; ++f) dscale[f] = products[f] / std::sqrt(variance[f] + b.epsilon);
  for (size_t i = 0; i < dx.size(); ++i) {
    size_t f = b.feature[i];
    double spread = variance[f] + b.epsilon, c = products[f] / spread / b.per_feature, d = sums[f] / b.per_feature;
    dx[i] = scale[f] / std::sqrt(spread) * (dy[i] - d - c * (b.x[i] - mean[f]));
  }
  Values values = One(ArrayValue(Narrow(ResultLeaf(call, 0), dx)));
  values.push_back(ArrayValue(Narrow(ResultLeaf(call, 1), dscale)));
  values.push_back(ArrayValue(Narrow(ResultLeaf(call, 2), sums)));
  return PackResults(call, std::move(values));
}

}  // namespace

std::span<const OperationRow> BatchNormOperations() {
  static const OperationRow rows[] = {
      {Op::kBatchNormTraining, nullptr, Training},
      {Op::kBatchNormInference, Inference},
      {Op::kBatchNormGrad, nullptr, Grad},
  };
  return rows;
}

}  // namespace mote::evaluation
