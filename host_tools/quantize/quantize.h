// Quantize: a float program and inputs that it will meet → a program of integers, and what that costs in accuracy. Programs are run by the
// caller: this folder knows no backend.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "quantize/formats.h"

namespace mote {

using Inputs = std::vector<Literal>;
// Runs one opened program.
using ProgramRun = std::function<Result<std::vector<Literal>>(const Inputs& inputs)>;
using ProgramOpen = std::function<Result<ProgramRun>(const Module& program)>;

struct QuantizeOptions {
  RangeRule rule = RangeRule::kMse;
  ElementType activations = ElementType::kS8;  // s8 or s16, where nothing else is asked for
  ElementType weights = ElementType::kS8;      // likewise
  bool integer_io = false;
  double least_sqnr = 0;       // dB, 0: not asked for. Of every float output over the samples
  double least_agreement = 0;  // share of samples from 0 to 1 whose largest element is the same one in every float output, 0: not asked for
};

// Of one value that is stored as integers.
struct ValueReport {
  std::string name;
  IntegerFormat format;
  RealRange range;
};
struct StepReport {
  std::string name, form;
  Location location;
  std::string inputs;         // types: "s8*s8" with weights, "s8 s16" of two values
  IntegerFormat format;              // of the result
  RealRange range;            // that the format was made for
  double sqnr = 0;            // dB, of the stored result against the float one, over the samples; infinite where they are equal
  double weights_sqnr = 0;    // dB; 0 without weights
  int64_t macs = 0, bytes = 0;  // products summed; of the stored result and of weights
  bool floats = false;          // computed as floats between stored values: a steep function of 16 bits
};
struct QuantizeReport {
  std::vector<ValueReport> inputs, outputs;  // those that are stored as integers somewhere
  std::vector<StepReport> steps;
  std::vector<std::pair<std::string, Location>> floats;  // operations that stay floats
  double sqnr = 0, agreement = 0;  // of the program's float outputs over the samples
  int64_t samples = 0;
  int64_t wide = 0, wide_weights = 0, kept = 0;  // for accuracy: values and weights that have 16 bits, steps that stay floats
};
struct QuantizedProgram {
  Module module;
  QuantizeReport report;
};

// `prepared`: prepare.h. `samples`: its inputs, one list a sample. R-COUNT: no samples; R-ATTR: a value that is no finite number, by name,
// or accuracy that no precision reaches; R-UNSUP: nothing to quantize.
Result<QuantizedProgram> Quantize(const Module& prepared, const std::vector<Inputs>& samples, const QuantizeOptions& options,
                           const ProgramOpen& open);

// The report as a table for people.
std::string PrintReport(const QuantizeReport& report);

}  // namespace mote
