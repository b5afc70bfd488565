// What a pipeline reads and writes, found by going through its turns with a mark for every byte of the workspace: apart from the rules that
// the compiler and the runtime share.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mote::audit {

struct PipelineExtents {
  std::string wrong;             // empty: the words make sense, and every row is where it is read
  std::vector<int64_t> read;     // bytes of each operand but the last two
  std::vector<int64_t> below;    // how far in front of it the output must lie at least where both overlap; -1: nowhere
  std::vector<bool> stream;      // which of them are streams
  int64_t output = 0;
};

// `fields` and `params` as schema/pipeline_layout.h names them; `workspace`: its bytes.
PipelineExtents ExtentsOfPipeline(const std::vector<int64_t>& fields, const std::vector<uint32_t>& params, size_t operands,
                                  int64_t workspace);

}  // namespace mote::audit
