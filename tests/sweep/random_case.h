// Modules of one windowed or shape-changing operation with random attributes, and values for their parameters. Values are small whole
// numbers, so that every order of summation gives the same bits. What the Builder refuses is not a case.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hlo/module.h"

namespace mote {

struct RandomCase {
  std::string operation;  // "convolution"
  Module module;
  std::vector<Literal> inputs;
};
// Nothing when the attributes chosen make no valid operation.
std::optional<RandomCase> MakeRandomCase(uint32_t seed);

}  // namespace mote
