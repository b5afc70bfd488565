// WriteSignal: a float program, its loops and branches too, in fixed-point words: one format for each group of values, all arithmetic in
// integers. Not for networks with weights by the channel: write.h.
#pragma once

#include "quantize/signal_values.h"
#include "quantize/word_emitter.h"

namespace mote {

struct SignalFormats {
  std::vector<WordFormat> by_group;
  std::vector<double> low, high;  // by group: what occurred
};

struct WrittenSignal {
  Module module;  // computations of the float program keep their numbers
  // The stored form of each real that is no constant.
  std::map<PlacedValue, Value> stored;
};
// `integer_io`: stored inputs and outputs instead of floats. R-UNSUP names an operation that has no form in integers.
Result<WrittenSignal> WriteSignal(const Module& floats, const SignalValues& values, const SignalFormats& formats, bool integer_io);

}  // namespace mote
