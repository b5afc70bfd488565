// Running float and integer programs on the samples: values by name, and how far the two are apart.
#pragma once

#include <algorithm>

#include "quantize/quantize.h"

namespace mote {

// The program with these values as further results.
Module Tapped(const Module& prepared, const std::vector<Value>& values);

// The values of one index of a dimension.
struct ChannelValues {
  double least = 0, most = 0, squares = 0;
  int64_t count = 0;
  double Magnitude() const { return std::max(-least, most); }
};
// What to look at: a value, and the dimension whose indices are channels, -1 for none.
struct Watched {
  Value value;
  int64_t channel = -1;
  std::vector<double> divisors = {};  // by channel: what is looked at is the value divided by these
  bool kept = false;                  // whether the arrays are wanted themselves
  std::vector<InputMoments*> moments = {};  // that it is the input of
};
struct Observed {
  Histogram all;
  std::vector<ChannelValues> channels;
  std::vector<Literal> arrays;  // by sample
};
struct Observations {
  std::vector<Observed> values;
  std::vector<std::vector<Literal>> outputs;  // by sample
};
// R-ATTR names a value that is no finite number.
Result<Observations> Observe(const Module& prepared, const std::vector<Watched>& values, const std::vector<Inputs>& samples,
                             const ProgramOpen& open);

// Signal against error, summed over arrays.
struct Ratio {
  double signal = 0, error = 0;
  double Decibels() const;
};
// `stored`: integers of the format, divided by `equalised` along a dimension where it is not empty; or reals, without a format.
void AddTo(Ratio& ratio, const Literal& expected, const Literal& stored, const IntegerFormat* format,
           const std::vector<double>& equalised = {}, int64_t channel = -1);

// Whether the largest elements along the last dimension stand at the same places, row by row.
int64_t AgreeingRows(const Literal& expected, const Literal& got, const IntegerFormat* format);
int64_t RowsOf(const Literal& literal);

}  // namespace mote
