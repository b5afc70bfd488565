// Chooses the words of a Pipeline step: chains of random routines and shapes, rows anywhere in the workspace. Reasons from SPEC.md; what it
// makes may be refused.
#pragma once

#include <cstdint>
#include <vector>

#include "random.h"

namespace mote::fault {

struct PipelineValues {
  std::vector<uint32_t> fields, members;
  std::vector<uint64_t> inputs, streams;  // bytes
  uint64_t workspace = 0, output = 0;
  double work = 0;
};

PipelineValues ChoosePipeline(Random& random);

}  // namespace mote::fault
