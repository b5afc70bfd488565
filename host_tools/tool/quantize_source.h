// --quantize and the options that go with it: a float source becomes an integer one before it is compiled.
#pragma once

#include <string>
#include <vector>

#include "quantize/quantize.h"
#include "tool/command_line.h"
#include "tool/source.h"

namespace mote {

struct QuantizeArguments {
  bool quantize = false;
  std::vector<std::string> calibrate;
  std::string kind = "auto", rule = "mse", io = "float", activations = "int8", weights = "int8", report, program;
  double least_sqnr = 0, least_agreement = 0;
};

void AddQuantizeOptions(const Verb& verb, QuantizeArguments& arguments);
// What the options contradict, or empty.
std::string WrongQuantizeArguments(const QuantizeArguments& arguments);
// The source's module becomes the integer program. The report is written where it was asked for.
Result<QuantizeReport> QuantizeSource(Source& source, const QuantizeArguments& arguments);

}  // namespace mote
