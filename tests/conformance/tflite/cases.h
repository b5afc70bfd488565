// The cases of operators.cases: a TFLite file, inputs, and what LiteRT's reference kernels give (make_cases.py says how it is written).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mote {

struct TfliteCase {
  std::string name, file;
  int comparison = 0;   // 0: equal, 1: units in the last place, 2: relative
  double tolerance = 0;
  struct Run {
    std::vector<std::string> inputs, outputs;  // bytes
  };
  std::vector<Run> runs;
};
// Empty when the file is not there or is none.
std::vector<TfliteCase> ReadCases(const std::string& path);

}  // namespace mote
