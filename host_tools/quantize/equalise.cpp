// Pairs of products, and one exponent for the factors of each pair.
#include "quantize/equalise.h"

#include <algorithm>
#include <cmath>

#include "quantize/tail.h"
#include "quantize/weights.h"

namespace mote {
namespace {

constexpr double kLeastFactor = 1.0 / 64;

bool HasWeights(const IntegerStep& step) { return step.form == IntegerForm::kProduct && step.inputs.size() == 1; }

std::vector<double> Factors(const std::vector<ChannelValues>& channels, double exponent) {
  double most = 0;
  for (const ChannelValues& c : channels) most = std::max(most, c.Magnitude());
  std::vector<double> factors;
  for (const ChannelValues& c : channels) {
    const double share = most == 0 || c.Magnitude() == 0 ? 1 : c.Magnitude() / most;
    factors.push_back(std::max(std::pow(share, exponent), kLeastFactor));
  }
  return factors;
}

// Mean square errors that 255 steps of the values and 127 of the weights put into the second product's sums.
double Noise(const std::vector<ChannelValues>& channels, const std::vector<double>& factors, const Literal& weights,
             const WeightPlaces& places, size_t results) {
  double low = 0, high = 0, squares = 0;
  for (size_t c = 0; c < channels.size(); ++c) {
    low = std::min(low, channels[c].least / factors[c]), high = std::max(high, channels[c].most / factors[c]);
  }
  std::vector<double> most(results, 0), signal(results, 0);
  for (size_t i = 0; i < places.result.size(); ++i) {
    const auto in = static_cast<size_t>(places.input[i]), out = static_cast<size_t>(places.result[i]);
    const double weight = weights.RealAt(static_cast<int64_t>(i)) * factors[in];
    const ChannelValues& c = channels[in];
    squares += weight * weight;
    most[out] = std::max(most[out], std::fabs(weight));
    signal[out] += c.count == 0 ? 0 : c.squares / static_cast<double>(c.count) / (factors[in] * factors[in]);
  }
  const double step = (high - low) / 255;
  double noise = step * step * squares;
  for (size_t o = 0; o < results; ++o) noise += most[o] * most[o] / (127 * 127) * signal[o];
  return noise;
}

class Equaliser {
 public:
  Equaliser(const Module& prepared, IntegerSteps& steps, const ChannelsByValue& channels)
      : m_(prepared), steps_(steps), channels_(channels), uses_(UsesOf(prepared.main())) {}

  void Run() {
    for (IntegerStep& second : steps_.list) {
      if (!HasWeights(second) || InputChannel(m_, second) < 0) continue;
      const auto found = channels_.find(second.inputs[0]);
      if (found == channels_.end() || found->second.empty()) continue;
      if (IntegerStep* first = FirstOf(second)) {
        std::vector<double> factors = Best(second, found->second);
        Divide(*first, factors);
        second.input_factors = std::move(factors);
      }
    }
  }

 private:
  // The product whose result nobody but `second` sees.
  IntegerStep* FirstOf(const IntegerStep& second) {
    const Value v = second.inputs[0];
    const int32_t by = steps_.by_result[v.instruction];
    if (by < 0 || uses_.by[v.instruction].size() != 1 || uses_.results[v.instruction] != 0) return nullptr;
    IntegerStep& first = steps_.list[static_cast<size_t>(by)];
    const Tail& tail = first.tail;
    const bool at_zero = (tail.low == 0 || std::isinf(tail.low)) && std::isinf(tail.high);
    return HasWeights(first) && at_zero && first.channel == InputChannel(m_, second) ? &first : nullptr;
  }

  std::vector<double> Best(const IntegerStep& second, const std::vector<ChannelValues>& channels) const {
    const Literal weights = *ConstantAt(m_, m_.main().instructions[second.first].operands[WeightsOperand(m_, second)]);
    const WeightPlaces places = PlacesOf(m_, second);
    const auto results = static_cast<size_t>(*std::max_element(places.result.begin(), places.result.end())) + 1;
    std::vector<double> best = Factors(channels, 0);
    double least = Noise(channels, best, weights, places, results);
    for (const double exponent : {0.25, 0.5, 0.75, 1.0}) {
      std::vector<double> factors = Factors(channels, exponent);
      const double noise = Noise(channels, factors, weights, places, results);
      if (noise < least) least = noise, best = std::move(factors);
    }
    return best;
  }

  static void Divide(IntegerStep& first, const std::vector<double>& factors) {
    for (std::vector<double>* list : {&first.tail.factors, &first.tail.offsets}) {
      if (list->size() == 1) list->resize(factors.size(), (*list)[0]);
      for (size_t c = 0; c < factors.size(); ++c) (*list)[c] /= factors[c];
    }
    first.equalised = factors;
  }

  const Module& m_;
  IntegerSteps& steps_;
  const ChannelsByValue& channels_;
  const Uses uses_;
};

}  // namespace

std::map<Value, int64_t> ChannelsToWatch(const Module& prepared, const IntegerSteps& steps) {
  std::map<Value, int64_t> watched;
  for (const IntegerStep& step : steps.list) {
    if (HasWeights(step)) watched.try_emplace(step.inputs[0], InputChannel(prepared, step));
  }
  return watched;
}

void Equalise(const Module& prepared, IntegerSteps& steps, const ChannelsByValue& channels) { Equaliser(prepared, steps, channels).Run(); }

}  // namespace mote
