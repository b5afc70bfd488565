// Histogram: the values of an array over all samples, and the range that a format should cover.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "hlo/literal.h"
#include "quantize/format.h"

namespace mote {

enum class RangeRule : uint8_t {
  kMinMax,      // all that occurred
  kPercentile,  // all but a hundredth of a percent at either end
  kMse,         // where the mean square error is least
};

class Histogram {
 public:
  // False where one is no finite number.
  bool Add(const Literal& values);
  RealRange Range(RangeRule rule, ElementType type) const;
  // The step that all values are whole numbers of, where there are no more than 256 of them from the least to the most.
  std::optional<double> Grid() const;
  int64_t count() const { return count_; }
  double least() const { return least_; }
  double most() const { return most_; }

 private:
  void Widen(double magnitude);
  double Center(size_t bin) const;
  RealRange Percentile(double tail) const;
  RealRange LeastError(ElementType type) const;
  double ErrorOf(const IntegerFormat& format) const;

  double reach_ = 0;  // bins cover [-reach, reach], a power of two
  std::vector<int64_t> bins_;
  std::set<double> distinct_;  // as long as there are few
  double least_ = 0, most_ = 0;
  int64_t count_ = 0;
};

}  // namespace mote
