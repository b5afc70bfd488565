// Tried: lower ends between the least value and zero.
#include "quantize/softmax_range.h"

#include <algorithm>
#include <cmath>

namespace mote {
namespace {

constexpr int kTried = 24;
constexpr double kNothing = 16;  // so far below a row's largest an exponential is less than 2^-23 of the sum

std::vector<double> Softmax(const std::vector<double>& x) {
  const double most = *std::max_element(x.begin(), x.end());
  double sum = 0;
  std::vector<double> y;
  for (const double real : x) y.push_back(std::exp(real - most)), sum += y.back();
  for (double& real : y) real /= sum;
  return y;
}

double ErrorOf(const std::vector<Literal>& arrays, const IntegerFormat& format) {
  double error = 0;
  for (const Literal& array : arrays) {
    const int64_t columns = array.shape().dims.back();
    for (int64_t row = 0; row < array.size(); row += columns) {
      std::vector<double> exact, stored;
      for (int64_t k = 0; k < columns; ++k) {
        exact.push_back(array.RealAt(row + k));
        stored.push_back(format.Real(format.Stored(exact.back())));
      }
      const std::vector<double> a = Softmax(exact), b = Softmax(stored);
      for (size_t k = 0; k < a.size(); ++k) error += (a[k] - b[k]) * (a[k] - b[k]);
    }
  }
  return error;
}

}  // namespace

RealRange SoftmaxRange(const std::vector<Literal>& arrays, RealRange full, ElementType type) {
  double top = INFINITY;  // of the row whose largest element is least
  for (const Literal& array : arrays) {
    const int64_t columns = array.shape().dims.back();
    for (int64_t row = 0; row < array.size(); row += columns) {
      double most = -INFINITY;
      for (int64_t k = 0; k < columns; ++k) most = std::max(most, array.RealAt(row + k));
      top = std::min(top, most);
    }
  }
  if (arrays.empty()) return full;
  full.low = std::max(full.low, std::min(top - kNothing, 0.0));
  RealRange best = full;
  double least = INFINITY;
  for (int k = 0; k < kTried && full.low < 0 && type == ElementType::kS8; ++k) {
    const RealRange range{full.low * (1 - static_cast<double>(k) / kTried), full.high};
    const double error = ErrorOf(arrays, FormatFor(ElementType::kS8, range));
    if (error < least) least = error, best = range;
  }
  return best;
}

}  // namespace mote
