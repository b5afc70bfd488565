// FindPrecision: formats for all values; where accuracy is asked for that bytes do not give, 16 bits for the values that gain most by them,
// then for weights, then floats for the steps that lose most, as few as will do.
#pragma once

#include "quantize/observe.h"
#include "quantize/quantize.h"

namespace mote {

struct PrecisionCandidate {
  IntegerSteps steps;
  FormatGroups groups;
  std::vector<IntegerFormat> formats;
  std::vector<RealRange> ranges;    // by group: what occurred
  std::vector<Ratio> by_step;       // stored results against the floats
  Ratio outputs;
  double agreement = 0;
  std::set<Value> wide;             // one of each group that was made 16 bits
  std::set<int32_t> wide_weights;   // IntegerStep::first of products whose weights have 16 bits
  std::set<int32_t> through_floats; // WriteOptions::through_floats
  std::set<int32_t> kept;           // IntegerStep::first of those that stay floats
};

Result<PrecisionCandidate> FindPrecision(const Module& prepared, const std::vector<Inputs>& samples, const QuantizeOptions& options,
                                const ProgramOpen& open);

}  // namespace mote
