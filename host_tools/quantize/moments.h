// InputMoments: mean and covariance of what a product multiplies with the weights of one channel, over samples; and RoundWeights, which
// rounds weights so that what each one is moved by is taken up by the others as far as the inputs go together.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "hlo/module.h"

namespace mote {

struct IntegerStep;

// The inputs of one sum: k counts a channel's weights in the order of the constant, its channel's dimension left out.
class Patches {
 public:
  Patches(const Module& prepared, const IntegerStep& step);
  int64_t terms() const { return static_cast<int64_t>(taps_.size()); }
  int64_t groups() const { return groups_; }
  int64_t positions() const { return positions_; }
  // `into`: terms() numbers.
  void At(const Literal& input, int64_t position, int64_t group, std::span<double> into) const;

 private:
  struct Tap {
    std::vector<int64_t> at;  // along each walked dimension of the input
  };
  void OfConvolution(const Instruction& convolution, const Shape& input, const Shape& weights);
  void OfDot(const Module& prepared, const IntegerStep& step, const Shape& input, const Shape& weights);

  std::vector<Tap> taps_;
  std::vector<int64_t> counts_, strides_, steps_, holes_, extents_;  // of walked dimensions: positions, of the input's memory, a position's
                                                                     // step, base dilation, the input's size
  int64_t positions_ = 1, groups_ = 1, group_stride_ = 0;
};

class InputMoments {
 public:
  static constexpr int64_t kMostTerms = 2048;
  // Of a product whose channel is one dimension of the weights; null where its sums are too long.
  static std::shared_ptr<InputMoments> Make(const Module& prepared, const IntegerStep& step, size_t samples);
  void Add(const Literal& input);

  int64_t terms() const { return patches_.terms(); }
  int64_t groups() const { return patches_.groups(); }
  double Mean(int64_t group, int64_t k) const { return sums_[static_cast<size_t>(group * terms() + k)] / static_cast<double>(count_); }
  double Covariance(int64_t group, int64_t j, int64_t k) const;

 private:
  InputMoments(Patches patches, size_t samples) : patches_(std::move(patches)), samples_(samples) {}
  Patches patches_;
  const size_t samples_;
  int64_t count_ = 0;  // patches of each group
  std::vector<double> sums_, products_;
};

// Rounds `weights`, in steps of `scale` within ±127, for one channel of a group after the other.
class WeightRounding {
 public:
  // `factors`: by k, what the input is divided by.
  WeightRounding(const InputMoments& moments, int64_t group, const std::vector<double>& factors);
  void Round(const std::vector<double>& weights, double scale, std::vector<int64_t>& bytes) const;

 private:
  std::vector<size_t> order_;  // of k: those that vary most stand last
  std::vector<double> factor_; // upper triangle, rows divided by their diagonal
};

}  // namespace mote
