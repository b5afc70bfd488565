// WriteSignal: a float program, its loops and branches too, in fixed-point words: one format for each group of values, all arithmetic in
// integers. Not for networks with weights by the channel: write.h.
#pragma once

#include "quantize/signal_values.h"
#include "quantize/word_emitter.h"

namespace mote {

struct SignalFormats {
  std::vector<WordFormat> by_group;
  std::vector<double> low, high;  // by group: what is to be expected
};

struct WrittenSignal {
  Module module;  // computations of the float program keep their numbers
  // The stored form of each real that is no constant.
  std::map<PlacedValue, Value> stored;
  // Of those that are not stored: the exponent of the accumulator that they stay in.
  std::map<PlacedValue, int> accumulators;
};
// Sums, and sums with what is added, that nothing but a logarithm or root reads: not rounded before. Squares in them neither, and sums of
// squares that such a product takes.
bool StaysInAccumulator(const Module& floats, PlacedValue v);
// `integer_io`: stored inputs and outputs instead of floats. R-UNSUP names an operation that has no form in integers.
Result<WrittenSignal> WriteSignal(const Module& floats, const SignalValues& values, const SignalFormats& formats, bool integer_io);

}  // namespace mote
