// Bins that double their width when a value lies outside of them.
#include "quantize/ranges.h"

#include <algorithm>
#include <cmath>

namespace mote {
namespace {

constexpr size_t kBins = 8192;
constexpr size_t kGrid = 256;   // values of a byte
constexpr double kTail = 1e-4;  // of all values, left out at either end by kPercentile

}  // namespace

void Histogram::Widen(double magnitude) {
  if (bins_.empty()) {
    bins_.assign(kBins, 0);
    reach_ = std::exp2(std::ceil(std::log2(std::max(magnitude, 1e-30))));
  }
  while (reach_ < magnitude) {
    std::vector<int64_t> wider(kBins, 0);
    for (size_t i = 0; i < kBins; ++i) wider[kBins / 4 + i / 2] += bins_[i];
    bins_ = std::move(wider);
    reach_ *= 2;
  }
}

double Histogram::Center(size_t bin) const { return ((static_cast<double>(bin) + 0.5) / kBins * 2 - 1) * reach_; }

bool Histogram::Add(const Literal& values) {
  std::vector<double> reals(static_cast<size_t>(values.size()));
  double low = count_ == 0 ? INFINITY : least_, high = count_ == 0 ? -INFINITY : most_;
  for (int64_t i = 0; i < values.size(); ++i) {
    const double real = values.RealAt(i);
    if (!std::isfinite(real)) return false;
    reals[static_cast<size_t>(i)] = real;
    low = std::min(low, real), high = std::max(high, real);
    if (distinct_.size() <= kGrid) distinct_.insert(real);
  }
  if (reals.empty()) return true;
  least_ = low, most_ = high;
  Widen(std::max({-low, high, 1e-30}));
  for (const double real : reals) {
    const double at = (real / reach_ + 1) / 2 * kBins;
    ++bins_[std::min(static_cast<size_t>(at), kBins - 1)];
  }
  count_ += values.size();
  return true;
}

std::optional<double> Histogram::Grid() const {
  if (distinct_.size() < 2 || distinct_.size() > kGrid) return std::nullopt;
  double step = INFINITY, before = -INFINITY;
  for (const double real : distinct_) step = std::min(step, real - before), before = real;
  if (std::max(most_, 0.0) - std::min(least_, 0.0) > step * (kGrid - 1) * (1 + 1e-6)) return std::nullopt;
  for (const double real : distinct_) {
    if (std::fabs(real / step - std::round(real / step)) > 1e-3) return std::nullopt;
  }
  return step;
}

RealRange Histogram::Percentile(double tail) const {
  const auto cut = static_cast<int64_t>(tail * static_cast<double>(count_));
  size_t low = 0, high = kBins - 1;
  for (int64_t seen = bins_[low]; seen <= cut && low < high; seen += bins_[++low]) {}
  for (int64_t seen = bins_[high]; seen <= cut && high > low; seen += bins_[--high]) {}
  const double width = reach_ / kBins;
  return {std::max(least_, Center(low) - width), std::min(most_, Center(high) + width)};
}

// Of a value inside, a twelfth of a step squared; of one outside, its distance.
double Histogram::ErrorOf(const IntegerFormat& f) const {
  const double low = f.Real(f.least), high = f.Real(f.most), inside = f.scale * f.scale / 12;
  double error = 0;
  for (size_t i = 0; i < kBins; ++i) {
    if (bins_[i] == 0) continue;
    const double x = Center(i), beyond = std::max({low - x, x - high, 0.0});
    error += static_cast<double>(bins_[i]) * (inside + beyond * beyond);
  }
  return error;
}

RealRange Histogram::LeastError(ElementType type) const {
  RealRange best{least_, most_};
  double least = ErrorOf(FormatFor(type, best));
  for (int a = 0; a < 20; ++a) {
    for (int b = 0; b < 20; ++b) {
      const RealRange range{least_ * (1 - a * 0.04), most_ * (1 - b * 0.04)};
      const double error = ErrorOf(FormatFor(type, range));
      if (error < least) best = range, least = error;
      if (most_ <= 0) break;
    }
    if (least_ >= 0) break;
  }
  return best;
}

RealRange Histogram::Range(RangeRule rule, ElementType type) const {
  if (count_ == 0) return {};
  switch (rule) {
    case RangeRule::kMinMax: break;
    case RangeRule::kPercentile: return Percentile(kTail);
    case RangeRule::kMse: return LeastError(type);
  }
  return {least_, most_};
}

}  // namespace mote
