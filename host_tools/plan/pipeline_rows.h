// RollChain: how many rows of each value of a chain of fixed-point routines lie in memory at once when it runs a few rows a turn, and
// where. Knows nothing of graphs.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "schema/pipeline_layout.h"
#include "select/step.h"

namespace mote {

struct ChainMember {
  std::vector<int64_t> fields;      // MoteFixedField
  std::array<int32_t, 2> sources{};  // a member before it, or -1 - k for input k of the chain; the same twice where it has one
};

struct RolledChain {
  int64_t rows = 0, turns = 0;
  struct Value {  // the output of a member but the last; of a sum of rows `kept_at` is where its sums lie
    int64_t at = 0, capacity = 0, kept_at = 0, kept = 0;  // in bytes, rows, bytes, rows
  };
  std::vector<Value> values;
  std::vector<std::vector<int64_t>> calls;  // of each member: the rows of every call
  int64_t scratch = 0, bytes = 0;           // of the workspace, scratch included
  int64_t moved = 0;                        // bytes that all turns together copy
  // Of each input: how many bytes in front of it the output must start, for no row to be written over before it has been read.
  std::vector<int64_t> below;
};

// By `rows` of the inputs a turn; nothing where a member cannot do that.
std::optional<RolledChain> RollChain(const std::vector<ChainMember>& chain, int64_t rows);

// Words of each member of a pipeline step.
std::vector<std::vector<int64_t>> PipelineMembers(const Step& step);
// A line for the step and one a member, for people.
std::string DescribePipeline(const Step& step);

}  // namespace mote
