// Taps are results: nothing of the program changes but what it gives.
#include "quantize/observe.h"

#include <cmath>
#include <limits>

namespace mote {
namespace {

double RealOf(const Literal& literal, int64_t i, const IntegerFormat* format) {
  return format == nullptr || IsFloat(literal.type()) ? literal.RealAt(i) : format->Real(literal.IntegerAt(i));
}

Diagnostic NotFinite(const Computation& c, Value v) {
  const Instruction& i = c.at(v);
  std::string name = "'" + Label(c, v.instruction) + "'";
  if (i.op == Op::kParameter) name = "input '" + ParameterNames(c, static_cast<size_t>(i.Int(Attr::kIndex))).front() + "'";
  return Error(Rule::kAttribute,
               name + " " + ToString(i.shapes[v.result]) + " has a value that is no finite number on a calibration sample", i.location);
}

}  // namespace

Module Tapped(const Module& prepared, const std::vector<Value>& values) {
  Module tapped = prepared;
  Computation& entry = tapped.computations[tapped.entry];
  entry.result_names.clear(), entry.result_extra.clear();
  entry.results.insert(entry.results.end(), values.begin(), values.end());
  return tapped;
}

namespace {

void AddChannels(std::vector<ChannelValues>& channels, const Literal& values, int64_t dimension) {
  const Dims& dims = values.shape().dims;
  const int64_t stride = RowMajorStrides(dims)[dimension], count = dims[dimension];
  channels.resize(static_cast<size_t>(count));
  for (int64_t i = 0; i < values.size(); ++i) {
    ChannelValues& c = channels[static_cast<size_t>(i / stride % count)];
    const double real = values.RealAt(i);
    c.least = std::min(c.least, real), c.most = std::max(c.most, real);
    c.squares += real * real, ++c.count;
  }
}

Literal Divided(const Literal& values, const Watched& watched) {
  if (watched.divisors.empty()) return values;
  const int64_t stride = RowMajorStrides(values.shape().dims)[watched.channel];
  Literal divided(values.shape());
  for (int64_t i = 0; i < values.size(); ++i)
    divided.SetReal(i, values.RealAt(i) / watched.divisors[static_cast<size_t>(i / stride) % watched.divisors.size()]);
  return divided;
}

}  // namespace

Result<Observations> Observe(const Module& prepared, const std::vector<Watched>& values, const std::vector<Inputs>& samples,
                             const ProgramOpen& open) {
  Observations seen;
  seen.values.resize(values.size());
  const size_t own = prepared.main().results.size();
  std::vector<Value> taps;
  for (const Watched& watched : values) taps.push_back(watched.value);
  MOTE_ASSIGN(const ProgramRun run, open(Tapped(prepared, taps)));
  for (const Inputs& sample : samples) {
    MOTE_ASSIGN(std::vector<Literal> results, run(sample));
    for (size_t k = 0; k < values.size(); ++k) {
      const Literal array = Divided(results[own + k], values[k]);
      if (!seen.values[k].all.Add(array)) return NotFinite(prepared.main(), values[k].value);
      if (values[k].channel >= 0) AddChannels(seen.values[k].channels, array, values[k].channel);
      for (InputMoments* moments : values[k].moments) moments->Add(array);
      if (values[k].kept) seen.values[k].arrays.push_back(array);
    }
    results.resize(own);
    seen.outputs.push_back(std::move(results));
  }
  return seen;
}

double Ratio::Decibels() const {
  if (!std::isfinite(error)) return -std::numeric_limits<double>::infinity();
  if (error == 0) return std::numeric_limits<double>::infinity();
  return signal == 0 ? 0 : 10 * std::log10(signal / error);
}

void AddTo(Ratio& ratio, const Literal& expected, const Literal& stored, const IntegerFormat* format, const std::vector<double>& equalised,
           int64_t channel) {
  const int64_t stride = equalised.empty() ? 1 : RowMajorStrides(expected.shape().dims)[channel];
  for (int64_t i = 0; i < expected.size(); ++i) {
    const double factor = equalised.empty() ? 1 : equalised[static_cast<size_t>(i / stride) % equalised.size()];
    const double real = expected.RealAt(i), error = RealOf(stored, i, format) * factor - real;
    ratio.signal += real * real, ratio.error += error * error;
  }
}

int64_t RowsOf(const Literal& literal) {
  return literal.shape().rank() == 0 || literal.size() == 0 ? literal.size() : literal.size() / literal.shape().dims.back();
}

int64_t AgreeingRows(const Literal& expected, const Literal& got, const IntegerFormat* format) {
  const int64_t rows = RowsOf(expected), columns = rows == 0 ? 0 : expected.size() / rows;
  int64_t agreeing = 0;
  for (int64_t r = 0; r < rows; ++r) {
    int64_t first = 0, second = 0;
    for (int64_t k = 1; k < columns; ++k) {
      if (expected.RealAt(r * columns + k) > expected.RealAt(r * columns + first)) first = k;
      if (RealOf(got, r * columns + k, format) > RealOf(got, r * columns + second, format)) second = k;
    }
    agreeing += first == second ? 1 : 0;
  }
  return agreeing;
}

}  // namespace mote
