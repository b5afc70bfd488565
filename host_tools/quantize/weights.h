// Constant weights of a product as integers, one scale a channel, and its bias in the sum's units.
#pragma once

#include "quantize/format.h"
#include "quantize/steps.h"

namespace mote {

struct IntegerWeights {
  Literal stored;                // of the weights' dimensions, in the step's type
  std::vector<double> factors;   // from a sum to the result's steps, one or one a channel
  std::vector<int64_t> bias;     // likewise; empty where all are zero
  double squared_error = 0, squared = 0;  // of the weights, for reports
};
// What rounded weights add to a sum on the average, by the step's input means, is taken off its bias. R-LIMIT: sums beyond 32 bits.
Result<IntegerWeights> WeightsFor(const Module& prepared, const IntegerStep& step, const IntegerFormat& in, const IntegerFormat& out);

// The steps that an input of 16 bits may have either side of zero, so that sums and bias stay in 32 bits.
int64_t MostSteps(const Module& prepared, const IntegerStep& step, RealRange input);
// The same of a product of two values, by the other's type.
int64_t MostSteps(const Module& prepared, const IntegerStep& step, ElementType other);

// Which operand of the product is constant.
size_t WeightsOperand(const Module& prepared, const IntegerStep& step);
// The dimension of the weights that the step's channel is, -1 for none.
int64_t WeightsChannel(const Module& prepared, const IntegerStep& step);
// The dimension of the input whose index is its channel, -1 for none.
int64_t InputChannel(const Module& prepared, const IntegerStep& step);

// Of each weight: the channels of the result and of the input that it stands between.
struct WeightPlaces {
  std::vector<int32_t> result, input;
};
WeightPlaces PlacesOf(const Module& prepared, const IntegerStep& step);
// Products that each element of the result is the sum of.
int64_t TermsOf(const Module& prepared, const IntegerStep& step);

}  // namespace mote
