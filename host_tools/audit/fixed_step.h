// What a step of a fixed-point routine reads and writes, worked out apart from the rules that the compiler and the runtime share.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mote::audit {

struct FixedExtents {
  std::string wrong;                                                   // empty: the fields make sense
  int64_t inputs = 1, input = 0, stream = 0, output = 0, scratch = 0;  // bytes; inputs: their number
  int64_t element = 1;                                                 // bytes of one of the inputs and of the output
  bool in_place = false;                                               // the output may lie where an input does
  // Or so many bytes and more in front of the first input, or behind it: rows are read before they are written over. -1: nowhere.
  int64_t below = -1, above = -1;
};

// `fields` as schema/fixed_layout.h names them.
FixedExtents ExtentsOfFixed(const std::vector<int64_t>& fields);

}  // namespace mote::audit
